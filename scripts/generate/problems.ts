import {
  type Contract,
  type Header,
  listOperations,
  type Operation,
  type Parameter,
  type Reference,
  resolve,
} from '../contract/openapi.ts';

interface Problem {
  status: number;
  title: string;
  explanation: string;
  operations?: string[];
  schema?: Reference;
  headers?: Record<string, Reference>;
  examples: Record<string, { summary?: string; detail: string; errors?: unknown; operations?: string[] }>;
}

type Case = ReturnType<typeof casesOf>[number];

const hasToken = ({ security }: Operation) => security.some(({ oauth2 }) => oauth2 !== undefined);

/** Groups of operations. The property `operations` of a problem can name a group instead of operation IDs. */
const GROUPS: Record<string, (operation: Operation, parameters: Parameter[]) => boolean> = {
  all: () => true,
  'with a token': hasToken,
  'with a scope': ({ security }) => security.some(({ oauth2 = [] }) => oauth2.length > 0),
  'with a rate limit': (operation) => operation['x-rate-limit'] !== undefined,
  'with a body': ({ requestBody }) => requestBody !== undefined,
  'with a JSON body': (operation) =>
    hasToken(operation) && operation.requestBody?.content['application/json'] !== undefined,
  'creating a submission': (operation) => operation['x-resource']?.creates === 'Submission',
  'with a query': (operation, parameters) => hasToken(operation) && parameters.some((each) => each.in === 'query'),
};

/** Value in `operations` of a problem that can occur before the request reaches an operation. */
const DEFAULT = 'default';

/** Adds the responses in `x-problems` to the operations, except for statuses that an operation documents itself. */
export function addProblems(contract: Contract): void {
  const { ProblemCode } = contract.components.schemas;
  if (ProblemCode === undefined) throw new Error('spec/ has no schema ProblemCode');
  const problems = Object.entries(ProblemCode['x-problems'] as Record<string, Problem>);
  const cases = problems.flatMap(casesOf);
  rejectUnknownOperations(contract, cases);
  addExamples(contract, cases);
  const early = cases.filter(({ operations }) => operations.includes(DEFAULT));
  for (const { operation } of listOperations(contract)) {
    if (operation.responses === undefined) throw new Error(`${operation.operationId} must have responses`);
    const parameters = (operation.parameters ?? []).map((each) => resolve<Parameter>(contract, each));
    const isNamed = (name: string) =>
      [operation.operationId, lastPathParameterComponent(contract, operation)].includes(name) ||
      GROUPS[name]?.(operation, parameters);
    const ofOperation = cases.filter(({ operations }) => operations.some(isNamed));
    for (const { status } of ofOperation) {
      const sameStatus = ofOperation.filter((each) => each.status === status);
      operation.responses[status] ??= addResponse(contract, sameStatus);
    }
    operation.responses[DEFAULT] ??= addResponse(contract, early, 'OtherProblem');
  }
  ProblemCode['x-extensible-enum'] = problems.map(([code]) => code);
  const published = problems.map(([code, { status, title, explanation }]) => [code, { status, title, explanation }]);
  ProblemCode['x-problems'] = Object.fromEntries(published);
}

const lastPathParameterComponent = (contract: Contract, { parameters = [] }: Operation) =>
  parameters
    .filter((each) => resolve<Parameter>(contract, each).in === 'path')
    .flatMap((each) => ('$ref' in each ? each.$ref.slice(each.$ref.lastIndexOf('/') + 1) : []))
    .at(-1);

function casesOf([code, { examples, ...problem }]: [code: string, Problem]) {
  return Object.entries(examples).map(([name, example]) => {
    return { name, code, summary: `${problem.title}.`, operations: [], ...problem, ...example };
  });
}

function addResponse(contract: Contract, cases: Case[], name = cases.map((each) => each.name).join('Or')): Reference {
  const isOneCode = cases.every(({ code }) => code === cases[0]?.code);
  const explanations = cases.map(({ code, explanation }) => `\`${code}\`: ${explanation.split('\n\n')[0]}`);
  const headers = cases.flatMap((each) => Object.entries(each.headers ?? {}));
  const response = {
    description: [...new Set(explanations)].join('\n\n'),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/XRequestId' },
      ...Object.fromEntries(headers.map(([field, ref]) => [field, isOneCode ? ref : optional(contract, ref)])),
    },
    content: {
      'application/problem+json': {
        schema: cases[0]?.schema ?? { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(cases.map((each) => [each.name, { $ref: `#/components/examples/${each.name}` }])),
      },
    },
  };
  contract.components['responses'] = { ...contract.components['responses'], [name]: response };
  return { $ref: `#/components/responses/${name}` };
}

/** Returns the header as optional, because responses with some of the problem codes do not have the header. */
function optional(contract: Contract, reference: Reference): Header | Reference {
  const { required, ...header } = resolve<Header>(contract, reference);
  return required ? header : reference;
}

function addExamples(contract: Contract, cases: Case[]): void {
  const server = contract.servers.find((each) => each['x-environment'] === 'production');
  const { example: request_id } = resolve<{ example?: string }>(contract, { $ref: '#/components/headers/XRequestId' });
  for (const { name, code, status, title, summary, detail, errors } of cases) {
    const type = `${server?.url}/problems/${code}`;
    const example = { summary, value: { type, title, status, detail, code, request_id, errors } };
    contract.components['examples'] = { ...contract.components['examples'], [name]: example };
  }
}

function rejectUnknownOperations(contract: Contract, cases: Case[]): void {
  const operationIds = listOperations(contract).map(({ operation }) => operation.operationId);
  const parameters = Object.keys(contract.components['parameters'] ?? {});
  const known = [DEFAULT, ...Object.keys(GROUPS), ...parameters, ...operationIds];
  for (const { code, operations } of cases)
    for (const name of operations)
      if (!known.includes(name)) throw new Error(`x-problems/${code}: there is no operation or group ${name}`);
}
