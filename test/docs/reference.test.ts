import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { maxViolations, operations, problems, service, webhookDelivery } from '../../generated/operations.ts';
import { requestBodies } from '../../generated/validators.js';
import { type Contract, listOperations, type Schema } from '../../scripts/generate/contract.ts';
import { contractRules } from '../../server/contract/contract-rules.ts';
import { qualificationTitle } from '../../server/domain/qualification-title.ts';
import { contract as bundled, example } from '../support/contract.ts';
import { blocksOf, freePort, hasShell, paste, startPastedSandbox } from './paste.ts';

const contract = bundled as Contract;
const guides = new URL('../../spec/guides/', import.meta.url);
const guide = (name: string) => readFileSync(new URL(`${name}.md`, guides), 'utf8');
const names = readdirSync(guides).map((file) => file.replace(/\.md$/, ''));

/** The rows of the tables of a text whose first row begins with `head`, without that one. */
function rowsUnder(text: string, head: string): string[][] {
  const [, after = ''] = `\n${text}`.split(`\n| ${head}`);
  const [table = ''] = after.split('\n\n');
  return table
    .split('\n')
    .filter((line) => /^\| *[^-|\s]/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

test.skipIf(!hasShell)(
  'the quickstart, pasted line by line, ends with events whose signatures are checked',
  { timeout: 200_000 },
  async () => {
    const sandbox = await startPastedSandbox();
    try {
      const blocks = blocksOf(guide('quickstart'));
      expect(blocks.length).toBeGreaterThan(10);
      await paste(blocks, sandbox, await freePort());
    } finally {
      await sandbox.stop();
    }
  },
);

describe('what the guides say of names', () => {
  const text = guide('credential-kinds');
  const check = requestBodies['addEducation'];
  const checkMicrocredential = requestBodies['addMicrocredential'];
  const rules = contractRules({ domains: ['*'], scopes: [], allowLoopback: false });
  const education = (member: object) => ({
    ...example('EducationWithTranscript'),
    document_type: 'none',
    data: {
      credential: {
        full_name: 'Alex Example',
        education_provider: 'Example University',
        conferral_year: '2024',
        ...member,
      },
    },
  });
  const microcredential = (member: object) => {
    const submission = example('MicrocredentialWithoutDocument');
    return {
      ...submission,
      data: { credential: { ...submission.data.credential, ...member } },
    };
  };

  test('titles are composed as they are shown', () => {
    const rows = rowsUnder(text, '`course_name` | `majors`');
    expect(rows.length).toBeGreaterThan(3);
    for (const [course_name = '', majors = '', flags = '', title] of rows)
      expect(
        qualificationTitle({
          course_name,
          majors: majors.split(', ').filter((major) => major !== ''),
          with_honours: flags.includes('with_honours'),
          awaiting_graduation: flags.includes('awaiting_graduation'),
        }),
      ).toBe(title);
  });

  test('course names are refused, and accepted, as they are shown', () => {
    const rows = rowsUnder(text, '`course_name` that is refused');
    expect(rows.length).toBeGreaterThan(3);
    for (const [refused, instead] of rows) {
      expect(check?.call(rules, education({ course_name: refused })), refused).toBe(false);
      expect(check?.call(rules, education({ course_name: instead })), instead).toBe(true);
    }
    const inside = { course_name: 'Bachelor of Finance', majors: ['Finance'] };
    expect(check?.call(rules, education(inside))).toBe(false);
  });

  test('names of microcredentials and issuers are refused, and accepted, as they are shown', () => {
    const rows = rowsUnder(text, 'member | refused');
    expect(rows.length).toBeGreaterThan(3);
    for (const [name = '', refused, instead] of rows) {
      const member = name.replaceAll('`', '');
      expect(checkMicrocredential?.call(rules, microcredential({ [member]: refused })), refused).toBe(false);
      expect(checkMicrocredential?.call(rules, microcredential({ [member]: instead })), instead).toBe(true);
    }
  });
});

describe('figures in the guides are those of the contract', () => {
  const schema = (name: string): Schema => contract.components.schemas[name] ?? {};
  const member = (name: string, ...path: string[]) =>
    path.reduce<Schema>(
      (at, key) => (key === 'items' ? (at['items'] as Schema) : (at.properties?.[key] ?? {})),
      schema(name),
    );
  const number = (value: unknown) => Number(value).toLocaleString('en-US');
  const bytes = (value: number) => (value >= 1024 ** 2 ? `${value / 1024 ** 2} MiB` : `${value / 1024} KiB`);
  const parameter = contract.components['parameters'] as Record<string, { schema: Schema }>;
  const { partner, token } = service.rate_limits;

  const v1Batch = ['data', 'credentials'].reduce(
    (at, key) => at.properties?.[key] ?? at,
    schema('MicrocredentialBatch'),
  );

  const limits: Record<string, string> = {
    'JSON body': bytes(operations.addEducation.bodyLimit),
    'form body': bytes(operations.createTokenV2.bodyLimit),
    'file of an asset': bytes(operations.uploadAsset.bodyLimit),
    '`id`, `credential_id`, `asset_id`, `request_id`': `${schema('Identifier')['maxLength']} characters`,
    URL: `${number(schema('WebhookUrl')['maxLength'])} characters`,
    '`document` of an open certificate': bytes(Number(schema('OpenCertificate')['x-max-bytes'])),
    'names and free text': `${schema('Text')['maxLength']} characters`,
    '`majors`': `${member('EducationCredential', 'majors')['maxItems']}`,
    '`subjects`': `${member('Transcript', 'subjects')['maxItems']}`,
    '`subskills`': `${member('TestScores', 'subskills')['maxItems']}`,
    '`partner_chain`': `${schema('PartnerChain')['maxItems']}`,
    'v2 batch': `${member('CredentialBatch', 'education_items')['maxItems']} items of each kind, ${member('EducationItem', 'assets')['maxItems']} assets an item`,
    '`request_source`': `${member('VerificationRequest', 'request_source')['maxItems']}`,
    'v1 batch': `${v1Batch['minItems']} to ${v1Batch['maxItems']} items`,
    webhooks: `${service.max_webhooks} for a partner`,
    'page of the delivery log': `1 to ${parameter['DeliveryLimit']?.schema['maximum']} deliveries`,
    'delivery log': `${webhookDelivery.log_seconds / 86_400} days`,
    'status of several submissions, or verification requests': `1 to ${parameter['VerificationRequestIds']?.schema['maxItems']} ids`,
    requests: `${partner.per_second} a second for a partner, bursts of ${partner.burst}`,
    'token requests': `${token.per_second} a second for a partner`,
  };
  const rows = rowsUnder(guide('limits'), 'what | limit');

  test('every row of the limits is compared', () => {
    expect(rows.map(([what]) => what).sort()).toEqual(Object.keys(limits).sort());
  });

  test.each(rows)('the limit of %s', (what, limit) => {
    expect(limits[what ?? '']).toBe(limit);
  });

  test('every duration in hours, wherever it stands', () => {
    const known = [
      service.submission_window_seconds,
      service.verification_window_seconds,
      webhookDelivery.previous_secret_seconds,
    ].map((seconds) => seconds / 3600);
    const told = names.flatMap((name) => [...guide(name).matchAll(/(\d+)\s+hours/g)].map(([, hours]) => Number(hours)));
    expect(told.length).toBeGreaterThan(8);
    expect(told.filter((hours) => !known.includes(hours))).toEqual([]);
  });

  test('the others that stand in sentences', () => {
    expect(guide('errors')).toContain(`up to ${number(maxViolations)}`);
    expect(guide('errors')).toContain(`There are ${service.max_webhooks} webhooks already`);
    expect(guide('webhooks')).toContain(`${service.max_webhooks} webhooks.`);
    expect(guide('webhooks')).toContain(`complete within ${webhookDelivery.timeout_seconds} seconds`);
    expect(guide('webhooks')).toContain(`more than ${webhookDelivery.tolerance_seconds / 60} minutes`);
    expect(guide('tokens')).toContain(`valid for ${number(service.access_token_seconds)} seconds`);
    expect(guide('batches')).toContain(`More than ${operations.uploadAsset.bodyLimit / 1024 ** 2}\nMiB is 413`);
  });
});

test('every problem is explained, with its status, and nothing else is', () => {
  const sections = [...guide('errors').matchAll(/^## (\w+)\nStatus (\d+)\./gm)];
  expect(Object.fromEntries(sections.map(([, code, status]) => [code, Number(status)]))).toEqual(
    Object.fromEntries(Object.entries(problems).map(([code, { status }]) => [code, status])),
  );
});

test('what is under development says so first, and nothing else does', () => {
  const saying = (isSaying: boolean) =>
    listOperations(contract)
      .filter(({ operation }) => operation.description.startsWith('Under development:') === isSaying)
      .map(({ operation }) => operation['x-under-development'] === true);
  expect(new Set(saying(true))).toEqual(new Set([true]));
  expect(new Set(saying(false))).toEqual(new Set([false]));
});

test('every guide is a section of the reference', () => {
  const texts = [(contract as unknown as { info: { description: string } }).info, ...contract.tags];
  for (const name of names) {
    const [start = ''] = guide(name).split(/\n|<!--/);
    expect(
      texts.some(({ description }) => description.startsWith(start)),
      name,
    ).toBe(true);
  }
});

test('the menu has every tag once', () => {
  const groups = (contract as unknown as { 'x-tagGroups': { tags: string[] }[] })['x-tagGroups'];
  expect(groups.flatMap(({ tags }) => tags).sort()).toEqual(contract.tags.map(({ name }) => name).sort());
});
