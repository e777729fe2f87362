import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { operationCases } from '../../scripts/conformance/cases/operation-cases.ts';
import type { PlannedCase } from '../../scripts/conformance/cases/planned-case.ts';
import { errorsIn, schemaCases } from '../../scripts/conformance/cases/schema-cases.ts';
import { indexContract } from '../../scripts/conformance/index/contract-index.ts';
import { textsAround } from '../../scripts/conformance/index/samples.ts';
import { requestKeywords, sitesOf } from '../../scripts/conformance/index/schema-sites.ts';
import type { CaseRequest } from '../../scripts/conformance/kit-types.ts';
import { escaped, type Json, memberOf } from '../../scripts/contract/json.ts';
import { problemsOf } from '../../scripts/contract/operation-shape.ts';
import { contract } from '../support/contract.ts';
import { sized } from '../support/size.ts';
import { offlineSession, requestOf } from './offline-session.ts';

const index = indexContract(contract);
const registeredDomains = ['documents.example.edu', 'hiring.acme.example'];

const session = offlineSession(index, registeredDomains);

const casesOf = async (ids: readonly string[], domains = registeredDomains) =>
  (await Promise.all(ids.map((id) => schemaCases(index, id, domains, 'all')))).flat();
const jsonOf = ({ body }: CaseRequest): Json => (body !== undefined && 'json' in body ? body.json : undefined);

const all = await casesOf(index.operationIds);
const prepared = await Promise.all(all.map(async (each) => ({ ...each, request: await requestOf(each, session) })));

