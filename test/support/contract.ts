import { readFileSync } from 'node:fs';
import { type OperationId, operations } from '../../generated/operations.ts';
import { addressPattern } from '../../scripts/conformance/index/contract-index.ts';

export const contract = JSON.parse(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'));

/** Returns a fresh copy of the value of a named example. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows the type of the example that it reads
export function example(name: string): any {
  return structuredClone(contract.components.examples[name].value);
}

export const identityOf = (full_name: string) => ({
  ...example('ResultVerified').results[0].digital_identity,
  full_name,
});

const addresses = (Object.keys(operations) as OperationId[]).map((id) => {
  const { method, path } = operations[id];
  return { id, method, pattern: new RegExp(`^${addressPattern(path)}$`) };
});

export function operationAt(method: string, pathname: string): OperationId | undefined {
  return addresses.find((address) => address.method === method && address.pattern.test(pathname))?.id;
}

/** Operations that add a submission, each with the name of an example that has as many properties as possible. */
export const adds = {
  addEducation: 'EducationWithTranscript',
  addEnglishProficiency: 'EnglishProficiencyWithSubskills',
  addMicrocredential: 'MicrocredentialOpenCertificate',
  addRightToWork: 'RightToWorkSingapore',
  addMicrocredentialBatch: 'MicrocredentialBatchOfThree',
  addCredentialBatch: 'CredentialBatchOfEveryKind',
} as const satisfies Partial<Record<OperationId, string>>;

export type Add = keyof typeof adds;
