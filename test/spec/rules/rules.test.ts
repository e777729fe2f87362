import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { service as limits, type OperationId, operations, scopes } from '../../../generated/operations.ts';
import { hashClientSecret } from '../../../server/oauth/client-secret.ts';
import { grouped } from '../../conformance/mutants/sample.ts';
import { type Answer, startService, type TestService } from '../../support/service.ts';
import { batchRules } from './batches.ts';
import { asVariant, freshBody, REGISTERED_DOMAINS, requests } from './bodies.ts';
import { dateRules } from './dates.ts';
import { decisionRules } from './decisions.ts';
import { documentRules } from './documents.ts';
import { educationRules } from './education.ts';
import { englishProficiencyRules } from './english-proficiency.ts';
import { microcredentialRules } from './microcredential.ts';
import { rightToWorkRules } from './right-to-work.ts';
import { atKeyword, jsonOperations, keywords, type Mount, mounts, properties } from './schemas.ts';
import { statusQueryRules } from './status-query.ts';
import { having, type Json, type Rule, type Value, valueAt } from './table.ts';
import { textRules } from './text.ts';
import { verificationRules } from './verification.ts';
import { webhookRules } from './webhooks.ts';

const tables = [
  textRules,
  dateRules,
  documentRules,
  educationRules,
  englishProficiencyRules,
  microcredentialRules,
  rightToWorkRules,
  batchRules,
  statusQueryRules,
  verificationRules,
  webhookRules,
  decisionRules,
];
const rules: [string, Rule][] = tables.flatMap((table) => Object.entries(table));

/**
 * As many calls at a time keep the service busy. A webhook that was made is deleted again before the next call, so that
 * there are never more than a partner may have.
 */
const CONCURRENCY = limits.max_webhooks;

/**
 * An id belongs to a partner and to a kind of submission: with a partner for each operation and each variant of its body, no case
 * meets another's id.
 */
const partnerOf = ({ operation, variants }: Mount) =>
  [operation, ...variants.filter(({ place }) => place === '').map(({ value }) => value)].join('.');

const SECRET = 'secret-of-the-rules';
const tokens = new Map<string, Promise<string>>();
let service: TestService;
/** The webhook that is replaced. */
let webhookId: string;

beforeAll(async () => {
  // What the contract says without a condition is what holds in production.
  service = await startService({ change: () => ({ allowLoopback: false }) });
  for (const clientId of new Set([...jsonOperations, ...mounts.map(partnerOf)])) {
    await service.services.store.addPartner({
      clientId,
      name: clientId,
      secretHash: hashClientSecret(SECRET),
      scopes,
      domains: REGISTERED_DOMAINS,
      createdAt: service.clock.now(),
      disabledAt: null,
    });
  }
  const { method, path } = operations.createWebhook;
  const token = await tokenOf('replaceWebhook');
  const created = await service.call(method, path, { token, body: freshBody('replaceWebhook') });
  webhookId = created.body.id;
});

afterAll(() => service?.stop());

function tokenOf(clientId: string, withoutScope?: string): Promise<string> {
  const key = `${clientId} ${withoutScope}`;
  const scope = scopes.filter((name) => name !== withoutScope).join(' ');
  const token = tokens.get(key) ?? service.token({ clientId, secret: SECRET, scope });
  tokens.set(key, token);
  return token;
}

async function send(operation: OperationId, body: Json, token: string): Promise<Answer> {
  const { method, path } = operations[operation];
  const answer = await service.call(method, path.replace('{id}', webhookId), {
    token,
    headers: { 'Content-Type': 'application/json' },
    // As text: the body may be null, or a string.
    body: JSON.stringify(body),
  });
  if (operation === 'createWebhook' && answer.status === 201) {
    const { method, path } = operations.deleteWebhook;
    await service.call(method, path.replace('{id}', answer.body.id), { token });
  }
  return answer;
}

