import { credentialTypes } from '../../generated/operations.ts';
import type { RequestOf } from '../../generated/server.ts';

export type CredentialType = keyof typeof credentialTypes;

export type AddOperation<Type extends CredentialType = CredentialType> = (typeof credentialTypes)[Type];

export type SingleSubmission<Type extends CredentialType = CredentialType> = RequestOf<AddOperation<Type>>['body'];

export const addOperations = {
  ...credentialTypes,
  microcredential_batch: 'addMicrocredentialBatch',
  credential_batch: 'addCredentialBatch',
} as const;

export type SubmissionKind = keyof typeof addOperations;

export const credentialTypeNames = Object.keys(credentialTypes) as CredentialType[];

export const forAddOperations = <Value>(valueFor: (type: CredentialType) => Value): Record<AddOperation, Value> =>
  Object.fromEntries(credentialTypeNames.map((type) => [credentialTypes[type], valueFor(type)])) as Record<
    AddOperation,
    Value
  >;
