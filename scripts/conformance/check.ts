import { randomUUID } from 'node:crypto';
import { onDemandCases, takesPreferences } from './cases/on-demand.ts';
import type { Scenario } from './cases/scenarios/scenario.ts';
import { scenariosOf } from './cases/scenarios.ts';
import { schemaCases } from './cases/schema-cases.ts';
import { createCoverage } from './checks/coverage.ts';
import { checkDeliveries } from './checks/deliveries/deliveries.ts';
import { fuzz } from './checks/fuzz.ts';
import { checkHead } from './checks/head.ts';
import { journeysOf, runJourneys } from './checks/journeys.ts';
import { inLanes } from './checks/lanes.ts';
import { checkLinks } from './checks/links.ts';
import { checkMethods } from './checks/methods.ts';
import { checkPages } from './checks/pages.ts';
import { provoke } from './checks/provoked.ts';
import { createRecorder, Enough } from './checks/recorder.ts';
import { checkRelations } from './checks/relations.ts';
import { checkTokens, tokenSchema } from './checks/tokens.ts';
import { type ContractIndex, indexContract } from './contract/contract-index.ts';
import { conventionsOf } from './contract/conventions.ts';
import { deliveredEvent } from './contract/delivery-policy.ts';
import { selectionOf } from './contract/selection.ts';
import { serverUrlOf } from './target/server-url.ts';
import { openSession, type Session } from './target/session.ts';
import { ENDLESS, LimitReached, openWire } from './target/wire.ts';
import { together } from './together.ts';
import type { Case, CaseGroup, CheckOptions, CoverageOf, OperationId, Target, TargetReport } from './types.ts';

/**
 * Holds a target to the contract: sends the cases, judges each answer, and deletes what it made. Resolves to the
 * findings, also when the target cannot be reached.
 */
export async function checkTarget(target: Target, options: CheckOptions): Promise<TargetReport> {
  const startedAt = Date.now();
  const deadline = startedAt + options.maxSeconds * 1000;
  const wire = openWire(target.baseUrl, { ...options, deadline });
  const run = randomUUID();
  const contract = indexContract(options.contract);
  const session = openSession(contract, target, wire, run);
  if (target.other !== undefined)
    session.other = openSession(contract, { ...target, ...target.other }, wire, `${run} other`);
  const selection = selectionOf(contract.operationIds, options.only);
  const { wants } = selection;
  const asked = options.operations ?? selection.operations ?? contract.operationIds;
  const isOfAll = options.operations === undefined && selection.isOfAll;
  const leftOut = checksLeftOut(contract, asked);
  const checked = asked.filter((id) => !leftOut.some(({ name }) => name === id));
  const reasons = new Map<string, string>();
  const whyNot = new Map<string, string>();
  const coverage = createCoverage(contract, checked, (kind, name) => {
    if (kind === 'situation') return whyNot.get(name);
    if (kind === 'operation x status')
      return name.includes(' 5') && target.isOwn !== true ? 'a client cannot cause it' : reasons.get(name);
    if (kind === 'keyword' && name.includes('/x-registered-domain ') && target.registeredDomains.includes('*'))
      return ANY_DOMAIN;
    // Of our own contract every keyword has its cases.
    if (kind === 'keyword') return target.isOwn === true ? undefined : 'no case of it was made';
    if (kind === 'link' || kind === 'relation') return isStateless ? STATELESS : undefined;
    if (kind !== 'answer') return undefined;
    if (isStateless) return 'it answers with examples, and none is so';
    if (asked !== contract.operationIds) return 'an operation that was left out makes it so';
    return target.isOwn === true
      ? target.unseen?.find(({ name: pattern }) => pattern.test(name))?.reason
      : 'it depends on what else happens there, and no answer was so';
  });
  const recorder = createRecorder(session, coverage, { ...options, selection });
  const wanted: string[] = [];
  let isStateless = false;
  let endedBy: LimitReached | null = null;
  let deliveries: CoverageOf[] = [];
  let endDeliveries = async () => {};
  try {
    if (contract.tokenPath !== undefined)
      await recorder.guarded('security', null, 'an access token', async () => {
        session.serverUrl = await serverUrlOf(session);
      });
    isStateless = await takesPreferences(session);
    // While relations wait for answers, cases are made.
    const [cases] = await together([
      casesOfSchemas(),
      isStateless ? undefined : checkRelations(checked, session, { recorder, coverage }, options),
    ]);
    const situations = checked
      .flatMap((operation) => scenariosOf(contract, operation))
      .filter((situation) => wants(situation.group, situation.name))
      .filter((situation) => {
        const reason = whyImpossible(situation, session, isStateless);
        wanted.push(situation.name);
        if (reason !== undefined) whyNot.set(situation.name, reason);
        return reason === undefined;
      });
    const single = [...situations.filter(({ isAlone }) => isAlone !== true), ...cases];
    recorder.expect(single);
    const hasDeliveries =
      wants('deliveries', '') &&
      (isOfAll ? contract.operationIds : checked).some(
        (id) => id === deliveredEvent(options.contract)?.policy.operations.test,
      );
    const isOver = new AbortController();
    const limits = { receiver: options.receiver, deadline, isStateless, signal: isOver.signal };
    const atEnd = (work: () => Promise<void>) => {
      endDeliveries = work;
    };
    // What is delivered takes its time, in which other things can be asked, but for decisions, which have events too.
    const isDeciding = ({ operation }: { operation: string }) =>
      contract.operationOf(operation).operation['x-sandbox-only'] === true;
    const lanes = { contract, concurrency: options.concurrency };
    const exercise = (each: (typeof single)[number]) => recorder.exercise(each);
    [deliveries] = await together([
      hasDeliveries ? checkDeliveries(session, recorder, { ...limits, atEnd }) : [],
      inLanes(
        single.filter((each) => !isDeciding(each)),
        lanes,
        exercise,
      ).catch((error: unknown) => {
        isOver.abort(error);
        throw error;
      }),
    ]);
    await inLanes(single.filter(isDeciding), lanes, exercise);
    for (const situation of situations.filter(({ isAlone }) => isAlone === true)) {
      await recorder.exercise(situation);
      const { group, operation, name } = situation;
      await recorder.guarded(group, operation, name, () => session.resources.discardAll());
    }
    if (isOfAll && contract.problems !== undefined) await checkMethods(session, recorder);
    await checkTokens(checked, session, recorder);
    await checkHead(checked, session, recorder);
    if (!isStateless) await checkPages(checked, session, recorder);
    await checkLinks(checked, session, recorder);
    // Journeys are walked by a program that reads every answer to its end.
    if (wire.hasCutOff()) throw new LimitReached(ENDLESS);
    const { workflows } = options;
    await together([
      wants('fuzz', '') ? fuzz(checked, session, recorder, options) : undefined,
      workflows && journeys(workflows),
    ]);
    if (!isStateless) await provoke(checked, session, recorder, reasons);
  } catch (error) {
    if (error instanceof LimitReached) endedBy = error;
    else if (!(error instanceof Enough)) throw error;
  }
  wire.extend();
  await endDeliveries().catch(() => {});
  await end(session);
  return {
    target: target.name,
    baseUrl: target.baseUrl,
    ...recorder.report(),
    coverage: [
      ...(selection.isWhole
        ? [
            ...coverage.report({
              followed: session.resources.followed(),
              situations: { wanted, had: wanted.filter((name) => !whyNot.has(name)) },
            }),
            ...deliveries,
            ...(leftOut.length > 0 ? [{ kind: 'left out', covered: 0, total: leftOut.length, missing: leftOut }] : []),
          ]
        : []),
    ],
    requests: wire.requests(),
    seconds: (Date.now() - startedAt) / 1000,
    cutShort: endedBy !== null,
    ...(endedBy !== null && { cutShortBy: endedBy.message }),
  };

  async function casesOfSchemas(): Promise<(Case | Scenario)[]> {
    const made: (Case | Scenario)[] = [];
    const hasAny = ['keywords', 'parameters', 'statuses'].some((group) => wants(group as CaseGroup, ''));
    for (const operation of hasAny ? checked : []) {
      made.push(...(await schemaCases(contract, operation, target.registeredDomains)));
      if (isStateless) made.push(...onDemandCases(contract, operation));
    }
    return made.filter(({ group, name }) => wants(group, name));
  }

  async function journeys(all: NonNullable<CheckOptions['workflows']>): Promise<void> {
    const workflows = journeysOf(all, isOfAll ? contract.operationIds : checked).filter((workflow) =>
      wants('journeys', `${workflow}: `),
    );
    await recorder.guarded('journeys', null, `${workflows[0]}: `, async () =>
      recorder.add(
        await runJourneys(target, {
          ...{
            workflows,
            all,
            contract: contract.document,
            seed: options.seed,
            runId: run,
            serverUrl: session.serverUrl,
          },
          stateless: isStateless,
          timeoutMs: Math.min(JOURNEYS_MS, wire.timeLeft()),
        }),
      ),
    );
  }
}

