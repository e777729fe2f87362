import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type OperationId, operations, problems } from '../../generated/operations.ts';
import { requestBodies } from '../../generated/validators.js';
import { withValue } from '../../scripts/conformance/json.ts';
import { type Contract, listOperations } from '../../scripts/generate/contract.ts';
import { contractRules } from '../../server/contract/contract-rules.ts';
import { qualificationTitle } from '../../server/domain/qualification-title.ts';
import type {
  Attempt,
  AttemptAnswered,
  ClientHooks,
  PartnerClientOptions,
} from '../../server/partner-kit/client/client.ts';
import * as client from '../../server/partner-kit/client/client.ts';
import { DEFAULT_RETRY_POLICY } from '../../server/partner-kit/client/retry.ts';
import { UPLOAD_TIMEOUT_MS } from '../../server/partner-kit/client/upload.ts';
import { WAIT_TIMEOUT_MS } from '../../server/partner-kit/client/wait.ts';
import { contract as bundled, example } from '../support/contract.ts';
import { freePort } from '../support/free-port.ts';
import { startService } from '../support/service.ts';
import { blocksOf, hasShell, paste, startPastedSandbox } from './paste.ts';

const contract = bundled as Contract;
const guides = new URL('../../spec/guides/', import.meta.url);
const guide = (name: string) => readFileSync(new URL(`${name}.md`, guides), 'utf8');
/** A section of the reference, with its figures. */
const told = (tag: string) => contract.tags.find(({ name }) => name === tag)?.description ?? '';
const names = readdirSync(guides).map((file) => file.replace(/\.md$/, ''));

/** What stands in a cell as code. */
const codesIn = (cell = '') => [...cell.matchAll(/`([^`]*)`/g)].map(([, code = '']) => code);

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
    const rows = rowsUnder(text, 'rejected `course_name`');
    expect(rows.length).toBeGreaterThan(3);
    for (const [refused, instead] of rows) {
      expect(check?.call(rules, education({ course_name: refused })), refused).toBe(false);
      expect(check?.call(rules, education({ course_name: instead })), instead).toBe(true);
    }
    const inside = { course_name: 'Bachelor of Finance', majors: ['Finance'] };
    expect(check?.call(rules, education(inside))).toBe(false);
  });

  test('names of microcredentials and issuers are refused, and accepted, as they are shown', () => {
    const rows = rowsUnder(text, 'property | rejected');
    expect(rows.length).toBeGreaterThan(3);
    for (const [name = '', refused, instead] of rows) {
      const member = name.replaceAll('`', '');
      expect(checkMicrocredential?.call(rules, microcredential({ [member]: refused })), refused).toBe(false);
      expect(checkMicrocredential?.call(rules, microcredential({ [member]: instead })), instead).toBe(true);
    }
  });
});

test('the guide on limits has the figures of the contract', () => {
  expect(Object.fromEntries(rowsUnder(told('Limits'), 'item | limit'))).toEqual({
    'JSON body': '1 MiB',
    'request line and headers': '16 KiB',
    'form body': '8 KiB',
    'asset file': '10 MiB',
    '`id`, `credential_id`, `asset_id`, `request_id`': '255 characters',
    URL: '2,048 characters',
    '`document` of an open certificate': '512 KiB',
    'names and free text': '500 characters',
    '`majors`': '20',
    '`subjects`': '500',
    '`subskills`': '20',
    '`partner_chain`': '20',
    'v1 batch': '1 to 100 items',
    'v2 batch': '50 items of each kind, 10 assets for each item',
    'ids in a list of submission statuses or verification requests': '1 to 30 ids',
    '`request_source`': '20',
    webhooks: '10 for each partner',
    'page size of the delivery log': '1 to 100 deliveries',
    'retention of the delivery log': '30 days',
    requests: '100 a second for each partner, bursts of 200 every 10 seconds',
    'test events and redeliveries together': '1 a second for each partner, bursts of 5 every 10 seconds',
    'opened links, sign-ins, and sign-ins on the mobile application':
      '600 from an IP address and 60 in a session within 1 minute; above the limit, a page says when to try again',
    'deliveries in flight to one host': '64, for all partners together',
    'JSON bodies above 4 KiB': '1 MiB a second for each partner, bursts of 10 MiB every 10 seconds',
    'files uploaded': '4 MiB a second for each partner, bursts of 100 MiB every 10 seconds',
    'token requests': '10 a second for each partner',
    'minimum rate of a request body': '16 KiB a second on average, after the first 10 seconds',
    'request bodies in flight':
      '40 MiB for each partner, 96 MiB for all partners; bodies of at most 4 KiB are not counted; one upload at a time for each link',
    'timeout for receiving a request': '1 minute for the request line and headers, 2 minutes for the whole request',
    'files of submissions without consent': '10 GiB in total for each partner',
    'idle connection': '75 seconds',
  });
});

