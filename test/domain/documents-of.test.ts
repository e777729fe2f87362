import { describe, expect, test } from 'vitest';
import { credentialTypes, type OperationId, operations } from '../../generated/operations.ts';
import type { Schema } from '../../scripts/contract/openapi.ts';
import type { SubmissionKind } from '../../server/domain/credential-types.ts';
import { withoutDocuments } from '../../server/domain/documents.ts';
import { contract, example } from '../support/contract.ts';

const operationIds: Record<SubmissionKind, OperationId> = {
  ...credentialTypes,
  microcredential_batch: 'addMicrocredentialBatch',
  credential_batch: 'addCredentialBatch',
};

/** Names of the submission examples in the contract, each with its kind. */
const examples = (Object.keys(operationIds) as SubmissionKind[]).flatMap((kind) => {
  const { path } = operations[operationIds[kind]];
  const { examples } = contract.paths[path].post.requestBody.content['application/json'];
  return Object.keys(examples).map((name) => [kind, name] as const);
});

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
    const kinds = ['education', 'english_proficiency', 'microcredential', 'microcredential_batch'];
    expect(withDocument.map(([kind]) => kind)).toEqual(expect.arrayContaining(kinds));
  });

  test('the server does not add a document that the partner omitted', () => {
    const content = { id: 'x', data: { credential: { title: 'document' } } };
    expect(withoutDocuments('education', content)).toEqual(content);
  });

  // If this test fails, a schema has a document in another place: handle the place in `withoutDocuments`.
  test('the contract has documents only in the data of submissions', () => {
    for (const [name, schema] of Object.entries(contract.components.schemas as Record<string, Schema>)) {
      const places = JSON.stringify(schema).split('"document":{').length - 1;
      expect(places, name).toBe(schema.properties?.['data']?.properties?.['document'] === undefined ? 0 : 1);
    }
  });
});
