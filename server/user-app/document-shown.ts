import type { Micros } from '../domain/clock.ts';
import { type DocumentState, documentStateAt } from '../domain/document-downloads.ts';
import type { StoredDocument } from '../store/documents/document-store.ts';
import type { HeldSubmission } from '../store/submissions/submission-store.ts';
import type { FileShown } from './shown/types.ts';
import { pathIn } from './views/paths.ts';

/** What a person is shown at `now` of a document that the partner sent as a URL. */
export function documentFileShown(
  submission: HeldSubmission,
  document: StoredDocument,
  { appUrl, now, window }: { appUrl: string; now: Micros; window: Micros },
): FileShown {
  const kind = document.assetType;
  const path = `/credentials/${submission.requestId}/files/${document.documentKey}`;
  return {
    kind,
    state: stateShown(documentStateAt(document.state, submission, { now, window })),
    href: document.state === 'stored' ? pathIn(appUrl, path) : null,
    size: document.file?.size ?? null,
  };
}

/** As a person is told: what is still awaited waits. */
function stateShown(state: DocumentState): FileShown['state'] {
  if (state === 'stored') return 'ready';
  return state === 'pending' ? 'waiting' : state;
}
