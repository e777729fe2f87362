import type { components } from '../../generated/types.ts';
import { type CredentialType, credentialTypeNames, type SubmissionKind } from '../domain/credential-types.ts';
import { type DocumentHolder, documentHolders } from '../domain/documents.ts';
import { type AssetType, fileTypes } from '../domain/file-type.ts';
import type { Message, Messages } from './messages/messages.tsx';
import { type Credentials, type CredentialTypeView, credentialTypeViews } from './views/credential-types.tsx';

type Schemas = components['schemas'];

export interface FileView {
  kind: AssetType;
  /** `waiting`: not received yet. `unavailable`: the download failed. `deleted`: deleted some time after consent. */
  state: 'ready' | 'waiting' | 'unavailable' | 'deleted';
  href: string | null;
  size: number | null;
  /** Resolves to null if the file was deleted or is damaged. */
  read?: (() => Promise<Uint8Array | null>) | null;
}

type Contents = { [Kind in keyof Credentials]: { kind: Kind; credential: Credentials[Kind] } }[keyof Credentials];

/** A credential from the partner (untrusted text), and the data that pages add. */
export type CredentialView = Contents & {
  partnerChain: readonly string[];
  files: readonly FileView[];
  source: URL | null;
  isExpired: boolean;
};

export interface SubmissionView {
  kind: SubmissionKind;
  credentials: readonly CredentialView[];
}

interface ViewOptions {
  /** Current day, as `YYYY-MM-DD`, to find expired credentials. */
  today: string;
  /** Files keyed by the partner's ID for the v2 asset, the v1 batch item, or the submission. */
  files: ReadonlyMap<string, FileView>;
  /** True if the files missing from `files` were deleted; false if these files can still arrive. */
  documentsDeleted?: boolean;
}

export function viewOfSubmission(kind: SubmissionKind, content: object, options: ViewOptions): SubmissionView {
  if (kind === 'credential_batch')
    return { kind, credentials: viewsOfBatch(content as Schemas['CredentialBatch'], options) };
  const type = kind === 'microcredential_batch' ? 'microcredential' : kind;
  const items = documentHolders(kind, content) as (DocumentHolder & { data: Chained & { credential: Credential } })[];
  const credentials = items.map((item) =>
    viewOf(type, item.data.credential, options, documentView(item, options), item.data),
  );
  return { kind, credentials };
}

interface Chained {
  partner_chain?: Schemas['PartnerChain'];
  test_scores?: Chained;
}

interface Credential extends Chained {
  full_name: string;
  expiry_date?: string | null;
}

type Documents = Pick<CredentialView, 'files' | 'source'>;

function viewOf(
  kind: Contents['kind'],
  credential: Credential,
  { today }: ViewOptions,
  documents: Documents,
  v1Data?: Chained,
): CredentialView {
  const { expiry_date: expires } = credential;
  // A partner can send a `partner_chain` in each of these objects.
  const chains = [credential, v1Data, credential.test_scores].flatMap((each) => each?.partner_chain ?? []);
  return {
    ...({ kind, credential } as unknown as Contents),
    partnerChain: [...new Set(chains.map(({ name }) => name))],
    isExpired: typeof expires === 'string' && expires !== '' && expires < today,
    ...documents,
  };
}

interface BatchItem {
  fields: Credential;
  assets?: readonly { asset_id: string; asset_type: AssetType }[];
}

/** The identity comes first, because the other credentials refer to it. */
function viewsOfBatch(batch: Schemas['CredentialBatch'], options: ViewOptions): CredentialView[] {
  const lists: Partial<Record<`${CredentialType}_items`, readonly BatchItem[]>> = batch;
  const viewOfItem = (kind: Contents['kind'], { fields, assets = [] }: BatchItem) => {
    const files = assets.map(({ asset_id, asset_type }) => options.files.get(asset_id) ?? missing(asset_type, options));
    return viewOf(kind, fields, options, { files, source: null });
  };
  return [
    viewOfItem('digital_identity', batch.digital_identity),
    ...credentialTypeNames.flatMap((type) => (lists[`${type}_items`] ?? []).map((item) => viewOfItem(type, item))),
  ];
}

function documentView({ id, document_type, data: { document } }: DocumentHolder, options: ViewOptions): Documents {
  const kind = fileTypes[document_type];
  const file = options.files.get(id);
  const isOpen = kind === 'open_cert';
  // When an open certificate is deleted, `document` is removed, so that only `kind` shows that a certificate existed.
  const isDeclared = kind !== null && (document || (isOpen && options.documentsDeleted));
  return {
    files: file ? [file] : isDeclared ? [missing(kind, options)] : [],
    source: isOpen || kind === null ? null : webUrl(document ?? ''),
  };
}

const missing = (kind: AssetType, { documentsDeleted }: ViewOptions): FileView => ({
  kind,
  state: documentsDeleted ? 'deleted' : 'waiting',
  href: null,
  size: null,
});

/** Returns null unless the scheme is http or https, because a URL such as `javascript:` must not become a link. */
function webUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && ['https:', 'http:'].includes(url.protocol) ? url : null;
}

export const filesOf = ({ credentials }: SubmissionView): CredentialFile[] =>
  credentials.flatMap((credential) => credential.files.map((file) => ({ credential, file })));

export const hasDocuments = (submission: SubmissionView): boolean => filesOf(submission).length > 0;

export const typeViewOf = ({ kind }: CredentialView): CredentialTypeView<never> => credentialTypeViews[kind];

export const credentialTitle = (messages: Pick<Messages, 'country'>, view: CredentialView): Message =>
  typeViewOf(view).title(view.credential as never, messages);

export const issuerOf = (view: CredentialView): string | undefined =>
  typeViewOf(view).issuer?.(view.credential as never);

export function submissionTitle(messages: Pick<Messages, 'country'>, { kind, credentials }: SubmissionView): Message {
  const [first] = credentials;
  const count = credentials.length;
  if (first === undefined || kind === 'microcredential_batch') return ['title.microcredentials', { count }];
  if (count === 1) return credentialTitle(messages, first);
  return ['title.identityAndOthers', { name: first.credential.full_name, count: count - 1 }];
}

export interface CredentialFile {
  credential: CredentialView;
  file: FileView;
}

export function documentTitle({ credential, file }: CredentialFile): Message {
  const isOpen = file.kind === 'open_cert';
  const alike = credential.files.filter((each) => (each.kind === 'open_cert') === isOpen);
  const number = alike.length > 1 ? alike.indexOf(file) + 1 : 0;
  return [isOpen ? 'document.open_cert' : (typeViewOf(credential).documentTitleKey ?? 'document.other'), { number }];
}
