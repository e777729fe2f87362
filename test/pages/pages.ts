import { type Child, type JSXNode, jsx } from 'hono/jsx';
import type { Brand } from '../../server/domain/brand.ts';
import type { SubmissionKind } from '../../server/domain/credential-types.ts';
import { type FileView, type SubmissionView, viewOfSubmission } from '../../server/pages/credential-views.ts';
import { english, type Language, languages, messagesIn } from '../../server/pages/messages/messages.tsx';
import { type Account, InFrame } from '../../server/pages/page.tsx';
import { AccountPage } from '../../server/pages/views/account-pages.tsx';
import { type ListEntry, MyCredentialsPage } from '../../server/pages/views/credential-list.tsx';
import { AcceptedPage, ConsentPage, CredentialPage, VerifyPage } from '../../server/pages/views/decision-pages.tsx';
import { AskerIntroduction, OpenLinkPage, SandboxSignInPage } from '../../server/pages/views/entry-pages.tsx';
import * as message from '../../server/pages/views/message-pages.tsx';
import { example } from '../support/contract.ts';

export const [, spanish, arabic] = languages;

// This module renders every page of the user application with sample content.

export const TODAY = '2026-01-31';

export const submissions: Record<string, [kind: SubmissionKind, example: string]> = {
  'education with a transcript': ['education', 'EducationWithTranscript'],
  'education awaiting graduation': ['education', 'EducationAwaitingGraduation'],
  'education with an open certificate': ['education', 'EducationOpenCertificate'],
  'english proficiency': ['english_proficiency', 'EnglishProficiencyWithSubskills'],
  'english proficiency, minimal': ['english_proficiency', 'EnglishProficiencyMinimal'],
  microcredential: ['microcredential', 'MicrocredentialPdf'],
  'microcredential with an image': ['microcredential', 'MicrocredentialImage'],
  'right to work in Singapore': ['right_to_work', 'RightToWorkSingapore'],
  'right to work in Australia': ['right_to_work', 'RightToWorkAustralia'],
  'v1 batch': ['microcredential_batch', 'MicrocredentialBatchOfThree'],
  'v2 batch': ['credential_batch', 'CredentialBatchOfEveryKind'],
  'v2 batch of an identity': ['credential_batch', 'CredentialBatchIdentityOnly'],
};

export const file = (over: Partial<FileView> = {}): FileView => ({
  kind: 'pdf',
  state: 'ready',
  href: '/credentials/1/files/2',
  size: 48_213,
  ...over,
});

/** Name of 500 characters in which no line break is possible. */
export const unbroken = 'Überlänge'.repeat(56).slice(0, 500);
/** Name in Arabic, with characters that change the text direction. */
export const rightToLeft = 'جامعة المثال \u202Eevil\u202C 🎓';

/** Returns an education credential with the given number of subjects, and with values of the maximum length. */
export function longest(subjects = 500): object {
  const content = example('EducationWithTranscript');
  const { credential } = content.data;
  credential.full_name = unbroken;
  credential.education_provider = rightToLeft;
  credential.course_name = unbroken;
  credential.partner_chain = Array.from({ length: 20 }, (_, index) => ({ name: `${index} ${unbroken}` }));
  const [subject] = credential.transcript.subjects;
  credential.transcript.subjects = Array.from({ length: subjects }, (_, index) => ({
    ...subject,
    name: index % 9 === 0 ? unbroken : index % 5 === 0 ? rightToLeft : `Subject ${index}`,
    grade: index % 7 === 0 ? unbroken : 'A',
  }));
  return content;
}

export function viewOf(kind: SubmissionKind, content: object, documentsDeleted = false): SubmissionView {
  const files = new Map([
    ['ACME-6c0ff0c6-3f2b-4d6f-9d3c-0a4a5c1f7a10', file()],
    ['ACME-V2-417-E1-degree', file()],
    ['ACME-V2-417-E1-certificate', file({ kind: 'open_cert', size: 812 })],
    ['ACME-8a1f0d0c-5b5d-4f0b-9a4b-2f1d8f0e6c11', file({ kind: 'png', size: 9_400_000 })],
    ['ACME-V2-417-M1-photo', file({ kind: 'png', state: 'unavailable', href: null })],
  ]);
  return viewOfSubmission(kind, content, { files, documentsDeleted, today: TODAY });
}

/** Creates a page that is not rendered yet, because the language is set later. */
export const page = <P extends object>(component: (props: P) => Child, props: P): JSXNode =>
  jsx(component as never, props);

export const brand: Brand = {
  name: 'Partner Credentials',
  logo: null,
  operator: 'Digital Credentials Agency',
  address: '1 Example Street, Example City',
  privacyUrl: 'https://partner.example/privacy',
  helpUrl: 'https://partner.example/help',
  app: {
    name: 'Credential Wallet',
    appStoreUrl: 'https://partner.example/app',
    googlePlayUrl: 'https://partner.example/play',
  },
};

