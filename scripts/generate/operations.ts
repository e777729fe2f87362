import {
  type Contract,
  deliveryRulesOf,
  type LocatedOperation,
  listOperations,
  maxViolations,
  type Operation,
  resolve,
  type Schema,
  variantsOf,
} from '../contract/openapi.ts';
import { bodyDefaultsOf, clientCredentialsOf, problemsOf, shapeOf } from '../contract/operation-shape.ts';

export const constant = (comment: string, name: string, value: unknown): string =>
  `/** ${comment} */\nexport const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`;

export function renderOperations(contract: Contract): string {
  const byOperation = (select: (located: LocatedOperation) => unknown) =>
    Object.fromEntries(
      listOperations(contract)
        .map((located) => [located.operation.operationId, select(located)] as const)
        .filter(([, value]) => value !== undefined),
    );
  const operations = byOperation((located) => {
    const { operationId, summary, 'x-resource': relation } = located.operation;
    const { method, path, ...shape } = shapeOf(contract, located);
    if (shape.security.length > 1) throw new Error(`${operationId}: more than one security scheme is not supported`);
    return { method, path, summary, creates: relation?.creates, ...shape };
  });
  const assetTypes = listOperations(contract).flatMap(({ operation }) =>
    Object.entries(operation.requestBody?.content ?? {}).flatMap(([mediaType, content]) =>
      content['x-asset-type'] === undefined ? [] : [[content['x-asset-type'], mediaType]],
    ),
  );
  const bodyDefaults = byOperation(({ operation }) => {
    const defaults = bodyDefaultsOf(contract, operation);
    return Object.keys(defaults).length === 0 ? undefined : defaults;
  });
  const deprecations = byOperation(({ operation }) => deprecationHeaders(operation));
  const problems = Object.entries(problemsOf(contract) ?? {}).map(([code, { status, title }]) => {
    return [code, { status, title }];
  });
  const environments = Object.fromEntries(contract.servers.map((server) => [server.url, server['x-environment']]));
  return [
    constant('Version of the contract.', 'contractVersion', contract.info.version),
    constant('Name of the npm package.', 'npmPackage', contract['x-service']['npm_package']),
    constant('The operations of the contract.', 'operations', operations),
    'export type OperationId = keyof typeof operations;\n',
    '/** Headers of all responses of the deprecated operations. */\n' +
      `export const deprecations: Partial<Record<OperationId, Record<string, string>>> = ${JSON.stringify(deprecations)};\n`,
    constant('The default values of properties in request bodies, by operation.', 'bodyDefaults', bodyDefaults),
    constant('The scopes that a partner can be granted.', 'scopes', clientCredentialsOf(contract)?.scopes),
    constant('The problem codes, each with its HTTP status and title.', 'problems', Object.fromEntries(problems)),
    constant('The environment of each server in the contract, by URL.', 'environments', environments),
    constant('Maximum number of violations that a problem lists.', 'maxViolations', maxViolations(contract)),
    constant('The operation that adds each credential type.', 'credentialTypes', operationsByCredentialType(contract)),
    constant('The media type of each asset type.', 'assetMediaTypes', Object.fromEntries(assetTypes)),
    constant('Limits and times that JSON Schema cannot express (`x-service`).', 'service', contract['x-service']),
    constant('Webhook events, with the property that identifies the resource.', 'events', eventsOf(contract)),
    constant('Delivery and signature rules (`x-delivery`).', 'webhookDelivery', deliveryRulesOf(contract)),
  ].join('\n');
}

function operationsByCredentialType(contract: Contract) {
  const types = listOperations(contract).flatMap(({ operation: { operationId, requestBody } }) => {
    const schema = resolve<Schema>(contract, requestBody?.content['application/json']?.schema ?? {});
    const [[, $ref] = []] = variantsOf(schema);
    const { properties } = $ref === undefined ? schema : resolve<Schema>(contract, { $ref });
    return properties?.['credential_type'] === undefined ? [] : [[properties['credential_type']['const'], operationId]];
  });
  return Object.fromEntries(types);
}

function eventsOf(contract: Contract) {
  const decisions = listOperations(contract).flatMap(({ operation }) => operation['x-resource'] ?? []);
  return Object.fromEntries(
    Object.values(contract.webhooks).map(({ post }) => {
      const body = post.requestBody?.content['application/json']?.schema;
      const { properties = {} } = resolve<Schema>(contract, body ?? {});
      const type = String(properties['type']?.['const']);
      const identifier = Object.keys(properties).find((name) => name.endsWith('_id') && name !== 'event_id');
      if (identifier === undefined) throw new Error(`The event ${type} has no property with the ID of its resource`);
      const decision = decisions.find(({ emits = [] }) => emits.some(({ where }) => where?.event_types === type));
      return [type, { identifier, resource: decision?.changes ?? null }];
    }),
  );
}

/** Returns the headers that all responses of a deprecated operation have (RFC 9745 and RFC 8594). */
export function deprecationHeaders({ 'x-deprecation': deprecation }: Operation): Record<string, string> | undefined {
  if (deprecation === undefined) return undefined;
  const since = new Date(deprecation.since).getTime() / 1000;
  return { Deprecation: `@${since}`, Sunset: new Date(deprecation.sunset).toUTCString() };
}