/** The pointer to a place in this body: the last item of each list. */
function resolve(place: string, body: Json): string {
  return place.split('/').reduce((pointer, name) => {
    if (pointer === '' && name === '') return '';
    return `${pointer}/${name === '*' ? valueAt(body, pointer).length - 1 : name}`;
  }, '');
}

/** A valid body in which the mount is in force, and the pointer to it. */
function bodyFor({ operation, place, variants }: Mount, body = freshBody(operation)): { body: Json; pointer: string } {
  for (const variant of variants) asVariant(valueAt(body, resolve(variant.place, body)), variant.value);
  return { body, pointer: resolve(place, body) };
}

/** What the value makes of what stands at the mount. */
function made(value: Value, valid: Json): Json {
  return typeof value === 'function' ? value(valid) : value;
}

interface Case {
  /** One, or several that the value is put at together; one body has them all. */
  mounts: readonly Mount[];
  value: Value;
  /** Pointers from each mount on, each with the code before it; none when the value is accepted. */
  violations: readonly string[];
  withoutScope: string | undefined;
}

/** Whether the component stands at the same place of the same body in an earlier variant. */
const isInAnotherVariant = (mount: Mount) => mounts.find((other) => nameOf(other) === nameOf(mount)) !== mount;

const nameOf = ({ operation, component, place }: Mount) => `${operation} ${component} ${place}`;

function casesOf({ accepted, refused, withoutScope }: Rule, groups: readonly (readonly Mount[])[]): Case[] {
  const expected: [string, readonly Value[]][] = [['', accepted], ...Object.entries(refused)];
  return groups.flatMap((group) =>
    expected.flatMap(([violations, values]) =>
      values.flatMap((value, index) => {
        // In the other variants of a body the first value shows that the rule holds there too.
        const mounts = index === 0 ? group : group.filter((mount) => !isInAnotherVariant(mount));
        const each = { mounts, value, violations: violations === '' ? [] : violations.split(', '), withoutScope };
        return mounts.length > 0 ? [each] : [];
      }),
    ),
  );
}

const operationOf = ([first]: readonly Mount[]) => (first as Mount).operation;

/** What the answer to a case must be, and what it is. */
async function outcomeOf({ mounts, value, violations, withoutScope }: Case) {
  const operation = operationOf(mounts);
  let sent = freshBody(operation);
  const pointers = mounts.map((mount) => {
    const { body, pointer } = bodyFor(mount, sent);
    const changed = made(value, valueAt(body, pointer));
    sent = pointer === '' ? changed : having(pointer, () => changed)(body);
    return pointer;
  });
  const answer = await send(operation, sent, await tokenOf(partnerOf(mounts[0] as Mount), withoutScope));
  const [first] = violations;
  const expected =
    first === undefined
      ? [[requests[operation]?.accepted, ...(requests[operation]?.accepted === 404 ? ['not_found'] : [])].join(' ')]
      : first === 'insufficient_scope'
        ? ['403 insufficient_scope']
        : pointers.flatMap((pointer) => violations.map((violation) => refusal(violation, pointer)));
  const found = answer.body.errors?.map((error: Json) => `422 ${error.code} ${error.pointer}`);
  return {
    at: pointers.join(),
    value: JSON.stringify(valueAt(sent, pointers[0] ?? ''))?.slice(0, 200),
    expected: expected.sort(),
    // A member that breaks several rules of one kind may have a violation for each.
    actual: found === undefined ? [statusOf(answer)] : [...new Set<string>(found)].sort(),
  };
}

const refusal = (violation: string, mount: string) => `422 ${violation.replace(' ', ` ${mount}`)}`;

/** The answer to an earlier case would say nothing of this one. */
function statusOf({ status, headers, body }: Answer): string {
  if (status >= 300) return `${status} ${body.code}`;
  return headers.has('Idempotent-Replayed') ? `${status} replayed` : String(status);
}

/**
 * The cases that did not have their outcome. Where several mounts together did not, as when ids must differ, each is
 * tried alone.
 */
