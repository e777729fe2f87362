import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Contract, listOperations, type Response, resolve } from '../../generate/contract.ts';
import { runRedocly } from '../../generate/redocly.ts';
import { type ContractIndex, indexContract } from '../contract/contract-index.ts';
import type { Json } from '../json.ts';
import { answerDepartures, outcomeOf } from '../judge/judge.ts';
import { TargetUnusable } from '../target/target-unusable.ts';
import type { Answer, Finding, OperationId, Outcome, Target, Workflows } from '../types.ts';
import { onlyTarget } from './only-target.ts';

/** One answer; a step waits no longer. */
const STEP_TIMEOUT_MS = 10_000;

/** The journeys all of whose steps are of these operations. */
export const journeysOf = ({ journeys }: Workflows, checked: readonly OperationId[]) =>
  journeys
    .filter((journey) => Object.values(journey.operations).every((id) => checked.includes(id)))
    .map(({ workflowId }) => workflowId);

export interface JourneyOptions {
  contract: Contract;
  /** What there is to walk. */
  all: Workflows;
  /** With `runId`, part of every identifier. */
  seed: number;
  /** Makes this run's identifiers unique: 1 to 60 letters, digits and hyphens. A fresh one by default. */
  runId?: string;
  /** Leaves out all others. */
  workflows?: readonly string[];
  /** The target keeps nothing from one request to the next: journeys that rely on it are left out. */
  stateless?: boolean;
  /** What the target calls itself. */
  serverUrl?: string | undefined;
  /** For all journeys together; 120 seconds by default. */
  timeoutMs?: number;
}

export interface JourneyReport {
  /** Steps that ran. A step is not run when one before it failed. */
  cases: number;
  findings: Finding[];
  /** Each step that was answered. */
  outcomes: { case: string; operation: OperationId; outcome: Outcome }[];
  /** Journeys that were not run, each with the reason. */
  leftOut: { workflow: string; reason: string }[];
}

/** What `redocly respect` writes with `--json-output`, as far as it is looked at. */
interface RespectReport {
  files: Record<string, { executedWorkflows: { workflowId: string; executedSteps: ExecutedStep[] }[] }>;
}

interface ExecutedStep {
  stepId: string;
  request?: { method: string; url: string; body?: Json };
  response?: { statusCode: number; headers?: Record<string, string>; body?: Json };
  checks: { name: string; passed: boolean; severity: string; message?: string; condition?: string }[];
}

/**
 * Walks the contract's journeys on a target with Redocly's `respect`, which judges each step's criteria. The answers
 * are judged by the contract's validators, because `respect` ignores formats and refuses members that the contract
 * allows. Only the target is contacted, and no secret is on a command line.
 *
 * @throws Error when `respect` itself cannot run
 */
export async function runJourneys(target: Target, options: JourneyOptions): Promise<JourneyReport> {
  const { seed, runId = randomUUID(), workflows, stateless = false } = options;
  const asked = options.all.journeys.filter(({ workflowId }) => workflows?.includes(workflowId) ?? true);
  const chosen = asked.filter(({ stateful }) => !(stateless && stateful));
  const leftOut = asked
    .filter((journey) => !chosen.includes(journey))
    .map(({ workflowId }) => ({
      workflow: workflowId,
      reason: 'It relies on what earlier steps left behind, and the target keeps no state.',
    }));
  const report: JourneyReport = { cases: 0, findings: [], outcomes: [], leftOut };
  if (chosen.length === 0) return report;

  const { files, elsewhere } = await respect(target, chosen, `journey-${seed}-${runId}`, options);
  const executed = Object.values(files).flatMap(({ executedWorkflows }) => executedWorkflows);
  for (const journey of chosen) {
    const steps = executed.find(({ workflowId }) => workflowId === journey.workflowId)?.executedSteps ?? [];
    for (const step of steps) tellStep(report, indexContract(options.contract), { target, elsewhere }, journey, step);
    const isWhole = steps.length === Object.keys(journey.operations).length;
    if (!isWhole && !report.findings.some(({ case: name }) => name.startsWith(`${journey.workflowId}: `)))
      report.findings.push({
        target: target.name,
        group: 'journeys',
        operation: null,
        case: `${journey.workflowId}: all`,
        departures: [`The journey ended after ${steps.length} steps, and no step says why.`],
      });
  }
  return report;
}

type Journey = Workflows['journeys'][number];

