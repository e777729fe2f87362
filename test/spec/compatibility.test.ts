import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Break, breaksOf, lastRelease, unreleasedChanges } from '../../scripts/check-compatibility.ts';
import { contract } from '../support/contract.ts';
import { BREAKS, type Edit, HARMLESS } from './compatibility-edits.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test changes whatever it likes in the contract
function editedBy(edit: Edit): any {
  const copy = structuredClone(contract);
  edit(copy);
  expect(copy, 'the edit changes something').not.toEqual(contract);
  return copy;
}

const PATHS = ['paths', 'webhooks'] as const;

/** The components that a part of a contract refers to, directly or not, as their pointers. */
// biome-ignore lint/suspicious/noExplicitAny: a test changes whatever it likes in the contract
function refsOf(part: unknown, within: any = contract, found = new Set<string>()): Set<string> {
  for (const [, ref = ''] of JSON.stringify(part ?? null).matchAll(/"\$ref":"#([^"]+)"/g)) {
    if (found.has(ref)) continue;
    found.add(ref);
    const target = ref
      .slice(1)
      .split('/')
      .reduce((at, name) => at?.[name], within);
    refsOf(target, within, found);
  }
  return found;
}

const refs = Object.fromEntries(
  PATHS.flatMap((kind) => Object.entries(contract[kind]).map(([name, item]) => [name, refsOf(item)])),
);

/**
 * The breaks of many edits, asked for at once: each edit is made in copies of its own of the paths that it concerns and of the
 * components that these refer to, and these stand side by side in one contract.
 */
async function breaksOfEach(edits: readonly Edit[]): Promise<Break[][]> {
  const { securitySchemes } = contract.components;
  const empty = { ...contract, paths: {}, webhooks: {}, components: { securitySchemes } };
  const [before, after] = [structuredClone(empty), structuredClone(empty)];
  const separate = edits.map((edit, index) => {
    const copy = editedBy(edit);
    const { paths, webhooks, components, ...rest } = copy;
    const changed = Object.entries(contract.components).flatMap(([kind, members]) =>
      Object.entries(members as object).flatMap(([name, member]) =>
        isDeepStrictEqual(components[kind][name], member) ? [] : [`/components/${kind}/${name}`],
      ),
    );
    // What stands outside of them can be in a contract once.
    if (
      Object.keys(rest).some((name) => !isDeepStrictEqual(rest[name], contract[name])) ||
      !isDeepStrictEqual(components.securitySchemes, securitySchemes)
    )
      return breaksOf(contract, copy);
    const concerned = PATHS.flatMap((kind) =>
      [...new Set([...Object.keys(contract[kind]), ...Object.keys(copy[kind])])]
        .filter(
          (name) =>
            !isDeepStrictEqual(copy[kind][name], contract[kind][name]) ||
            changed.some((component) => refs[name]?.has(component)),
        )
        .map((name) => [kind, name] as const),
    );
    for (const [side, whole] of [
      [before, contract],
      [after, copy],
    ] as const) {
      const own = (part: unknown) =>
        JSON.parse(JSON.stringify(part).replaceAll(/"#\/components\/(\w+)\//g, `"#/components/$1/${index}-`));
      for (const [kind, name] of concerned) {
        const item = whole[kind][name];
        if (item !== undefined) side[kind][`/${index}${name.replace(/^\/?/, '/')}`] = own(item);
        for (const pointer of refsOf(item, whole)) {
          const [, , of = '', component = ''] = pointer.split('/');
          if (of === 'securitySchemes') continue;
          side.components[of] ??= {};
          side.components[of][`${index}-${component}`] = own(whole.components[of][component]);
        }
      }
    }
    return undefined;
  });
  const together = await breaksOf(before, after);
  const ofEdit = (index: number) => together.filter(({ place }) => place.split('/')[2]?.startsWith(`~1${index}~1`));
  return Promise.all(edits.map(async (_, index) => (await separate[index]) ?? ofEdit(index)));
}

const webhook = '/api/partner/v2/webhooks/{id}';

test('the contract is compatible with the last released one', { timeout: 60_000 }, async () => {
  const found = await breaksOf(await lastRelease(), contract, await unreleasedChanges());
  expect(found.filter(({ isUnderDevelopment }) => !isUnderDevelopment)).toEqual([]);
});

describe('what a correct client would notice is a break', () => {
  let breaks: Break[][];
  beforeAll(async () => {
    breaks = await breaksOfEach(BREAKS.map(([, edit]) => edit));
  });

  test.for(BREAKS.map(([name, , place], index) => [name, place, index] as const))('%s', ([, place, index]) => {
    const found = breaks[index] ?? [];
    const stable = found.filter(({ isUnderDevelopment }) => !isUnderDevelopment);
    expect(stable).not.toEqual([]);
    expect(stable.map((each) => each.place.replaceAll('~1', '/')).join('\n')).toContain(place);
  });
});

describe('what a correct client does not notice is none', () => {
  let breaks: Break[][];
  beforeAll(async () => {
    breaks = await breaksOfEach(HARMLESS.map(([, edit]) => edit));
  });

  test.for(HARMLESS.map(([name], index) => [name, index] as const))('%s', ([, index]) => {
    expect(breaks[index]).toEqual([]);
  });
});

describe('in all of its places', () => {
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
    breaks = await breaksOfEach(edits);
  });
  const underDevelopment = (found: Break[] = []) => new Set(found.map(({ isUnderDevelopment }) => isUnderDevelopment));

  test('an event keeps its headers and members, as an answer does', () => {
    expect(underDevelopment(breaks[0])).toEqual(new Set([true]));
    const there = breaks[0]?.filter(({ place }) => /^#\/webhooks\/[^/]*verificationEvent\/post\//.test(place)) ?? [];
    expect(there.map(({ message }) => message).sort()).toEqual([
      'Header `X-Signature` is no longer promised.',
      'Properties are no longer required: `created_at`.',
      'Response header `X-Timestamp` was removed.',
    ]);
  });

  test('a path may go when all of its operations are under development', () => {
    expect(breaks[1]?.length).toBe(1);
    expect(underDevelopment(breaks[1])).toEqual(new Set([true]));
  });

  test('what is under development may change, and it is said', () => {
    expect(breaks[2]?.map(({ place }) => place).join('\n')).toContain('x-delivery');
    expect(breaks[2]?.length).toBeGreaterThan(2);
    expect(underDevelopment(breaks[2])).toEqual(new Set([true]));
  });

  test('a component that a stable operation shares with one under development is held to the stable one', () => {
    expect(underDevelopment(breaks[3])).toEqual(new Set([true, false]));
  });
});
