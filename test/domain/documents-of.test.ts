import { describe, expect, test } from 'vitest';
import { withoutDocuments } from '../../server/domain/documents.ts';
import type { SubmissionKind } from '../../server/domain/submission.ts';
import { contract, example } from '../support/contract.ts';

/** Every example of what a partner may send, with its kind. */
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

/** The JSON of a content in which every `document` is null. */
const nulled = (content: unknown): string =>
  JSON.stringify(content, (key, value) => (key === 'document' ? null : value));

describe('a content without its documents', () => {
  test.each(examples)('%s: %s', (kind, name) => {
    const content = example(name);
    expect(JSON.stringify(withoutDocuments(kind, content))).toBe(nulled(content));
    expect(content).toEqual(example(name));
  });

  test('each kind that has documents is among the examples with one', () => {
    const withDocument = examples.filter(([, name]) => nulled(example(name)) !== JSON.stringify(example(name)));
    expect(new Set(withDocument.map(([kind]) => kind))).toEqual(
      new Set(['education', 'english_proficiency', 'microcredential', 'microcredential_batch']),
    );
  });

  test('a document that was left out stays left out', () => {
    const content = { id: 'x', data: { credential: { title: 'document' } } };
    expect(withoutDocuments('education', content)).toEqual(content);
  });

  // Whoever adds a place for documents to the contract is led here.
  test('the contract has documents nowhere else', () => {
    const named = Object.entries(contract.components.schemas)
      .filter(([, schema]) => JSON.stringify(schema).includes('"document":{'))
      .map(([name]) => name);
    expect(named.toSorted()).toEqual(PLACES);
  });
});

/** The schemas that have a `document`: each kind of submission with each kind of document. */
const PLACES = [
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