/** What cannot be asked or judged by this contract, each with the reason. */
function checksLeftOut(contract: ContractIndex, asked: readonly OperationId[]): { name: string; reason: string }[] {
  const { bodyExamples, listsViolations, problems, shapeOf } = contract;
  const cannotBeSent = asked.filter((id) => {
    const { requestTypes } = shapeOf(id);
    return requestTypes.length > 0 && requestTypes.every((type) => bodyExamples(id, type).length === 0);
  });
  const reason = 'the contract does not tell them';
  const isOpaque = asked.some((id) => contract.givesTokens(id) && tokenSchema(contract, id) === undefined);
  const conventions = conventionsOf(contract);
  return [
    ...cannotBeSent.map((name) => ({ name, reason: 'the contract has no example of its body' })),
    ...(problems === undefined ? [{ name: 'codes of problems', reason }] : []),
    ...(isOpaque ? [{ name: 'what a token says', reason }] : []),
    ...(['accept', 'unknown_query_parameters', 'values_in_problems'] as const)
      .filter((name) => conventions[name] === undefined)
      .map((name) => ({ name: `convention ${name}`, reason })),
    ...(problems !== undefined || asked.some(listsViolations)
      ? []
      : [{ name: 'violations by pointer and code', reason }]),
  ];
}

/** For all journeys together. */
const JOURNEYS_MS = 120_000;

const STATELESS = 'it keeps nothing from one request to the next';
const ANY_DOMAIN = 'the partner may name any host';

/** Why the situation cannot be had with this target and these partners. */
function whyImpossible(situation: Scenario, { other, target }: Session, isStateless: boolean): string | undefined {
  if (situation.needsState === true && isStateless) return STATELESS;
  if (situation.needsOther === true && other === undefined) return 'no second partner was given';
  if (situation.needsDomains === true && target.registeredDomains.includes('*')) return ANY_DOMAIN;
  return undefined;
}

/** Ends what was made, though the limits are reached, and closes the connections. What cannot be ended is left. */
async function end(session: Session): Promise<void> {
  await session.resources.discardAll().catch(() => {});
  await session.other?.resources.discardAll().catch(() => {});
  await session.wire.close();
}
