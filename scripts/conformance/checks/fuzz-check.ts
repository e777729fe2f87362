import fc from 'fast-check';
import { type Json, type JsonObject, locate, memberOf, valueAt, withValue } from '../../contract/json.ts';
import { basesOf, sentAs } from '../cases/valid-requests.ts';
import { spread, testValues } from '../cases/values/by-keyword.ts';
import { type ContractIndex, isSigned } from '../index/contract-index.ts';
import { missingResourceResponse } from '../index/refusals.ts';
import { isOwnIdentifier, keywordsOf, type Part, type Site } from '../index/schema-sites.ts';
import { judge } from '../judge/check-response.ts';
import type { CaseRequest, OperationId } from '../kit-types.ts';
import { remembered } from '../remembered.ts';
import type { Session } from '../target/target-session.ts';
import { credentialFields } from '../target/valid-bodies.ts';
import { type Check, forEachOf, type Run } from './kit-check.ts';

const WEIGHT_OF_BODY = 5;
const VALUES_OF_A_KEYWORD = 12;
/** In half of the requests, edits that make a value invalid are discarded. */
const MAX_EDITS = 8;
/** Requests with longer values would take most of the run time, and servers can reject long URLs. */
const MAX_LENGTH = 1000;

/** Operations run concurrently. The requests of an operation run in sequence. */
export const fuzzCheck: Check = {
  name: 'fuzz',
  async run(run) {
    const { checked, contract, options } = run;
    const weightOf = (id: OperationId) => (contract.bodyTypeOf(id) === undefined ? 1 : WEIGHT_OF_BODY);
    const sum = checked.reduce((all, id) => all + weightOf(id), 0);
    await forEachOf(checked, options.concurrency, (id) =>
      fuzz(id, Math.ceil((options.cases * weightOf(id)) / sum), run),
    );
  },
};

async function fuzz(operation: OperationId, numRuns: number, run: Run): Promise<void> {
  const { session, contract, recorder, options } = run;
  const name = `${operation}: fuzz ${options.seed}`;
  // The seed does not depend on other operations, so that a finding can be reproduced with its operation alone.
  const seed = options.seed * 1_000_003 + contract.operationIds.indexOf(operation) * 10_007;
  const send = async (request: CaseRequest) =>
    session.attempt(operation, { ...request, undecided: undecidedOf(contract, operation, request) });
  const planned = { check: 'fuzz' as const, operation, covers: [] };
  let sent = 0;
  const isRight = async (request: CaseRequest) => {
    const made = await send(request);
    await session.resources.settle(made);
    const isRight = judge(session, made).mismatches.length === 0;
    // Of the failing requests, only the smallest is recorded.
    if (isRight) recorder.note({ ...planned, name: `${name}.${sent++}` }, made);
    return isRight;
  };
  await recorder.check('fuzz', operation, name, async () => {
    const property = fc.asyncProperty(fuzzRequests(session, operation), isRight);
    const { failed, counterexample } = await fc.check(property, { seed, numRuns });
    if (!failed || counterexample === null) return;
    recorder.note({ ...planned, name: `${name}, shrunk` }, await send(counterexample[0]));
  });
}

/** Returns further correct responses to a fuzz request: 404 for a random URL, 409 for an identifier in use. */
function undecidedOf(contract: ContractIndex, operation: OperationId, { path, query }: CaseRequest) {
  const isMadeUp = path !== undefined || (query !== undefined && isSigned(contract, operation));
  const conflicts = contract.answerExamples(operation, '409').map(([, example]) => memberOf(example, 'code'));
  return [
    ...(isMadeUp ? [missingResourceResponse(contract, operation)] : []),
    ...(conflicts.includes('id_conflict') ? [{ status: 409, code: 'id_conflict' }] : []),
  ];
}

/** Returns an arbitrary for requests to an operation. About half are valid. They shrink to the first example. */
export function fuzzRequests({ contract, credentials, target }: Session, id: OperationId): fc.Arbitrary<CaseRequest> {
  const { registeredDomains } = target;
  const formFields = contract.givesTokens(id) ? credentialFields(credentials) : {};
  const bases = basesOf(contract, id, registeredDomains);
  const has = (part: Part) => bases.sites.some((site) => site.part === part);
  const body = (['json', 'form'] as const).find(has);
  const inUrl: Part[] = has('path') ? ['path', 'query'] : ['query'];
  const identifier = `/${contract.identifierOf(id)}`;
  const requests = (body === undefined ? inUrl : [body]).map((part) => {
    const edit = createEdit(contract, id, part, registeredDomains);
    const examples = [...bases.of(part), ...bases.sites.filter((site) => site.part === part).map(bases.at)];
    const example = fc.constantFrom(...new Set(examples.filter((whole) => whole !== undefined)));
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: MAX_EDITS });
    const fresh = fc.noBias(fc.noShrink(fc.uuid()));
    return fc.tuple(example, fresh, changes, fc.boolean()).map(([whole, unused, some, mayFail]): CaseRequest => {
      const isNamed = valueAt(whole, identifier) !== undefined;
      const named = isNamed ? withValue(whole, identifier, unused) : whole;
      const start = part === 'form' ? { ...(named as JsonObject), ...formFields } : named;
      const value = some.reduce<Json>((before, change) => {
        const after = edit(before, change);
        return mayFail || bases.isValid(part, after) ? after : before;
      }, start);
      // Some values cannot be sent in a form or a URL. A valid value replaces them.
      const isLong = body === undefined && JSON.stringify(value).length > MAX_LENGTH;
      return isLong ? {} : (sentAs(contract, id, part, value)?.request ?? {});
    });
  });
  return fc.oneof(...requests);
}

/** Returns a function that replaces the value at one place of a request with a test value of its schema. */
function createEdit(contract: ContractIndex, id: OperationId, part: Part, domains: readonly string[]) {
  const bases = basesOf(contract, id, domains);
  const sites = bases.sites.filter((site) => site.part === part);
  const valuesOf = remembered((site: Site): readonly Json[] => {
    const whole = bases.at(site);
    const pointer = whole === undefined ? undefined : locate(site.place, whole);
    if (pointer === undefined || pointer === '' || isOwnIdentifier(site)) return [];
    const values = [...keywordsOf(site.schema), 'properties'].flatMap((keyword) =>
      spread(testValues(contract, site, keyword, valueAt(whole, pointer), domains), VALUES_OF_A_KEYWORD),
    );
    return values.filter((value) => (JSON.stringify(value) ?? '').length < MAX_LENGTH);
  });
  return (whole: Json, [index, number]: [number, number]): Json => {
    const site = sites[index % sites.length];
    const pointer = site && locate(site.place, whole);
    const values = site === undefined ? [] : valuesOf(site);
    if (pointer === undefined || values.length === 0) return whole;
    return withValue(whole, pointer, values[number % values.length]);
  };
}
