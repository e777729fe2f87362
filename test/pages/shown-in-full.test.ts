import { describe, expect, test } from 'vitest';
import { credentialTypes, operations, scopes } from '../../generated/operations.ts';
import { requestBodies } from '../../generated/validators.js';
import type { Contract, Schema } from '../../scripts/contract/openapi.ts';
import { contractRules } from '../../server/api/contract/extension-keywords.ts';
import { type CredentialType, credentialTypeNames, type SubmissionKind } from '../../server/domain/credential-types.ts';
import { documentHolders } from '../../server/domain/documents.ts';
import { submissionDetails } from '../../server/pages/content.ts';
import { ConsentPage } from '../../server/pages/views/decision-pages.tsx';
import { createLogger } from '../../server/platform/log.ts';
import type { HeldSubmission } from '../../server/storage/database/submissions/submission.ts';
import { contract } from '../support/contract.ts';
import { testClock } from '../support/service.ts';
import { alternativesOf, type FullBody } from './full-bodies.ts';
import { consentProps, inFrame, page } from './pages.ts';

const adds = {
  ...credentialTypes,
  microcredential_batch: 'addMicrocredentialBatch',
  credential_batch: 'addCredentialBatch',
} as const satisfies Record<SubmissionKind, keyof typeof operations>;

/** Properties that the pages omit on purpose: IDs from the partner, which mean nothing to users. */
const notShown: Record<SubmissionKind, readonly string[]> = {
  ...(Object.fromEntries(credentialTypeNames.map((type) => [type, ['/id']])) as Record<CredentialType, string[]>),
  microcredential_batch: ['/credentials/*/id', '/id'],
  credential_batch: [
    '/credential_id',
    '/digital_identity/credential_id',
    '/education_items/*/assets/*/asset_id',
    '/education_items/*/credential_id',
    '/english_proficiency_items/*/assets/*/asset_id',
    '/english_proficiency_items/*/credential_id',
    '/microcredential_items/*/assets/*/asset_id',
    '/microcredential_items/*/credential_id',
    '/right_to_work_items/*/credential_id',
  ],
};

const rules = contractRules({
  domains: ['*'],
  scopes,
  allowLoopback: false,
});

const schemaOf = ({ paths }: Contract, kind: SubmissionKind): Schema =>
  paths[operations[adds[kind]].path]?.['post']?.requestBody?.content['application/json']?.schema ?? {};

/** Returns everything that a user can read on the consent page: its text, link addresses, and linked certificates. */
async function consentText(kind: SubmissionKind, body: object): Promise<string> {
  const stored = Buffer.from(JSON.stringify(body));
  const shown = await submissionDetails(
    {
      store: { readContent: async () => stored, listAssets: async () => [], listDocuments: async () => [] },
      files: { get: async () => null },
      encryptor: { decrypt: () => stored },
      clock: testClock(),
      appUrl: 'http://app.test',
      log: createLogger('silent'),
      submissionWindow: 1,
    } as unknown as Parameters<typeof submissionDetails>[0],
    { requestId: 'r', kind, documentsDeletedAt: null } as HeldSubmission,
  );
  if (shown === null) throw new Error('The submission has no content');
  const html = inFrame(page(ConsentPage, { ...consentProps, ...shown }), { appUrl: 'http://app.test' });
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const links = [...main.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href);
  const documents = documentHolders(kind, body).map(({ document_type, data: { document } }) =>
    document_type === 'open_cert' && typeof document === 'string' ? document : '',
  );
  const linked = documents.filter((_, index) => links.includes(`/credentials/r/documents/${index}`));
  return [main.replace(/<[^>]*>/g, ' '), ...links, ...linked].join('\n');
}

/** Returns the properties that can change without changing the consent page. */
async function unseenProperties(within: Contract, kind: SubmissionKind): Promise<string[]> {
  const unseen = new Set<string>();
  async function look({ body, markers }: FullBody): Promise<string> {
    const text = await consentText(kind, body);
    for (const { path, shown } of markers) if (!text.includes(shown)) unseen.add(path);
    // Removes the markers, so that two texts differ only if the page shows the chosen value.
    return markers.reduce((rest, { shown }) => rest.replaceAll(shown, ''), text);
  }
  for (const { path, bodies } of alternativesOf(within, schemaOf(within, kind))) {
    const texts = await Promise.all(bodies.map(look));
    if (new Set(texts).size < texts.length) unseen.add(path);
  }
  return [...unseen].sort();
}

describe.each(Object.keys(adds) as SubmissionKind[])('The consent page for %s', (kind) => {
  test('the consent page shows every property that a partner can send, except for IDs', async () => {
    expect(await unseenProperties(contract, kind)).toEqual(notShown[kind]);
  });

  test('the request bodies that the test of the consent page generates are valid', () => {
    const validate = requestBodies[adds[kind]];
    for (const { path, bodies } of alternativesOf(contract, schemaOf(contract, kind)))
      for (const { body } of bodies) {
        expect(validate?.call(rules, body), `${path}: ${JSON.stringify(validate?.errors)}`).toBe(true);
      }
  });
});

test('the test of the consent page detects a property that the page does not show', async () => {
  const planted: Contract = structuredClone(contract);
  const { properties = {} } = planted.components.schemas['EducationCredential'] ?? {};
  const schemas = [{ enum: ['full_time', 'part_time'] }, { type: 'boolean' }, { const: 'full_time' }];
  const references = ['Text', 'CalendarDate'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const names: string[] = [];
  for (const [n, schema] of [...schemas, ...references].entries()) {
    names.push(`/data/credential/planted_${n}`);
    properties[`planted_${n}`] = schema;
  }
  expect(await unseenProperties(planted, 'education')).toEqual([...names, '/id']);
});
