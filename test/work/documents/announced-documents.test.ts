import { expect, test } from 'vitest';
import { referencedDocuments } from '../../../server/domain/documents.ts';

const URL = 'https://documents.example.edu/a';
const item = (document_type: string, document?: string | null, id = 'ID-1') => ({
  id,
  document_type,
  data: { credential: {}, ...(document !== undefined && { document }) },
});

test.each([
  ['education', 'pdf', 'pdf'],
  ['english_proficiency', 'english_assessment', 'pdf'],
  ['microcredential', 'pdf', 'pdf'],
  ['microcredential', 'png', 'png'],
  ['microcredential', 'jpg', 'jpg'],
] as const)('a submission of kind %s with document type %s announces a file of type %s', (kind, documentType, assetType) => {
  expect(referencedDocuments(kind, item(documentType, URL))).toEqual([{ ref: 'ID-1', assetType, url: URL }]);
  for (const none of [null, undefined]) expect(referencedDocuments(kind, item(documentType, none))).toEqual([]);
});

test('an open certificate, a submission without a document, and a v2 batch announce no document', () => {
  expect(referencedDocuments('education', item('open_cert', '{"a":1}'))).toEqual([]);
  expect(referencedDocuments('right_to_work', item('none', null))).toEqual([]);
  expect(referencedDocuments('credential_batch', { credential_id: 'B' })).toEqual([]);
});

test('a v1 batch announces the documents of its items in order', () => {
  const credentials = [item('pdf', `${URL}/2`, 'ID-2'), item('open_cert', '{}', 'ID-3'), item('pdf', `${URL}/1`)];
  expect(referencedDocuments('microcredential_batch', { id: 'B', credentials })).toEqual([
    { ref: 'ID-2', assetType: 'pdf', url: `${URL}/2` },
    { ref: 'ID-1', assetType: 'pdf', url: `${URL}/1` },
  ]);
});
