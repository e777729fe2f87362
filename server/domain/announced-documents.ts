import { type DocumentHolder, documentHolders } from './documents-of.ts';
import { type AssetType, fileTypes } from './file-type.ts';
import type { SubmissionKind } from './submission.ts';

/** A document that a partner gives as a URL. */
export interface AnnouncedDocument {
  /** The `id` of the submission, or of the item of a v1 batch, that the document belongs to. */
  ref: string;
  assetType: Exclude<AssetType, 'open_cert'>;
  url: string;
}

/** The documents that are given as URLs, in the order of `content`, which has passed the contract's validator. */
export function announcedDocuments(kind: SubmissionKind, content: object): AnnouncedDocument[] {
  return documentHolders(kind, content).flatMap(linkOf);
}

function linkOf({ id, document_type, data }: DocumentHolder): AnnouncedDocument[] {
  const assetType = fileTypes[document_type];
  // An open certificate is sent itself, where the others send an address.
  if (assetType === null || assetType === 'open_cert' || !data.document) return [];
  return [{ ref: id, assetType, url: data.document }];
}
