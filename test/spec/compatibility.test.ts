import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Break, breaksOf, lastRelease, unreleasedChanges } from '../../scripts/check-compatibility.ts';
import { contract } from '../support/contract.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test changes whatever it likes in the contract
type Edit = (contract: any) => void;

// biome-ignore lint/suspicious/noExplicitAny: a test changes whatever it likes in the contract
function editedBy(edit: Edit): any {
  const copy = structuredClone(contract);
  edit(copy);
  expect(copy, 'the edit changes something').not.toEqual(contract);
  return copy;
}

const edited = (edit: Edit) => breaksOf(contract, editedBy(edit));

const PATHS = ['paths', 'webhooks'] as const;

/** The components that a part of the contract refers to, directly or not, as their pointers. */
function refsOf(part: unknown, found = new Set<string>()): Set<string> {
  for (const [, ref = ''] of JSON.stringify(part).matchAll(/"\$ref":"#([^"]+)"/g)) {
    if (found.has(ref)) continue;
    found.add(ref);
    refsOf(
      ref
        .slice(1)
        .split('/')
        .reduce((at, name) => at[name], contract),
      found,
    );
  }
  return found;
}

const refs = Object.fromEntries(
  PATHS.flatMap((kind) => Object.entries(contract[kind]).map(([name, item]) => [name, refsOf(item)])),
);

/**
 * The breaks of many edits, asked for at once: each edit is made in copies of its own of the paths that it concerns and of all
 * components, and these stand side by side in one contract.
 */
