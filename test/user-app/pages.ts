import { type Child, type JSXNode, jsx } from 'hono/jsx';
import type { SubmissionKind } from '../../server/domain/submission.ts';
import { type FileShown, showSubmission } from '../../server/user-app/credential-shown.ts';
import type { SubmissionShown } from '../../server/user-app/shown/types.ts';
import {
  AccountDeletedPage,
  AccountPage,
  CredentialDeletedPage,
  DeleteAccountPage,
  DeleteCredentialPage,
  DownloadBusyPage,
} from '../../server/user-app/views/account-pages.tsx';
import { ClosingPage } from '../../server/user-app/views/closing-page.tsx';
import { ConsentPage } from '../../server/user-app/views/consent-page.tsx';
import { CredentialPage } from '../../server/user-app/views/credential-page.tsx';
import { DeclineConfirmPage, DeclinedPage } from '../../server/user-app/views/decline-pages.tsx';
import { ImagePage } from '../../server/user-app/views/image-page.tsx';
import { MyCredentialsPage } from '../../server/user-app/views/my-credentials-page.tsx';
import { OpenLinkPage } from '../../server/user-app/views/open-link-page.tsx';
import { ConsentReceiptPage, SharingReceiptPage } from '../../server/user-app/views/receipt-pages.tsx';
import {
  OtherAccountPage,
  SignedOutPage,
  SignInAgainPage,
  SignInNeededPage,
} from '../../server/user-app/views/sign-in-needed-page.tsx';
import { SignInFailedPage, SignInPage } from '../../server/user-app/views/sign-in-pages.tsx';
import {
  FailedPage,
  ForbiddenPage,
  LinkDeclinedPage,
  LinkErrorPage,
  LinkExpiredPage,
  NotFoundPage,
  SessionEndedPage,
  TooManyPage,
} from '../../server/user-app/views/trouble-pages.tsx';
import { RefuseConfirmPage, VerifyPage } from '../../server/user-app/views/verify-page.tsx';
import { english, type Language } from '../../server/user-app/words/languages.ts';
import { InLanguage } from '../../server/user-app/words/words.tsx';
import { example } from '../support/contract.ts';

// Every page of the user application with something in it.

export const TODAY = '2026-01-31';

/** An example of each kind, and of each way in which a kind can look. */
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

export const file = (over: Partial<FileShown> = {}): FileShown => ({
  kind: 'pdf',
  state: 'ready',
  href: '/credentials/1/files/2',
  size: 48_213,
  ...over,
});

/** A name of 500 characters with no place to break. */
export const unbroken = 'Überlänge'.repeat(56).slice(0, 500);
/** A name in Arabic, with what turns the direction of text. */
export const rightToLeft = 'جامعة المثال \u202Eevil\u202C 🎓';

