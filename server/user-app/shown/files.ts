import { type AssetType, type DocumentType, fileTypes } from '../../domain/file-type.ts';
import { sourceShown } from './source.ts';
import type { FileShown, SourceShown } from './types.ts';

/** The files of a submission that exist. */
export interface FilesGiven {
  /** By the partner's own id: of the asset in a v2 batch, of the item in a v1 batch, else of the submission. */
  files: ReadonlyMap<string, FileShown>;
  /** Whether an announced file that is not in `files` is shown as deleted; otherwise it is waiting. */
  documentsDeleted?: boolean;
}

/** The document of a submission: its file, and its address if the partner sent one. */
export function documentShown(
  ref: string,
  documentType: DocumentType,
  document: string | null | undefined,
  given: FilesGiven,
): { files: FileShown[]; source: SourceShown | null } {
  const kind = fileTypes[documentType];
  const file = given.files.get(ref);
  // An open certificate is deleted from the content itself, and leaves nothing else behind.
  const isAnnounced = document || (kind === 'open_cert' && given.documentsDeleted);
  const announced = kind !== null && isAnnounced ? [missing(kind, given)] : [];
  return {
    files: file ? [file] : announced,
    // An open certificate is sent itself, where the others send an address.
    source: kind === 'open_cert' || kind === null ? null : sourceShown(document),
  };
}

/** The assets of an item of a v2 batch, those not uploaded yet included. */
export function assetsShown(
  assets: readonly { asset_id: string; asset_type: AssetType }[] = [],
  given: FilesGiven,
): { files: FileShown[]; source: null } {
  return {
    files: assets.map(({ asset_id, asset_type }) => given.files.get(asset_id) ?? missing(asset_type, given)),
    source: null,
  };
}

function missing(kind: AssetType, { documentsDeleted }: FilesGiven): FileShown {
  return { kind, state: documentsDeleted ? 'deleted' : 'waiting', href: null, size: null };
}
