import { type OperationId, operations } from '../../../generated/operations.ts';

const patterns = (Object.keys(operations) as OperationId[]).map((id) => {
  const { method, path } = operations[id];
  const source = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
  return { id, method, pattern: new RegExp(`^${source}$`) };
});

/**
 * The operation of a request; undefined when its address is not under `baseUrl` or not in the contract, for example
 * because of an empty path parameter or `..`.
 */
export function operationAt(method: string, url: string, baseUrl: string): OperationId | undefined {
  if (!url.startsWith(`${baseUrl}/`)) return undefined;
  const [path = ''] = url.slice(baseUrl.length).split(/[?#]/, 1);
  return patterns.find((known) => known.method === method && known.pattern.test(path))?.id;
}
