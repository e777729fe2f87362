import { itemsOf, type Json, memberOf, pointersAt, valueAt, withValue } from '../../contract/json.ts';
import { parameterOf, relationFor, relationsOf } from '../../contract/relations.ts';
import type { ContractIndex } from '../index/contract-index.ts';
import { mustBe } from '../judge/check-response.ts';
import type { Arrival, Made, ReceiverResponse } from '../kit-types.ts';
import { withItemsTwice } from '../model/setup.ts';
import type { Session } from '../target/target-session.ts';
import { fileOf, validBodies, withFreshId } from '../target/valid-bodies.ts';
import { RECEIVER_HOST, type Receiver, startReceiver } from '../target/webhook-receiver.ts';
import { deliveryText } from './evidence.ts';
import { poll, type Run } from './kit-check.ts';

const PATIENCE_MS = 30_000;
const PDF = Buffer.from('%PDF-1.7\n%%EOF');
/** Number of documents for each submission after the first one. */
const FEW = 3;
/** Minimum time between downloads that do not overlap. The kit waits 10 ms longer, because a timer can end early. */
const HELD_MS = 100;

/** Submits URLs of documents that the kit serves, and compares the state of each download with the contract. */
export async function checkDownloads(run: Run): Promise<void> {
  const { contract, session, coverage, recorder } = run;
  const rules = memberOf(contract.document['x-service'], 'document_download');
  if (rules === undefined || run.isStateless || !run.selection.wants('downloads', '')) return;
  const submissions = [session, session.other ?? []].flat().flatMap((by) => submissionsOf(run, by));
  const [first] = submissions;
  if (first === undefined) return;
  if (!session.subject.domains.includes(RECEIVER_HOST)) {
    const missing = [{ name: 'every document', reason: `it needs --registered-domain ${RECEIVER_HOST}` }];
    return void coverage.add({ kind: 'download', covered: 0, total: 1, missing });
  }
  const receiver = await startReceiver(undefined);
  const documents = documentsAt(receiver, contract, rules);
  const work = submissions.flatMap((submission) => {
    const matching = documents.filter(({ type }) => type === submission.type);
    const chosen = submission === first ? matching : matching.slice(0, FEW);
    return chosen.map((each) => checkDownload(run, submission, each));
  });
  const missing = (await Promise.all(work).finally(receiver.close)).flat();
  coverage.add({ kind: 'download', covered: work.length - missing.length, total: work.length, missing });
  const times = documents.flatMap(({ arrivals }) => arrivals.map(({ at }) => at)).toSorted((one, other) => one - other);
  const isParallel = times.some((time, index) => time - (times[index - 1] ?? 0) < HELD_MS);
  const mismatches = isParallel ? ['The target must download one file at a time from a host.'] : [];
  recorder.conclude('downloads', { operation: first.operation, case: 'downloads: one at a time', mismatches });
}

type Submission = ReturnType<typeof submissionsOf>[number];

/** Returns bodies with the URL of a file, and pointers to the URL and to the state of the file in a later response. */
function submissionsOf({ checked, contract }: Run, session: Session) {
  const relations = relationsOf(contract.document);
  return relations.flatMap(({ operation, resource, assigns }) => {
    const [place, source] = Object.entries(assigns).find(([, each]) => memberOf(each, 'items') !== undefined) ?? [];
    const reading = relationFor('reads', resource.name, relations);
    if (!checked.includes(operation) || place === undefined || reading === undefined) return [];
    return validBodies(session, operation).flatMap((example) => {
      const body = withItemsTwice(session, operation, example);
      const urls = pointersAt(`${memberOf(source, 'items')}${memberOf(source, 'url')}`, body);
      const ofFiles = urls.filter((at) => URL.canParse(String(valueAt(body, at))));
      return ofFiles.map((url, index) => {
        const type = String(valueAt(body, url)).split('.').at(-1);
        return { session, operation, type, body, url, reading, document: `/${place.split('/*')[0]}/${index}` };
      });
    });
  });
}

type ServedDocument = ReturnType<typeof documentsAt>[number];

