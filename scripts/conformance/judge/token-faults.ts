import { basicHeader } from '../contract/bodies.ts';
import type { ContractIndex } from '../contract/contract-index.ts';
import type { Credentials, Justified, OperationId } from '../types.ts';

/**
 * The faults of a token request (RFC 6749 and the contract) by a partner with every scope. Of several faults the
 * answer may name any one.
 */
export function tokenFaults(
  contract: ContractIndex,
  operation: OperationId,
  { body, authorization }: { body: Uint8Array; authorization: string | undefined },
  { clientId, clientSecret }: Credentials,
  rules: object,
): Justified[] {
  const invalid: Justified = { status: 400, code: 'invalid_request' };
  const fields = formFields(body);
  if (fields === null) return [invalid];
  const faults: Justified[] = [];
  // RFC 6749, section 3.2: none more than once, and one without a value counts as left out.
  if (new Set(fields.map(([name]) => name)).size < fields.length) faults.push(invalid);
  const given = Object.fromEntries(fields.filter(([, value]) => value !== ''));
  const validate = contract.validatorOf(operation, 'form');
  if (validate !== undefined && !validate.call(rules, given)) {
    const isUnsupported = validate.errors?.some(({ instancePath }) => instancePath === '/grant_type');
    faults.push(isUnsupported ? { status: 400, code: 'unsupported_grant_type' } : invalid);
  }
  const { client_id: id, client_secret: secret, scope } = given;
  if (authorization !== undefined && (id !== undefined || secret !== undefined)) faults.push(invalid);
  const isKnown =
    authorization === undefined
      ? id === clientId && secret === clientSecret
      : authorization === basicHeader(clientId, clientSecret);
  if (!isKnown) faults.push({ status: 401, code: 'invalid_client' });
  if (scope !== undefined && !isListOf(scope, contract.scopes)) faults.push({ status: 400, code: 'invalid_scope' });
  return faults;
}

/** RFC 6749, section 3.3: names separated by single blanks, none of them twice. */
function isListOf(text: string, names: readonly string[]): boolean {
  const given = text.split(' ');
  return given.every((name) => names.includes(name));
}

/** The fields in order; null when the body is not a form in UTF-8. */
export function formFields(body: Uint8Array): [string, string][] | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    return text
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const at = pair.indexOf('=');
        const halves = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
        const [name = '', value = ''] = halves.map((half) => decodeURIComponent(half.replaceAll('+', ' ')));
        return [name, value];
      });
  } catch {
    return null;
  }
}
