import { describe, expect, it } from 'vitest';
import { seconds } from '../../server/domain/clock.ts';
import { type SubmissionShown, showSubmission } from '../../server/user-app/credential-shown.ts';
import { isoDay, isoMinute, validityShown } from '../../server/user-app/shown/dates.ts';
import { sourceShown } from '../../server/user-app/shown/source.ts';
import { submissionTitle } from '../../server/user-app/views/title.ts';
import { english } from '../../server/user-app/words/languages.ts';
import { wordsOf } from '../../server/user-app/words/words.tsx';
import { example } from '../support/contract.ts';
import { file, TODAY } from './pages.ts';

const words = wordsOf(english);

/** What a submission is called, without the signs that set a value apart. */
const titleOf = (shown: SubmissionShown) => words.text(...submissionTitle(words, shown)).replace(/[\u2068\u2069]/g, '');

const options = { files: new Map(), today: TODAY };

describe('an education qualification', () => {
  it('has its composed title, its chain and its transcript', () => {
    const shown = showSubmission('education', example('EducationWithTranscript'), options);
    expect(titleOf(shown)).toBe('Bachelor of Commerce (Finance and Economics) (Honours)');
    expect(shown).toMatchObject({
      kind: 'education',
      partnerChain: ['Example Careers'],
    });
    expect(shown.credentials).toEqual([
      {
        kind: 'education',
        title: 'Bachelor of Commerce (Finance and Economics) (Honours)',
        fullName: 'Alex Example',
        provider: 'Example University',
        conferralYear: '2024',
        awaitingGraduation: false,
        transcript: {
          issued: '2024-12-05',
          score: '6.2',
          subjects: [
            {
              name: 'Corporate Finance',
              code: 'FIN201',
              credit: '12.5',
              grade: 'High Distinction',
              score: '84',
              completed: '2023-11-20',
            },
            {
              name: 'Microeconomics',
              code: 'ECO101',
              credit: null,
              grade: 'A',
              score: null,
              completed: '2022',
            },
          ],
        },
        partnerChain: ['Example Careers'],
        files: [{ kind: 'pdf', state: 'waiting', href: null, size: null }],
        source: {
          href: 'https://documents.example.edu/degrees/6c0ff0c6.pdf',
          host: 'documents.example.edu',
        },
      },
    ]);
  });

  it('waits for graduation', () => {
    const { credentials } = showSubmission('education', example('EducationAwaitingGraduation'), options);
    expect(credentials[0]).toMatchObject({
      title: 'Master of Data Science (Awaiting Graduation)',
      conferralYear: null,
      awaitingGraduation: true,
      transcript: null,
      files: [],
      source: null,
    });
  });

  it('never makes a link of an open certificate', () => {
    const content = example('EducationOpenCertificate');
    content.data.document = 'https://documents.example.edu/';
    const { credentials } = showSubmission('education', content, options);
    expect(credentials[0]?.source).toBeNull();
    expect(credentials[0]?.files).toMatchObject([{ kind: 'open_cert' }]);
  });

  it('leaves empty texts out', () => {
    const content = example('EducationWithTranscript');
    content.data.credential.transcript.overall.score = '';
    content.data.credential.transcript.subjects[0].credit = '';
    const [credential] = showSubmission('education', content, options).credentials;
    expect(credential).toMatchObject({ transcript: { score: null, subjects: [{ credit: null }, {}] } });
  });
});

describe('an English test', () => {
  it('has its levels in one order, its scores and its validity', () => {
    const content = example('EnglishProficiencyWithSubskills');
    const [credential] = showSubmission('english_proficiency', content, options).credentials;
    expect(credential).toMatchObject({
      kind: 'english_proficiency',
      title: 'Example Test of Academic English',
      provider: 'Example Language Testing',
      overall: { score: '7.5', scale: '0-9' },
      subskills: [
        { skill: 'Reading', score: '8.0' },
        { skill: 'Speaking', score: '7.0' },
      ],
      completed: '2025-03-14',
      validity: { expires: '2027-03-14', expired: false },
      partnerChain: ['Example Test Centre'],
      files: [{ kind: 'pdf', state: 'waiting' }],
    });
    const levels = credential?.kind === 'english_proficiency' ? credential.cefr : [];
    expect(levels.map(({ skill, level }) => [skill, level])).toEqual([
      ['combined', 'C1'],
      ['reading', 'C1'],
      ['listening', 'C2'],
      ['speaking', 'B2'],
      ['writing', 'B2'],
    ]);
  });

  it('may have no level, no subskill and no end', () => {
    const content = example('EnglishProficiencyMinimal');
    const [credential] = showSubmission('english_proficiency', content, options).credentials;
    expect(credential).toMatchObject({ cefr: [], subskills: [], validity: null, files: [] });
  });

  it('may be below the lowest level', () => {
    const content = example('EnglishProficiencyMinimal');
    content.data.credential.test_scores.cefr_scores = { writing: 'BELOW_A1' };
    const [credential] = showSubmission('english_proficiency', content, options).credentials;
    expect(credential).toMatchObject({ cefr: [{ skill: 'writing', level: 'BELOW_A1' }] });
  });
});

