import { isDeepStrictEqual } from 'node:util';
import { evaluate } from '../contract/expression.ts';
import { isObject, type Json } from '../json.ts';
import { responseMismatches } from '../judge/check-response.ts';
import { placeIn } from '../target/resources.ts';
import type { Made } from '../target/session.ts';
import { TargetUnusable } from '../target/wire.ts';
import type { Answer, CaseRequest, OperationId, Workflow, WorkflowStep } from '../types.ts';
import type { Check, Run } from './check.ts';

/** Runs alone, because its decisions would send events to the webhook of another check. */
export const workflowCheck: Check = {
  name: 'workflows',
  doc: 'Runs each workflow of the contract, in which later steps use the outputs of earlier steps.',
  rule: 'the workflows of the contract (Arazzo 1.0)',
  applies: ({ options }) => options.workflows !== undefined,
  async run(run) {
    for (const workflow of run.options.workflows ?? []) {
      const isWhole = workflow.steps.every((step) =>
        (run.isOfAll ? run.contract.operationIds : run.checked).includes(operationOf(step)),
      );
      if (isWhole && !(run.isStateless && workflow.stateful)) await runWorkflow(workflow, run);
    }
  },
};

const operationOf = (step: WorkflowStep): OperationId => step.operationId ?? step['x-operation-id'] ?? '';

/** Values for the expressions in a step: inputs, outputs of earlier steps, and the last request with its response. */
interface Context {
  inputs: Readonly<Record<string, string>>;
  outputs: Record<string, Record<string, Json>>;
  exchange?: Made;
}

async function runWorkflow({ workflowId, steps }: Workflow, { contract, session, recorder }: Run): Promise<void> {
  const { clientId, clientSecret } = session.credentials;
  const inputs = { client_id: clientId, client_secret: clientSecret, run_id: `workflow-${session.fresh()}` };
  const context: Context = { inputs, outputs: {} };
  const exchanges: Made[] = [];
  let isOver = false;
  for (const step of steps) {
    const operation = operationOf(step);
    const name = `${workflowId}: ${step.stepId}`;
    if (isOver) return;
    isOver = true;
    await recorder.check('workflows', operation, name, async () => {
      const made = await session.attempt(operation, requestOf(step));
      const { answer } = made;
      context.exchange = made;
      exchanges.push(made);
      const broken = step.successCriteria.map(({ condition }) => condition).filter((each) => !holds(each, context));
      const outputs = Object.entries(step.outputs ?? {}).map(([output, value]) => [output, resultOf(value, context)]);
      context.outputs[step.stepId] = Object.fromEntries(outputs);
      isOver = broken.length > 0;
      const mismatches = broken.map((condition) => `The workflow requires ${condition}${statusIn(condition, answer)}.`);
      return [exchanges, [...mismatches, ...responseMismatches(contract, operation, answer)]];
    });
  }

  function requestOf(step: WorkflowStep): CaseRequest {
    const { parameters = [], requestBody, 'x-security': [security] = [], 'x-operation': link } = step;
    const valuesIn = (place: 'path' | 'query') =>
      parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name, value }) => [name, String(filled(value, context))] as const);
    const body = requestBody && (filled(requestBody.payload, context) as Json);
    const isForm = requestBody?.contentType === 'application/x-www-form-urlencoded';
    const token = security && filled(security.values['accessToken'], context);
    return {
      path: Object.fromEntries(valuesIn('path')),
      query: valuesIn('query'),
      ...(link && placeOf(String(filled(link.url, context)), operationOf(step))),
      ...(requestBody && {
        mediaType: requestBody.contentType,
        body: isForm ? { form: Object.entries(body as Record<string, string>) } : { json: body },
      }),
      authorization: token === undefined ? 'none' : { header: () => `Bearer ${token}`, isValid: true },
    };
  }

  /** Returns the parameters of a URL from a response. Throws if the URL does not lead to the target. */
  function placeOf(text: string, operation: OperationId): Pick<CaseRequest, 'path' | 'query'> {
    const url = new URL(text);
    const own = [session.serverUrl, session.target.baseUrl].map((each) => new URL(each).origin);
    if (!own.includes(url.origin))
      throw new TargetUnusable(`A response has a URL on ${url.host}, but the kit sends requests only to the target.`);
    return placeIn(text, contract.operationOf(operation).path);
  }
}

const statusIn = (condition: string, { status }: Answer) =>
  condition.startsWith('$statusCode') ? `, but the status is ${status}` : '';

/** Returns whether a success criterion is met: its two values must be equal. A missing value equals null. */
function holds(condition: string, context: Context): boolean {
  const [left = '', right, ...more] = condition.split(' == ');
  if (right === undefined || more.length > 0) throw new TypeError(`The criterion ${condition} is not supported`);
  return isDeepStrictEqual(resultOf(left, context) ?? null, resultOf(right, context) ?? null);
}

/** Returns the value of a runtime expression (OpenAPI 3.1, Arazzo 1.0) or of a literal. */
function resultOf(expression: string, context: Context): Json {
  const { inputs, outputs, exchange } = context;
  const [, input, step = '', output = '', header] =
    /^\$(?:inputs\.(\w+)|steps\.([\w-]+)\.outputs\.(\w+)|response\.header\.([\w-]+))$/.exec(expression) ?? [];
  if (input !== undefined) return inputs[input];
  if (step !== '') return outputs[step]?.[output];
  if (!expression.startsWith('$')) return /^'.*'$/.test(expression) ? expression.slice(1, -1) : JSON.parse(expression);
  if (exchange === undefined) throw new TypeError(`No earlier step has a value for ${expression}`);
  if (header !== undefined) return exchange.answer.headers.get(header);
  return expression === '$statusCode' ? exchange.answer.status : evaluate(expression, exchange);
}

/** Returns a copy of a value in which each expression is replaced with its value. */
function filled(value: Json, context: Context): Json {
  if (Array.isArray(value)) return value.map((each) => filled(each, context));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, context)]));
  if (typeof value !== 'string') return value;
  if (value.startsWith('$')) return resultOf(value, context);
  return value.replace(/\{(\$[^}]+)\}/g, (_, expression: string) => String(resultOf(expression, context)));
}
