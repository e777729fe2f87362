import type { Contract } from '../../generate/contract.ts';
import { addressPattern, type ContractIndex } from '../contract/contract-index.ts';
import { outcomeOf, problemDepartures } from '../judge/judge.ts';
import { mediaTypeOf } from '../judge/rules/media-type.ts';
import type { Session } from '../target/session.ts';
import type { Answer } from '../types.ts';
import type { Recorder } from './recorder.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Tries methods that an address does not have (405 with `Allow`), and addresses that do not exist (404). */
export async function checkMethods(session: Session, recorder: Recorder): Promise<void> {
  const { paths } = session.contract.document;
  for (const [path, item] of Object.entries(paths)) {
    const target = path.replace(/\{\w+\}/g, '0');
    const own = methodsOf(item);
    for (const method of METHODS.filter((each) => !methodsAt(paths, target).includes(each)))
      await ask(method, target, (answer) => [
        ...expectedProblem(session.contract, answer, 405, 'method_not_allowed'),
        ...allowDepartures(answer, own),
      ]);
    const others = [`${target}/nothing/of/the/kind`, `${target}/`, target.toUpperCase()];
    for (const other of others.filter((each) => methodsAt(paths, each).length === 0))
      await ask('GET', other, (answer) => expectedProblem(session.contract, answer, 404, 'not_found'));
  }

  async function ask(method: string, target: string, departuresOf: (answer: Answer) => string[]) {
    const name = `${method} ${target}`;
    await recorder.guarded('statuses', null, name, async () => {
      const wire = { method, target, headers: {} };
      const answer = await session.wire.send(wire);
      const prepared = { wire, sent: { scopes: null } };
      recorder.told('statuses', { operation: null, name }, prepared, answer, departuresOf(answer));
    });
  }
}

const methodsOf = (item: object) => Object.keys(item).map((method) => method.toUpperCase());

/** An address can be that of several paths: what stands there by name, and what a parameter stands for. */
function methodsAt(paths: Contract['paths'], target: string): string[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    new RegExp(`^${addressPattern(path)}$`).test(target) ? methodsOf(item) : [],
  );
}

function expectedProblem(contract: ContractIndex, answer: Answer, status: number, code: string): string[] {
  const outcome = outcomeOf(answer);
  if (outcome.status !== status || outcome.code !== code)
    return [`This must be answered ${status} ${code}, and the answer is ${outcome.status} ${outcome.code ?? ''}.`];
  const mediaType = mediaTypeOf(answer.headers.get('content-type'));
  return [
    ...(mediaType === 'application/problem+json'
      ? []
      : [`Content-Type must be application/problem+json, and is ${mediaType}.`]),
    ...problemDepartures(contract, answer),
  ];
}

/** RFC 9110, section 15.5.6. What answers GET answers HEAD. */
function allowDepartures(answer: Answer, own: readonly string[]): string[] {
  const allowed = (answer.headers.get('allow') ?? '').split(',').map((method) => method.trim());
  const wanted = own.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...allowed].sort().join() === [...wanted].sort().join()
    ? []
    : [`Allow must name ${wanted.join(', ')}, and names ${allowed.join(', ')}.`];
}
