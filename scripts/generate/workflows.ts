import { type Contract, listOperations } from '../contract/openapi.ts';

/** An Arazzo file, with the properties that the generators use. */
export interface WorkflowFile {
  info: { description: string };
  workflows: { summary: string; description: string; steps: WorkflowStep[] }[];
}

interface WorkflowStep {
  stepId: string;
  description: string;
  operationId?: string;
  /** Operation that the step calls with a URL from an earlier response. Arazzo has no field for such a call. */
  'x-operation-id'?: string;
  successCriteria: { condition: string }[];
}

export const workflowsText = (contract: Contract, files: readonly WorkflowFile[]): string =>
  files.map((file) => fileText(contract, file)).join('\n\n');

function fileText(contract: Contract, { info, workflows }: WorkflowFile): string {
  const parts = workflows.map(({ summary, description, steps }) => {
    const list = steps.map((step, i) => `${i + 1}. ${stepText(contract, step)}`).join('\n');
    return `**${summary}.** ${description}\n\n${list}`;
  });
  return [info.description, ...parts].join('\n\n');
}

function stepText(contract: Contract, step: WorkflowStep): string {
  const id = step.operationId ?? step['x-operation-id'];
  const found = listOperations(contract).find(({ operation }) => operation.operationId === id);
  if (found === undefined) throw new Error(`The operation of step ${step.stepId} is not in the contract: ${id}`);
  const criteria = step.successCriteria.map(({ condition }) => condition).join('\n');
  const status = /^\$statusCode == (\d{3})$/m.exec(criteria)?.[1];
  if (status === undefined) throw new Error(`The step ${step.stepId} has no success criterion for the status`);
  const tag = found.operation.tags[0]?.replaceAll(' ', '-');
  return `${step.description} [\`${id}\`](#tag/${tag}/operation/${id}) returns ${status}.`;
}
