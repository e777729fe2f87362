import { mediaTypeOf } from '../contract/bodies.ts';
import { addressPattern, type ContractIndex } from '../contract/contract-index.ts';
import { codeOf, problemMismatches } from '../judge/check-response.ts';
import type { Answer, JustifiedResponse, WireRequest } from '../types.ts';
import type { Check, Run } from './check.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export const methodCheck: Check = {
  name: 'methods',
  doc: 'Sends undocumented methods, which must get 405 with Allow, and undocumented paths, which must get 404.',
  rule: 'the problem codes method_not_allowed and not_found',
  applies: ({ isOfAll, contract }) => isOfAll && contract.problems !== undefined,
  async run({ contract, session, recorder }) {
    const { paths } = contract.document;
    // A URL can match several paths: one literally, and another with a path parameter.
    const methodsAt = (target: string) =>
      Object.keys(paths).flatMap((path) =>
        new RegExp(`^${addressPattern(path)}$`).test(target) ? methodsOf(paths[path] ?? {}) : [],
      );
    for (const [path, item] of Object.entries(paths)) {
      const target = path.replace(/\{[^{}]+\}/g, '0');
      for (const method of METHODS.filter((each) => !methodsAt(target).includes(each)))
        await probe(method, target, { status: 405, code: 'method_not_allowed' }, { allowed: methodsOf(item) });
      for (const other of [`${target}/nothing/of/the/kind`, `${target}/`, target.toUpperCase()])
        if (methodsAt(other).length === 0) await probe('GET', other, { status: 404, code: 'not_found' });
    }
    // A server can reject these requests before it routes them.
    await probe('BREW', '/', { status: 405, code: 'method_not_allowed' });
    const long = { headers: { 'x-long': 'x'.repeat(60_000) } };
    if (contract.problems?.['headers_too_large'] !== undefined)
      await probe('GET', '/', { status: 431, code: 'headers_too_large' }, long);

    /** Sends a request without a token. `allowed` contains the methods that the `Allow` header must list. */
    async function probe(
      method: string,
      target: string,
      expected: JustifiedResponse,
      { allowed, headers = {} }: { allowed?: readonly string[]; headers?: WireRequest['headers'] } = {},
    ) {
      const fields = Object.keys(headers).map((name) => ` with a long header ${name}`);
      await recorder.check('methods', null, `${method} ${target}${fields}`, async () => {
        const wire = { method, target, headers };
        const answer = await session.wire.send(wire);
        const mismatches = [
          ...refusalMismatches(contract, answer, expected),
          ...(allowed === undefined ? [] : allowMismatches(answer, allowed)),
        ];
        return [{ wire, answer }, mismatches, { expected: [expected] }];
      });
    }
  },
};

const methodsOf = (item: object) => Object.keys(item).map((method) => method.toUpperCase());

function refusalMismatches(contract: ContractIndex, answer: Answer, { status, code }: JustifiedResponse): string[] {
  const given = codeOf(answer);
  if (answer.status !== status || given !== code)
    return [`The response must be ${status} ${code}, but is ${answer.status} ${given ?? ''}.`];
  const type = mediaTypeOf(answer.headers.get('content-type'));
  const isProblem = type === 'application/problem+json';
  return [
    ...(isProblem ? [] : [`Content-Type must be application/problem+json, but is ${type}.`]),
    ...problemMismatches(contract, answer),
  ];
}

/** Checks the `Allow` header (RFC 9110, section 15.5.6). A path with GET also has HEAD. */
function allowMismatches(answer: Answer, methods: readonly string[]): string[] {
  const given = (answer.headers.get('allow') ?? '').split(',').map((method) => method.trim());
  const wanted = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const isRight = given.toSorted().join() === wanted.toSorted().join();
  return isRight ? [] : [`Allow must be ${wanted.join(', ')}, but is ${given.join(', ')}.`];
}

/** Headers that must be the same for HEAD and GET (RFC 9110, section 9.3.2). */
const SAME_HEADERS = ['content-type', 'cache-control', 'etag', 'location', 'idempotent-replayed'];

export const headCheck: Check = {
  name: 'head',
  doc: 'Compares HEAD with GET, and repeats GET with the host and the header names in uppercase.',
  rule: 'GET operations (RFC 9110, section 9.3.2)',
  applies: (run) => readsOf(run).length > 0,
  async run(run) {
    const { contract, session, recorder } = run;
    for (const operation of readsOf(run)) {
      await recorder.check('head', operation, `${operation}: HEAD, and headers in uppercase`, async () => {
        const made = await session.attempt(operation);
        const { wire, answer } = made;
        const head = await session.wire.send({ ...wire, method: 'HEAD' });
        const entries = Object.entries(wire.headers).map(([header, value]) => [header.toUpperCase(), value]);
        entries.push(['HOST', new URL(session.target.baseUrl).host.toUpperCase()]);
        const inCapitals = await session.wire.send({ ...wire, headers: Object.fromEntries(entries) });
        // If the contract has no problem catalog, HEAD is optional (RFC 9110, section 9.1).
        const isMissing =
          contract.problems === undefined && (head.status >= 500 ? head.status === 501 : head.status >= 400);
        const unlike = SAME_HEADERS.filter((field) => head.headers.get(field) !== answer.headers.get(field));
        const { status } = answer;
        const mismatches: string[] = [];
        if (!isMissing && head.status !== status)
          mismatches.push(`The status of HEAD must be ${status}, as for GET, but is ${head.status}.`);
        for (const field of isMissing ? [] : unlike)
          mismatches.push(`The header ${field} of HEAD must be ${answer.headers.get(field)}, as for GET.`);
        if (head.text !== '') mismatches.push('The response to HEAD must have no body.');
        if (inCapitals.status !== status)
          mismatches.push(`With the host and header names in uppercase, the status is ${inCapitals.status}.`);
        return [[made, { wire: { ...wire, method: 'HEAD' }, answer: head }], mismatches];
      });
    }
  },
};

const readsOf = ({ checked, contract }: Pick<Run, 'checked' | 'contract'>) =>
  checked.filter((id) => contract.shapeOf(id).method === 'GET');