async function respect(
  target: Target,
  chosen: readonly Journey[],
  runId: string,
  { contract, all: { folder: source, journeys }, serverUrl, timeoutMs = 120_000 }: JourneyOptions,
): Promise<RespectReport & { elsewhere: readonly string[] }> {
  const files = [...new Set(chosen.map(({ file }) => file))];
  const skipped = journeys.filter((journey) => files.includes(journey.file) && !chosen.includes(journey));
  const folder = await mkdtemp(path.join(tmpdir(), 'journeys-'));
  try {
    // The files look for the contract where it stands beside their folder; JSON is YAML.
    await cp(source, path.join(folder, 'workflows'), { recursive: true });
    await writeFile(path.join(folder, 'openapi.yaml'), JSON.stringify(outlineOf(contract)));
    const output = path.join(folder, 'report.json');
    const guard = await onlyTarget(folder, { baseUrl: target.baseUrl, serverUrl });
    const env = {
      PATH: process.env['PATH'],
      NODE_OPTIONS: guard.option,
      REDOCLY_CLI_RESPECT_INPUT: JSON.stringify({
        client_id: target.clientId,
        client_secret: target.clientSecret,
        run_id: runId,
      }),
    };
    const args = [
      'respect',
      ...files.map((file) => path.join(folder, 'workflows', file)),
      `--server=api=${target.baseUrl}`,
      `--json-output=${output}`,
      `--max-fetch-timeout=${STEP_TIMEOUT_MS}`,
      // Otherwise it writes asterisks for tokens, which then break the contract.
      '--no-secrets-masking',
      '--severity=SCHEMA_CHECK=off,STATUS_CODE_CHECK=off,CONTENT_TYPE_CHECK=off',
      ...skipped.map(({ workflowId }) => `--skip=${workflowId}`),
    ];
    // It fails when a check does; what counts is the report, which is nobody else's to read and is removed at once.
    const failure = await runRedocly(args, { env, cwd: folder, timeoutMs }).then(
      () => null,
      (error: Error) => error.message.trim().split('\n').at(-1),
    );
    const text = await readFile(output, 'utf8').catch(() => {
      throw new TargetUnusable(`The journeys on ${target.name} gave no report: ${failure ?? 'nothing says why'}`);
    });
    return { ...JSON.parse(text), elsewhere: await guard.refused() };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * As much of the contract as `respect` sends requests by. It would compile every schema that an answer has, and what it
 * makes of them is not asked for.
 */
function outlineOf(contract: Contract): object {
  const { info, servers, components } = contract;
  const typesOf = (content: object = {}) => Object.fromEntries(Object.keys(content).map((type) => [type, {}]));
  const paths: Record<string, Record<string, object>> = {};
  for (const { path: name, method, operation } of listOperations(contract)) {
    const { operationId, security, requestBody } = operation;
    const responses = Object.entries(operation.responses).map(([status, response]) => {
      const { content } = resolve<Response>(contract, response);
      return [status, { description: '', content: typesOf(content) }];
    });
    paths[name] ??= {};
    paths[name][method] = {
      ...{ operationId, security, responses: Object.fromEntries(responses) },
      ...(requestBody && { requestBody: { content: typesOf(requestBody.content) } }),
    };
  }
  const { securitySchemes } = components;
  return { openapi: '3.1.0', info, servers, paths, components: { securitySchemes } };
}

function tellStep(
  report: JourneyReport,
  contract: ContractIndex,
  { target, elsewhere }: { target: Target; elsewhere: readonly string[] },
  journey: Journey,
  step: ExecutedStep,
): void {
  const operation = journey.operations[step.stepId];
  if (operation === undefined) throw new Error(`${journey.workflowId} has no step ${step.stepId}`);
  const name = `${journey.workflowId}: ${step.stepId}`;
  const answer = answerOf(step);
  report.cases++;
  if (answer !== null) report.outcomes.push({ case: name, operation, outcome: outcomeOf(answer) });
  const departures = [
    ...criteriaDepartures(step),
    ...(answer === null
      ? elsewhere.map((host) => `An answer leads to another host than the target, ${host}, which was not asked.`)
      : []),
    ...(answer === null ? [] : answerDepartures(contract, operation, answer)),
  ];
  if (departures.length === 0) return;
  report.findings.push({
    target: target.name,
    group: 'journeys',
    operation,
    case: name,
    departures,
    ...(step.request !== undefined && { request: requestLine(step.request) }),
    ...(answer !== null && { answer: tellAnswer(answer) }),
  });
}

/** What the journey wants of the step and did not get. */
function criteriaDepartures({ checks, response }: ExecutedStep): string[] {
  const failed = checks.filter(({ passed, severity }) => !passed && severity === 'error');
  const criteria = failed.filter(({ condition }) => condition !== undefined);
  if (criteria.length > 0)
    return criteria.map(
      ({ condition = '' }) =>
        `The journey wants ${condition}${condition.startsWith('$statusCode') ? `, and the status is ${response?.statusCode}` : ''}.`,
    );
  return failed.map(({ name, message = '' }) =>
    response === undefined || response.statusCode === 0
      ? `There was no answer: ${message.split('\n')[0]}.`
      : `${name}: ${message.split('\n')[0]}.`,
  );
}

function answerOf({ response }: ExecutedStep): Answer | null {
  if (response === undefined || response.statusCode === 0) return null;
  const headers = new Headers(response.headers);
  const { body } = response;
  const isJson = /json/.test(headers.get('content-type') ?? '');
  return {
    status: response.statusCode,
    headers,
    // Where there was no body, `respect` may say that it was an empty object.
    text: isJson ? JSON.stringify(body) : typeof body === 'string' ? body : '',
    json: isJson ? body : undefined,
  };
}

/**
 * No query, because an upload link's query is its signature. No body, because one body of the journey holds the
 * secret.
 */
const requestLine = ({ method, url }: { method: string; url: string }) =>
  `${method.toUpperCase()} ${url.split('?')[0]}`;

/** A problem is told whole; other bodies may hold a secret. */
function tellAnswer({ status, headers, text }: Answer): string {
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') ?? false;
  return [
    `HTTP ${status}`,
    ...[...headers].map(([name, value]) => `${name}: ${value}`),
    ...(isProblem ? ['', text] : []),
  ].join('\n');
}
