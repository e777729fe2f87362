import { describe, expect, test } from 'vitest';
import type { OperationId } from '../../generated/operations.ts';
import { schemaCases, uncovered } from '../../scripts/conformance/cases/schema-cases.ts';
import { errorsIn } from '../../scripts/conformance/cases/schema-errors.ts';
import { textsAround } from '../../scripts/conformance/cases/values/regular-expression.ts';
import { indexContract } from '../../scripts/conformance/contract/contract-index.ts';
import { requestKeywords } from '../../scripts/conformance/contract/keywords.ts';
import { memberOf, valueAt } from '../../scripts/conformance/json.ts';
import type { Case } from '../../scripts/conformance/types.ts';
import type { Contract } from '../../scripts/generate/contract.ts';
import { listOperations } from '../../scripts/generate/contract.ts';
import { contract as bundled } from '../support/contract.ts';
import { sized } from '../support/size.ts';

const contract: Contract = bundled;
const REGISTERED_DOMAINS = ['documents.example.edu', 'hiring.acme.example'];
const scopes = Object.keys(bundled.components.securitySchemes.oauth2.flows.clientCredentials.scopes);
const operationIds = listOperations(contract).map(({ operation }) => operation.operationId);

/** Identifiers that differ from run to run, as those of a real run do. */
function freshFrom(run: string) {
  let count = 0;
  return () => `run-${run}-${String(++count).padStart(8, '0')}`;
}

const options = (run: string, registeredDomains: readonly string[] = REGISTERED_DOMAINS) => ({
  contract,
  seed: 1,
  registeredDomains,
  fresh: freshFrom(run),
});

const made = options('first');
const casesOf = async (ids: readonly string[], how: ReturnType<typeof options>): Promise<Case[]> =>
  (await Promise.all(ids.map((id) => schemaCases(id as OperationId, how)))).flat();
const all = await casesOf(operationIds, made);

/** The scopes that the token of a case has. */
function scopesOf({ request: { authorization } }: Case): readonly string[] {
  return typeof authorization === 'object' && 'scopes' in authorization ? authorization.scopes : scopes;
}

