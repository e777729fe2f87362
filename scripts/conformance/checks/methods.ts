import { addressPattern, type ContractIndex } from '../contract/contract-index.ts';
import { outcomeOf, problemDepartures } from '../judge/judge.ts';
import { mediaTypeOf } from '../judge/rules/request-parts.ts';
import type { Answer } from '../types.ts';
import type { Check, Run } from './check.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Sends methods that a path does not have (405 with `Allow`), and requests to paths that do not exist (404). */
export const methodCheck: Check = {
  name: 'methods',
  applies: ({ isOfAll, contract }) => isOfAll && contract.problems !== undefined,
  async run({ contract, session, recorder }) {
    const { paths } = contract.document;
    // A target can match several paths: one by its name, and another by its parameter.
    const methodsAt = (target: string) =>
      Object.keys(paths).flatMap((path) =>
        new RegExp(`^${addressPattern(path)}$`).test(target) ? methodsOf(paths[path] ?? {}) : [],
      );
    for (const [path, item] of Object.entries(paths)) {
      const target = path.replace(/\{\w+\}/g, '0');
      for (const method of METHODS.filter((each) => !methodsAt(target).includes(each)))
        await ask(method, target, (answer) => [
          ...problemMismatches(contract, answer, 405, 'method_not_allowed'),
          ...allowMismatches(answer, methodsOf(item)),
        ]);
      for (const other of [`${target}/nothing/of/the/kind`, `${target}/`, target.toUpperCase()])
        if (methodsAt(other).length === 0)
          await ask('GET', other, (answer) => problemMismatches(contract, answer, 404, 'not_found'));
    }

    async function ask(method: string, target: string, mismatchesOf: (answer: Answer) => string[]) {
      await recorder.check('statuses', null, `${method} ${target}`, async () => {
        const wire = { method, target, headers: {} };
        const answer = await session.wire.send(wire);
        return [{ wire, sent: { scopes: null }, answer }, mismatchesOf(answer)];
      });
    }
  },
};

const methodsOf = (item: object) => Object.keys(item).map((method) => method.toUpperCase());

function problemMismatches(contract: ContractIndex, answer: Answer, status: number, code: string): string[] {
  const outcome = outcomeOf(answer);
  if (outcome.status !== status || outcome.code !== code)
    return [`This must be answered ${status} ${code}, and the answer is ${outcome.status} ${outcome.code ?? ''}.`];
  const type = mediaTypeOf(answer.headers.get('content-type'));
  const isProblem = type === 'application/problem+json';
  return [
    ...(isProblem ? [] : [`Content-Type must be application/problem+json, and is ${type}.`]),
    ...problemDepartures(contract, answer),
  ];
}

/** RFC 9110, section 15.5.6. A path with GET also has HEAD. */
function allowMismatches(answer: Answer, methods: readonly string[]): string[] {
  const given = (answer.headers.get('allow') ?? '').split(',').map((method) => method.trim());
  const wanted = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const isRight = given.toSorted().join() === wanted.toSorted().join();
  return isRight ? [] : [`Allow must name ${wanted.join(', ')}, and names ${given.join(', ')}.`];
}

/** Headers that are the same for HEAD and GET (RFC 9110, section 9.3.2). */
const SAME_HEADERS = ['content-type', 'cache-control', 'etag', 'location', 'idempotent-replayed'];

/** Compares HEAD with GET, and sends the host and the names of headers in capitals. */
export const headCheck: Check = {
  name: 'HEAD',
  applies: (run) => readsOf(run).length > 0,
  async run(run) {
    const { contract, session, recorder } = run;
    for (const operation of readsOf(run)) {
      await recorder.check('statuses', operation, `${operation}: HEAD, and capitals`, async () => {
        const made = await session.attempt(operation);
        const { wire, answer } = made;
        const head = await session.wire.send({ ...wire, method: 'HEAD' });
        const entries = Object.entries(wire.headers).map(([header, value]) => [header.toUpperCase(), value]);
        entries.push(['HOST', new URL(session.target.baseUrl).host.toUpperCase()]);
        const inCapitals = await session.wire.send({ ...wire, headers: Object.fromEntries(entries) });
        // HEAD is optional (RFC 9110, section 9.1), unless the contract has a problem for unknown methods.
        const isMissing = contract.problems === undefined && [404, 405, 501].includes(head.status);
        const unlike = SAME_HEADERS.filter((field) => head.headers.get(field) !== answer.headers.get(field));
        const { status } = answer;
        const mismatches: string[] = [];
        if (!isMissing && head.status !== status)
          mismatches.push(`HEAD must be answered ${status} as GET is, and the answer is ${head.status}.`);
        for (const field of isMissing ? [] : unlike)
          mismatches.push(`${field} of HEAD must be that of GET, ${answer.headers.get(field)}.`);
        if (head.text !== '') mismatches.push('An answer to HEAD has no body.');
        if (inCapitals.status !== status)
          mismatches.push(`With its host and headers in capitals the answer is ${inCapitals.status}.`);
        return [{ ...made, answer: head }, mismatches];
      });
    }
  },
};

const readsOf = ({ checked, contract }: Run) => checked.filter((id) => contract.shapeOf(id).method === 'GET');