async function breaksOfEach(edits: readonly Edit[]): Promise<Break[][]> {
  const { securitySchemes } = contract.components;
  const empty = { ...contract, paths: {}, webhooks: {}, components: { securitySchemes } };
  const [before, after] = [structuredClone(empty), structuredClone(empty)];
  const separate = edits.map((edit, index) => {
    const copy = editedBy(edit);
    const { paths, webhooks, components, ...rest } = copy;
    // What stands outside of them can be in a contract once.
    if (Object.keys(rest).some((name) => !isDeepStrictEqual(rest[name], contract[name]))) return edited(edit);
    const changed = Object.entries(contract.components).flatMap(([kind, members]) =>
      Object.entries(members as object).flatMap(([name, member]) =>
        isDeepStrictEqual(components[kind][name], member) ? [] : [`/components/${kind}/${name}`],
      ),
    );
    for (const [side, whole] of [
      [before, contract],
      [after, copy],
    ] as const) {
      const text = JSON.stringify(whole).replaceAll(/"#\/components\/(\w+)\//g, `"#/components/$1/${index}-`);
      const own = JSON.parse(text);
      for (const kind of PATHS)
        for (const [name, item] of Object.entries(own[kind]))
          if (
            !isDeepStrictEqual(copy[kind][name], contract[kind][name]) ||
            changed.some((component) => refs[name]?.has(component))
          )
            side[kind][`/${index}${name.replace(/^\/?/, '/')}`] = item;
      for (const [kind, members] of Object.entries(own.components)) {
        if (kind === 'securitySchemes') continue;
        const named = Object.entries(members as object).map(([name, member]) => [`${index}-${name}`, member]);
        side.components[kind] = { ...side.components[kind], ...Object.fromEntries(named) };
      }
    }
    return undefined;
  });
  const together = await breaksOf(before, after);
  const ofEdit = (index: number) => together.filter(({ place }) => place.split('/')[2]?.startsWith(`~1${index}~1`));
  return Promise.all(edits.map(async (_, index) => (await separate[index]) ?? ofEdit(index)));
}

const education = '/api/partner/v1/add/education.json';
const status = '/api/partner/v1/submissions/{id}/status.json';
const webhook = '/api/partner/v2/webhooks/{id}';
const asset = '/api/partner/v2/assets/{asset_key}';
const statuses = '/api/partner/v1/submissions/status.json';
const batch = '/api/partner/v2/add/requests/batch.json';

test('the contract is compatible with the last released one', { timeout: 60_000 }, async () => {
  const found = await breaksOf(await lastRelease(), contract, await unreleasedChanges());
  expect(found.filter(({ isUnderDevelopment }) => !isUnderDevelopment)).toEqual([]);
});

describe('what a correct client would notice is a break', () => {
  const rows: [string, Edit, string][] = [
    ['an operation removed', (c) => delete c.paths[education].post, education],
    ['a path removed', (c) => delete c.paths[status], status],
    [
      'a response status removed',
      (c) => delete c.paths[education].post.responses['201'],
      `${education}/post/responses/201`,
    ],
    [
      'a media type of a request removed',
      (c) => delete c.paths[asset].put.requestBody.content['image/png'],
      `${asset}/put/requestBody/content/image/png`,
    ],
    [
      'a media type of an answer changed',
      (c) => {
        const { content } = c.paths[status].get.responses['200'];
        content['application/hal+json'] = content['application/json'];
        delete content['application/json'];
      },
      `${status}/get/responses/200/content`,
    ],
    [
      'a scope added',
      (c) => c.paths[status].get.security[0].oauth2.push('read.digital_identity'),
      `${status}/get/security`,
    ],
    [
      'another scope wanted',
      (c) => {
        c.paths[education].post.security[0].oauth2 = ['write.microcredential'];
      },
      `${education}/post/security`,
    ],
    [
      'a member of a request required',
      (c) => c.components.schemas.EducationCredential.required.push('with_honours'),
      'credential',
    ],
    [
      'a member of a request removed',
      (c) => delete c.components.schemas.EducationCredential.properties.majors,
      'majors',
    ],
    [
      'a bound set',
      (c) => {
        c.components.schemas.CourseName.maxLength = 499;
      },
      'course_name',
    ],
    [
      'an upper bound lowered',
      (c) => {
        c.components.schemas.SubmissionStatusQuery.properties.ids.maxItems--;
      },
      'ids',
    ],
    [
      'a lower bound raised',
      (c) => {
        c.components.schemas.SubmissionStatusQuery.properties.ids.minItems++;
      },
      'ids',
    ],
    [
      'a pattern changed',
      (c) => {
        c.components.schemas.ConferralYear.pattern = '^20[0-9]{2}$';
      },
      'conferral_year',
    ],
    [
      'a format added',
      (c) => {
        c.components.schemas.CourseName.format = 'email';
      },
      'course_name',
    ],
    [
      'a type narrowed',
      (c) => {
        c.components.schemas.EducationCredential.properties.awaiting_graduation.type = 'string';
      },
      'awaiting_graduation',
    ],
    ['a value of a request enum removed', (c) => c.components.schemas.CefrLevel.enum.pop(), 'cefr_scores'],
    [
      'an open object of a request closed',
      (c) => {
        c.paths[asset].put.requestBody.content['application/json'].schema.additionalProperties = false;
      },
      `${asset}/put/requestBody/content/application/json`,
    ],
    [
      'a member of an answer removed',
      (c) => {
        delete c.components.schemas.SubmissionLink.properties.redirect_uri;
        c.components.schemas.SubmissionLink.required = [];
      },
      'redirect_uri',
    ],
    [
      'a member of an answer no longer promised',
      (c) => {
        c.components.schemas.SubmissionLink.required = [];
      },
      `${education}/post/responses/201`,
    ],
    [
      'a member of an answer that may be null',
      (c) => {
        c.components.schemas.TokenResponse.properties.expires_in.type = ['integer', 'null'];
      },
      'expires_in',
    ],
    ['a value of an answer enum added', (c) => c.components.schemas.ProblemCode.enum.push('too_late'), 'code'],
    [
      'a header of an answer removed',
      (c) => delete c.paths[education].post.responses['201'].headers['X-Request-Id'],
      `${education}/post/responses/201/headers/X-Request-Id`,
    ],
    [
      'a required parameter added',
      (c) => {
        c.paths[status].get.parameters.push({ name: 'at', in: 'query', required: true, schema: {} });
      },
      `${status}/get/parameters`,
    ],
    [
      'x-required-scope added',
      (c) => {
        c.components.schemas.CredentialBatch.properties.digital_identity['x-required-scope'] = 'write.webhooks';
      },
      'digital_identity/x-required-scope',
    ],
    [
      'x-registered-domain added',
      (c) => {
        c.components.schemas.DocumentUrl['x-https'] = true;
      },
      'document/x-https',
    ],
    [
      'x-body-limit lowered',
      (c) => {
        c.paths[education].post['x-body-limit']--;
      },
      `${education}/post/x-body-limit`,
    ],
    [
      'x-idempotent gone',
      (c) => {
        delete c.paths[statuses].post['x-idempotent'];
      },
      `${statuses}/post/x-idempotent`,
    ],
    [
      'x-max-bytes lowered',
      (c) => {
        c.components.schemas.OpenCertificate['x-max-bytes']--;
      },
      'x-max-bytes',
    ],
    [
      'x-unique on more',
      (c) => c.components.schemas.CredentialBatch['x-unique'].push(['digital_identity']),
      `${batch}/post/requestBody/content/application/json/schema/x-unique`,
    ],
    [
      'a promised figure lowered',
      (c) => {
        c['x-service'].rate_limits.partner.burst--;
      },
      '#/x-service',
    ],
    [
      'a promised figure gone',
      (c) => {
        delete c['x-service'].submission_window_seconds;
      },
      '#/x-service',
    ],
    [
      'a problem code with another status',
      (c) => {
        c.components.schemas.ProblemCode['x-problems'].id_conflict.status = 422;
      },
      'x-problems',
    ],
    [
      'a scope gone',
      (c) => delete c.components.securitySchemes.oauth2.flows.clientCredentials.scopes['write.education'],
      'securitySchemes/oauth2/flows/clientCredentials/scopes/write.education',
    ],
    [
      'a flow gone',
      (c) => {
        const { flows } = c.components.securitySchemes.oauth2;
        flows.authorizationCode = { ...flows.clientCredentials, authorizationUrl: 'https://example.test' };
        delete flows.clientCredentials;
      },
      'securitySchemes/oauth2/flows/clientCredentials',
    ],
    [
      'tokens fetched elsewhere',
      (c) => {
        c.components.securitySchemes.oauth2.flows.clientCredentials.tokenUrl += '/new';
      },
      'securitySchemes/oauth2/flows/clientCredentials/tokenUrl',
    ],
    [
      'a variant told by another member',
      (c) => {
        c.components.schemas.EducationSubmission.discriminator.propertyName = 'credential_type';
      },
      `${education}/post/requestBody/content/application/json/schema/discriminator`,
    ],
    [
      'a stable operation put under development',
      (c) => {
        c.paths[education].post['x-under-development'] = true;
      },
      `${education}/post/x-under-development`,
    ],
  ];
  let breaks: Break[][];
  beforeAll(async () => {
    breaks = await breaksOfEach(rows.map(([, edit]) => edit));
  });

  test.for(rows.map(([name, , place], index) => [name, place, index] as const))('%s', ([, place, index]) => {
    const found = breaks[index] ?? [];
    const stable = found.filter(({ isUnderDevelopment }) => !isUnderDevelopment);
    expect(stable).not.toEqual([]);
    expect(stable.map((each) => each.place.replaceAll('~1', '/')).join('\n')).toContain(place);
  });
});

describe('what a correct client does not notice is none', () => {
  const rows: [string, Edit][] = [
    [
      'a new operation',
      (c) => {
        c.paths['/api/partner/v1/new.json'] = { get: structuredClone(c.paths[status].get) };
        c.paths['/api/partner/v1/new.json'].get.operationId = 'getNew';
        c.paths['/api/partner/v1/new.json'].get.parameters = [];
      },
    ],
    [
      'a new optional member of a request',
      (c) => {
        c.components.schemas.EducationCredential.properties.motto = { type: 'string', 'x-https': true };
      },
    ],
    [
      'a new optional parameter',
      (c) => {
        c.paths[status].get.parameters.unshift({ name: 'at', in: 'query', schema: { type: 'string' } });
      },
    ],
    [
      'a new member of an answer',
      (c) => {
        c.components.schemas.SubmissionLink.properties.expires_at = { type: 'string' };
      },
    ],
    [
      'a new member promised of an answer',
      (c) => {
        c.components.schemas.SubmissionLink.properties.expires_at = { type: 'string' };
        c.components.schemas.SubmissionLink.required.push('expires_at');
      },
    ],
    [
      'an upper bound raised',
      (c) => {
        c.components.schemas.SubmissionStatusQuery.properties.ids.maxItems++;
      },
    ],
    ['a new value of a request enum', (c) => c.components.schemas.CefrLevel.enum.push('C3')],
    ['a member of a request no longer required', (c) => c.components.schemas.EducationCredential.required.pop()],
    [
      'a scope no longer needed',
      (c) => {
        c.paths[education].post.security[0].oauth2 = [];
      },
    ],
    [
      'limits raised and rules gone',
      (c) => {
        c.paths[education].post['x-body-limit']++;
        c['x-service'].max_webhooks++;
        c['x-service'].more = 1;
        delete c.components.schemas.DocumentUrl['x-registered-domain'];
      },
    ],
    [
      'other words, examples and links',
      (c) => {
        c.paths[education].post.description = 'Words.';
        c.info.description = 'Words.';
        c.components.examples.EducationLink.value.redirect_uri = 'https://example.test';
        delete c.paths[education].post.responses['201'].links;
      },
    ],
  ];
  let breaks: Break[][];
  beforeAll(async () => {
    breaks = await breaksOfEach(rows.map(([, edit]) => edit));
  });

  test.for(rows.map(([name], index) => [name, index] as const))('%s', ([, index]) => {
    expect(breaks[index]).toEqual([]);
  });
});

test('an event keeps its headers and members, as an answer does', { timeout: 60_000 }, async () => {
  const event = (await edited((c) => {
    const { parameters } = c.webhooks.verificationEvent.post;
    c.webhooks.verificationEvent.post.parameters = parameters.slice(1);
    parameters[1].required = false;
    c.components.schemas.VerificationEvent.required.pop();
    c.components.schemas.VerificationEvent.properties.more = { type: 'string' };
  })) as Break[];
  const places = event.map(({ place }) => place);
  expect(event.every(({ isUnderDevelopment }) => isUnderDevelopment)).toBe(true);
  expect(places.every((place) => place.startsWith('#/webhooks/verificationEvent/post/'))).toBe(true);
  expect(places.join('\n')).toMatch(/headers\/X-Timestamp$/m);
});

test('a path may go when all of its operations are under development', { timeout: 60_000 }, async () => {
  const found = await edited((c) => delete c.paths[webhook]);
  expect(found.map(({ isUnderDevelopment }) => isUnderDevelopment)).toEqual([true]);
});

test('what is under development may change, and it is said', { timeout: 60_000 }, async () => {
  const found = await edited((c) => {
    delete c.paths[webhook].put;
    c.components.schemas.WebhookCreate.required.push('name');
    c.webhooks.verificationEvent.post['x-delivery'].timeout_seconds = 2;
  });
  expect(found.map(({ place }) => place.replaceAll('~1', '/')).join('\n')).toContain('x-delivery');
  expect(found.length).toBeGreaterThan(2);
  expect(found.filter(({ isUnderDevelopment }) => !isUnderDevelopment)).toEqual([]);
});

test('a component that a stable operation shares with one under development is held to the stable one', {
  timeout: 60_000,
}, async () => {
  const found = await edited((c) => {
    c.components.schemas.MicrocredentialName.maxLength = 10;
  });
  expect(new Set(found.map(({ isUnderDevelopment }) => isUnderDevelopment))).toEqual(new Set([true, false]));
});