/** An education credential that is as much as the contract takes, or has fewer subjects. */
export function longest(subjects = 500): unknown {
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

export function shown(kind: SubmissionKind, content: unknown, documentsDeleted = false): SubmissionShown {
  const files = new Map([
    ['ACME-6c0ff0c6-3f2b-4d6f-9d3c-0a4a5c1f7a10', file()],
    ['ACME-V2-417-E1-degree', file()],
    ['ACME-V2-417-E1-certificate', file({ kind: 'open_cert', size: 812 })],
    ['ACME-V2-417-M1-photo', file({ kind: 'png', state: 'unavailable', href: null })],
  ]);
  return showSubmission(kind, content, { files, documentsDeleted, today: TODAY });
}

/** A page that is not rendered yet: not the words of its language are decided before that. */
export const page = <P extends object>(component: (props: P) => Child, props: P): JSXNode =>
  jsx(component as never, props);

const links = { privacy: 'https://partner.example/privacy', help: 'https://partner.example/help' };

/** The document that a person gets. */
export const inLanguage = (language: Language, children: Child): string =>
  String(jsx(InLanguage as never, { language, links, children }));

/** The pages by name; every text of a partner or a person is `text`, where one is given. */
export function everyPage(text?: string, language = english): Record<string, string> {
  const words = (given: string) => text ?? given;
  const csrf = 'a"csrf<token>';
  const frame = {
    appUrl: 'http://localhost:3000',
    account: { csrf, name: words('alex@example.com') },
  };
  const partner = { csrf, action: '/here', partnerName: words('Acme Careers') };
  const link = { ...frame, ...partner };
  const verify = {
    ...link,
    usedName: words('Acme Hiring'),
    logoHref: '/partner/verify/digitalIdentity/logo?clientId=acme&requestId=1',
    backTo: 'hiring.acme.example',
  };
  const stranger = { appUrl: frame.appUrl };
  const of = (name: keyof typeof submissions, documentsDeleted = false): SubmissionShown => {
    const [kind, exampleName] = submissions[name] ?? ['education', 'EducationWithTranscript'];
    const content = example(exampleName);
    return shown(kind, text === undefined ? content : withText(content, text), documentsDeleted);
  };
  const identity = (id: string, fullName: string) => ({
    id,
    fullName: words(fullName),
    partnerName: words('Example Careers'),
    accepted: '2026-01-31',
  });
  const credential = {
    ...frame,
    partnerName: words('Acme Careers'),
    sent: '2026-01-30',
    accepted: '2026-01-31',
    documentsDeleted: null,
    documentsEnd: '2026-02-02T09:30Z',
    ...{ csrf, action: '/here', receiptHref: '/credentials/1/receipt' },
  };
  const entry = {
    href: '/credentials/1',
    submission: of('education with a transcript'),
    partnerName: words('Acme Careers'),
    accepted: '2026-01-31',
    documentsEnd: null,
  };
  const waiting = { href: '/here', partnerName: words('Acme Careers'), until: '2026-02-02T09:30Z' };
  const receipt = {
    ...frame,
    partnerName: words('Acme Careers'),
    number: words('4b8f5a52-6d0e-4f1c-8a53-0d1e5a3f4c9e'),
    at: '2026-01-31T09:42Z',
    backHref: '/account',
  };
  const image = of('microcredential with an image').credentials[0];
  const photo = file({ kind: 'png' });
  const pages: Record<string, JSXNode> = {
    'open link': page(OpenLinkPage, { ...stranger, csrf, action: '/partner/add/education' }),
    'sign in': page(SignInPage, { ...stranger, csrf, action: '/sign-in', email: '', isRefused: false }),
    'sign in, refused': page(SignInPage, {
      ...stranger,
      csrf,
      action: '/sign-in',
      email: words('alex'),
      isRefused: true,
    }),
    ...Object.fromEntries(
      (['declined', 'expired', 'unavailable', 'refused'] as const).map((reason) => [
        `sign-in failed, ${reason}`,
        page(SignInFailedPage, { ...stranger, reason, retryUrl: '/sign-in' }),
      ]),
    ),
    ...Object.fromEntries(
      Object.keys(submissions).map((name) => [
        `consent, ${name}`,
        page(ConsentPage, { ...link, digest: 'd', hasChanged: true, submission: of(name) }),
      ]),
    ),
    'decline, confirm': page(DeclineConfirmPage, {
      ...link,
      backHref: '/here',
      submission: of('education with a transcript'),
    }),
    account: page(AccountPage, {
      ...link,
      shared: [
        {
          partnerName: words('Acme Careers'),
          fullName: words('Alex Example'),
          at: '2026-01-31T09:42Z',
          receiptHref: '/account/receipt',
        },
      ],
    }),
    'account, nothing shared': page(AccountPage, { ...link, shared: [] }),
    'account, delete': page(DeleteAccountPage, { ...link, backHref: '/here' }),
    'receipt of a consent': page(ConsentReceiptPage, { ...receipt, submission: of('v2 batch') }),
    'receipt of a sharing': page(SharingReceiptPage, { ...receipt, fullName: words('Alex Example') }),
    'download, busy': page(DownloadBusyPage, frame),
    'account deleted': page(AccountDeletedPage, stranger),
    'delete a credential': page(DeleteCredentialPage, { ...link, backHref: '/here', submission: of('v2 batch') }),
    'credential deleted': page(CredentialDeletedPage, frame),
    declined: page(DeclinedPage, { ...frame, partnerName: words('Acme Careers') }),
    'credential, just accepted': page(CredentialPage, {
      ...credential,
      submission: of('education with a transcript'),
      justAccepted: true,
    }),
    'credential, v2 batch': page(CredentialPage, { ...credential, submission: of('v2 batch') }),
    'credential, documents deleted': page(CredentialPage, {
      ...credential,
      submission: of('english proficiency', true),
      documentsDeleted: '2026-02-02',
    }),
    ...(image && {
      image: page(ImagePage, {
        ...frame,
        credential: image,
        file: photo,
        backHref: '/credentials/1',
      }),
    }),
    'my credentials': page(MyCredentialsPage, {
      ...frame,
      waiting: [
        { ...waiting, submission: null, hoursLeft: 0 },
        { ...waiting, submission: of('v2 batch'), hoursLeft: 47 },
      ],
      entries: [entry, { ...entry, submission: of('v2 batch'), documentsEnd: '2026-02-02T09:30Z' }],
      sandbox: { csrf, mobileSignedIn: false },
    }),
    'my credentials, signed in on the mobile app': page(MyCredentialsPage, {
      ...frame,
      waiting: [],
      entries: [entry],
      sandbox: { csrf, mobileSignedIn: true },
    }),
    'my credentials, none': page(MyCredentialsPage, { ...frame, waiting: [], entries: [], sandbox: null }),
    'verify, one identity': page(VerifyPage, { ...verify, identities: [identity('1', 'Alex Example')] }),
    'verify, several identities': page(VerifyPage, {
      ...verify,
      logoHref: null,
      usedName: link.partnerName,
      backTo: null,
      identities: [identity('1', 'Alex Example'), identity('2', 'Alexandra Example')],
      isRefused: true,
    }),
    'verify, refuse': page(RefuseConfirmPage, link),
    'verify, no identity': page(VerifyPage, { ...verify, identities: [] }),
    ...Object.fromEntries(
      (['verified', 'canceled', 'expired', 'later'] as const).map((outcome) => [
        `closing, ${outcome}`,
        page(ClosingPage, { ...frame, outcome, partnerName: words('Acme Hiring') }),
      ]),
    ),
    'link error': page(LinkErrorPage, { ...frame, otherAction: '/sign-out?link=x' }),
    'link declined': page(LinkDeclinedPage, frame),
    'link expired': page(LinkExpiredPage, frame),
    'session ended': page(SessionEndedPage, { ...stranger, signInHref: '/sign-in?link=x' }),
    'sign in needed': page(SignInNeededPage, {
      ...stranger,
      signInHref: '/sign-in?link=x',
      otherHref: '/sign-in/other?link=x',
    }),
    'signed out': page(SignedOutPage, {
      ...stranger,
      signInHref: '/sign-in?link=x',
      otherHref: '/sign-in/other?link=x',
    }),
    'other account': page(OtherAccountPage, { ...stranger, otherHref: '/sign-in/other?link=x' }),
    'sign in again': page(SignInAgainPage, { ...stranger, signInHref: '/sign-in?link=x' }),
    'not found': page(NotFoundPage, stranger),
    forbidden: page(ForbiddenPage, stranger),
    'too many': page(TooManyPage, { ...stranger, seconds: 42, againHref: '/sign-in' }),
    'too many, a form': page(TooManyPage, { ...stranger, seconds: 1, againHref: null }),
    failed: page(FailedPage, { ...stranger, requestId: '0b5c8b52-6d0e-4f1c-8a53-0d1e5a3f4c9e' }),
    unavailable: page(FailedPage, {
      ...stranger,
      requestId: '0b5c8b52-6d0e-4f1c-8a53-0d1e5a3f4c9e',
      temporary: true,
    }),
  };
  return Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, inLanguage(language, page)]));
}

/** Members that are one of a few words, which decide what is shown and are not shown themselves. */
const words = new Set(['credential_type', 'document_type', 'asset_type', 'cefr_scores']);

/** The content with every text in it replaced. */
function withText(content: unknown, text: string): unknown {
  if (typeof content === 'string') return text;
  if (Array.isArray(content)) return content.map((item) => withText(item, text));
  if (typeof content !== 'object' || content === null) return content;
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => [name, words.has(name) ? value : withText(value, text)]),
  );
}
