import {
  type Contract,
  listOperations,
  maxViolations,
  type Operation,
  type Parameter,
  type Response,
  resolve,
} from './contract.ts';

/** The table that routes, authentication, limits and checks are bound from. */
export function renderOperations(contract: Contract): string {
  const operations = Object.fromEntries(
    listOperations(contract).map(({ method, path, operation }) => [
      operation.operationId,
      {
        method: method.toUpperCase(),
        path,
        summary: operation.summary,
        security: securityOf(operation),
        bodyLimit: operation['x-body-limit'] ?? 0,
        idempotent: operation['x-idempotent'] ?? method !== 'post',
        requestTypes: Object.keys(operation.requestBody?.content ?? {}),
        parameters: (operation.parameters ?? []).map((reference) => {
          const { name, in: place, schema } = resolve<Parameter>(contract, reference);
          const { type, default: byDefault } = resolve(contract, schema);
          return { name, in: place, type, default: byDefault };
        }),
        responses: Object.fromEntries(
          Object.entries(operation.responses).map(([status, reference]) => [
            status,
            Object.keys(resolve<Response>(contract, reference).content ?? {})[0] ?? null,
          ]),
        ),
      },
    ]),
  );
  const assetTypes = listOperations(contract).flatMap(({ operation }) =>
    Object.entries(operation.requestBody?.content ?? {}).flatMap(([mediaType, content]) =>
      content['x-asset-type'] === undefined ? [] : [[content['x-asset-type'], mediaType]],
    ),
  );
  const oauth2 = contract.components['securitySchemes']?.['oauth2'] as {
    flows: { clientCredentials: { scopes: Record<string, string> } };
  };
  const constant = (comment: string, name: string, value: unknown) =>
    `/** ${comment} */\nexport const ${name} = ${JSON.stringify(value, null, 2)} as const;\n\n`;
  return (
    constant('Every operation of the contract.', 'operations', operations) +
    'export type OperationId = keyof typeof operations;\n\n' +
    constant('Every scope a partner can be granted.', 'scopes', Object.keys(oauth2.flows.clientCredentials.scopes)) +
    constant(
      'Every problem code with its HTTP status and title.',
      'problems',
      contract.components.schemas['ProblemCode']?.['x-problems'],
    ) +
    constant(
      'What each server of the contract is, by its URL.',
      'environments',
      Object.fromEntries(contract.servers.map((server) => [server.url, server['x-environment']])),
    ) +
    constant('As many violations as a problem lists.', 'maxViolations', maxViolations(contract)) +
    constant('The media type of each asset type.', 'assetMediaTypes', Object.fromEntries(assetTypes)) +
    constant('Figures of the contract that no schema can hold.', 'service', contract['x-service']) +
    constant(
      'How webhook events are delivered and signed.',
      'webhookDelivery',
      contract.webhooks['verificationEvent']?.post['x-delivery'],
    ).trimEnd() +
    '\n'
  );
}

/** The server provides for operations that need nothing or one scheme, not for a choice of schemes. */
function securityOf({ operationId, security }: Operation): { scheme: string; scopes: string[] }[] {
  const schemes = security.flatMap((requirement) => Object.entries(requirement));
  if (schemes.length > 1) throw new Error(`${operationId}: more than one security scheme is not provided for`);
  return schemes.map(([scheme, scopes]) => ({ scheme, scopes }));
}
