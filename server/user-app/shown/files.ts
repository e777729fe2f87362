import type { AssetType } from '../../domain/file-type.ts';
import { sourceShown } from './source.ts';
import type { FileShown, SourceShown } from './types.ts';

/** Which files of a submission are there. */
export interface FilesGiven {
  /**
   * The files by what the partner calls the thing each one belongs to: the `asset_id` in a v2 batch, the item's `id` in a v1
   * batch, and the submission's `id` otherwise.
   */
  files: ReadonlyMap<string, FileShown>;
  /** All documents were deleted: what was announced and is not in `files` is shown as deleted, and otherwise as waiting. */
  documentsDeleted?: boolean;
}

/** What the document of a submission or of an item of a v1 batch is called: it has no name of its own. */
export const documentNames: Record<AssetType, string> = {
  pdf: 'Document (PDF)',
  jpg: 'Image (JPEG)',
  png: 'Image (PNG)',
  open_cert: 'Open certificate',
};

/** The document of a submission: its file, and the address when the partner gave one. */
export function documentShown(
  ref: string,
  documentType: string,
  document: string | null | undefined,
  given: FilesGiven,
): { files: FileShown[]; source: SourceShown | null } {
  const kind = documentKind(documentType);
  const file = given.files.get(ref);
  const announced = kind !== null && document ? [missing(documentNames[kind], kind, given)] : [];
  return {
    files: file ? [file] : announced,
    // The content of an open certificate stands where others have an address.
    source: kind === 'open_cert' || kind === null ? null : sourceShown(document),
  };
}

/** The assets of an item of a v2 batch, also those that were not uploaded yet. */
export function assetsShown(
  assets: readonly { asset_id: string; asset_type: AssetType }[] | undefined,
  given: FilesGiven,
): { files: FileShown[]; source: null } {
  return {
    files: (assets ?? []).map(
      ({ asset_id, asset_type }) => given.files.get(asset_id) ?? missing(asset_id, asset_type, given),
    ),
    source: null,
  };
}

function documentKind(documentType: string): AssetType | null {
  switch (documentType) {
    case 'pdf':
    case 'english_assessment':
      return 'pdf';
    case 'jpg':
    case 'png':
    case 'open_cert':
      return documentType;
    default:
      return null;
  }
}

function missing(name: string, kind: AssetType, { documentsDeleted }: FilesGiven): FileShown {
  return { name, kind, state: documentsDeleted ? 'deleted' : 'waiting', href: null, size: null };
}
