import type { components } from '../../generated/types.ts';
import type { SubmissionKind } from './submission.ts';

/** A single submission, or an item of a v1 batch: what may hold a document in itself. */
export interface DocumentHolder {
  id: string;
  document_type: string;
  data: { document?: string | null };
}

/**
 * What of a submission may hold a document, in the order in which it stands there. `content` is what the partner sent, which has
 * passed the contract's validator. A v2 batch has none: its documents are its assets, files of their own.
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
 * What a partner sent (a body that has passed the contract's validator), without its documents: each `document`, whether a URL
 * or an open certificate itself, is null. The data of the credentials stays, and `content` is left as it is.
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
  // What the partner left out stays left out.
  return item.data.document === undefined ? item : { ...item, data: { ...item.data, document: null } };
}
