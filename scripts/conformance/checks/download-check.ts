import { itemsOf, type Json, locate, memberOf, valueAt, withValue } from '../../contract/json.ts';
import { parameterOf, relationFor, relationsOf } from '../../contract/relations.ts';
import type { ContractIndex } from '../index/contract-index.ts';
import { mustBe } from '../judge/check-response.ts';
import type { Arrival, Made, ReceiverResponse } from '../kit-types.ts';
import { validBodies, withFreshId } from '../target/valid-bodies.ts';
import { RECEIVER_HOST, type Receiver, startReceiver } from '../target/webhook-receiver.ts';
import { deliveryText } from './evidence.ts';
import { poll, type Run } from './kit-check.ts';

const PATIENCE_MS = 30_000;
const PDF = Buffer.from('%PDF-1.7\n%%EOF');
/** Number of documents for each operation after the first one. */
const FEW = 3;

/** Submits URLs of documents that the kit serves, and compares the state of each download with the contract. */
export async function checkDownloads(run: Run): Promise<void> {
  const { contract, session, coverage } = run;
  const rules = memberOf(contract.document['x-service'], 'document_download');
  if (rules === undefined || run.isStateless || !run.selection.wants('downloads', '')) return;
  const submissions = submissionsOf(run);
  if (submissions.length === 0) return;
  if (!session.subject.domains.includes(RECEIVER_HOST)) {
    const missing = [{ name: 'every document', reason: `it needs --registered-domain ${RECEIVER_HOST}` }];
    return void coverage.add({ kind: 'download', covered: 0, total: 1, missing });
  }
  const receiver = await startReceiver(undefined);
  const documents = documentsAt(receiver, contract, rules);
  const work = submissions.flatMap((submission, index) =>
    documents.slice(0, index === 0 ? documents.length : FEW).map((each) => checkDownload(run, submission, each)),
  );
  const missing = (await Promise.all(work).finally(receiver.close)).flat();
  coverage.add({ kind: 'download', covered: work.length - missing.length, total: work.length, missing });
}

type Submission = ReturnType<typeof submissionsOf>[number];

/** Returns bodies with the URL of a PDF file, and pointers to this URL and to the `documents` in a later response. */
function submissionsOf({ checked, contract, session }: Run) {
  const relations = relationsOf(contract.document);
  return relations.flatMap(({ operation, resource, assigns }) => {
    const [place, source] = Object.entries(assigns).find(([, each]) => memberOf(each, 'items') !== undefined) ?? [];
    const reading = relationFor('reads', resource.name, relations);
    if (!checked.includes(operation) || place === undefined || reading === undefined) return [];
    const items = String(memberOf(source, 'items'));
    const urlIn = (body: Json) => locate(`${items}${memberOf(source, 'url')}`, body) ?? '';
    const list = items.replace('/*', '');
    // Puts the items without a document first, because they must not change which document the server downloads.
    const bodies = validBodies(session, operation)
      .map((body) => (list === '' ? body : withValue(body, list, itemsOf(valueAt(body, list)).toReversed())))
      .filter((body) => String(valueAt(body, urlIn(body))).endsWith('.pdf'));
    const documents = `/${place.split('/*')[0]}`;
    return bodies.slice(0, 1).map((body) => ({ operation, body, url: urlIn(body), reading, documents }));
  });
}

type ServedDocument = ReturnType<typeof documentsAt>[number];

/** Returns documents around the limits for redirects (`document_download` in `x-service`) and for uploaded files. */
function documentsAt(receiver: Receiver, contract: ContractIndex, rules: Json) {
  const most = Number(memberOf(rules, 'max_redirects'));
  const redirecting = itemsOf(memberOf(rules, 'redirect_statuses')) as number[];
  // The size limit for uploads applies to downloads, too. It is the largest body limit in the contract.
  const limit = Math.max(...contract.operationIds.map((id) => contract.shapeOf(id).bodyLimit));
  /** `problem` is the expected problem of the download; undefined if the service must store the document. */
  const serve = (name: string, response: ReceiverResponse, problem?: string) => {
    const arrivals: Arrival[] = [];
    const url = receiver.open((arrival) => {
      arrivals.push(arrival);
      return response;
    });
    return { name, url, arrivals, problem };
  };
  const file = (size = PDF.length) => ({ status: 200, body: Buffer.concat([PDF], size).fill(PDF, size - PDF.length) });
  const redirect = (name: string, location: string, problem?: string, status = 302) =>
    serve(name, { status, headers: { location } }, problem);
  const chain = (length: number): string =>
    length === 0 ? serve('', file()).url : redirect('', chain(length - 1)).url;
  const elsewhere = serve('', file()).url.replace(RECEIVER_HOST, 'localhost');
  return [
    serve('a PDF file', { ...file(), headers: { 'content-type': 'text/html' } }),
    serve('a text', { ...file(), body: Buffer.from('text') }, 'wrong_type'),
    ...[404, 201, 206, 300, 503].map((status) => serve(`a ${status} response`, { ...file(), status }, 'error_status')),
    ...redirecting.map((status) => redirect(`a ${status} redirect`, chain(0), undefined, status)),
    redirect('a relative redirect', chain(0).replace(receiver.base, '')),
    redirect(`${most} redirects`, chain(most - 1)),
    redirect(`${most + 1} redirects`, chain(most), 'redirected'),
    redirect('a redirect to a different host', elsewhere, 'redirected'),
    serve('a file of the maximum size', file(limit)),
    serve('a file above the maximum size', file(limit + 1), 'too_large'),
    serve('a closed connection', { status: null }, 'unreachable'),
  ];
}

/** Submits the URL of a document. Resolves to a coverage gap if the target does not attempt the download in time. */
async function checkDownload(run: Run, submission: Submission, { name, url, arrivals, problem }: ServedDocument) {
  const { contract, recorder, session } = run;
  const { operation, reading } = submission;
  const gaps: { name: string; reason: string }[] = [];
  await recorder.check('downloads', operation, `${operation}: ${name} as the document`, async () => {
    const json = withFreshId(session, operation, withValue(submission.body, submission.url, url));
    const submitted = await session.succeed(operation, { body: { json } });
    const path = { [parameterOf(reading.id)]: String(memberOf(json, reading.resource.identifier)) };
    const stateIn = ({ answer }: Made) => {
      const { state, problem: found } = Object(itemsOf(valueAt(answer.json, submission.documents)).at(-1));
      return found === undefined ? String(state) : `${state} with the problem ${found}`;
    };
    const attempt = () => session.attempt(reading.operation, { path });
    const read = await poll(run, PATIENCE_MS, attempt, (made) => stateIn(made) !== 'pending');
    const actual = stateIn(read);
    if (actual === 'pending' && session.target.isBundled !== true) {
      gaps.push({ name, reason: 'the target can have older documents to download first' });
      return undefined;
    }
    const wanted = problem === undefined ? 'stored' : `pending with the problem ${problem}`;
    const userAgent = memberOf(contract.document['x-service'], 'user_agent');
    const mismatches = [
      ...mustBe(`After ${name}, the document`, wanted, actual),
      ...arrivals.flatMap(({ method, headers }) => [
        ...mustBe('The method of a download', 'GET', method),
        ...mustBe('User-Agent', userAgent, headers['user-agent']),
        ...(headers.authorization === undefined ? [] : ['A download must not have an Authorization header.']),
      ]),
    ];
    return { mismatches, exchanges: [submitted, read], answer: arrivals[0] && deliveryText(arrivals[0]) };
  });
  return gaps;
}
