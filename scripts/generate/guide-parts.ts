import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Contract, deliveryRulesOf, listOperations } from '../contract/openapi.ts';
import { policiesOf, problemsOf, type RateLimitPolicy } from '../contract/operation-shape.ts';
import { formatFigure } from './figures.ts';

export interface ArazzoFile {
  info: { description: string };
  workflows: { summary: string; description: string; steps: ArazzoStep[] }[];
}

interface ArazzoStep {
  stepId: string;
  description: string;
  operationId?: string;
  /** Operation of a step that calls a URL from a previous response. Arazzo has no field for this operation. */
  'x-operation-id'?: string;
  successCriteria: { condition: string }[];
}

/** Fills the guides: replaces markers such as `<!-- rate limits -->` and `<!-- sample: <file in samples> -->`. */
export function fillGuides(contract: Contract, workflows: readonly ArazzoFile[], samples: string): void {
  const missing = new Map([
    ['problems', problemSections(contract)],
    ['workflows', workflows.map((file) => workflowText(contract, file)).join('\n\n')],
    ['retry schedule', retryTable(contract)],
    ['rate limits', rateLimitTable(contract)],
  ]);
  const parts = new Map(missing);
  for (const tag of contract.tags)
    tag.description = tag.description.replace(/<!-- (?:sample: (\S+)|([\w ]+)) -->/g, (_mark, file, name) => {
      missing.delete(name);
      return file === undefined ? (parts.get(name) ?? '') : readFileSync(path.join(samples, file), 'utf8').trimEnd();
    });
  if (missing.size > 0) throw new Error(`No guide contains the parts ${[...missing.keys()].join(', ')}`);
}

const problemSections = (contract: Contract) =>
  Object.entries(problemsOf(contract) ?? {})
    .map(([code, { status, explanation }]) => `## ${code}\nStatus ${status}. ${explanation}`)
    .join('\n\n');

function workflowText(contract: Contract, { info, workflows }: ArazzoFile): string {
  const parts = workflows.map(({ summary, description, steps }) => {
    const list = steps.map((step, i) => `${i + 1}. ${stepText(contract, step)}`).join('\n');
    return `**${summary}.** ${description}\n\n${list}`;
  });
  return [info.description, ...parts].join('\n\n');
}

function stepText(contract: Contract, step: ArazzoStep): string {
  const id = step.operationId ?? step['x-operation-id'];
  const found = listOperations(contract).find(({ operation }) => operation.operationId === id);
  if (found === undefined) throw new Error(`The operation of step ${step.stepId} is not in the contract: ${id}`);
  const criteria = step.successCriteria.map(({ condition }) => condition).join('\n');
  const status = /^\$statusCode == (\d{3})$/m.exec(criteria)?.[1];
  if (status === undefined) throw new Error(`The step ${step.stepId} has no success criterion for the status`);
  const tag = found.operation.tags[0]?.replaceAll(' ', '-');
  return `${step.description} [\`${id}\`](#tag/${tag}/operation/${id}) returns ${status}.`;
}

export function limitText({ per_second, burst, per_second_bytes, burst_bytes }: RateLimitPolicy): string {
  const rate = per_second ?? formatFigure('bytes', per_second_bytes);
  return `${rate} per second, bursts of ${burst ?? formatFigure('bytes', burst_bytes)}`;
}

function rateLimitTable(contract: Contract): string {
  const policies = new Map(listOperations(contract).flatMap(({ operation }) => [...policiesOf(contract, operation)]));
  const rows = [...policies.values()].map((policy) => `| ${policy.counts} | ${limitText(policy)} |`);
  return ['| counted for each partner | limit |', '|---|---|', ...rows].join('\n');
}

function retryTable(contract: Contract): string {
  const delays = (deliveryRulesOf(contract)?.['retry_delays_seconds'] ?? []) as number[];
  let total = 0;
  const rows = delays.map((delay, at) => {
    total += delay;
    return `| ${at + 2} | ${formatFigure('delay_seconds', delay)} after attempt ${at + 1} | about ${roundedDuration(total)} |`;
  });
  return ['| attempt | starts | after the first attempt |', '|---|---|---|', '| 1 | at once | |', ...rows].join('\n');
}

function roundedDuration(seconds: number): string {
  const unit = [3600, 60, 1].find((size) => seconds >= size) ?? 1;
  return String(formatFigure('total_seconds', Math.round(seconds / unit) * unit));
}
