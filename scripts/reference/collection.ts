import { pathOf, type SampleCall, sampleCall, variablesOf } from '../generate/code-samples/sample-call.ts';
import { type Contract, type LocatedOperation, listOperations, resolve } from '../generate/contract.ts';

/** A request of a collection: what the code samples of an operation send. */
export interface Step {
  /** The chapter of the reference. */
  folder: string;
  name: string;
  method: string;
  /** With variables between two braces, as both Postman and Bruno have them. */
  url: string;
  isAuthorized: boolean;
  body: { mediaType: string; text: string } | { fields: [name: string, value: string][] } | undefined;
  /** Of a success. */
  status: number;
  /** The variables that are set from the answer, with the place of each in it. */
  sets: Readonly<Record<string, string>>;
  description: string;
}

/** What later requests need of an answer. */
const SETS: Record<string, Record<string, string>> = {
  addCredentialBatch: { UPLOAD_URL: 'asset_uploads[0].url' },
  createWebhook: { WEBHOOK_ID: 'id', WEBHOOK_SECRET: 'secret' },
  sendTestEvent: { DELIVERY_ID: 'id' },
};

const inBraces = ({ name }: { name: string }) => `{{${name}}}`;

/**
 * A step for every operation, in the order in which they can be run one after the other: by chapters, and what ends a
 * thing last. Throws when a step has a variable that no step before it sets.
 */
function stepsOf(contract: Contract): Step[] {
  const located = listOperations(contract);
  const chapters = [...new Set(located.map(({ operation }) => operation.tags[0] ?? ''))];
  const rank = ({ method, operation }: LocatedOperation) =>
    chapters.indexOf(operation.tags[0] ?? '') * 2 + Number(method === 'delete');
  const known = new Set<string>();
  return located
    .toSorted((a, b) => rank(a) - rank(b))
    .map((each) => {
      const { operation } = each;
      const call = sampleCall(contract, each);
      const sets = SETS[operation.operationId] ?? {};
      const needed = call.body?.kind === 'file' ? ['UPLOAD_URL'] : variablesOf(call).map(({ name }) => name);
      const missing = needed.filter((name) => !known.has(name));
      if (missing.length > 0)
        throw new Error(`${operation.operationId} needs ${missing}, which nothing sets before it`);
      for (const name of Object.keys(sets)) known.add(name);
      return {
        folder: operation.tags[0] ?? '',
        name: `${operation.summary}${twin(each, located)}`,
        method: call.method,
        url: urlOf(call),
        isAuthorized: call.isAuthorized,
        body: bodyOf(contract, each, call),
        status: Number(Object.keys(operation.responses).find((status) => status.startsWith('2'))),
        sets,
        description: operation.description,
      };
    });
}

/** The version, where both have an operation of this name. */
function twin({ path, operation }: LocatedOperation, all: readonly LocatedOperation[]): string {
  const isTwin = all.filter((other) => other.operation.summary === operation.summary).length > 1;
  return isTwin ? ` (${/\/(v\d+)\//.exec(path)?.[1]})` : '';
}

function urlOf(call: SampleCall): string {
  if (call.body?.kind === 'file') return '{{UPLOAD_URL}}';
  const pairs = Object.entries(call.query).flatMap(([name, value]) => [value].flat().map((one) => `${name}=${one}`));
  return `{{BASE_URL}}${pathOf(call, inBraces)}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

function bodyOf(contract: Contract, { operation }: LocatedOperation, { body }: SampleCall): Step['body'] {
  if (body === undefined) return undefined;
  if (body.kind === 'json') return { mediaType: 'application/json', text: JSON.stringify(body.value, null, 2) };
  if (body.kind === 'form') {
    const fields = Object.entries(body.fields);
    return { fields: fields.map(([name, value]) => [name, typeof value === 'string' ? value : inBraces(value)]) };
  }
  const [example = { value: '' }] = Object.values(operation.requestBody?.content[body.mediaType]?.examples ?? {});
  return { mediaType: body.mediaType, text: String(resolve<{ value: unknown }>(contract, example).value) };
}

export const DESCRIPTION =
  'Every operation of the reference, with its first example. Set BASE_URL, CLIENT_ID and CLIENT_SECRET: the access token is ' +
  'fetched by itself. What later requests need of an answer is kept, so the whole can be run from the top.';

export interface Collection {
  steps: Step[];
  /** Settings, as they are in the sandbox. */
  variables: Readonly<Record<string, string>>;
  /** Below the base address. */
  tokenUrl: string;
}

/** What the collections of all tools are made from. */
export function collectionOf(contract: Contract): Collection {
  const steps = stepsOf(contract);
  const scheme = contract.components['securitySchemes']?.['oauth2'] as OAuth2;
  return {
    steps,
    tokenUrl: scheme.flows.clientCredentials.tokenUrl,
    variables: {
      BASE_URL: contract.servers[0]?.url ?? '',
      CLIENT_ID: 'sandbox-partner',
      CLIENT_SECRET: 'sandbox-secret',
    },
  };
}

interface OAuth2 {
  flows: { clientCredentials: { tokenUrl: string } };
}
