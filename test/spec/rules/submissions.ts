import { all, closed, having, object, ofType, oneOf, type RuleTable, required, unchanged, without } from './table.ts';

const FILE = 'https://documents.example.edu/document.pdf';

interface SubmissionWords {
  credentialType: string;
  otherCredentialTypes: readonly string[];
  documentTypes: readonly string[];
  otherDocumentTypes: readonly string[];
}

/** Rows of a submission of one kind of credential with one kind of document. */
export function submissionRules(component: string, words: SubmissionWords): RuleTable {
  const { credentialType, otherCredentialTypes, documentTypes, otherDocumentTypes } = words;
  const keyword = documentTypes.length === 1 ? 'const' : 'enum';
  return {
    [`${component}#/type`]: object(),
    [`${component}#/additionalProperties`]: closed(),
    [`${component}#/required/id`]: required('/id'),
    [`${component}#/required/credential_type`]: required('/credential_type'),
    [`${component}#/required/document_type`]: required('/document_type'),
    [`${component}#/required/data`]: required('/data'),
    [`${component}#/properties/credential_type/type`]: ofType('string', [credentialType], '/credential_type'),
    [`${component}#/properties/credential_type/const`]: oneOf(
      [credentialType],
      otherCredentialTypes,
      '/credential_type',
    ),
    [`${component}#/properties/document_type/type`]: ofType('string', [unchanged], '/document_type'),
    [`${component}#/properties/document_type/${keyword}`]: oneOf(documentTypes, otherDocumentTypes, '/document_type'),
    [`${component}#/properties/data/type`]: object('/data'),
    [`${component}#/properties/data/additionalProperties`]: closed('/data'),
    [`${component}#/properties/data/required/credential`]: required('/data/credential'),
  };
}

/** The document that fits a document_type, which alone decides which rules hold. */
const withDocument = (type: string, document: string | null) =>
  all(having('/document_type', type), having('/data/document', document));

/** The row of a choice among submissions: the kinds of documents that there are, and words that are none of them. */
export function choiceRules(component: string, documentTypes: readonly string[], others: readonly string[]): RuleTable {
  const documents: Record<string, string | null> = { open_cert: '{}', none: null };
  const chosen = documentTypes.map((type) =>
    withDocument(type, documents[type] === undefined ? FILE : documents[type]),
  );
  return { [`${component}#/discriminator`]: oneOf(chosen, others, '/document_type') };
}

/** Rows of the member `document` of a submission that has none. */
export function noDocumentRules(component: string): RuleTable {
  const accepted = [having('/data/document', null), without('/data/document')];
  const refused = (documents: readonly unknown[]) => ({
    'wrong_type /data/document': documents.map((document) => having('/data/document', document)),
  });
  return {
    [`${component}#/properties/data/properties/document/type`]: { accepted, refused: refused([{}, [], 0, false]) },
    [`${component}#/properties/data/properties/document/not`]: {
      accepted,
      refused: refused(['', 'null', 'none', FILE, '{}']),
    },
  };
}