describe('the cases of the schemas', () => {
  test('stand on both sides of every keyword of every request schema, except where no request can', () => {
    const missing = uncovered(contract, all);
    expect(missing.filter(({ reason }) => reason === undefined)).toEqual([]);
    expect(missing.filter(({ side }) => side === 'accepted')).toEqual([]);
  });

  test('stand there too for a partner that may use any domain', async () => {
    const any = options('any', ['*']);
    // The kit's run against our own server, whose partners may, says so of all.
    const some = sized(['addEnglishProficiency', 'createVerificationRequest'], operationIds);
    const cases = await casesOf(some, any);
    const { partOf } = indexContract(contract);
    expect(uncovered(partOf(some), cases).filter(({ reason }) => reason === undefined)).toEqual([]);
  });

  test('are judged by the validator as they claim', () => {
    const wrong = all.filter(({ operation, request, covers }, i) => {
      const [first] = covers;
      if (first === undefined || request.body === undefined || !('json' in request.body)) return false;
      const caller = { registeredDomains: REGISTERED_DOMAINS, scopes: scopesOf(all[i] as Case) };
      const errors = errorsIn(contract, operation, 'json', request.body.json, caller);
      return (errors.length === 0) !== (first.side === 'accepted');
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('are each on one side alone', () => {
    const torn = all.filter(({ covers }) => new Set(covers.map(({ side }) => side)).size > 1);
    expect(torn.map(({ name }) => name)).toEqual([]);
  });

  test('have names that no other case has', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  test('are the same from run to run, but for their identifiers', async () => {
    const again = options('other');
    const some = sized(operationIds.slice(0, 4), operationIds);
    const others = await casesOf(some, again);
    expect(others.map(({ name, covers }) => ({ name, covers }))).toEqual(
      all.filter(({ operation }) => some.includes(operation)).map(({ name, covers }) => ({ name, covers })),
    );
  });

  test('send no identifier of their own twice', () => {
    const sent = all.flatMap(({ request, covers }) => {
      const json = request.body !== undefined && 'json' in request.body ? request.body.json : null;
      const refused = covers.some(({ side }) => side === 'refused');
      return refused ? [] : ['id', 'credential_id', 'request_id'].map((name) => memberOf(json, name));
    });
    const given = new Set<unknown>();
    const again = sent.filter((id) => typeof id === 'string' && (given.has(id) || !given.add(id)));
    expect(again).toEqual([]);
  });

  test('are of a number that can be sent', () => {
    expect(all.length).toBeLessThan(13_000);
    expect(all.length).toBeGreaterThan(requestKeywords(contract).length * 2);
  });

  test('of a part of the contract need nothing of the rest', async () => {
    const paths = Object.fromEntries(Object.entries(contract.paths).slice(0, 4));
    const part = { ...options('part'), contract: { ...contract, paths } };
    const cases = await casesOf(
      listOperations(part.contract).map(({ operation }) => operation.operationId as OperationId),
      part,
    );
    const missing = uncovered(part.contract, cases).filter(({ reason }) => reason === undefined);
    expect(missing).toEqual([]);
  });

  test('hold what a list of words does not: every word of it is accepted once', () => {
    const accepted = all
      .filter(
        ({ operation, covers }) => operation === 'addRightToWork' && covers.some(({ side }) => side === 'accepted'),
      )
      .map(
        ({ request: { body } }) =>
          body !== undefined && 'json' in body && valueAt(body.json, '/data/credential/country'),
      );
    const words = contract.components.schemas['CountryCode']?.['enum'] as string[];
    expect(words.filter((word) => !accepted.includes(word))).toEqual([]);
  });
});

describe('the texts around a regular expression', () => {
  /** [what it is, the expression, the same with one part loosened or tightened] */
  const changed: [string, string, string][] = [
    ['an anchor at the beginning dropped', '^ab$', 'ab$'],
    ['an anchor at the end dropped', '^ab$', '^ab'],
    ['an alternative dropped', '^(ab|cd|ef)$', '^(ab|ef)$'],
    ['a word of a lookahead dropped', '^(?!(ab|cd)$)[a-z]+$', '^(?!(ab)$)[a-z]+$'],
    ['a lookahead dropped', '^(?!\\s+$)[^\\n]*$', '^[^\\n]*$'],
    ['a repetition bound lowered', '^[0-9]{2,4}$', '^[0-9]{1,4}$'],
    ['a repetition bound raised', '^[0-9]{2,4}$', '^[0-9]{2,5}$'],
    ['a repetition without an end given one', '^a+b$', '^ab$'],
    ['an optional part made necessary', '^ab?c$', '^abc$'],
    ['a necessary part made optional', '^a(bc)+d$', '^a(bc)*d$'],
    ['the end of a range moved', '^[b-y]$', '^[b-z]$'],
    ['the beginning of a range moved', '^[b-y]$', '^[a-y]$'],
    ['a class widened to letters of both cases', '^[a-z]$', '^[A-Za-z]$'],
    ['a class widened to word characters', '^[A-Za-z0-9]$', '^\\w$'],
    ['a class widened to anything', '^[\\s,]$', '^[^]$'],
    ['a range of a class that excludes moved', '^[^\\u0000-\\u001F]*$', '^[^\\u0000-\\u001E]*$'],
    ['a letter in one case alone', '^([Aa][Bb]|[Cc][Dd])$', '^([Aa][Bb]|[Cc]d)$'],
    ['a letter that may be any', '^[Aa][Bb]$', '^[Aa].$'],
    ['an escaped dot taken for any character', '^a\\.b$', '^a.b$'],
  ];

  test.each(changed)('tell %s', (_, source, other) => {
    const [expression, drifted] = [new RegExp(source, 'u'), new RegExp(other, 'u')];
    expect(textsAround(source).some((text) => expression.test(text) !== drifted.test(text))).toBe(true);
  });

  test('are made also when the expression has no Unicode syntax', () => {
    expect(textsAround('^[\\w-\\.]$')).toContain('.');
  });
});
