import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkTarget } from '../../scripts/conformance/check.ts';
import { contract } from '../../scripts/conformance/own/own-contract.ts';
import type { Target, TargetReport } from '../../scripts/conformance/types.ts';
import { contractRules } from '../../server/contract/contract-rules.ts';
import { sized } from '../support/size.ts';
import { answerMutants } from './mutants/answer-mutants.ts';
import { contractMutants } from './mutants/contract-mutants.ts';
import { type GeneratedModules, generateModules } from './mutants/generated-modules.ts';
import type { Mutant } from './mutants/mutant.ts';
import { type Alteration, mutateAnswer } from './mutants/mutate-answer.ts';
import { patternEdits } from './mutants/pattern-edits.ts';
import { edited, pointerOf } from './mutants/pointer.ts';
import { type Check, runMutants, type Trial, TrueServerRefused } from './mutants/run.ts';
import { sample } from './mutants/sample.ts';
import { idleExplanations, scoreOf } from './mutants/score.ts';
import { openWorkshop, type RunningMutant, type Workshop } from './mutants/start-server.ts';
import { explained } from './mutants/survivors.ts';

const { mutants: ofContract, equivalents } = contractMutants(contract);
const ofAnswers = answerMutants(contract);
const all = [...ofContract, ...ofAnswers];

function named(name: string): Mutant {
  const found = all.find((mutant) => mutant.name === name);
  if (found === undefined) throw new Error(`There is no mutant ${name}`);
  return found;
}

/** Where two documents differ: the outermost pointers below which everything else is the same. */
function differences(one: unknown, other: unknown, pointer = ''): string[] {
  if (one === other) return [];
  const areObjects = [one, other].every((value) => typeof value === 'object' && value !== null);
  if (!areObjects || Array.isArray(one) !== Array.isArray(other)) return [pointer];
  if (Array.isArray(one) && one.length !== (other as unknown[]).length) return [pointer];
  const names = new Set([...Object.keys(one as object), ...Object.keys(other as object)]);
  return [...names].flatMap((name) =>
    differences(
      (one as Record<string, unknown>)[name],
      (other as Record<string, unknown>)[name],
      pointer + pointerOf(name),
    ),
  );
}