describe('a microcredential', () => {
  it('has its issuer, dates and result', () => {
    const { credentials } = showSubmission('microcredential', example('MicrocredentialPdf'), options);
    expect(credentials[0]).toMatchObject({
      title: 'Workplace First Aid',
      issuer: 'Example Skills Academy',
      issued: '2025-06-30',
      validity: { expires: '2028-06-30', expired: false },
      result: 'Competent',
    });
  });

  it('shows its file where there is one, also after the address was deleted', () => {
    const content = example('MicrocredentialImage');
    const image = file({ kind: 'png', state: 'deleted', href: null });
    content.data.document = null;
    const files = new Map([[content.id, image]]);
    const { credentials } = showSubmission('microcredential', content, { ...options, files });
    expect(credentials[0]).toMatchObject({ files: [image], source: null, result: null });
  });
});

describe('a right to work', () => {
  it('names the country, and the kind of right in Singapore', () => {
    const shown = showSubmission('right_to_work', example('RightToWorkSingapore'), options);
    expect(titleOf(shown)).toBe('Right to work: Singapore');
    expect(shown.credentials[0]).toMatchObject({ country: 'SG', singaporeWorkRights: 'Employment Pass' });
  });

  it('names another country', () => {
    const { credentials } = showSubmission('right_to_work', example('RightToWorkAustralia'), options);
    expect(credentials[0]).toMatchObject({ country: 'AU', singaporeWorkRights: null });
  });
});

describe('a batch', () => {
  it('of microcredentials has the file of each item by the id of the item', () => {
    const content = example('MicrocredentialBatchOfThree');
    const pdf = file();
    const files = new Map([['ACME-BATCH-91-1', pdf]]);
    const shown = showSubmission('microcredential_batch', content, { ...options, files });
    expect(titleOf(shown)).toBe('3 microcredentials');
    expect(shown.credentials.map((credential) => credential.files)).toMatchObject([
      [pdf],
      [{ kind: 'open_cert', state: 'waiting' }],
      [],
    ]);
  });

  it('of every kind begins with the identity, and has the files by the id of the asset', () => {
    const content = example('CredentialBatchOfEveryKind');
    const degree = file();
    const files = new Map([['ACME-V2-417-E1-degree', degree]]);
    const shown = showSubmission('credential_batch', content, { ...options, files });
    const { credentials } = shown;
    expect(titleOf(shown)).toBe('Digital identity and 4 credentials');
    expect(credentials.map(({ kind }) => kind)).toEqual([
      'digital_identity',
      'education',
      'english_proficiency',
      'microcredential',
      'right_to_work',
    ]);
    expect(credentials[1]?.files).toMatchObject([degree, { kind: 'open_cert', state: 'waiting' }]);
  });

  it('has no file that waits once its documents were deleted', () => {
    const content = example('CredentialBatchOfEveryKind');
    const { credentials } = showSubmission('credential_batch', content, {
      ...options,
      documentsDeleted: true,
    });
    const states = credentials.flatMap(({ files }) => files.map(({ state }) => state));
    expect(states).toEqual(['deleted', 'deleted', 'deleted', 'deleted']);
  });

  it('of an identity alone is called so', () => {
    const shown = showSubmission('credential_batch', example('CredentialBatchIdentityOnly'), options);
    expect(titleOf(shown)).toBe('Digital identity');
    expect(shown).toMatchObject({ credentials: [{ fullName: 'Alex Example' }] });
  });

  it('names each partner of its chains once', () => {
    const content = example('MicrocredentialBatchOfThree');
    for (const item of content.credentials) item.data.partner_chain = [{ name: 'A' }, { name: 'B' }];
    content.credentials[1].data.credential.partner_chain = [{ name: 'C' }];
    expect(showSubmission('microcredential_batch', content, options).partnerChain).toEqual(['A', 'B', 'C']);
  });
});

describe('dates', () => {
  it.each([
    ['2026-01-31', '31 January 2026'],
    ['2024-02-29', '29 February 2024'],
    ['2022', '2022'],
    ['soon', 'soon'],
    ['2026-13-01', '2026-13-01'],
    ['2026-01-31T23:59Z', '31 January 2026 at 23:59 UTC'],
  ])('shows %s as %s', (date, text) => expect(words.date(date)).toBe(text));

  it('shows moments in UTC, wherever the server is', () => {
    const at = seconds(Date.UTC(2026, 0, 31, 23, 59, 59) / 1000);
    expect(isoMinute(at)).toBe('2026-01-31T23:59Z');
    expect(isoDay(at)).toBe('2026-01-31');
  });

  it.each([
    ['2026-01-30', true],
    ['2026-01-31', false],
    ['2026-02-01', false],
  ])('says on 31 January whether what ends on %s has expired: %s', (expiry, expired) =>
    expect(validityShown(expiry, TODAY)?.expired).toBe(expired));

  it.each([null, undefined, ''])('has no end when there is %o', (expiry) =>
    expect(validityShown(expiry, TODAY)).toBeNull());
});

describe('the address of a document', () => {
  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)//https://documents.example.edu',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    '//documents.example.edu/a.pdf',
    'documents.example.edu/a.pdf',
    '',
  ])('is no link when it is %s', (document) => expect(sourceShown(document)).toBeNull());

  it('is a link with its host when it is http or https', () => {
    expect(sourceShown('HTTP://Documents.example.edu:8080/a.pdf')).toEqual({
      href: 'http://documents.example.edu:8080/a.pdf',
      host: 'documents.example.edu:8080',
    });
  });
});
