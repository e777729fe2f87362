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
    Object.keys(paths).flatMap((path) =>
      new RegExp(`^${addressPattern(path)}$`).test(target) ? methodsOf(paths[path] ?? {}) : [],
    );
  for (const [path, item] of Object.entries(paths)) {
    const target = path.replace(/\{[^{}]+\}/g, '0');
    for (const method of METHODS.filter((each) => !methodsAt(target).includes(each)))
      await probe(method, target, { status: 405, code: 'method_not_allowed' }, methodsOf(item));
    const misspelt = path.replace(/\{[^{}]+\}/g, CANARY).slice(0, -1);
    for (const other of [`${target}/${CANARY}`, `${target}/`, target.toUpperCase(), misspelt])
      if (methodsAt(other).length === 0) await probe('GET', other, { status: 404, code: 'not_found' });
  }
  const { host, protocol } = new URL(session.target.baseUrl);
  const open = simpleReads(contract).find((id) => contract.proofOf(id) === null);
  if (open === undefined || protocol !== 'http:') return;
  const isDefined = ({ code }: JustifiedResponse) => code === undefined || contract.problems?.[code] !== undefined;
  for (const [name, text, ...expected] of unusualRequests(contract.shapeOf(open).path, host)) {
    if (!expected.some(isDefined)) continue;
    await recorder.check('methods', open, `methods: ${name}`, async () => {
      const answer = await session.wire.sendText(text);
      // Ignores a response without problem details (RFC 9457), because a proxy can have sent it.
      const isOfService = session.target.isBundled === true || isProblem(answer);
      return { mismatches: isOfService ? refusalMismatches(contract, answer, expected) : [], expected };
    });
  }

  async function probe(method: string, target: string, expected: JustifiedResponse, allowed?: readonly string[]) {
    await recorder.check('methods', null, `${method} ${target}`, async () => {
      const wire = { method, target, headers: {} };
      const answer = await session.wire.send(wire);
      const isOfPath = allowed !== undefined && codeOf(answer) === expected.code;
      const mismatches = [
        ...refusalMismatches(contract, answer, [expected]),
        ...echoMismatches(contract, answer),
        ...(isOfPath ? allowMismatches(answer, allowed) : []),
      ];
      return { mismatches, expected: [expected], exchanges: [{ wire, answer }] };
    });
  }
}

const methodsOf = (item: object) => Object.keys(item).map((method) => method.toUpperCase());

/** Returns malformed requests and unusual valid requests (RFC 9112), with their names and the correct responses. */
function unusualRequests(path: string, host: string): [name: string, text: string, ...JustifiedResponse[]][] {
  const [get, named] = [`GET ${path} HTTP/1.1`, `Host: ${host}`];
  const request = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
  const closing = 'Connection: close';
  const chunked = request(get, named, closing, 'Transfer-Encoding: chunked');
  const gzip = 'Transfer-Encoding: gzip, Chunked';
  const succeeded = { status: 200 };
  const refused = { status: 400, code: 'malformed_request' };
  const notAllowed = { status: 405, code: 'method_not_allowed' };
  const tooLarge = { status: 413, code: 'payload_too_large' };
  const longHeaders = { status: 431, code: 'headers_too_large' };
  const unsupported = { status: 501, code: 'unsupported_transfer_coding' };
  return [
    ['bytes that are not HTTP', request('noise'), refused],
    ['no Host', request(get, closing), refused],
    ['two Hosts', request(get, named, 'Host: other.example', closing), refused],
    ['a path in Host', request(get, `${named}/x`, closing), refused],
    ['a header without a colon', request(get, named, 'noise', closing), refused],
    ['a long header', request(get, named, `X-Long: ${'x'.repeat(60_000)}`, closing), longHeaders],
    ['CONNECT', request(`CONNECT ${host} HTTP/1.1`, named), refused, notAllowed],
    // In the next two cases, a server can send a success before it reads the invalid bytes.
    ['a valid request followed by noise', request(get, named) + request('noise x'), refused, succeeded],
    ['a long chunk extension', `${chunked}2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`, tooLarge, refused, succeeded],
    ['the transfer coding gzip', `${request(get, named, closing, gzip)}0\r\n\r\n`, unsupported],
    ['HTTP/1.0 without Host', request(`GET ${path} HTTP/1.0`), succeeded],
    ['an unknown expectation', request(get, named, 'Expect: nothing', closing), succeeded],
  ];
}

const typeOf = ({ headers }: Answer) => mediaTypeOf(headers.get('content-type'));
const isProblem = (answer: Answer) => typeOf(answer) === 'application/problem+json';

function refusalMismatches(contract: ContractIndex, answer: Answer, expected: readonly JustifiedResponse[]): string[] {
  const given = codeOf(answer);
  if (!expected.some(({ status, code }) => answer.status === status && given === code))
    return [statusMismatch(expected, answer)];
  if (given === undefined) return [];
  return [
    ...(isProblem(answer) ? [] : [`Content-Type must be application/problem+json, but is ${typeOf(answer)}.`]),
    ...problemMismatches(contract, answer),
    ...conventionMismatches(contract, answer),
  ];
}

/** Returns a mismatch unless `Allow` lists the methods (RFC 9110, section 15.5.6), and HEAD if GET is permitted. */
function allowMismatches(answer: Answer, methods: readonly string[]): string[] {
  const given = (answer.headers.get('allow') ?? '').split(',').map((method) => method.trim());
  const wanted = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return mustBe('Allow', wanted.toSorted().join(', '), given.toSorted().join(', '));
}

/** Headers that must be the same for HEAD and GET (RFC 9110, section 9.3.2). */
const SAME_HEADERS = ['content-type', 'cache-control', 'etag', 'location', 'idempotent-replayed'];

export async function checkHead({ checked, contract, session, recorder }: Run): Promise<void> {
  for (const operation of checked.filter((id) => contract.shapeOf(id).method === 'GET')) {
    await recorder.check('head', operation, `${operation}: HEAD, and headers in uppercase`, async () => {
      const made = await session.attempt(operation);
      const { wire, answer } = made;
      const head = await session.wire.send({ ...wire, method: 'HEAD' });
      const entries = Object.entries(wire.headers).map(([header, value]) => [header.toUpperCase(), value]);
      entries.push(['HOST', new URL(session.target.baseUrl).host.toUpperCase()]);
      const inCapitals = await session.wire.send({ ...wire, headers: Object.fromEntries(entries) });
      // Without a problem catalog, a server does not have to support HEAD (RFC 9110, section 9.1).
      const isOptional = contract.problems === undefined;
      const isMissing = isOptional && (head.status === 501 || (head.status >= 400 && head.status < 500));
      const ofGet = (field: string) =>
        mustBe(`The header ${field} of HEAD`, answer.headers.get(field), head.headers.get(field));
      const mismatches = [
        ...(isMissing ? [] : mustBe('The status of HEAD', answer.status, head.status)),
        ...(isMissing ? [] : SAME_HEADERS.flatMap(ofGet)),
        ...mustBe('The length of the body of HEAD', 0, head.text.length),
        ...mustBe('The status for the host and header names in uppercase', answer.status, inCapitals.status),
      ];
      return { mismatches, exchanges: [made, { ...made, wire: { ...wire, method: 'HEAD' }, answer: head }] };
    });
  }
}
