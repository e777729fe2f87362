import type { components } from '../../generated/types.ts';
import type { AssetType } from './file-type.ts';
import type { SubmissionKind } from './submission.ts';

/** A document that a partner keeps behind an address. */
export interface AnnouncedDocument {
  /** The `id` of the submission, or of the item of a v1 batch, that it belongs to. */
  ref: string;
  assetType: Exclude<AssetType, 'open_cert'>;
  url: string;
}

interface MayHaveLink {
  id: string;
  document_type: string;
  data: { document?: string | null };
}

/**
 * The documents of a submission that are given as addresses, in the order in which they stand in it. `content` is what the
 * partner sent, which has passed the contract's validator.
 */
export function announcedDocuments(kind: SubmissionKind, content: object): AnnouncedDocument[] {
  switch (kind) {
    case 'credential_batch':
      // Its documents are its assets, which the partner uploads.
      return [];
    case 'microcredential_batch':
      return (content as components['schemas']['MicrocredentialBatch']).credentials.flatMap(linkOf);
    case 'education':
    case 'english_proficiency':
    case 'microcredential':
    case 'right_to_work':
      return linkOf(content as MayHaveLink);
  }
}

function linkOf({ id, document_type, data }: MayHaveLink): AnnouncedDocument[] {
  const assetType = linkTypes[document_type];
  return assetType === undefined || !data.document ? [] : [{ ref: id, assetType, url: data.document }];
}

const linkTypes: Readonly<Record<string, AnnouncedDocument['assetType']>> = {
  pdf: 'pdf',
  png: 'png',
  jpg: 'jpg',
  english_assessment: 'pdf',
};