export const inFrame = (
  children: Child,
  settings: { appUrl?: string; account?: Account | null; language?: Language } = {},
): string => {
  const frame = { appUrl: 'http://localhost:3000', brand, language: english, account: null, here: '/' };
  return String(jsx(InFrame as never, { ...frame, ...settings, children }));
};

export const consentProps = {
  action: '/here',
  asker: { name: 'Acme', host: null },
  digest: 'd',
  decideBy: '2026-02-02T09:30Z',
};

/** Returns the pages by name. `text` replaces every value that a partner or a user entered. */
export function everyPage(text?: string, language = english): Record<string, string> {
  const words = (given: string) => text ?? given;
  const csrf = 'a"csrf<token>';
  const account = { csrf, name: words('alex@example.com'), signOutPath: '/sign-out' };
  const action = '/here';
  const partner = words('Acme Careers');
  const end = '2026-02-02T09:30Z';
  const asker = { name: partner, host: 'acme.example' };
  const asked = { action, asker, decideBy: end };
  const verify = {
    ...asked,
    asker: {
      ...asker,
      usedName: words('Acme Hiring'),
      logoHref: '/partner/verify/digitalIdentity/logo?clientId=acme&requestId=1',
    },
    callbackHost: 'hiring.acme.example',
  };
  const of = (name: keyof typeof submissions, documentsDeleted = false): SubmissionView => {
    const [kind, exampleName] = submissions[name] ?? ['education', 'EducationWithTranscript'];
    const content = example(exampleName);
    return viewOf(kind, text === undefined ? content : withText(content, text), documentsDeleted);
  };
  const education = of('education with a transcript');
  const batch = of('v2 batch');
  const accepted = '2026-01-31T09:42Z';
  const identity = (id: string, fullName: string) => ({
    id,
    fullName: words(fullName),
    source: words('Example Careers'),
    accepted,
  });
  const number = words('4b8f5a52-6d0e-4f1c-8a53-0d1e5a3f4c9e');
  const credential = {
    action,
    asker,
    decidedAt: accepted,
    receiptNumber: number,
    documentsDeleted: null,
    documentsEnd: end,
  };
  const homePage = 'https://partner.example/home';
  const listed = (given: SubmissionView): ListEntry => ({
    href: '/credentials/1',
    partner,
    given,
    found: given.credentials,
    documentsEnd: end,
  });
  const waiting = { href: '/here', partner, decideBy: end, documentsEnd: end };
  const many = Object.keys(submissions)
    .slice(0, 10)
    .map((name) => of(name));
  const myCredentials = (entries: readonly ListEntry[], over: object = {}) =>
    page(MyCredentialsPage, { search: '', all: entries, entries, ...over });
  const shared = { fullName: words('Alex Example'), source: words('Example Careers'), accepted };
  const sharing = { given: shared, readUntil: '2026-05-01T09:42Z' };
  const share = { asker, ...sharing, detailsHref: '/here', stopHref: '/stop' };
  const values = { partner, title: words('Bachelor of Commerce'), time: words('31 January') };
  const success = { values: { ...values, end: '1 May' }, href: '/here' };
  const plain = (name: Parameters<typeof message.MessagePage>[0]['name']) =>
    page(message.MessagePage, { name, values });
  const confirm = (name: Parameters<typeof message.ConfirmPage>[0]['name'], decision: string) =>
    page(message.ConfirmPage, { name, decision, values, action });
  const ofPerson: Record<string, JSXNode> = {
    ...Object.fromEntries(
      Object.keys(submissions).map((name) => [
        `consent, ${name}`,
        page(ConsentPage, { ...asked, digest: 'd', hasChanged: name === 'v2 batch', submission: of(name) }),
      ]),
    ),
    'decline, confirm': confirm('decline', 'decline_confirmed'),
    account: page(AccountPage, { action, shared: [share, share] }),
    'account, nothing shared': page(AccountPage, { action, shared: [] }),
    'account, delete': confirm('deleteAccount', 'delete_confirmed'),
    'file, not available': plain('noFile'),
    'delete a credential': confirm('delete', 'delete_confirmed'),
    'credential deleted': plain('deleted'),
    declined: page(message.MessagePage, { name: 'declined', values, asker: { ...asker, homePage } }),
    accepted: page(message.SuccessPage, { ...success, name: 'accepted', asker: { ...asker, homePage }, end }),
    credential: page(CredentialPage, { ...credential, given: education }),
    'credential, v2 batch': page(CredentialPage, { ...credential, given: batch }),
    'credential, documents deleted': page(CredentialPage, {
      ...credential,
      given: of('english proficiency', true),
      documentsDeleted: '2026-02-02T10:00Z',
      documentsEnd: null,
    }),
    'my credentials': myCredentials([
      { ...waiting, given: null, found: [], documentsEnd: null },
      { ...waiting, given: batch, found: batch.credentials },
      listed(education),
      listed(batch),
    ]),
    // Three credentials have a deadline for documents. The documents of the other credentials are already deleted.
    'my credentials, many': myCredentials(
      [...many, ...many, ...many].map((given, index) => ({ ...listed(given), documentsEnd: index < 3 ? end : null })),
    ),
    'my credentials, searched': myCredentials([{ ...listed(batch), found: batch.credentials.slice(1, 3) }], {
      search: words('example'),
    }),
    'my credentials, not found': myCredentials([], { search: words('example'), all: [listed(education)] }),
    'my credentials, none': myCredentials([]),
    'verify, one identity': page(VerifyPage, { ...verify, identities: [identity('1', 'Alex Example')] }),
    'verify, several identities': page(VerifyPage, {
      ...asked,
      callbackHost: null,
      isRefused: true,
      identities: [identity('1', 'Alex Example'), identity('2', 'Alexandra Example')],
    }),
    'verify, refuse': confirm('refuse', 'refuse_confirmed'),
    'verify, no identity': page(VerifyPage, { ...verify, identities: [] }),
    'verify, no accepted identity': page(VerifyPage, {
      ...verify,
      identities: [],
      sources: [words('Example Careers')],
    }),
    shared: page(AcceptedPage, {
      ...sharing,
      asker,
      decidedAt: accepted,
      receiptNumber: number,
      action,
      title: messagesIn(language).text('shared.title'),
      undo: { value: 'stop', label: messagesIn(language).text('stop.button') },
    }),
    'shared, next': page(message.SuccessPage, { ...success, name: 'shared', asker: verify.asker, end: null }),
    'stop sharing, confirm': confirm('stop', 'stop_confirmed'),
    'sharing stopped': plain('stopped'),
    refused: plain('refused'),
    'request expired': plain('requestExpired'),
    'too many taken requests': plain('tooManyTaken'),
    'link error': page(message.LinkErrorPage, {}),
    'link canceled': plain('linkCanceled'),
    'link canceled by the partner': plain('linkCanceledByPartner'),
    'link expired': plain('linkExpired'),
    'link paused': plain('linkPaused'),
  };
  const ofAnyone: Record<string, JSXNode> = {
    'open link': page(OpenLinkPage, { csrf, action: '/partner/add/education' }),
    'sign in': page(SandboxSignInPage, { csrf, action: '/sign-in', refusedEmail: null, asker }),
    'sign in, refused': page(SandboxSignInPage, { csrf, action: '/sign-in', refusedEmail: words('alex'), asker: null }),
    ...Object.fromEntries(
      (['declined', 'expired', 'unavailable', 'refused'] as const).map((reason) => [
        `sign-in failed, ${reason}`,
        page(message.SignInFailedPage, { reason, retryHref: '/sign-in' }),
      ]),
    ),
    'account deleted': plain('accountDeleted'),
    'session ended': plain('sessionEnded'),
    'sign in needed': page(message.MessagePage, {
      name: 'signInNeeded',
      header: page(AskerIntroduction, { asker }),
      links: [
        ['signIn.button', '/sign-in?link=x'],
        ['account.other', '/sign-in/other?link=x'],
      ],
    }),
    'signed out': plain('signedOut'),
    'cookies blocked': plain('cookiesBlocked'),
    'other account': plain('otherAccount'),
    'sign in again': plain('signInAgain'),
    'not found': plain('notFound'),
    forbidden: plain('forbidden'),
    'too many': page(message.MessagePage, { name: 'tooMany', values: { seconds: 42 } }),
    failed: plain('failed'),
    unavailable: plain('unavailable'),
  };
  const rendered = (pages: Record<string, JSXNode>, settings: { account?: Account }) =>
    Object.entries(pages).map(([name, page]) => [name, inFrame(page, { language, ...settings })]);
  return Object.fromEntries([...rendered(ofPerson, { account }), ...rendered(ofAnyone, {})]);
}

/** Properties that select the content of a page, but that the page does not show. */
const keywords = new Set(['country', 'credential_type', 'document_type', 'asset_type', 'cefr_scores']);

function withText(content: unknown, text: string): unknown {
  if (typeof content === 'string') return text;
  if (Array.isArray(content)) return content.map((item) => withText(item, text));
  if (typeof content !== 'object' || content === null) return content;
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => [name, keywords.has(name) ? value : withText(value, text)]),
  );
}
