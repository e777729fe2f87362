import { expect, test } from 'vitest';
import { credentialTypes, type OperationId, operations } from '../../generated/operations.ts';
import type { Schema } from '../../scripts/contract/openapi.ts';
import type { SubmissionKind } from '../../server/domain/credential-types.ts';
import { referencedDocuments, withoutDocuments } from '../../server/domain/documents.ts';
import { contract, example } from '../support/contract.ts';

const operationIds: Record<SubmissionKind, OperationId> = {
  ...credentialTypes,
  microcredential_batch: 'addMicrocredentialBatch',
  credential_batch: 'addCredentialBatch',
};

const examples = (Object.keys(operationIds) as SubmissionKind[]).flatMap((kind) => {
  const { path } = operations[operationIds[kind]];
  const { examples } = contract.paths[path].post.requestBody.content['application/json'];
  return Object.keys(examples).map((name) => [kind, name] as const);
});

const nullDocuments = (content: unknown): string =>
  JSON.stringify(content, (key, value) => (key === 'document' ? null : value));

test.each(
  examples,
)('deleting the documents of a submission sets every document to null (%s, example %s)', (kind, name) => {
  const content = example(name);
  expect(JSON.stringify(withoutDocuments(kind, content))).toBe(nullDocuments(content));
  expect(content).toEqual(example(name));
});

test('the examples in the contract include a document for each kind of submission that can have documents', () => {
  const withDocument = examples.filter(([, name]) => nullDocuments(example(name)) !== JSON.stringify(example(name)));
  const kinds = ['education', 'english_proficiency', 'microcredential', 'microcredential_batch'];
  expect(withDocument.map(([kind]) => kind)).toEqual(expect.arrayContaining(kinds));
});

test('deleting the documents of a submission without a document changes nothing', () => {
  const content = { id: 'x', data: { credential: { title: 'document' } } };
  expect(withoutDocuments('education', content)).toEqual(content);
});

// If this test fails, a schema has a new `document` property, which `withoutDocuments` must also remove.
test('the contract defines the document property only in the data of submissions', () => {
  for (const [name, schema] of Object.entries(contract.components.schemas as Record<string, Schema>)) {
    const places = JSON.stringify(schema).split('"document":{').length - 1;
    expect(places, name).toBe(schema.properties?.['data']?.properties?.['document'] === undefined ? 0 : 1);
  }
});

const URL = 'https://documents.example.edu/a';
const item = (document_type: string, document?: string | null, id = 'ID-1') => ({
  id,
  document_type,
  data: { credential: {}, ...(document !== undefined && { document }) },
});

test.each([
  ['education', 'pdf', 'pdf'],
  ['english_proficiency', 'english_assessment', 'pdf'],
  ['microcredential', 'jpg', 'jpg'],
] as const)('for a submission of the kind %s and the document type %s, the service downloads a %s', (kind, documentType, assetType) => {
  expect(referencedDocuments(kind, item(documentType, URL))).toEqual([{ ref: 'ID-1', assetType, url: URL }]);
  for (const none of [null, undefined]) expect(referencedDocuments(kind, item(documentType, none))).toEqual([]);
});

test('the service downloads no document for an open certificate, a right-to-work submission, or a v2 batch', () => {
  expect(referencedDocuments('education', item('open_cert', '{"a":1}'))).toEqual([]);
  expect(referencedDocuments('right_to_work', item('none', null))).toEqual([]);
  expect(referencedDocuments('credential_batch', { credential_id: 'B' })).toEqual([]);
});
