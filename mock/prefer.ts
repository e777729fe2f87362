import { type OperationId, operations } from '../generated/operations.ts';
import { Refusal } from '../server/api/request-checks.ts';
import { nearestName } from '../server/platform/nearest-name.ts';
import type { Choice, Prism } from './prism.ts';
import type { Preferences, Responses, ScenarioStep } from './running-mock.ts';

const NAMES = ['code', 'example', 'dynamic', 'delay'];
const MAX_DELAY_SECONDS = 30;

const PREFERENCE = /[ \t]*([\w-]+)[ \t]*=[ \t]*(?:"([^"]*)"|([^\s",;]+))[ \t]*(?:,|$)/gy;

/** Throws a `Refusal` for an invalid preference. RFC 7240 says to ignore it, but then a typo would fail no test. */
export function readPrefer(header = '') {
  const parts = [...header.matchAll(PREFERENCE)];
  const given = parts.map(([, name = '', quoted, word = '']) => [name.toLowerCase(), quoted ?? word] as const);
  const isRead = parts.map(([part]) => part).join('') === header;
  if (!isRead || given.some(([name, value]) => !NAMES.includes(name) || value === ''))
    throw refused(`Prefer accepts these preferences, each with a value: ${NAMES.join(', ')}.`);
  // If a preference is repeated, only its first value applies (RFC 7240, section 2).
  const first: Partial<Record<string, string>> = Object.fromEntries(given.toReversed());
  const { code, example, dynamic = 'false', delay = '0' } = first;
  if (!/^(true|false)$/.test(dynamic)) throw refused('dynamic must be true or false.');
  if (dynamic === 'true' && (example !== undefined || Number(code ?? 200) >= 300))
    throw refused('dynamic generates a success response. It cannot be combined with example or with an error code.');
  const delaySeconds = Number(delay);
  if (!(delaySeconds >= 0 && delaySeconds <= MAX_DELAY_SECONDS))
    throw refused(`delay must be 0 to ${MAX_DELAY_SECONDS} seconds.`);
  const choice: Choice = {
    code: code === undefined ? undefined : Number(code),
    exampleKey: example,
    dynamic: dynamic === 'true',
  };
  return { choice, delaySeconds, applied: given.map(([name, value]) => `${name}=${value}`).join(', ') };
}

const refused = (detail: string) => new Refusal({ code: 'invalid_preference', detail });

interface MockCall {
  operation: OperationId;
  request: { path: object; body?: object };
}

export type StoredPreferences = ReturnType<typeof createPreferences>;

export function createPreferences(prism: Prism) {
  /** Steps keyed by `<operation> <id>`. The ID is empty if the steps apply to every request of the operation. */
  let scenarios = new Map<string, ScenarioStep[]>();
  const remainingSteps = new Map<string, ScenarioStep[]>();
  const successes = new Set<string>();

  return {
    replace(preferences: Preferences): void {
      const read = new Map<string, ScenarioStep[]>();
      for (const [operation, given] of Object.entries(preferences)) {
        const isById = Object(given) === given && !Array.isArray(given);
        const byId = isById ? (given as Readonly<Record<string, Responses>>) : { '': given as Responses };
        for (const [id, responses] of Object.entries(byId)) {
          const steps = [responses].flat().map((step) => (typeof step === 'string' ? { prefer: step } : step));
          for (const [index, step] of steps.entries()) {
            const entry = [operation, id, steps.length > 1 ? `step ${index + 1}` : ''];
            checkStep(prism, operation, step, entry.filter((part) => part !== '').join(', '));
          }
          read.set(`${operation} ${id}`, steps);
        }
      }
      scenarios = read;
      remainingSteps.clear();
      successes.clear();
    },
    /** Returns the current step. A step without `until` is removed afterwards, unless it is the last step. */
    stepFor(call: MockCall): ScenarioStep {
      const key = keyOf(call);
      const isOver = (until: string | undefined) =>
        until !== undefined && (successes.has(`${until} ${idOf(call)}`) || successes.has(`${until} `));
      let steps = remainingSteps.get(key) ?? scenarios.get(key) ?? scenarios.get(`${call.operation} `) ?? [];
      while (steps.length > 1 && isOver(steps[0]?.until)) steps = steps.slice(1);
      const [step = {}, ...others] = steps;
      const isForOneRequest = step.until === undefined && others.length > 0;
      if (steps.length > 1) remainingSteps.set(key, isForOneRequest ? others : steps);
      return step;
    },
    noteSuccess(call: MockCall): void {
      const awaited = [...scenarios.values()].flat().some(({ until }) => until === call.operation);
      if (awaited) successes.add(keyOf(call));
    },
  };
}

const STEP_TYPES: Readonly<Record<string, string>> = { prefer: 'string', body: 'object', until: 'string' };

function checkStep(prism: Prism, operation: string, step: ScenarioStep, entry: string): void {
  try {
    const isStep =
      Object(step) === step && Object.entries(step).every(([name, value]) => typeof value === STEP_TYPES[name]);
    if (!isStep) throw new TypeError('must be a text such as code=404, or have the properties prefer, body, and until');
    const { prefer, body, until = operation } = step;
    for (const name of [operation, until]) requireOperation(name);
    prism.check(operation as OperationId, readPrefer(prefer).choice, body);
  } catch (error) {
    const reason = error instanceof Refusal ? error.statement.detail : (error as Error).message;
    throw new TypeError(`${entry}: ${reason}`);
  }
}

function requireOperation(name: string): void {
  if (Object.hasOwn(operations, name)) return;
  const nearest = nearestName(name, Object.keys(operations));
  const hint = nearest === undefined ? '' : `. Did you mean ${nearest}?`;
  throw new TypeError(`the contract has no operation ${name}${hint}`);
}

const keyOf = (call: MockCall): string => `${call.operation} ${idOf(call)}`;

const idOf = ({ request }: MockCall): string => idIn(request.path) ?? idIn(request.body) ?? '';

function idIn(part: object = {}): string | undefined {
  const { id, request_id, credential_id } = part as Record<string, string>;
  return id ?? request_id ?? credential_id;
}