describe('The schema cases', () => {
  /** Returns true for a keyword that no request can violate, such as a warning keyword or `type: string` in a query. */
  function isNeverRejected(keyword: string): boolean {
    const [, name, rule] = /^(.*)\/(type|minItems)$/.exec(keyword) ?? [];
    const sites = index.operationIds.flatMap((id) => sitesOf(index, id)).filter((site) => site.name === name);
    const isText = sites.length > 0 && sites.every(({ part, schema }) => part !== 'json' && schema.type !== 'integer');
    const isOfList = sites.every(({ part, schema }) => part === 'query' && schema['minItems'] === 1);
    return /\/x-(naming|value)-warnings\//.test(keyword) || (isText && (rule === 'type' || isOfList));
  }

  /** Returns the keywords without a valid case, and the keywords that a request can violate without an invalid case. */
  function uncovered(cases: readonly PlannedCase[], operations = index.operationIds): string[] {
    const covered = new Set(cases.flatMap(({ covers }) => covers.map(({ keyword, side }) => `${keyword} ${side}`)));
    return requestKeywords(index, operations)
      .flatMap((keyword) => [`${keyword} accepted`, ...(isNeverRejected(keyword) ? [] : [`${keyword} rejected`])])
      .filter((each) => !covered.has(each));
  }

  test('the schema cases contain a valid and an invalid value for every testable keyword of the request schemas', () => {
    expect(uncovered(all)).toEqual([]);
  });

  test('the schema cases cover every keyword even if the partner has no domain restriction', async () => {
    const some = sized(['addEnglishProficiency', 'createVerificationRequest'], index.operationIds);
    expect(uncovered(await casesOf(some, ['*']), some)).toEqual([]);
  });

  test('each schema case correctly declares whether the request body is valid', () => {
    const wrong = prepared.filter(({ operation, request, covers }) => {
      const [side, ...others] = new Set(covers.map((each) => each.side));
      const json = jsonOf(request);
      if (side === undefined || json === undefined) return false;
      const { authorization } = request;
      const scopes =
        typeof authorization === 'object' && 'scopes' in authorization ? authorization.scopes : index.scopes;
      const subject = { domains: registeredDomains, scopes, allowLoopback: false };
      const errors = errorsIn(index, operation, 'json', json, subject);
      return others.length > 0 || (errors?.length === 0) !== (side === 'accepted');
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('most schema cases with combined values are invalid', () => {
    const subject = { domains: registeredDomains, scopes: index.scopes, allowLoopback: false };
    const combined = prepared.filter(({ name, request }) => name.includes(': combined values') && jsonOf(request));
    const valid = combined.filter(
      ({ operation, request }) => errorsIn(index, operation, 'json', jsonOf(request), subject)?.length === 0,
    );
    expect(combined.length).toBeGreaterThan(50);
    expect(valid.length).toBeLessThan(combined.length / 10);
  });

  test('all schema cases have unique names', () => {
    const names = [...all, ...index.operationIds.flatMap((id) => operationCases(index, id))].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('no two valid schema cases send the same identifier', () => {
    const sent = prepared.flatMap(({ request, covers }) =>
      covers.some(({ side }) => side === 'rejected')
        ? []
        : ['id', 'credential_id', 'request_id'].map((name) => memberOf(jsonOf(request), name)),
    );
    const ids = sent.filter((id) => typeof id === 'string');
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('A validator without the extension keywords', () => {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema({ ...contract, $id: 'contract' });
  /** Compiles each validator only once, because the compilation is slow. */
  const validators = new Map(
    index.operationIds.map((id) => {
      const { method, path } = index.operationOf(id);
      const at = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'];
      return [id, ajv.getSchema(`contract#/${at.map((part) => encodeURIComponent(escaped(part))).join('/')}`)];
    }),
  );
  const bodies = prepared.flatMap(({ name, operation, request, covers }) => {
    const json = jsonOf(request);
    const [first] = covers;
    // Skips cases that change the token, because a missing scope is not a violation of the body.
    if (json === undefined || first === undefined || request.authorization !== undefined) return [];
    const validate = validators.get(operation) as ValidateFunction;
    return [{ name, side: first.side, keywords: covers.map(({ keyword }) => keyword), isSeen: !validate(json) }];
  });

  test('a validator without the extension keywords accepts every body that the contract accepts', () => {
    expect(bodies.filter(({ side, isSeen }) => side === 'accepted' && isSeen).map(({ name }) => name)).toEqual([]);
  });

  test('a validator without the extension keywords accepts less than a fifth of the invalid bodies, which violate the keywords that the reference names', () => {
    const text = problemsOf(contract)?.['validation_failed']?.explanation ?? '';
    const refused = bodies.filter(({ side }) => side === 'rejected');
    const unseen = refused.filter(({ isSeen }) => !isSeen);
    expect(unseen.length / refused.length).toBeLessThan(0.2);
    const nameOf = (keyword: string) => /\/(x-[a-z-]+|contentMediaType)(\/|$)/.exec(keyword)?.[1] ?? keyword;
    const named = [...text.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, keyword]) => keyword);
    expect(new Set(unseen.flatMap(({ keywords }) => keywords.map(nameOf)))).toEqual(new Set(named));
  });
});

describe('The sample strings for a regular expression', () => {
  test.each<[string, string, string]>([
    ['a missing anchor at the beginning', '^ab$', 'ab$'],
    ['a missing alternative in a lookahead', '^(?!(ab|cd)$)[a-z]+$', '^(?!(ab)$)[a-z]+$'],
    ['a missing lookahead', '^(?!\\s+$)[^\\n]*$', '^[^\\n]*$'],
    ['a lower repetition bound', '^[0-9]{2,4}$', '^[0-9]{1,4}$'],
    ['a missing repetition', '^a+b$', '^ab$'],
    ['an optional part that is required', '^ab?c$', '^abc$'],
    ['a changed end of a range', '^[b-y]$', '^[b-z]$'],
    ['a class with letters of both cases', '^[a-z]$', '^[A-Za-z]$'],
    ['a class with an underscore', '^[A-Za-z0-9]$', '^\\w$'],
    ['a class of all characters', '^[\\s,]$', '^[^]$'],
    ['a changed range of a negated class', '^[^\\u0000-\\u001F]*$', '^[^\\u0000-\\u001E]*$'],
    ['a letter in one case only', '^([Aa][Bb]|[Cc][Dd])$', '^([Aa][Bb]|[Cc]d)$'],
    ['a dot instead of a letter', '^[Aa][Bb]$', '^[Aa].$'],
    ['a dot instead of an escaped dot', '^a\\.b$', '^a.b$'],
  ])('the sample strings for a regular expression distinguish the expression from a variant with %s', (_, source, other) => {
    const [expression, changed] = [new RegExp(source, 'u'), new RegExp(other, 'u')];
    expect(textsAround(source).some((text) => expression.test(text) !== changed.test(text))).toBe(true);
  });

  test('the kit generates sample strings even for a regular expression that is invalid with the Unicode flag', () => {
    expect(textsAround('^[\\w-\\.]$')).toContain('.');
  });
});