async function failuresOf(cases: readonly Case[]) {
  const failures: Awaited<ReturnType<typeof outcomeOf>>[] = [];
  const waiting = [...cases];
  const worker = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { mounts } = next;
      const outcome = await outcomeOf(next);
      if (outcome.expected.join() === outcome.actual.join()) continue;
      if (mounts.length === 1) failures.push(outcome);
      else for (const mount of mounts) waiting.push({ ...next, mounts: [mount] });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return failures;
}

const mountsOf = (component: string) => mounts.filter((mount) => mount.component === component);
const componentOf = (keyword: string) => keyword.slice(0, keyword.indexOf('#'));

describe.each(rules)('%s', (keyword, rule) => {
  const groups = grouped(mountsOf(componentOf(keyword)), ({ operation, variants }) =>
    JSON.stringify([operation, variants]),
  );
  const cases = grouped(casesOf(rule, groups), ({ mounts }) => operationOf(mounts));
  test.each(
    cases.map((ofOperation) => [operationOf(ofOperation[0]?.mounts ?? []), ofOperation] as const),
  )('holds everywhere in the body of %s', async (_, ofOperation) => {
    expect(await failuresOf(ofOperation)).toEqual([]);
  });
});

describe('the fullest body', () => {
  test('is known of every operation that takes JSON, and of no other', () => {
    expect(Object.keys(requests).sort()).toEqual([...jsonOperations].sort());
  });

  test.each(jsonOperations)('is accepted by %s', async (operation) => {
    expect((await send(operation, freshBody(operation), await tokenOf(operation))).status).toBe(
      requests[operation]?.accepted,
    );
  });

  test('has every property of the contract, with a value', () => {
    const missing = properties
      .filter(({ mount, pointer, mayHold }) => {
        const { body, pointer: at } = bodyFor(mount);
        const value = valueAt(body, at + pointer);
        return value === undefined || (value === null && mayHold);
      })
      .map(({ mount, pointer }) => `${mount.operation} ${mount.place}${pointer}`);
    expect(missing).toEqual([]);
  });

  test('has an item in every list, so that each component stands somewhere', () => {
    const empty = mounts.filter((mount) => {
      const { body, pointer } = bodyFor(mount);
      return valueAt(body, pointer) === undefined;
    });
    expect(empty.map(({ operation, place }) => `${operation} ${place}`)).toEqual([]);
  });
});

describe('the tables', () => {
  const named = rules.map(([keyword]) => keyword);

  test('have a row for every keyword of every request schema', () => {
    expect(keywords.filter((keyword) => !named.includes(keyword))).toEqual([]);
  });

  test('have no row for a keyword that the contract does not have', () => {
    expect(named.filter((keyword) => !keywords.includes(keyword))).toEqual([]);
  });

  test('have no two rows for one keyword', () => {
    expect(named.filter((keyword, index) => named.indexOf(keyword) !== index)).toEqual([]);
  });

  test('have an accepted and a refused value in every row', () => {
    const oneSided = rules.filter(
      ([, { accepted, refused }]) => accepted.length === 0 || Object.values(refused).flat().length === 0,
    );
    expect(oneSided.map(([keyword]) => keyword)).toEqual([]);
  });

  const enums = rules.filter(([keyword]) => /\/(enum|discriminator)$/.test(keyword));
  test.each(enums)('accept the words of %s, all of them and no others', (keyword, { accepted }) => {
    const [mount] = mountsOf(componentOf(keyword));
    if (mount === undefined) throw new Error(`${keyword} stands in no body`);
    const { mapping, propertyName } = atKeyword(keyword);
    const place = keyword.slice(keyword.indexOf('#') + 1, keyword.lastIndexOf('/'));
    const [, ...names] = `${place}${mapping ? `/properties/${propertyName}` : ''}`.split('/properties');
    const words = accepted.map((value) => {
      const { body, pointer } = bodyFor(mount);
      return valueAt(made(value, valueAt(body, pointer)), names.join(''));
    });
    expect(words.sort()).toEqual((mapping ? Object.keys(mapping) : [...atKeyword(keyword)]).sort());
  });
});
