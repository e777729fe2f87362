import {
  type Contract,
  type LocatedOperation,
  type Operation,
  type Parameter,
  type Response,
  resolve,
  type Schema,
} from './openapi.ts';

/** `bodyLimit` is in bytes. `responses` maps each status to its first media type. */
export function shapeOf(contract: Contract, { method, path, operation }: LocatedOperation) {
  return {
    method: method.toUpperCase(),
    path,
    security: operation.security
      .flatMap((requirement) => Object.entries(requirement))
      .map(([scheme, scopes]) => ({ scheme, scopes })),
    bodyLimit: operation['x-body-limit'] ?? 0,
    rateLimits: operation['x-rate-limit'] ?? [],
    idempotent: operation['x-idempotent'] ?? method !== 'post',
    requestTypes: Object.keys(operation.requestBody?.content ?? {}),
    parameters: (operation.parameters ?? []).map((reference) => {
      const { name, in: place, schema } = resolve<Parameter>(contract, reference);
      const { type = [], default: byDefault } = resolve(contract, schema);
      return { name, in: place, type, default: byDefault };
    }),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, reference]) => [
        status,
        Object.keys(resolve<Response>(contract, reference).content ?? {})[0] ?? null,
      ]),
    ),
  };
}

export function bodyDefaultsOf(contract: Contract, { requestBody }: Operation): Record<string, unknown> {
  const { properties = {} } = resolve<Schema>(contract, requestBody?.content['application/json']?.schema ?? {});
  const defaults = Object.entries(properties).map(([name, each]) => [name, resolve<Schema>(contract, each)['default']]);
  return Object.fromEntries(defaults.filter(([, value]) => value !== undefined));
}

export interface SecurityScheme {
  type?: string;
  name?: string;
  in?: string;
  flows?: { clientCredentials?: { scopes: Record<string, string>; tokenUrl: string } };
}

export const schemesOf = ({ components }: Contract) =>
  (components['securitySchemes'] ?? {}) as Record<string, SecurityScheme>;

export function clientCredentialsOf(contract: Contract): { scopes: string[]; tokenUrl: string } | undefined {
  const schemes = Object.values(schemesOf(contract));
  const flow = schemes.find(({ flows }) => flows?.clientCredentials)?.flows?.clientCredentials;
  return flow && { scopes: Object.keys(flow.scopes), tokenUrl: flow.tokenUrl };
}

export interface ProblemCode {
  status: number;
  title: string;
  explanation: string;
}

export const problemsOf = ({ components }: Contract) =>
  components.schemas['ProblemCode']?.['x-problems'] as Readonly<Record<string, ProblemCode>> | undefined;

export interface RateLimitPolicy {
  counts: string;
  per_second?: number;
  burst?: number;
  per_second_bytes?: number;
  burst_bytes?: number;
}

export const rateLimitsOf = (contract: Contract) =>
  (contract['x-service']?.['rate_limits'] ?? {}) as Readonly<Record<string, RateLimitPolicy>>;

export function policiesOf(contract: Contract, operation: Operation): Map<string, RateLimitPolicy> {
  return new Map(
    (operation['x-rate-limit'] ?? []).map((name) => {
      const { [name]: policy } = rateLimitsOf(contract);
      if (policy === undefined) throw new Error(`${operation.operationId}: x-service has no rate limit ${name}`);
      return [name, policy];
    }),
  );
}
