import { describe, expect, it } from 'vitest';
import { type SubmissionView, submissionTitle, viewOfSubmission } from '../../server/pages/credential-views.ts';
import { english, messagesIn } from '../../server/pages/messages/messages.tsx';
import { ConsentPage } from '../../server/pages/views/decision-pages.tsx';
import { example } from '../support/contract.ts';
import { consentProps, file, inFrame, page, TODAY } from './pages.ts';

const messages = messagesIn(english);

const titleOf = (view: SubmissionView) => messages.text(...submissionTitle(messages, view));

const textOf = (submission: SubmissionView) =>
  inFrame(page(ConsentPage, { ...consentProps, submission })).replace(/<[^>]*>/g, '');

const options = { files: new Map(), today: TODAY };

it.each([
  ['education', 'EducationWithTranscript', 'Bachelor of Commerce (Finance and Economics) (Honours)'],
  ['education', 'EducationAwaitingGraduation', 'Master of Data Science (Awaiting Graduation)'],
  ['english_proficiency', 'EnglishProficiencyWithSubskills', 'Example Test of Academic English'],
  ['microcredential', 'MicrocredentialPdf', 'Workplace First Aid'],
  ['right_to_work', 'RightToWorkSingapore', 'Right to work: Singapore'],
  ['microcredential_batch', 'MicrocredentialBatchOfThree', '3 microcredentials'],
  ['credential_batch', 'CredentialBatchOfEveryKind', 'Digital identity of Alex Example and 4 credentials'],
  ['credential_batch', 'CredentialBatchIdentityOnly', 'Digital identity: Alex Example'],
] as const)('for the submission type %s, the page of the example %s has the title "%s"', (kind, name, title) =>
  expect(titleOf(viewOfSubmission(kind, example(name), options))).toBe(title));

describe('The page of a credential', () => {
  it('the page of a credential omits properties with an empty string', () => {
    const content = example('EducationWithTranscript');
    content.data.credential.transcript.overall.score = '';
    for (const subject of content.data.credential.transcript.subjects)
      Object.assign(subject, { credit: '', score: '' });
    expect(textOf(viewOfSubmission('education', content, options))).not.toMatch(/Overall score|Credit|Score/);
  });

  it('the page shows the CEFR levels of an English test in a fixed order, including the lowest level', () => {
    const content = example('EnglishProficiencyWithSubskills');
    content.data.credential.test_scores.cefr_scores.writing = 'BELOW_A1';
    const text = textOf(viewOfSubmission('english_proficiency', content, options));
    expect(text).toMatch(/Overall level.*Reading.*Listening.*Speaking.*Writing.*Below A1/s);
    expect(textOf(viewOfSubmission('english_proficiency', example('EnglishProficiencyMinimal'), options))).not.toMatch(
      /CEFR|Scores by skill|Valid/,
    );
  });

  it.each([
    ['2026-01-30', 'Expired'],
    ['2026-01-31', 'Valid until'],
    [null, undefined],
  ])('on 31 January 2026, the page of a credential with the expiry date %s shows the label %s', (expiry, label) => {
    const content = example('MicrocredentialPdf');
    content.data.credential.expiry_date = expiry;
    const text = textOf(viewOfSubmission('microcredential', content, options));
    expect(/Expired|Valid until/.exec(text)?.[0]).toBe(label);
  });
});

describe('The document of a submission', () => {
  const sourceOf = (document: unknown, name = 'EducationWithTranscript') => {
    const content = example(name);
    content.data.document = document;
    return viewOfSubmission('education', content, options).credentials[0];
  };

  it.each([
    ...['javascript:alert(1)', 'JAVASCRIPT:alert(1)//https://documents.example.edu', 'file:///etc/passwd', '', null],
    ...['data:text/html,<script>alert(1)</script>', '//documents.example.edu/a.pdf', 'documents.example.edu/a.pdf'],
  ])('the page of a submission does not link to the document URL %s', (document) =>
    expect(sourceOf(document)?.source).toBeNull());

  it('the page links to a document, and shows the host name, only if the document URL uses http or https', () => {
    const source = sourceOf('HTTP://Documents.example.edu:8080/a.pdf')?.source;
    const host = 'documents.example.edu:8080';
    expect(source).toMatchObject({ href: `http://${host}/a.pdf`, host });
    expect(sourceOf('https://documents.example.edu/', 'EducationOpenCertificate')?.source).toBeNull();
  });

  it('the page of a submission still lists the file of a document after the document URL is deleted', () => {
    const content = { ...example('MicrocredentialImage') };
    content.data.document = null;
    const image = file({ kind: 'png', state: 'deleted', href: null });
    const known = { ...options, files: new Map([[content.id, image]]) };
    const { credentials } = viewOfSubmission('microcredential', content, known);
    expect(credentials[0]).toMatchObject({ files: [image], source: null });
  });
});

describe('The page of a batch', () => {
  it('the page of a batch shows the identity first, and lists the files of each credential even after the files are deleted', () => {
    const degree = file();
    const files = new Map([['ACME-V2-417-E1-degree', degree]]);
    const content = example('CredentialBatchOfEveryKind');
    const { credentials } = viewOfSubmission('credential_batch', content, { ...options, files });
    const kinds = ['digital_identity', 'education', 'english_proficiency', 'microcredential', 'right_to_work'];
    expect(credentials.map(({ kind }) => kind)).toEqual(kinds);
    expect(credentials[1]?.files).toMatchObject([degree, { kind: 'open_cert', state: 'waiting' }]);
    const deleted = viewOfSubmission('credential_batch', content, { ...options, documentsDeleted: true });
    const states = deleted.credentials.flatMap(({ files }) => files.map(({ state }) => state));
    expect(states).toEqual(['deleted', 'deleted', 'deleted', 'deleted']);
  });

  it('for each credential in a batch, the page names exactly once every partner that forwarded the credential', () => {
    const content = example('MicrocredentialBatchOfThree');
    for (const item of content.credentials) item.data.partner_chain = [{ name: 'A' }, { name: 'B' }, { name: 'A' }];
    content.credentials[1].data.credential.partner_chain = [{ name: 'C' }];
    const view = viewOfSubmission('microcredential_batch', content, options);
    expect(view.credentials.map(({ partnerChain }) => partnerChain)).toEqual([
      ['A', 'B'],
      ['C', 'A', 'B'],
      ['A', 'B'],
    ]);
    expect(textOf(view).match(/Sent through(AB|CAB)/g)).toHaveLength(3);
  });
});

describe('Dates on pages', () => {
  it.each([
    ['2024-02-29', '29 February 2024'],
    ['2022', '2022'],
    ['soon', 'soon'],
    ['2026-13-01', '2026-13-01'],
  ])('a page shows the date %s as %s', (date, text) => expect(messages.date(date)).toBe(text));
});