describe('what the page of the package says of it', () => {
  const text = told('Package');
  const numbers = (rows: string[][], last: number) =>
    Object.fromEntries(
      rows.flatMap(([names, ...cells]) => {
        const values = cells[last]?.split(', ').map((value) => Number(value.replaceAll(',', ''))) ?? [];
        return codesIn(names).map((name, i) => [name.replace('retry.', ''), values[i] ?? values[0]]);
      }),
    );

  test('the options are all there, with their defaults', () => {
    const options = rowsUnder(text, 'option').flatMap(([names]) => codesIn(names));
    const known: Record<keyof PartnerClientOptions, true> = {
      baseUrl: true,
      clientId: true,
      clientSecret: true,
      scope: true,
      retry: true,
      hooks: true,
      fetch: true,
      timing: true,
    };
    expect(options).toEqual(Object.keys(known));
    expect(numbers(rowsUnder(text, 'retry option'), 1)).toEqual(DEFAULT_RETRY_POLICY);
    expect(numbers(rowsUnder(text, 'function | default'), 0)).toEqual({
      uploadAsset: UPLOAD_TIMEOUT_MS,
      waitForVerification: WAIT_TIMEOUT_MS,
      waitForSubmission: WAIT_TIMEOUT_MS,
    });
    const readme = readFileSync(new URL('../../scripts/package/package-readme.md', import.meta.url), 'utf8');
    const rows = rowsUnder(readme, 'option').filter(([names]) => names?.includes('retry.'));
    expect(numbers(rows, 1)).toEqual(DEFAULT_RETRY_POLICY);
  });

  test('the hooks are all there, with what they are told', () => {
    const hooks: Record<keyof ClientHooks, string[]> = {
      onRequest: ['operation', 'attempt'] satisfies (keyof Attempt)[],
      onAnswer: [
        'operation',
        'attempt',
        'status',
        'failure',
        'requestId',
        'tookMs',
      ] satisfies (keyof AttemptAnswered)[],
      onRetry: ['operation', 'attempt', 'pauseMs'],
      onToken: ['endsAt'],
    };
    const rows = rowsUnder(text, 'hook').map(([name, members]) => [codesIn(name)[0], codesIn(members)]);
    expect(Object.fromEntries(rows)).toEqual(hooks);
  });

  test('the errors are all there', () => {
    const thrown = rowsUnder(text, 'error class').map(([name]) => codesIn(name)[0]);
    const errors = Object.keys(client).filter((name) => /Error$/.test(name));
    expect(thrown.toSorted()).toEqual(errors.toSorted());
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

test('the introduction has the addresses of every environment', () => {
  const rows = [...guide('introduction').matchAll(/^- (\w+)\b.*: API `(.*)`, user application `(.*)`$/gm)].map((row) =>
    row.slice(1),
  );
  const servers = (contract as unknown as { servers: Record<string, string>[] }).servers;
  expect(rows).toEqual(servers.map((server) => [server['x-environment'], server['url'], server['x-app-url']]));
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

test('every row of the test data is refused as the page says', async () => {
  const service = await startService();
  try {
    const token = await service.token();
    const rows = [...told('Test data').matchAll(/^- `(.*)`: `(.*)` as `(.*)` is `(.*)`$/gm)].map((row) => row.slice(1));
    expect(rows.length).toBeGreaterThan(5);
    for (const [id = '', pointer = '', value = '', violation] of rows) {
      const { method, path } = operations[id as OperationId];
      const operation = listOperations(contract).find((listed) => listed.operation.operationId === id)?.operation;
      const [first = ''] = Object.keys(operation?.requestBody?.content['application/json']?.examples ?? {});
      const body = withValue(example(first), pointer, JSON.parse(value));
      const answer = await service.call(method, path, { token, body });
      const violations = answer.body.errors?.map((error: { pointer: string; code: string }) => [
        error.pointer,
        error.code,
      ]);
      expect([id, value, answer.status]).toEqual([id, value, 422]);
      // One value may break two rules of a kind.
      for (const each of violations) expect([id, value, ...each]).toEqual([id, value, pointer, violation]);
    }
  } finally {
    await service.stop();
  }
});
