import { type OperationId, operations } from '../../generated/operations.ts';
import { contract, example } from '../support/contract.ts';
import type { CallOptions } from '../support/service.ts';
import { sandboxCredentials, type TestMock } from './running.ts';

const tokens = new WeakMap<TestMock, Promise<string>>();

/** Resolves to a token with all scopes. All calls for the same mock share one token. */
function tokenOf(mock: TestMock): Promise<string> {
  const token = tokens.get(mock) ?? mock.token();
  tokens.set(mock, token);
  return token;
}

/** Resolves a reference to a component of the contract. */
export const deref = ({ $ref, ...node }: { $ref?: string }) =>
  $ref === undefined
    ? node
    : $ref
        .split('/')
        .slice(1)
        .reduce((at, name) => at[name], contract);

/** Returns a valid request with the examples of its parameters and the first example of its body. */
export async function validRequest(
  mock: TestMock,
  id: OperationId,
): Promise<{ method: string; target: string } & CallOptions> {
  const { method, path, security } = operations[id];
  if (id === 'uploadAsset') {
    const body = Buffer.from(example('PdfFile'));
    return { method, target: await uploadLink(mock), body, headers: { 'Content-Type': 'application/pdf' } };
  }
  const item = contract.paths[path];
  const operation = item[method.toLowerCase()];
  let target: string = path;
  const query = new URLSearchParams();
  for (const parameter of [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(deref)) {
    const value = parameter.example ?? '';
    if (parameter.in === 'path') target = target.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else if (parameter.required) for (const one of [value].flat()) query.append(parameter.name, one);
  }
  if (query.size > 0) target += `?${query}`;
  const [[mediaType, content] = []] = Object.entries<{ examples: object }>(operation.requestBody?.content ?? {});
  const [reference] = Object.values<{ $ref: string }>((content?.examples as never) ?? {});
  const value = reference && deref(reference).value;
  const isForm = mediaType === 'application/x-www-form-urlencoded';
  return {
    method,
    target,
    ...(security.length > 0 && { token: await tokenOf(mock) }),
    ...(value !== undefined && { body: isForm ? sandboxCredentials(value) : value }),
  };
}

/** Creates a batch, and resolves to the upload link of its PDF file. */
async function uploadLink(mock: TestMock): Promise<string> {
  const { body } = await mock.call('POST', operations.addCredentialBatch.path, {
    token: await tokenOf(mock),
    body: example('CredentialBatchOfEveryKind'),
  });
  return body.asset_uploads[0].url;
}
