import { setTimeout as sleep } from 'node:timers/promises';
import { memberOf, valueAt, withValue } from '../../contract/json.ts';
import { parameterOf, type Relation, relationFor, relationsOf } from '../../contract/relations.ts';
import type { Arrival, Made, ReceiverResponse } from '../kit-types.ts';
import { validBodies, withFreshId } from '../target/valid-bodies.ts';
import { type Receiver, startReceiver } from '../target/webhook-receiver.ts';
import { deliveryText } from './evidence.ts';
import type { Check, Run } from './kit-check.ts';

/** The kit serves documents on this host, which must be a registered domain of the partner. */
const HOST = '127.0.0.1';
const POLL_MS = 300;
const PATIENCE_MS = 30_000;
const PDF = Buffer.from('%PDF-1.7\n%%EOF');
/** Number of documents for each operation after the first one. */
const FEW = 3;

/** Submits URLs of documents that the kit serves, and compares the state of each download with the contract. */
export const downloadCheck: Check = {
  names: ['downloads'],
  async run(run) {
    const { checked, contract, session, coverage } = run;
    const submitting = relationsOf(contract.document).filter(
      (each) => checked.includes(each.operation) && pointersOf(each) !== undefined,
    );
    if (submitting.length === 0 || run.isStateless) return;
    if (!session.subject.domains.includes(HOST)) {
      const missing = [{ name: 'every document', reason: `it needs --registered-domain ${HOST}` }];
      coverage.add({ kind: 'download', covered: 0, total: 1, missing });
      return;
    }
    const receiver = await startReceiver(undefined);
    try {
      const documents = documentsAt(receiver, run);
      const work = submitting.flatMap((relation, index) =>
        documents.slice(0, index === 0 ? documents.length : FEW).map((each) => checkDownload(run, relation, each)),
      );
      const missing = (await Promise.all(work)).flat();
      coverage.add({ kind: 'download', covered: work.length - missing.length, total: work.length, missing });
    } finally {
      await receiver.close();
    }
  },
};

/** Returns pointers to the first URL in a request, and to the state of its document; undefined without such URLs. */
function pointersOf({ assigns }: Relation) {
  const found = Object.entries(assigns).find(([, each]) => typeof memberOf(each, 'items') === 'string');
  if (found === undefined) return undefined;
  const [place, source] = found;
  const item = memberOf(source, 'items') === '' ? '' : `${memberOf(source, 'items')}/0`;
  return { url: `${item}${memberOf(source, 'url')}`, document: `/${place.split('/*')[0]}/0` };
}

interface ServedDocument {
  name: string;
  url: string;
  arrivals: readonly Arrival[];
  /** Expected problem of the download; undefined if the service must store the document. */
  problem?: string;
}

/** Returns the documents, with the limits for redirects (`document_download` in `x-service`) and for files. */
function documentsAt(receiver: Receiver, { contract }: Run): ServedDocument[] {
  const rules = memberOf(contract.document['x-service'], 'document_download');
  const most = Number(memberOf(rules, 'max_redirects'));
  const redirecting = memberOf(rules, 'redirect_statuses') as number[];
  // Files have the largest limit of all request bodies.
  const limit = Math.max(...contract.operationIds.map((id) => contract.shapeOf(id).bodyLimit));
  const serving = (name: string, response: ReceiverResponse, problem?: string): ServedDocument => {
    const arrivals: Arrival[] = [];
    const url = receiver.open((arrival) => {
      arrivals.push(arrival);
      return response;
    });
    return { name, url, arrivals, ...(problem !== undefined && { problem }) };
  };
  const file = (size = PDF.length) => ({ status: 200, body: Buffer.concat([PDF], size).fill(PDF, size - PDF.length) });
  const redirect = (name: string, location: string, problem?: string, status = 302) =>
    serving(name, { status, headers: { location } }, problem);
  const chain = (length: number): string =>
    length === 0 ? serving('', file()).url : redirect('', chain(length - 1)).url;
  const elsewhere = serving('', file()).url.replace(HOST, 'localhost');
  return [
    serving('a PDF file', { ...file(), headers: { 'content-type': 'text/html' } }),
    serving('a text', { ...file(), body: Buffer.from('text') }, 'wrong_type'),
    ...[404, 201, 206, 300, 503].map((status) =>
      serving(`a ${status} response`, { ...file(), status }, 'error_status'),
    ),
    ...redirecting.map((status) => redirect(`a ${status} redirect`, chain(0), undefined, status)),
    redirect(`${most} redirects`, chain(most - 1)),
    redirect(`${most + 1} redirects`, chain(most), 'redirected'),
    redirect('a redirect to a different host', elsewhere, 'redirected'),
    serving('a file of the maximum size', file(limit)),
    serving('a file above the maximum size', file(limit + 1), 'too_large'),
    serving('a closed connection', { status: null }, 'unreachable'),
  ];
}

/** Checks a download. Resolves to its name and a reason if the target has not attempted the download. */
async function checkDownload(run: Run, relation: Relation, { name, url, arrivals, problem }: ServedDocument) {
  const { contract, recorder, session } = run;
  const { operation, resource } = relation;
  const reading = relationFor('reads', resource.name, relationsOf(contract.document));
  const pointers = pointersOf(relation);
  const body = validBodies(session, operation).find((each) =>
    String(valueAt(each, pointers?.url ?? '')).endsWith('.pdf'),
  );
  if (reading === undefined || pointers === undefined || body === undefined) return [];
  const missing: { name: string; reason: string }[] = [];
  await recorder.check('downloads', operation, `${operation}: ${name} as the document`, async () => {
    const json = withFreshId(session, operation, withValue(body, pointers.url, url));
    const submitted = await session.succeed(operation, { body: { json } });
    const path = { [parameterOf(reading.id)]: String(memberOf(json, resource.identifier)) };
    const readState = () => session.attempt(reading.operation, { path });
    const stateIn = ({ answer }: Made) => {
      const document = valueAt(answer.json, pointers.document);
      const [state, given] = [memberOf(document, 'state'), memberOf(document, 'problem')];
      return given === undefined ? String(state) : `${state} with the problem ${given}`;
    };
    let made = await readState();
    for (const end = Date.now() + PATIENCE_MS; stateIn(made) === 'pending' && Date.now() < end; ) {
      await sleep(POLL_MS);
      made = await readState();
    }
    const actual = stateIn(made);
    if (actual === 'pending' && session.target.isBundled !== true) {
      missing.push({ name, reason: 'the target can have older documents to download first' });
      return undefined;
    }
    const wanted = problem === undefined ? 'stored' : `pending with the problem ${problem}`;
    const isRight = actual === wanted;
    const mismatches = isRight ? [] : [`After ${name}, the document must be ${wanted}, but is ${actual}.`];
    const [request] = arrivals;
    if (request === undefined) return { mismatches, exchanges: [submitted, made] };
    const agent = memberOf(contract.document['x-service'], 'user_agent');
    const { 'user-agent': given } = request.headers;
    if (given !== agent) mismatches.push(`User-Agent must be ${agent}, but is ${given}.`);
    return { mismatches, exchanges: [submitted, made], answer: deliveryText(request) };
  });
  return missing;
}
