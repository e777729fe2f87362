import type { Micros } from '../domain/clock.ts';
import { downloadDeadline } from '../domain/document-downloads.ts';
import type { AssetType } from '../domain/file-type.ts';
import type { StoredDocument } from '../store/documents/document-store.ts';
import type { HeldSubmission } from '../store/submissions/submission-store.ts';
import { documentNames } from './shown/files.ts';
import type { FileShown } from './shown/types.ts';
import { pathIn } from './views/paths.ts';

/** What a person is shown at `now` of a document that the partner sent as a URL. */
export function documentFileShown(
  submission: HeldSubmission,
  document: StoredDocument,
  { appUrl, now, window }: { appUrl: string; now: Micros; window: Micros },
): FileShown {
  const kind = document.assetType as AssetType;
  const path = `/credentials/${submission.requestId}/files/${document.documentKey}`;
  return {
    name: documentNames[kind],
    kind,
    state: stateShown(document, now >= downloadDeadline(submission, window)),
    href: document.state === 'stored' ? pathIn(appUrl, path) : null,
    size: document.file?.size ?? null,
  };
}

function stateShown({ state }: StoredDocument, hasEnded: boolean): FileShown['state'] {
  switch (state) {
    case 'stored':
      return 'ready';
    case 'pending':
      // Also before the downloader has noted that the time is over.
      return hasEnded ? 'unavailable' : 'waiting';
    default:
      return state;
  }
}
