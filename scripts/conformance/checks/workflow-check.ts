import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../contract/json.ts';
import { type ExpressionContext, evaluate, filledIn } from '../index/expression.ts';
import { responseMismatches } from '../judge/check-response.ts';
import type { CaseRequest, Made, OperationId, Workflow, WorkflowStep } from '../kit-types.ts';
import { placeIn } from '../target/resources.ts';
import type { Session } from '../target/target-session.ts';
import { TargetUnusable } from '../target/wire.ts';
import type { Check, Run } from './kit-check.ts';

/** Runs alone, because its decisions would send events to the webhook of another check. */
export const workflowCheck: Check = {
  name: 'workflows',
  async run(run) {
    for (const workflow of run.options.workflows ?? []) {
      const isWhole = workflow.steps.every((step) =>
        (run.selection.isOfAll ? run.contract.operationIds : run.checked).includes(operationOf(step)),
      );
      if (isWhole && !(run.isStateless && workflow.stateful)) await runWorkflow(workflow, run);
    }
  },
};

const operationOf = (step: WorkflowStep): OperationId => step.operationId ?? step['x-operation-id'] ?? '';

async function runWorkflow({ workflowId, steps }: Workflow, { contract, session, recorder }: Run): Promise<void> {
  const { clientId, clientSecret } = session.credentials;
  const variables: Record<string, Json> = {
    '$inputs.client_id': clientId,
    '$inputs.client_secret': clientSecret,
    '$inputs.run_id': `workflow-${session.fresh()}`,
  };
  const exchanges: Made[] = [];
  // The expressions of the first request are inputs, because there is no response yet.
  const context = (): ExpressionContext => ({ ...(exchanges.at(-1) as Made), variables });
  let isOver = false;
  for (const step of steps) {
    const operation = operationOf(step);
    const name = `${workflowId}: ${step.stepId}`;
    if (isOver) return;
    isOver = true;
    await recorder.check('workflows', operation, name, async () => {
      const made = await session.attempt(operation, requestOf(step, context(), session));
      const { answer } = made;
      exchanges.push(made);
      const broken = step.successCriteria.map(({ condition }) => condition).filter((each) => !holds(each, context()));
      for (const [output, expression] of Object.entries(step.outputs ?? {}))
        variables[`$steps.${step.stepId}.outputs.${output}`] = resultOf(expression, context());
      isOver = broken.length > 0;
      const mismatches = broken.map(
        (condition) => `The workflow requires ${condition}. The status is ${answer.status}.`,
      );
      return { mismatches: [...mismatches, ...responseMismatches(contract, operation, answer)], exchanges };
    });
  }
}

function requestOf(step: WorkflowStep, context: ExpressionContext, session: Session): CaseRequest {
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
    ...(link && placeOf(String(filled(link.url, context)), operationOf(step), session)),
    ...(requestBody && {
      mediaType: requestBody.contentType,
      body: isForm ? { form: Object.entries(body as Record<string, string>) } : { json: body },
    }),
    authorization: token === undefined ? 'none' : { header: () => `Bearer ${token}`, isValid: true },
  };
}

/** Returns the parameters of a URL from a response. Throws if the URL does not lead to the target. */
function placeOf(text: string, operation: OperationId, session: Session): Pick<CaseRequest, 'path' | 'query'> {
  const url = new URL(text);
  if (!session.isOfTarget(url))
    throw new TargetUnusable(`A response has a URL on ${url.host}, but the kit sends requests only to the target.`);
  return placeIn(text, session.contract.operationOf(operation).path);
}

/** Returns whether a success criterion is met: its two values must be equal. A missing value equals null. */
function holds(condition: string, context: ExpressionContext): boolean {
  const [left = '', right, ...more] = condition.split(' == ');
  if (right === undefined || more.length > 0) throw new TypeError(`The criterion ${condition} is not supported`);
  return isDeepStrictEqual(resultOf(left, context) ?? null, resultOf(right, context) ?? null);
}

/** Returns the value of a runtime expression (OpenAPI 3.1, Arazzo 1.0) or of a literal. */
function resultOf(expression: string, context: ExpressionContext): Json {
  if (expression.startsWith('$')) return evaluate(expression, context);
  return /^'.*'$/.test(expression) ? expression.slice(1, -1) : JSON.parse(expression);
}

/** Returns a copy of a value in which each expression is replaced with its value. */
function filled(value: Json, context: ExpressionContext): Json {
  const result = (text: string) => (text.startsWith('$') ? resultOf(text, context) : filledIn(text, context));
  return JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'string' ? result(each) : each));
}
