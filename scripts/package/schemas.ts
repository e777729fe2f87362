import type { Contract } from '../contract/openapi.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const LOCAL = /^#\/components\/schemas\/(.+)$/;

/** Returns JSON Schemas by file name. References are relative, so that they resolve as files and as `$id` URLs. */
export function jsonSchemas(contract: Contract): Map<string, unknown> {
  const server = contract.servers.find((each) => each['x-environment'] === 'production');
  if (server === undefined) throw new Error('The contract has no production server, whose URL identifies the schemas');
  return new Map(
    Object.entries(contract.components.schemas).map(([name, schema]) => [
      `${name}.json`,
      { $schema: DIALECT, $id: `${server.url}/schemas/${name}.json`, ...selfContained(schema) },
    ]),
  );
}

/** Removes `discriminator`, which is not a JSON Schema keyword. Constant properties still distinguish the variants. */
function selfContained(schema: object): object {
  const text = JSON.stringify(schema, (key, value) => {
    if (key === 'discriminator' && typeof value === 'object') return undefined;
    return key === '$ref' && typeof value === 'string' ? value.replace(LOCAL, '$1.json') : value;
  });
  return JSON.parse(text);
}
