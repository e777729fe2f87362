import type { components } from '../../generated/types.ts';
import type { SubmissionKind } from './submission.ts';

interface HoldsDocument {
  data: { document?: string | null };
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
      return withoutDocument(content as HoldsDocument);
  }
}

function withoutDocument<T extends HoldsDocument>(item: T): T {
  // What the partner left out stays left out.
  return item.data.document === undefined ? item : { ...item, data: { ...item.data, document: null } };
}