/** Returns documents around the limits for redirects (`document_download` in `x-service`) and for uploaded files. */
function documentsAt(receiver: Receiver, { operationIds, operationOf, shapeOf }: ContractIndex, rules: Json) {
  const most = Number(memberOf(rules, 'max_redirects'));
  const redirecting = itemsOf(memberOf(rules, 'redirect_statuses')) as number[];
  // The size limit for uploads applies to downloads, too. It is the largest body limit in the contract.
  const limit = Math.max(...operationIds.map((id) => shapeOf(id).bodyLimit));
  /** Opens a URL. `verdict` is the expected problem of the document, or `accepted` if the target must store it. */
  const serve = (name: string, response: ReceiverResponse, verdict = 'accepted', type = 'pdf') => {
    const arrivals: Arrival[] = [];
    const url = receiver.open((arrival) => {
      arrivals.push(arrival);
      return { ...response, afterMs: HELD_MS + 10 };
    });
    return { name, type, url, arrivals, verdict };
  };
  const file = (size = PDF.length) => ({ status: 200, body: Buffer.concat([PDF], size).fill(PDF, size - PDF.length) });
  const redirect = (name: string, location: string, problem?: string, status = 302) =>
    serve(name, { status, headers: { location } }, problem);
  const chain = (length: number): string =>
    length === 0 ? serve('', file()).url : redirect('', chain(length - 1)).url;
  const contents = operationIds.flatMap((id) => Object.values(operationOf(id).operation.requestBody?.content ?? {}));
  const ofCases = contents.flatMap(({ 'x-asset-type': type, 'x-file-cases': cases = {} }) =>
    Object.entries(cases).map(([verdict, files]) => {
      const [name, parts = []] = Object.entries(files).at(-1) ?? [];
      return serve(`a ${type} file with ${name}`, { status: 200, body: Buffer.from(fileOf(parts)) }, verdict, type);
    }),
  );
  return [
    serve('a PDF file', { ...file(), headers: { 'content-type': 'text/html' } }),
    serve('a text', { ...file(), body: Buffer.from('text') }, 'wrong_type'),
    serve('a content encoding', { ...file(), headers: { 'content-encoding': 'gzip' } }, 'wrong_type'),
    ...[404, 201, 206, 300, 503].map((status) => serve(`a ${status} response`, { ...file(), status }, 'error_status')),
    ...redirecting.map((status) => redirect(`a ${status} redirect`, chain(0), undefined, status)),
    redirect('a relative redirect', chain(0).replace(receiver.base, '')),
    redirect(`${most} redirects`, chain(most - 1)),
    redirect(`${most + 1} redirects`, chain(most), 'redirected'),
    redirect('a redirect to a different host', chain(0).replace(RECEIVER_HOST, 'localhost'), 'redirected'),
    serve('a file of the maximum size', file(limit)),
    serve('a file above the maximum size', file(limit + 1), 'too_large'),
    serve('a closed connection', { status: null }, 'unreachable'),
    ...ofCases,
  ];
}

/** Submits the URL of a document. Resolves to a coverage gap if the target does not attempt the download in time. */
async function checkDownload(run: Run, submission: Submission, { name, url, arrivals, verdict }: ServedDocument) {
  const { contract, recorder } = run;
  const { session, operation, reading, document } = submission;
  const gaps: { name: string; reason: string }[] = [];
  await recorder.check('downloads', operation, `${operation}: ${name} as the document`, async () => {
    const json = withFreshId(session, operation, withValue(submission.body, submission.url, url));
    const submitted = await session.succeed(operation, { body: { json } });
    const path = { [parameterOf(reading.id)]: String(memberOf(json, reading.resource.identifier)) };
    const stateIn = ({ answer }: Made) => {
      const { state, problem: found } = Object(valueAt(answer.json, document));
      return found === undefined ? String(state) : `${state} with the problem ${found}`;
    };
    const attempt = () => session.attempt(reading.operation, { path });
    const read = await poll(run, PATIENCE_MS, attempt, (made) => stateIn(made) !== 'pending');
    const actual = stateIn(read);
    if (actual === 'pending' && session.target.isBundled !== true) {
      gaps.push({ name, reason: 'the target can have older documents to download first' });
      return undefined;
    }
    const wanted = verdict === 'accepted' ? 'stored' : `pending with the problem ${verdict}`;
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
