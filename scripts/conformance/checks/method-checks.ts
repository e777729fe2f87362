import { mediaTypeOf } from '../../contract/bodies.ts';
import { addressPattern, type ContractIndex, simpleReads } from '../index/contract-index.ts';
import { codeOf, mustBe, problemMismatches, statusMismatch } from '../judge/check-response.ts';
import { conventionMismatches, echoMismatches } from '../judge/response-rules.ts';
import type { Answer, JustifiedResponse } from '../kit-types.ts';
import { CANARY } from '../target/valid-bodies.ts';
import type { Run } from './kit-check.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export async function checkMethods({ contract, session, recorder, selection }: Run): Promise<void> {
  if (!selection.isOfAll || contract.problems === undefined) return;
  const { paths } = contract.document;
  // Collects the methods of all paths that match, because a URL can match a literal path and a path with a parameter.
  const methodsAt = (target: string) =>
    Object.entries(paths).flatMap(([path, item]) => (target.match(`^${addressPattern(path)}$`) ? methodsOf(item) : []));
  for (const [path, item] of Object.entries(paths)) {
    const target = path.replace(/\{[^{}]+\}/g, '0');
    for (const method of METHODS.filter((each) => !methodsAt(target).includes(each)))
      await probe(method, target, methodsOf(item));
    const misspelt = path.replace(/\{[^{}]+\}/g, CANARY).slice(0, -1);
    for (const other of [`${target}/${CANARY}`, `${target}/`, target.toUpperCase(), misspelt])
      if (methodsAt(other).length === 0) await probe('GET', other);
  }
  const { host, protocol } = new URL(session.target.baseUrl);
  const open = simpleReads(contract).find((id) => contract.proofOf(id) === null);
  if (open === undefined || protocol !== 'http:') return;
  for (const [name, lines, ...expected] of unusualRequests(contract.shapeOf(open).path, host)) {
    if (!expected.some(({ code }) => code === undefined || contract.problems?.[code] !== undefined)) continue;
    await recorder.check('methods', open, `methods: ${name}`, async () => {
      const answer = await session.wire.sendText(`${lines.join('\r\n')}\r\n\r\n`);
      // Ignores a response without problem details (RFC 9457), because a proxy can have sent it.
      const isOfService = session.target.isBundled === true || typeOf(answer) === PROBLEM;
      return { mismatches: isOfService ? refusalMismatches(contract, answer, expected) : [], expected };
    });
  }

  /** Sends a request to a path with the `allowed` methods, or to an unknown path. */
  async function probe(method: string, target: string, allowed: readonly string[] = []) {
    const expected = allowed.length > 0 ? NOT_ALLOWED : { status: 404, code: 'not_found' };
    await recorder.check('methods', null, `${method} ${target}`, async () => {
      const wire = { method, target, headers: {} };
      const answer = await session.wire.send(wire);
      const given = (answer.headers.get('allow') ?? '').split(/\s*,\s*/);
      const isOfPath = allowed.length > 0 && codeOf(answer) === expected.code;
      const mismatches = [
        ...refusalMismatches(contract, answer, [expected]),
        ...echoMismatches(contract, answer),
        ...(isOfPath ? mustBe('Allow', allowed.toSorted().join(', '), given.toSorted().join(', ')) : []),
      ];
      return { mismatches, expected: [expected], exchanges: [{ wire, answer }] };
    });
  }
}

const PROBLEM = 'application/problem+json';
const NOT_ALLOWED = { status: 405, code: 'method_not_allowed' };

/** Returns the methods that `Allow` must list (RFC 9110, section 15.5.6). A path with GET also permits HEAD. */
const methodsOf = (item: object) =>
  Object.keys(item).flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));

/** Returns malformed requests and unusual valid requests (RFC 9112), with their names and the correct responses. */
function unusualRequests(path: string, host: string): [name: string, lines: string[], ...JustifiedResponse[]][] {
  const [get, named, closing] = [`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close'];
  const chunks = [get, named, closing, 'Transfer-Encoding: chunked', '', `2;${'x'.repeat(20_000)}`, '{}', '0'];
  const gzip = [get, named, closing, 'Transfer-Encoding: gzip, Chunked', '', '0'];
  const succeeded = { status: 200 };
  const refused = { status: 400, code: 'malformed_request' };
  const longHeaders = { status: 431, code: 'headers_too_large' };
  return [
    ['bytes that are not HTTP', ['noise'], refused],
    ['no Host', [get, closing], refused],
    ['two Hosts', [get, named, 'Host: other.example', closing], refused],
    ['a path in Host', [get, `${named}/x`, closing], refused],
    ['a header without a colon', [get, named, 'noise', closing], refused],
    ['a long header', [get, named, `X-Long: ${'x'.repeat(60_000)}`, closing], longHeaders],
    ['CONNECT', [`CONNECT ${host} HTTP/1.1`, named], refused, NOT_ALLOWED],
    // In the next two cases, a server can send a success before it reads the invalid bytes.
    ['a valid request followed by noise', [get, named, '', 'noise x'], refused, succeeded],
    ['a long chunk extension', chunks, { status: 413, code: 'payload_too_large' }, refused, succeeded],
    ['the transfer coding gzip', gzip, { status: 501, code: 'unsupported_transfer_coding' }],
    ['an unknown expectation', [get, named, 'Expect: nothing', closing], succeeded],
    ['a header name and a host in uppercase', [get, named.toUpperCase(), closing], succeeded],
  ];
}

const typeOf = ({ headers }: Answer) => mediaTypeOf(headers.get('content-type'));

function refusalMismatches(contract: ContractIndex, answer: Answer, expected: readonly JustifiedResponse[]): string[] {
  const given = codeOf(answer);
  if (!expected.some(({ status, code }) => answer.status === status && given === code))
    return [statusMismatch(expected, answer)];
  if (given === undefined) return [];
  return [
    ...mustBe('Content-Type', PROBLEM, typeOf(answer)),
    ...problemMismatches(contract, answer),
    ...conventionMismatches(contract, answer),
  ];
}

/** Headers that must be the same for HEAD and GET (RFC 9110, section 9.3.2). */
const SAME_HEADERS = ['content-type', 'cache-control', 'etag', 'location', 'idempotent-replayed'];

export async function checkHead({ checked, contract, session, recorder }: Run): Promise<void> {
  for (const operation of checked.filter((id) => contract.shapeOf(id).method === 'GET')) {
    await recorder.check('head', operation, `${operation}: HEAD`, async () => {
      const made = await session.attempt(operation);
      const wire = { ...made.wire, method: 'HEAD' };
      const answer = await session.wire.send(wire);
      // Without a problem catalog, a server does not have to support HEAD (RFC 9110, section 9.1).
      const isMissing = contract.problems === undefined && /^(4..|501)$/.test(String(answer.status));
      const ofGet = (field: string) =>
        mustBe(`The header ${field} of HEAD`, made.answer.headers.get(field), answer.headers.get(field));
      const ofStatus = mustBe('The status of HEAD', made.answer.status, answer.status);
      const mismatches = isMissing ? [] : [...ofStatus, ...SAME_HEADERS.flatMap(ofGet)];
      return { mismatches, exchanges: [made, { ...made, wire, answer }] };
    });
  }
}
