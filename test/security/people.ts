import { randomUUID } from 'node:crypto';
import { operations } from '../../generated/operations.ts';
import type { Shown } from '../pages/person.ts';
import { formIn } from '../pages/sign-in-support.ts';
import { example } from '../support/contract.ts';
import { memoized } from './attack.ts';
import type { Installation, Partner } from './installation.ts';

export interface Offer {
  id: string;
  link: string;
  status(): Promise<string>;
}

/** Submits a batch with a digital identity and a file. */
export async function offer({ call, tokens: { acme: token } }: Installation): Promise<Offer> {
  const id = randomUUID();
  const body = { ...example('CredentialBatchOfEveryKind'), credential_id: id };
  body.education_items[0].assets = [{ asset_id: 'degree', asset_type: 'pdf' }];
  const { body: added } = await call('POST', operations.addCredentialBatch.path, { token, body });
  const headers = { 'Content-Type': 'application/pdf' };
  await call('PUT', added.asset_uploads[0].url, { body: Buffer.from(example('PdfFile')), headers });
  const path = operations.getSubmissionStatusV2.path.replace('{id}', id);
  return { id, link: added.redirect_uri, status: async () => (await call('GET', path, { token })).body.status };
}

export async function ask(
  { call, tokens }: Installation,
  fields: object = {},
  partner: Partner = 'globex',
): Promise<Offer> {
  const token = tokens[partner];
  const body = { ...example('VerificationMinimal'), request_id: randomUUID(), ...fields };
  const { body: added } = await call('POST', operations.createVerificationRequest.path, { token, body });
  const path = operations.getVerificationRequest.path.replace('{id}', encodeURIComponent(body.request_id));
  const status = async () => (await call('GET', path, { token })).body.results[0].status;
  return { id: body.request_id, link: added.redirect_uri, status };
}

export async function openAs({ visitor, signIn }: Installation, account: string, link: string) {
  const who = visitor();
  const page = await who.open(link);
  // Skips the sign-in if the service rejects the link.
  return { who, page: page.status === 200 ? await signIn(who, account, page) : page };
}

export async function accepted(installation: Installation) {
  const offered = await offer(installation);
  const { who, page } = await openAs(installation, 'ada', offered.link);
  return { ...offered, who, page: await who.accept(page) };
}

/** Credential that `ada` accepted, and that no attack deletes. */
export const kept = memoized(accepted);

/** Signs in with a new account, which owns no links. */
export async function newcomer({ visitor, signIn }: Installation) {
  const who = visitor();
  const { html } = await signIn(who, randomUUID());
  return { who, csrf: formIn(html).csrf };
}

/** Signed-in user who owns no links. The attacks share this user. */
export const stranger = memoized(newcomer);

export const pathOf = (link: string) => new URL(link).pathname + new URL(link).search;
/** Returns the ID of the first digital identity on a page, or an empty string. */
export const identityIn = ({ html }: Shown) => /name="identity" [^>]*value="([^"]+)"/.exec(html)?.[1] ?? '';

export const submissionIdIn = (link: string): string => /content=([^&]+)/.exec(link)?.[1] ?? '';
