import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { events, type OperationId, operations } from '../generated/operations.ts';
import { Refusal } from '../server/api/request-checks.ts';
import type { EventType, WebhookEvent } from '../server/domain/webhook-event.ts';
import { ConfigError, InvalidSetting } from '../server/platform/setting-table.ts';
import { readPrefer } from './prefer.ts';
import type { Prism } from './prism.ts';
import type { Scenario, ScenarioStep } from './running-mock.ts';

/** Statuses of events. The compiler rejects a status that is not in the contract. */
const STATUSES: readonly WebhookEvent['status'][] = ['verified', 'canceled'];

const PROPERTIES: Record<string, (value: unknown) => boolean> = {
  prefer: (value) => typeof value === 'string',
  event: (value) => STATUSES.some((status) => status === value),
  delay: (value) => typeof value === 'number' && value >= 0 && value <= 3600,
};

/** Returns the type of the event that follows an operation; undefined if the operation creates nothing to decide. */
export function eventTypeAfter(id: OperationId): EventType | undefined {
  const { creates }: { path: string; creates?: string } = operations[id];
  return (Object.keys(events) as EventType[]).find((type) => events[type].resource === creates);
}

/** Reads a scenario from a YAML or JSON file. Throws `InvalidSetting` if it cannot be read. */
export function readScenario(file: string): Scenario {
  try {
    return load(readFileSync(file, 'utf8')) as Scenario;
  } catch (error) {
    throw new InvalidSetting(`cannot be read: ${(error as Error).message.split('\n')[0]}`);
  }
}

/** Checks a scenario. Rejects with a `ConfigError` that lists all mistakes. */
export async function checkScenario(scenario: Scenario, prism: Prism, eventsUrl: string | undefined): Promise<void> {
  const problems: string[] = [];
  for (const [id, step] of Object.entries(scenario ?? {}) as [OperationId, ScenarioStep][])
    for (const problem of await problemsOf(id, step)) problems.push(`${id} in the scenario: ${problem}`);
  if (problems.length > 0) throw new ConfigError(problems);

  async function problemsOf(id: OperationId, step: ScenarioStep): Promise<string[]> {
    if (!Object.hasOwn(operations, id)) return ['the contract has no such operation'];
    const wrong = Object.entries(step ?? {}).find(([name, value]) => PROPERTIES[name]?.(value) !== true);
    if (wrong !== undefined)
      return [
        `${wrong[0]} must be one of prefer (text), event (${STATUSES.join(' or ')}), and delay (0 to 3600 seconds)`,
      ];
    if (step.event !== undefined && eventTypeAfter(id) === undefined)
      return ['only an operation that adds a credential or creates a verification request has an event'];
    if (step.event !== undefined && eventsUrl === undefined) return ['an event needs EVENTS_URL'];
    try {
      for (const choice of readPrefer(step.prefer).choices) await prism(id, choice);
      return [];
    } catch (error) {
      if (error instanceof Refusal) return [error.statement.detail];
      throw error;
    }
  }
}