describe('the mutants of the contract', () => {
  test('there are at least 200 of them, each with a name of its own', () => {
    expect(ofContract.length).toBeGreaterThan(200);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  test('are the same every time, and leave the contract as it is', () => {
    const before = JSON.stringify(contract);
    const again = [...contractMutants(contract).mutants, ...answerMutants(contract)];
    expect(again.map(({ name }) => name)).toEqual(all.map(({ name }) => name));
    for (const { change } of ofContract) if ('contract' in change) edited(contract, change.contract);
    expect(JSON.stringify(contract)).toBe(before);
  });

  test('each differ from the contract in the one place that they name, and nowhere else', () => {
    for (const { name, pointer, change } of ofContract) {
      if (!('contract' in change)) throw new Error(`${name} changes no contract`);
      const found = differences(contract, edited(contract, change.contract));
      const elsewhere = found.filter((at) => at !== pointer && !at.startsWith(`${pointer}/`));
      // Where an item of a list is gone, the list is another one.
      const list = pointer.slice(0, pointer.lastIndexOf('/'));
      expect([name, elsewhere.filter((at) => at !== list)]).toEqual([name, []]);
      expect([name, found.length > 0]).toEqual([name, true]);
    }
  });

  test('name the operations that they can show in', () => {
    const none = all.filter(({ operations }) => operations.length === 0);
    expect(none.map(({ name }) => name)).toEqual([]);
    expect(named('scope dropped: /paths/~1api~1partner~1v2~1webhooks/post/security').operations).toEqual([
      'createWebhook',
    ]);
    // By way of EducationCredential, in two requests.
    expect(
      named('bound loosened by one: /components/schemas/Transcript/properties/subjects/maxItems').operations,
    ).toEqual(['addEducation', 'addCredentialBatch']);
  });

  test('touch every keyword that requests are held to', () => {
    const operators = new Set(ofContract.map(({ operator }) => operator));
    for (const operator of [
      'required dropped',
      'required added',
      'bound loosened by one',
      'bound tightened by one',
      'enum value dropped',
      'enum value added',
      'const changed',
      'pattern dropped',
      'pattern: anchor changed',
      'pattern: alternative changed',
      'pattern: quantifier changed',
      'pattern: class changed',
      'format dropped',
      'type widened',
      'type narrowed',
      'object opened',
      'property dropped',
      'not dropped',
      'if emptied',
      'then emptied',
      'else emptied',
      'anyOf branch dropped',
      'variant dropped',
      'x-https dropped',
      'x-public-address dropped',
      'x-registered-domain dropped',
      'x-required-scope dropped',
      'x-json-content dropped',
      'x-max-bytes dropped',
      'x-disjoint dropped',
      'x-naming-rules rule dropped',
      'x-naming-rules word dropped',
      'x-unique path dropped',
      'security dropped',
      'scope dropped',
      'scope replaced',
      'media type dropped',
      'body limit loosened by one',
      'parameter dropped',
      'default moved by one',
      'problem title changed',
      'problem status moved by one',
      'figure moved by one',
    ])
      expect(operators).toContain(operator);
  });
});

describe('what is left out as equivalent', () => {
  /** What a server would say of a body: the keywords and pointers of its errors. */
  async function verdicts(modules: GeneratedModules, operation: string, body: unknown): Promise<string[]> {
    const url = `data:text/javascript,${encodeURIComponent(modules['validators.js'])}`;
    const { requestBodies } = await import(/* @vite-ignore */ url);
    const domains = ['documents.example.edu'];
    const rules = contractRules({ domains, scopes: [], allowLoopback: false });
    const validate = requestBodies[operation];
    if (validate.call(rules, body)) return [];
    const errors: { instancePath: string; keyword: string; params: { missingProperty?: string } }[] = validate.errors;
    // `if` says that another error stands beside it.
    const told = errors.filter(({ keyword }) => keyword !== 'if');
    return [
      ...new Set(
        told.map(({ instancePath, keyword, params }) => `${keyword} ${instancePath} ${params.missingProperty}`),
      ),
    ].sort();
  }

  test.for([
    {
      schema: 'CalendarDateOrYear',
      at: '/type',
      after: ['string', 'null'],
      body: { data: { credential: { transcript: { overall: { issuance_date: null } } } } },
    },
    {
      schema: 'RightToWorkCredential',
      at: '/then/properties/singapore_work_rights/type',
      after: ['string', 'null'],
      body: { data: { credential: { country: 'SG', singapore_work_rights: null } } },
      operation: 'addRightToWork',
    },
  ])('$schema $at says nothing that another schema does not say too', async ({
    schema,
    at,
    after,
    body,
    operation = 'addEducation',
  }) => {
    const pointer = pointerOf('components', 'schemas', schema) + at;
    expect(equivalents.map(({ name }) => name)).toContainEqual(expect.stringContaining(pointer));
    const mutated = await generateModules(edited(contract, { pointer, after }));
    expect(await verdicts(mutated, operation, body)).toEqual(await verdicts(original, operation, body));
  });

  test('gives a reason, and none of it is a mutant as well', () => {
    const names = new Set(all.map(({ name }) => name));
    for (const { name, reason } of equivalents) {
      expect(reason).not.toBe('');
      expect(names).not.toContain(name);
    }
  });
});

describe('a pattern', () => {
  const kinds = (pattern: string) => patternEdits(pattern).map((edit) => [edit.kind, edit.pattern]);

  test.for<[string, [string, string][]]>([
    [
      '^ab$',
      [
        ['anchor', 'ab$'],
        ['anchor', '^ab'],
      ],
    ],
    [
      '(a|bc|d)',
      [
        ['alternative', '(bc|d)'],
        ['alternative', '(a|d)'],
        ['alternative', '(a|bc)'],
      ],
    ],
    [
      '(?!x$)y',
      [
        ['anchor', '(?!x)y'],
        ['lookahead', 'y'],
      ],
    ],
    [
      '[a-f0-9]',
      [
        ['class', '[^]'],
        ['class', '[0-9]'],
        ['class', '[a-f]'],
      ],
    ],
    [
      '[^\\u0000-\\u001F\\]-]',
      [
        ['class', '[^\\]-]'],
        ['class', '[^\\u0000-\\u001F-]'],
        ['class', '[^\\u0000-\\u001F\\]]'],
      ],
    ],
    [
      'a{4}b+c{1,3}',
      [
        ['quantifier', 'a{4,}b+c{1,3}'],
        ['quantifier', 'a{3,4}b+c{1,3}'],
        ['quantifier', 'a{4}b*c{1,3}'],
        ['quantifier', 'a{4}b+c{1,4}'],
        ['quantifier', 'a{4}b+c{1,2}'],
      ],
    ],
    ['\\^\\(\\[', []],
  ])('%s is broken in each of its parts', ([pattern, expected]) => {
    expect(kinds(pattern)).toEqual(expected);
  });
});

describe('the choice of mutants', () => {
  const operators = new Set(all.map(({ operator }) => operator));

  test('takes one of every operator before a second one of any', () => {
    const chosen = sample(all, operators.size, 7);
    expect(new Set(chosen.map(({ operator }) => operator))).toEqual(operators);
  });

  test('is the same for the same seed, another for another, and never longer than asked for', () => {
    const names = (seed: number) => sample(all, 300, seed).map(({ name }) => name);
    expect(names(1)).toEqual(names(1));
    expect(names(1)).not.toEqual(names(2));
    expect(new Set(names(1)).size).toBe(300);
    expect(sample(all.slice(0, 5), 300, 1)).toHaveLength(5);
  });
});

describe('an answer is changed in what is said alone', () => {
  const headers = () => new Headers({ 'content-type': 'application/json', 'x-request-id': 'one' });
  const body = {
    a: 'x',
    list: [
      { at: '2026-01-31T09:30:00.000000Z', code: 'b' },
      { at: null, code: 'c' },
    ],
  };
  const change = (alteration: Alteration) =>
    mutateAnswer({ operation: 'getJwks', status: 200, alteration }, 'getJwks', {
      status: 200,
      headers: headers(),
      body: JSON.stringify(body),
    });

  test.for<[Alteration, unknown]>([
    [{ kind: 'remove', at: ['a'] }, { list: body.list }],
    [
      { kind: 'set', at: ['list', '*', 'code'], value: 7 },
      { a: 'x', list: body.list.map((each) => ({ ...each, code: 7 })) },
    ],
    [
      { kind: 'cut', at: ['list', '*', 'at'], pattern: '\\.\\d+' },
      { a: 'x', list: [{ at: '2026-01-31T09:30:00Z', code: 'b' }, body.list[1]] },
    ],
    [
      { kind: 'next', at: ['list', '*', 'code'], among: ['a', 'b', 'c'] },
      {
        a: 'x',
        list: [
          { ...body.list[0], code: 'c' },
          { ...body.list[1], code: 'a' },
        ],
      },
    ],
    [
      { kind: 'surround', at: ['a'], before: '<', after: '>' },
      { a: '<x>', list: body.list },
    ],
    [
      { kind: 'first', at: ['list'] },
      { a: 'x', list: [body.list[0]] },
    ],
  ])('%j', ([alteration, expected]) => {
    const changed = change(alteration);
    expect(JSON.parse(changed?.body ?? '')).toEqual(expected);
    expect(changed?.status).toBe(200);
    expect([...(changed?.headers ?? [])]).toEqual([...headers()]);
  });

  test('its status, or one header', () => {
    expect(change({ kind: 'status', value: 201 })).toEqual({
      status: 201,
      headers: headers(),
      body: JSON.stringify(body),
    });
    const dropped = change({ kind: 'header', name: 'X-Request-Id', value: null });
    expect([...(dropped?.headers ?? [])]).toEqual([['content-type', 'application/json']]);
    expect(dropped?.body).toBe(JSON.stringify(body));
  });

  test('and not at all where there is nothing to change', () => {
    const nothing: Alteration[] = [
      { kind: 'remove', at: ['b'] },
      { kind: 'set', at: ['a', 'inside'], value: 1 },
      { kind: 'cut', at: ['a'], pattern: 'y' },
      { kind: 'header', name: 'retry-after', value: null },
    ];
    expect(nothing.map(change)).toEqual(nothing.map(() => null));
    const alteration: Alteration = { kind: 'status', value: 201 };
    const answer = { status: 404, headers: headers(), body: '{}' };
    expect(mutateAnswer({ operation: 'getJwks', status: 200, alteration }, 'getJwks', answer)).toBeNull();
    expect(mutateAnswer({ operation: 'getJwks', status: 404, alteration }, 'getWebhook', answer)).toBeNull();
  });
});

let workshop: Workshop;
let original: GeneratedModules;

beforeAll(async () => {
  [workshop, original] = await Promise.all([openWorkshop(), generateModules(contract)]);
});

afterAll(() => workshop.close());

describe('a mutant server', () => {
  let sound: RunningMutant;

  beforeAll(async () => {
    sound = await workshop.start('the true server', original);
  });

  afterAll(() => sound.stop());

  async function start({ name, change }: Mutant): Promise<RunningMutant> {
    if ('behaviour' in change) throw new TypeError('It needs a proxy');
    return 'contract' in change
      ? workshop.start(name, await generateModules(edited(contract, change.contract)))
      : workshop.start(name, original, change);
  }

  async function tokenOf({ baseUrl, clientId, clientSecret }: Target): Promise<string> {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    const answer = await fetch(`${baseUrl}/api/partner/v2/oauth/token.json`, { method: 'POST', body });
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  async function statusOf(target: Target, path: string, body: unknown): Promise<number> {
    const { status } = await fetch(target.baseUrl + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${await tokenOf(target)}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return status;
  }

  const visible: { mutant: string; path: string; body: unknown; true: number; mutated: number }[] = [
    {
      mutant: 'object opened: /components/schemas/WebhookCreate/additionalProperties',
      path: '/api/partner/v2/webhooks',
      body: { url: 'https://hooks.example.edu/', unknown: 1 },
      true: 422,
      mutated: 201,
    },
    {
      mutant: 'required dropped: /components/schemas/SubmissionStatusQuery/required (ids)',
      path: '/api/partner/v2/submissions/status.json',
      body: {},
      true: 422,
      mutated: 500,
    },
    {
      mutant: 'bound tightened by one: /components/schemas/SubmissionStatusQuery/properties/ids/minItems',
      path: '/api/partner/v2/submissions/status.json',
      body: { ids: ['ONE'] },
      true: 200,
      mutated: 422,
    },
    {
      mutant: 'answer status changed: listSubmissionStatusesV2 200 to 201',
      path: '/api/partner/v2/submissions/status.json',
      body: { ids: ['ONE'] },
      true: 200,
      mutated: 201,
    },
  ];
  test.for(sized(visible.slice(-2), visible))('behaves otherwise than the true one: $mutant', async ({
    mutant,
    path,
    body,
    true: expected,
    mutated,
  }) => {
    const broken = await start(named(mutant));
    try {
      expect(await statusOf(sound.target, path, body)).toBe(expected);
      expect(await statusOf(broken.target, path, body)).toBe(mutated);
    } finally {
      await broken.stop();
    }
  });

  test('fails when it is told to, from the next request on', async () => {
    const { target } = sound;
    const ask = async () => (await fetch(`${target.baseUrl}/.well-known/jwks.json`)).status;
    expect(await ask()).toBe(200);
    target.provoke?.(503);
    expect(await ask()).toBe(503);
    target.provoke?.(null);
    expect(await ask()).toBe(200);
  });
});

describe('the run', () => {
  const silent: TargetReport = {
    target: '',
    baseUrl: '',
    groups: {},
    findings: [],
    coverage: [],
    requests: 1,
    seconds: 0,
    cutShort: false,
  };
  const finding = {
    target: '',
    group: 'keywords',
    operation: null,
    case: 'a case',
    departures: ['a departure'],
  } as const;
  const options = (check: Check) => ({
    contract,
    workshop,
    check,
    seed: 1,
    maxSeconds: 10,
    wholeKit: null,
    lanes: 2,
  });
  const some = [
    named('answer status changed: getJwks 200 to 201'),
    named('answer status changed: getWebhook 200 to 201'),
  ];

  test('does not go on when the kit has a finding against the true server, or could not end', async () => {
    const finds: Check = async () => ({ ...silent, findings: [finding] });
    const isStopped: Check = async () => ({ ...silent, cutShort: true });
    const refused = await runMutants(some, options(finds)).catch((error) => error);
    expect(refused).toBeInstanceOf(TrueServerRefused);
    expect(refused.message).toContain('a case: a departure');
    await expect(runMutants(some, options(isStopped))).rejects.toThrow(TrueServerRefused);
  });

  test('counts what is noticed, and says of what survives whether it ever showed', async () => {
    const check: Check = async ({ name, baseUrl }) => {
      if (name.includes('getJwks')) await fetch(`${baseUrl}/.well-known/jwks.json`);
      return name.includes('getWebhook') ? { ...silent, findings: [finding] } : silent;
    };
    const trials = await runMutants(some, options(check));
    expect(trials.map(({ verdict, altered }) => [verdict, altered])).toEqual([
      ['survived', 1],
      ['noticed', 0],
    ]);
  });

  test('counts what makes no server, or makes the same server, for nothing', async () => {
    const broken: Mutant = {
      ...(ofContract[0] as Mutant),
      change: { contract: { pointer: '/components/schemas/Text/type', after: 'nonsense' } },
    };
    const annotated: Mutant = {
      ...(ofContract[0] as Mutant),
      change: { contract: { pointer: '/info/title', after: 'Another title' } },
    };
    const trials = await runMutants(
      [broken, annotated],
      options(async () => silent),
    );
    expect(trials.map(({ verdict }) => verdict)).toEqual(['stillborn', 'same server']);
    expect(trials[0]?.reason).toContain('type');
    expect(scoreOf(trials, [])).toMatchObject({ counted: 0, noticed: 0 });
  });
});

describe('the score', () => {
  const trial = (name: string, verdict: Trial['verdict']): Trial => ({
    mutant: { ...(all[0] as Mutant), name, operator: name.split(' ')[0] ?? '' },
    verdict,
    requests: 0,
    seconds: 0,
  });
  const trials = [trial('one a', 'noticed'), trial('one b', 'survived'), trial('two c', 'survived')];

  test('is the share of what was noticed; what is explained counts neither way', () => {
    expect(scoreOf(trials, [])).toMatchObject({ counted: 3, noticed: 1 });
    const score = scoreOf(trials, [{ name: /^two/, why: 'nobody can' }]);
    expect(score).toMatchObject({ counted: 2, noticed: 1, percent: 50 });
    expect(score.explained).toEqual([{ trial: trials[2], why: 'nobody can' }]);
    expect(score.operators).toEqual([{ operator: 'one', mutants: 2, noticed: 1, survived: 1 }]);
  });

  test('says which explanations are wrong, and which fit nothing', () => {
    const why = 'nobody can';
    expect(scoreOf(trials, [{ name: /a$/, why }]).refuted).toEqual([{ trial: trials[0], why }]);
    expect(idleExplanations(all, [{ name: /^no such mutant/, why }])).toHaveLength(1);
    expect(idleExplanations(all, explained)).toEqual([]);
  });
});

describe('the kit', () => {
  const noticed = [
    'required dropped: /components/schemas/DisplayOptions/required (partner_name)',
    'bound loosened by one: /components/schemas/SubmissionStatusQuery/properties/ids/maxItems',
    'bound tightened by one: /components/schemas/SubmissionStatusQuery/properties/ids/maxItems',
    'object opened: /components/schemas/WebhookCreate/additionalProperties',
    'pattern: anchor changed: /components/schemas/NullableText/pattern ($ dropped at 69)',
    'x-https dropped: /components/schemas/WebhookUrl/x-https',
    'scope dropped: /paths/~1api~1partner~1v2~1webhooks/post/security',
    'answer status changed: createVerificationRequest 201 to 200',
    'answer header missing: getJwks 200 Cache-Control',
    'answer member missing: createWebhook 201 /secret',
    'answer violation pointers shifted: listSubmissionStatusesV2 422',
    'answer fraction dropped: getWebhook 200 /created_at',
  ];

  test('notices a mutant of every kind, and nothing about the true server', {
    timeout: 120_000,
  }, async () => {
    const chosen = sized([5, 9], [...noticed.keys()]).map((index) => noticed[index] ?? '');
    const trials = await runMutants(chosen.map(named), {
      contract,
      workshop,
      check: checkTarget,
      seed: 1,
      maxSeconds: 60,
      wholeKit: null,
      lanes: 2,
    });
    const missed = trials.filter(({ verdict }) => verdict !== 'noticed');
    expect(missed.map(({ mutant, verdict, reason }) => [mutant.name, verdict, reason])).toEqual([]);
  });
});
