import { beforeAll, describe, expect, test } from 'vitest';
import { type Break, breaksOf, lastRelease, unreleasedChanges } from '../../scripts/check-compatibility.ts';
import { contract } from '../support/contract.ts';
import { BREAKS, type Edit, HARMLESS } from './compatibility-edits.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test changes any part of the contract
function editedBy(edit: Edit): any {
  const copy = structuredClone(contract);
  edit(copy);
  expect(copy, 'the edit changes something').not.toEqual(contract);
  return copy;
}

const breaksOfEdit = (edit: Edit): Promise<Break[]> => breaksOf(contract, editedBy(edit));

const webhook = '/api/partner/v2/webhooks/{id}';

test('the contract is compatible with its last release', { timeout: 60_000 }, async () => {
  const found = await breaksOf(await lastRelease(), contract, await unreleasedChanges());
  expect(found.filter(({ isUnderDevelopment }) => !isUnderDevelopment)).toEqual([]);
});

describe.concurrent('A breaking change', { timeout: 120_000 }, () => {
  test.for([...BREAKS])('the check reports the breaking change: %s', async ([, edit, place], { expect }) => {
    const stable = (await breaksOfEdit(edit)).filter(({ isUnderDevelopment }) => !isUnderDevelopment);
    expect(stable).not.toEqual([]);
    expect(stable.map((each) => each.place.replaceAll('~1', '/')).join('\n')).toContain(place);
  });
});

describe.concurrent('A compatible change', { timeout: 120_000 }, () => {
  test.for([...HARMLESS])('the check reports no breaking change: %s', async ([, edit], { expect }) => {
    expect(await breaksOfEdit(edit)).toEqual([]);
  });
});

describe('The classification of a breaking change', () => {
  const edits: Edit[] = [
    (c) => {
      const { parameters } = c.webhooks.verificationEvent.post;
      c.webhooks.verificationEvent.post.parameters = parameters.slice(1);
      parameters[1].required = false;
      c.components.schemas.VerificationEvent.required.pop();
      c.components.schemas.VerificationEvent.properties.more = { type: 'string' };
    },
    (c) => delete c.paths[webhook],
    (c) => {
      delete c.paths[webhook].put;
      c.components.schemas.WebhookCreate.required.push('name');
      c.webhooks.verificationEvent.post['x-delivery'].timeout_seconds = 2;
    },
    (c) => {
      c.components.schemas.MicrocredentialName.maxLength = 10;
    },
  ];
  let breaks: Break[][];
  beforeAll(async () => {
    breaks = await Promise.all(edits.map(breaksOfEdit));
  }, 120_000);
  const underDevelopment = (found: Break[] = []) => new Set(found.map(({ isUnderDevelopment }) => isUnderDevelopment));

  test('the check reports removed headers and optional properties of a webhook event', () => {
    expect(underDevelopment(breaks[0])).toEqual(new Set([true]));
    const there = breaks[0]?.filter(({ place }) => /^#\/webhooks\/[^/]*verificationEvent\/post\//.test(place)) ?? [];
    expect(there.map(({ message }) => message).sort()).toEqual([
      'Header `X-Signature` is no longer required.',
      'Properties are no longer required: `created_at`.',
      'Response header `X-Timestamp` was removed.',
    ]);
  });

  test('a path can be removed if all of its operations are under development', () => {
    expect(breaks[1]?.length).toBe(1);
    expect(underDevelopment(breaks[1])).toEqual(new Set([true]));
  });

  test('the check reports and allows breaking changes to operations under development', () => {
    expect(breaks[2]?.map(({ place }) => place).join('\n')).toContain('x-delivery');
    expect(breaks[2]?.length).toBeGreaterThan(2);
    expect(underDevelopment(breaks[2])).toEqual(new Set([true]));
  });

  test('a change to a component counts as stable if any stable operation uses the component', () => {
    expect(underDevelopment(breaks[3])).toEqual(new Set([true, false]));
  });
});
