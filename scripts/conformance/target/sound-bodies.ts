import type { OperationId } from '../../../generated/operations.ts';
import { requestBodies } from '../../../generated/validators.js';
import { contractRules } from '../../../server/contract/contract-rules.ts';
import { bodyExamples, identifiersOf } from '../contract/contract-index.ts';
import type { Json } from '../types.ts';
import type { Session } from './session.ts';
import { TargetUnusable } from './target-unusable.ts';

type Author = Pick<Session, 'fresh' | 'subject' | 'credentials'>;

export const FORM = 'application/x-www-form-urlencoded';

/** The fields of a form with which the partner proves itself. */
export const credentialFields = ({ credentials }: Pick<Session, 'credentials'>) => ({
  client_id: credentials.clientId,
  client_secret: credentials.clientSecret,
});

/** The fields of a token request of the partner. */
export const tokenForm = (author: Pick<Session, 'credentials'>): [string, string][] =>
  Object.entries({ grant_type: 'client_credentials', ...credentialFields(author) });

/** The value under identifiers that were not used before, so that it is a new request. */
export function withFreshIds({ fresh }: Pick<Author, 'fresh'>, operation: OperationId, value: Json): Json {
  for (const name of identifiersOf(operation)) if (name in value) value[name] = fresh();
  return value;
}

/** The first example that this partner may send, under identifiers of its own; for the token endpoint the partner's form. */
export function soundBody(author: Author, operation: OperationId, mediaType: string): Uint8Array {
  if (mediaType === FORM) return Buffer.from(new URLSearchParams(tokenForm(author)).toString());
  const examples = bodyExamples(operation, mediaType).map(([, value]) => value);
  return bytesOf(withFreshIds(author, operation, firstSound(author, operation, examples)));
}

/** The bytes of a file stand in an example as text, a character for each byte; everything else is JSON. */
export const bytesOf = (example: Json): Uint8Array =>
  typeof example === 'string' ? Buffer.from(example, 'latin1') : Buffer.from(JSON.stringify(example));

/** A body whose only asset is of the type: the link of the contract leads to the first one. */
export function bodyWithAsset(author: Author, operation: OperationId, assetType: string): Json {
  const examples = bodyExamples(operation, 'application/json').map(([, value]) => value);
  const bodies = examples.flatMap((example) =>
    assetLists(example).map((_, kept) => {
      const body = structuredClone(example);
      for (const [index, assets] of assetLists(body).entries()) assets.splice(index === kept ? 1 : 0);
      assetLists(body)[0][0].asset_type = assetType;
      return body;
    }),
  );
  return withFreshIds(author, operation, firstSound(author, operation, bodies));
}

/** Every list of assets in a body that is not empty, in its order. */
function assetLists(value: Json): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value) && value[0]?.asset_type !== undefined) return [value];
  return Object.values(value).flatMap(assetLists);
}

function firstSound({ subject }: Author, operation: OperationId, bodies: readonly Json[]): Json {
  const validate = requestBodies[operation];
  const rules = contractRules(subject);
  const sound = bodies.find((body) => validate === undefined || validate.call(rules, body));
  if (sound !== undefined) return sound;
  throw new TargetUnusable(
    `No example of ${operation} fits this partner: are the hosts in them among its registered domains?`,
  );
}
