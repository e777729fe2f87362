import { type Contract, type LocatedOperation, type Parameter, type Response, resolve } from '../contract.ts';

/** A value that whoever runs a sample has in a variable of the environment, because it is theirs or secret. */
export class Variable {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** What the samples of an operation send, whatever language they are in. */
export interface SampleCall {
  operationId: string;
  /** Upper case. */
  method: string;
  /** As the contract has it; for a file of no use, because it goes to a link. `pathOf` puts the parameters into it. */
  path: string;
  /** Examples, and variables for what the service makes up. */
  pathParameters: Record<string, unknown>;
  /** The required ones: a sample is the first call of its kind, and has no page before it. */
  query: Record<string, unknown>;
  /** Whether it carries an access token. */
  isAuthorized: boolean;
  body: SampleBody | undefined;
  /** Whether a success has content. */
  hasAnswer: boolean;
}

export type SampleBody =
  | { kind: 'json'; value: unknown }
  | { kind: 'form'; fields: Record<string, string | Variable> }
  /** A file, which goes to a link that an answer gave out. */
  | { kind: 'file'; assetType: string; mediaType: string };

/** What a reader of an upload wants to know of `UPLOAD_URL`. */
export const UPLOAD_LINK = 'UPLOAD_URL is the link that addCredentialBatch gave for the asset.';

const FORM = 'application/x-www-form-urlencoded';

/** The fields of a form that no example can hold for the reader. */
const CREDENTIALS: Record<string, Variable> = {
  client_id: new Variable('CLIENT_ID'),
  client_secret: new Variable('CLIENT_SECRET'),
};

/** The identifiers that the service makes up, by the names of their parameters in the contract. */
const MADE_UP: Record<string, Variable> = {
  WebhookRef: new Variable('WEBHOOK_ID'),
  DeliveryRef: new Variable('DELIVERY_ID'),
};

/** The path of a call with its parameters in place: examples percent-encoded, variables as the language writes them. */
export function pathOf({ path, pathParameters }: SampleCall, write: (variable: Variable) => string): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name) => {
    const value = pathParameters[name];
    return value instanceof Variable ? write(value) : encodeURIComponent(String(value));
  });
}

/** The variables in the path of a call. */
export const variablesOf = ({ pathParameters }: SampleCall): Variable[] =>
  Object.values(pathParameters).filter((value) => value instanceof Variable);

/** The call that the first examples of an operation make. Throws when the contract lacks an example for it. */
export function sampleCall(contract: Contract, { method, path, operation }: LocatedOperation): SampleCall {
  const parameters = (operation.parameters ?? []).map((each) => {
    const madeUp = '$ref' in each ? MADE_UP[each.$ref.slice(each.$ref.lastIndexOf('/') + 1)] : undefined;
    return { ...resolve<Parameter>(contract, each), ...(madeUp !== undefined && { example: madeUp }) };
  });
  const examplesOf = (place: Parameter['in']) =>
    Object.fromEntries(
      parameters
        .filter((each) => each.in === place && each.required === true)
        .map(({ name, example }) => {
          if (example === undefined) throw new Error(`${operation.operationId}: ${name} has no example`);
          return [name, example];
        }),
    );
  const body = sampleBody(contract, operation);
  // The link that a file goes to has all of its parameters in it.
  const isUpload = body?.kind === 'file';
  const pathParameters = isUpload ? {} : examplesOf('path');
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  if (success === undefined) throw new Error(`${operation.operationId} documents no success`);
  return {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    path,
    pathParameters,
    query: isUpload ? {} : examplesOf('query'),
    isAuthorized: operation.security.some((scheme) => 'oauth2' in scheme),
    body,
    hasAnswer: resolve<Response>(contract, success).content !== undefined,
  };
}

function sampleBody(
  contract: Contract,
  { operationId, requestBody }: LocatedOperation['operation'],
): SampleBody | undefined {
  const [first] = Object.entries(requestBody?.content ?? {});
  if (first === undefined) return undefined;
  const [mediaType, content] = first;
  const assetType = content['x-asset-type'];
  if (assetType !== undefined) return { kind: 'file', assetType, mediaType };
  const [example] = Object.values(content.examples ?? {});
  if (example === undefined) throw new Error(`${operationId}: its body has no example`);
  const { value } = resolve<{ value: unknown }>(contract, example);
  if (mediaType !== FORM) return { kind: 'json', value };
  const fields = Object.entries(value as Record<string, string>);
  return {
    kind: 'form',
    fields: Object.fromEntries(fields.map(([name, text]) => [name, CREDENTIALS[name] ?? text])),
  };
}
