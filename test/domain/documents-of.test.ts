import { describe, expect, test } from 'vitest';
import type { SubmissionKind } from '../../server/domain/credential-types.ts';
import { withoutDocuments } from '../../server/domain/documents.ts';
import { contract, example } from '../support/contract.ts';

/** Names of the submission examples in the contract, each with its kind. */
const examples: [SubmissionKind, string][] = [
  ['education', 'EducationAwaitingGraduation'],
  ['education', 'EducationOpenCertificate'],
  ['education', 'EducationWithTranscript'],
  ['english_proficiency', 'EnglishProficiencyMinimal'],
  ['english_proficiency', 'EnglishProficiencyWithSubskills'],
  ['microcredential', 'MicrocredentialImage'],
  ['microcredential', 'MicrocredentialOpenCertificate'],
  ['microcredential', 'MicrocredentialPdf'],
  ['microcredential', 'MicrocredentialWithoutDocument'],
  ['right_to_work', 'RightToWorkAustralia'],
  ['right_to_work', 'RightToWorkSingapore'],
  ['microcredential_batch', 'MicrocredentialBatchOfThree'],
  ['credential_batch', 'CredentialBatchIdentityOnly'],
  ['credential_batch', 'CredentialBatchOfEveryKind'],
];

/** Returns the content as JSON with every `document` set to null. */
const nulled = (content: unknown): string =>
  JSON.stringify(content, (key, value) => (key === 'document' ? null : value));

describe('Submission content without its documents', () => {
  test.each(examples)('the server sets every document to null in the %s example %s', (kind, name) => {
    const content = example(name);
    expect(JSON.stringify(withoutDocuments(kind, content))).toBe(nulled(content));
    expect(content).toEqual(example(name));
  });

  test('the examples include a document for each kind of submission that has documents', () => {
    const withDocument = examples.filter(([, name]) => nulled(example(name)) !== JSON.stringify(example(name)));
    expect(new Set(withDocument.map(([kind]) => kind))).toEqual(
      new Set(['education', 'english_proficiency', 'microcredential', 'microcredential_batch']),
    );
  });

  test('the server does not add a document that the partner omitted', () => {
    const content = { id: 'x', data: { credential: { title: 'document' } } };
    expect(withoutDocuments('education', content)).toEqual(content);
  });

  // If this test fails, another schema contains documents: handle that schema in `withoutDocuments`.
  test('the contract has documents only in the known schemas', () => {
    const named = Object.entries(contract.components.schemas)
      .filter(([, schema]) => JSON.stringify(schema).includes('"document":{'))
      .map(([name]) => name);
    expect(named.toSorted()).toEqual(SCHEMAS);
  });
});

/** Names of the schemas with a `document` property. */
const SCHEMAS = [
  'EducationWithOpenCertificate',
  'EducationWithPdf',
  'EducationWithoutDocument',
  'EnglishProficiencySubmission',
  'MicrocredentialWithImage',
  'MicrocredentialWithOpenCertificate',
  'MicrocredentialWithPdf',
  'MicrocredentialWithoutDocument',
  'RightToWorkSubmission',
];
