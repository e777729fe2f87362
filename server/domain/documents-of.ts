import type { components } from '../../generated/types.ts';
import type { DocumentType } from './file-type.ts';
import type { SubmissionKind } from './submission.ts';

/** A single submission or an item of a v1 batch, which may contain a document. */
export interface DocumentHolder {
  id: string;
  document_type: DocumentType;
  data: { document?: string | null };
}

/**
 * The parts of a submission that may contain a document, in the order of `content`, which has passed the contract's
 * validator. A v2 batch has none: its documents are its assets, files of their own.
 */
export function documentHolders(kind: SubmissionKind, content: object): DocumentHolder[] {
  switch (kind) {
    case 'credential_batch':
      return [];
    case 'microcredential_batch':
      return (content as components['schemas']['MicrocredentialBatch']).credentials;
    case 'education':
    case 'english_proficiency':
    case 'microcredential':
    case 'right_to_work':
      return [content as DocumentHolder];
  }
}

/**
 * A copy of `content` (a body that has passed the contract's validator) without its documents: each `document`, a URL
 * or an open certificate, becomes null. The other data stays.
 */
export function withoutDocuments(kind: SubmissionKind, content: object): object {
  switch (kind) {
    case 'credential_batch':
      // Its documents are its assets, files of their own.
      return content;
    case 'microcredential_batch': {
      const batch = content as components['schemas']['MicrocredentialBatch'];
      return { ...batch, credentials: batch.credentials.map(withoutDocument) };
    }
    case 'education':
    case 'english_proficiency':
    case 'microcredential':
    case 'right_to_work':
      return withoutDocument(content as DocumentHolder);
  }
}

function withoutDocument<T extends Pick<DocumentHolder, 'data'>>(item: T): T {
  // A member that the partner left out stays left out.
  return item.data.document === undefined ? item : { ...item, data: { ...item.data, document: null } };
}
