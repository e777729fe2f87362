import { createHash } from 'node:crypto';
import type { AddressServices, ReportServices, StorageServices } from '../api/services.ts';
import type { Micros } from '../domain/clock.ts';
import { documentHolders, documentStateAt } from '../domain/documents.ts';
import type { AssetType } from '../domain/file-type.ts';
import { isOnDomain } from '../domain/url-host.ts';
import type { HeldSubmission, SubmissionId } from '../storage/database/submissions/submission.ts';
import { decryptJson, submissionContent } from '../storage/encryption/encrypted-json.ts';
import { orLogged } from '../storage/encryption/encryptor.ts';
import { isClientId } from '../storage/partner-directory.ts';
import { type CredentialFile, documentTitle, type FileView, viewOfSubmission } from './credential-views.ts';
import type { Messages } from './messages/messages.tsx';
import type { OpenedLink } from './opened-links.ts';
import { pathIn } from './page.tsx';
import type { Asker } from './views/decision-card.tsx';

type Services = AddressServices & ReportServices & StorageServices;

/** Formats a time in UTC as `YYYY-MM-DDTHH:MMZ`. */
export const isoMinute = (at: Micros): string => `${new Date(Math.floor(at / 1000)).toISOString().slice(0, 16)}Z`;

export const isoDay = (at: Micros): string => isoMinute(at).slice(0, 10);

/** Resolves to null if the submission was erased. Rejects with the errors of `Encryptor.decrypt`. */
export async function readSubmission({ store, encryptor }: Services, id: SubmissionId): Promise<object | null> {
  const encrypted = await store.readContent(id);
  return encrypted === null ? null : decryptJson(encryptor, submissionContent(id), encrypted);
}

export async function submissionSummary(services: Services, submission: HeldSubmission) {
  const content = await readSubmission(services, submission);
  const today = isoDay(services.clock.now());
  return content === null ? null : viewOfSubmission(submission.kind, content, { today, files: new Map() });
}

export async function submissionDetails(services: Services, submission: HeldSubmission & { fileQuery?: string }) {
  const { requestId, kind, documentsDeletedAt, fileQuery = '' } = submission;
  const content = await readSubmission(services, submission);
  if (content === null) return null;
  const { store, appUrl, clock, log, submissionWindow: window } = services;
  const reader = (fileKey: string) => () =>
    orLogged(log, 'files', fileKey, () => services.files.get(fileKey, submission));
  const now = clock.now();
  const hrefOf = (path: string) => pathIn(appUrl, `/credentials/${requestId}/${path}${fileQuery}`);
  const [assets, documents] = [await store.listAssets(submission), await store.listDocuments([submission])];
  const fileKeys = [...assets, ...documents].flatMap(({ file }) => file?.fileKey ?? []).sort();
  // Includes the file keys, so that the digest changes when the partner adds or replaces a file.
  const digest = createHash('sha256')
    .update(JSON.stringify([requestId, content, fileKeys]))
    .digest('base64url');
  const files = new Map<string, FileView>();
  for (const { assetKey, assetId, assetType: kind, file } of assets)
    if (file !== null) {
      const href = hrefOf(`files/${assetKey}`);
      files.set(assetId, { kind, state: 'ready', href, size: file.size, read: reader(file.fileKey) });
    }
  for (const { ref, assetType: kind, documentKey, state, file } of documents) {
    const states = { stored: 'ready', pending: 'waiting', unavailable: 'unavailable', deleted: 'deleted' } as const;
    const href = state === 'stored' ? hrefOf(`files/${documentKey}`) : null;
    const stateNow = states[documentStateAt(state, submission, { now, window })];
    files.set(ref, { kind, state: stateNow, href, size: file?.size ?? null, read: file && reader(file.fileKey) });
  }
  // An open certificate is a part of the request body, so the bytes come from `data.document`, not from a stored file.
  for (const [index, { id, document_type, data }] of documentHolders(kind, content).entries()) {
    if (document_type !== 'open_cert' || typeof data.document !== 'string') continue;
    const bytes = Buffer.from(data.document);
    const href = hrefOf(`documents/${index}`);
    files.set(id, { kind: 'open_cert', state: 'ready', href, size: bytes.length, read: async () => bytes });
  }
  const documentsDeleted = documentsDeletedAt !== null;
  const view = viewOfSubmission(kind, content, { today: isoDay(now), files, documentsDeleted });
  return { submission: view, content, fileKeys, digest };
}

export async function askerOf({ store }: StorageServices, clientId: string): Promise<Asker> {
  const partner = await store.findPartner(clientId);
  const { name = clientId, domains = [], homePage = null, disabledAt = null } = partner ?? {};
  const isReachable = homePage !== null && disabledAt === null && isOnDomain(homePage, domains);
  const host = domains.find((domain) => domain !== '*') ?? null;
  return { name, host, homePage: isReachable ? homePage : null };
}

/** Reads no submission or request, because the visitor may not be signed in. */
export async function askerOfLink(services: StorageServices, link: OpenedLink | null): Promise<Asker | null> {
  if ((link?.kind !== 'add' && link?.kind !== 'verify') || !isClientId(link.clientId)) return null;
  const isKnown = (await services.store.findPartner(link.clientId)) !== null;
  return isKnown ? askerOf(services, link.clientId) : null;
}

export const partnerName = async (services: StorageServices, clientId: string): Promise<string> =>
  (await askerOf(services, clientId)).name;

export function partnerNameCache(services: StorageServices) {
  const names = new Map<string, Promise<string>>();
  return (clientId: string): Promise<string> => {
    const name = names.get(clientId) ?? partnerName(services, clientId);
    names.set(clientId, name);
    return name;
  };
}

const extensions: Record<AssetType, string> = { pdf: 'pdf', jpg: 'jpg', png: 'png', open_cert: 'json' };

/** Returns a file name such as `Degree certificate.pdf`, without text from the partner. */
export const savedName = (messages: Messages, saved: CredentialFile): string =>
  `${messages.text(...documentTitle(saved))}.${extensions[saved.file.kind]}`;
