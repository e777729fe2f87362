import { type DocumentHolder, documentHolders } from './documents-of.ts';
import { type AssetType, type DocumentType, fileTypes } from './file-type.ts';
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
  const assetType = linkedType(document_type);
  return assetType === null || !data.document ? [] : [{ ref: id, assetType, url: data.document }];
}

/** The type of the file at the address that stands for a document; null where there is no address. */
function linkedType(documentType: DocumentType): AnnouncedDocument['assetType'] | null {
  const type = fileTypes[documentType];
  // An open certificate is sent itself, where the others send an address.
  return type === 'open_cert' ? null : type;
}

/** Whether a submission may give documents as URLs, as far as is known without its content. */
export function mayAnnounceDocuments(kind: SubmissionKind, documentType: string | null): boolean {
  return (
    kind === 'microcredential_batch' || (documentType !== null && linkedType(documentType as DocumentType) !== null)
  );
}
