import { partsOf } from '../contract/bodies.ts';
import type { Parameter } from '../contract/openapi.ts';
import { takesPreferences } from './cases/operation-cases.ts';
import { planCases, STATELESS } from './checks/case-checks.ts';
import { createCoverage } from './checks/coverage.ts';
import { type Run, settleAll } from './checks/kit-check.ts';
import { createRecorder, reasonOf } from './checks/recorder.ts';
import { selectionOf } from './checks/selection.ts';
import { runChecks } from './checks/stages.ts';
import { type ContractIndex, indexContract, simpleReads } from './index/contract-index.ts';
import type { CheckOptions, OperationId, Target, TargetReport } from './kit-types.ts';
import { Session } from './target/target-session.ts';
import { LimitReached, NotReady, TargetUnusable, Wire } from './target/wire.ts';

const NOT_HTTP = /^(HPE_|HTTPParserError|EPROTO|UND_ERR_SOCKET|ECONNRESET|ERR_SSL_)/;

export async function preflight(target: Target, options: Pick<CheckOptions, 'contract' | 'only'>): Promise<void> {
  const wire = new Wire(target.baseUrl, { concurrency: 1, deadline: Date.now() + 4500, answerMs: 2000 });
  const contract = indexContract(options.contract, target);
  const session = new Session(contract, target, wire);
  const hasTokens = contract.tokenPath !== undefined && target.clientId !== '';
  try {
    const open = simpleReads(contract).find((id) => contract.proofOf(id) === null);
    await wire.send({ method: 'GET', target: open === undefined ? '/' : contract.shapeOf(open).path, headers: {} });
    for (const each of hasTokens ? [session, session.other] : []) await each?.token();
    await checkCredentials(session, options.only);
  } catch (error) {
    const summaryOf = (code: string) => `The target does not ${NOT_HTTP.test(code) ? 'speak HTTP' : 'respond'}`;
    const isLimited = error instanceof LimitReached;
    const reason = isLimited ? `${error.message} ended the preflight early.` : reasonOf(error, summaryOf);
    throw new NotReady(`${target.baseUrl}: ${reason}`, { cause: error });
  } finally {
    await wire.close();
  }
}

/** Rejects if the target accepts none of the run's credentials, because every request would then cause a finding. */
async function checkCredentials(session: Session, only?: readonly string[]): Promise<void> {
  const { contract } = session;
  const requested = selectionOf(contract.operationIds, only).operations ?? contract.operationIds;
  if (requested.length > 0 && requested.every((id) => lacksCredentials(contract, id)))
    throw new TargetUnusable('Every operation requires credentials. Pass --header, --query, or --client-id.');
  const isProtected = (id: OperationId) => contract.proofOf(id)?.by === 'header' && !lacksCredentials(contract, id);
  const reads = simpleReads(contract).filter(isProtected).slice(0, 3);
  const answers = await Promise.all(reads.map((id) => session.attempt(id)));
  if (reads.length > 0 && answers.every(({ answer }) => answer.status === 401))
    throw new TargetUnusable(`The target rejects the credentials: ${reads.join(', ')} responded with 401.`);
}

const lacksCredentials = (contract: ContractIndex, id: OperationId) =>
  ['token', 'header'].includes(contract.proofOf(id)?.by ?? '') && contract.operationOf(id).requirement === undefined;

export async function checkTarget(target: Target, options: CheckOptions): Promise<TargetReport> {
  const startedAt = Date.now();
  const wire = new Wire(target.baseUrl, { ...options, deadline: startedAt + options.maxSeconds * 1000 });
  const contract = indexContract(options.contract, target);
  const session = new Session(contract, target, wire);
  const selection = selectionOf(contract.operationIds, options.only);
  const requested = selection.operations ?? contract.operationIds;
  const notJudged = partsNotJudged(contract, requested);
  const checked = requested.filter((operation) => !notJudged.some(({ names }) => names.includes(operation)));
  let isStateless = false;
  const coverage = createCoverage(contract, checked, (kind, name) => {
    if (kind === 'success') return undefined;
    if (kind === 'operation x status' && name.includes(' 5') && target.isBundled !== true)
      return 'a client cannot trigger this status';
    if (kind === 'operation x status' && selection.operations !== undefined)
      return 'other operations can be necessary for this status';
    const isOptional = kind === 'keyword' && (isStateless || target.isBundled !== true);
    if (contract.problems === undefined || isOptional) return 'no request of the run triggers this';
    return (kind === 'link' || kind === 'relation') && isStateless ? STATELESS : undefined;
  });
  const recorder = createRecorder(session, coverage, { ...options, selection });
  const cleanUps: Run['cleanUps'] = [session, session.other].map((each) => async () => each?.resources.discardAll());
  let endedBy: LimitReached | undefined;
  try {
    if (contract.tokenPath !== undefined)
      await recorder.check('security', null, 'an access token', () => session.findServerUrl());
    isStateless = await takesPreferences(session);
    const run = { contract, session, recorder, coverage, options, selection, checked, isStateless, cleanUps };
    // Plans the cases while the first checks wait for responses.
    await settleAll([planCases(run), runChecks(run)]);
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    endedBy = error;
  }
  // Raises the time limit, so that the kit can delete the resources that it created, even if the run reached the limit.
  wire.extend();
  for (const work of cleanUps) await work().catch(() => {});
  await wire.close();
  return {
    target: target.name,
    baseUrl: target.baseUrl,
    tallies: recorder.tallies,
    findings: recorder.findings,
    notJudged,
    coverage: selection.isWhole ? coverage.report(session.resources.followed) : [],
    requests: wire.requests,
    seconds: (Date.now() - startedAt) / 1000,
    cutShortBy: endedBy?.message,
  };
}

function partsNotJudged(contract: ContractIndex, requested: readonly OperationId[]) {
  const cannotBeSent = requested.filter((id) => {
    const { requestTypes } = contract.shapeOf(id);
    return requestTypes.length > 0 && requestTypes.every((type) => contract.bodyExamples(id, type).length === 0);
  });
  const closed = requested.filter((id) => lacksCredentials(contract, id));
  const isObjectInPath = ({ in: place, schema }: Parameter) =>
    place === 'path' && partsOf(contract.document, schema).some(({ type }) => type === 'object');
  const namesByCause = {
    'the credentials do not satisfy the security of the operation': closed,
    'no request body can be generated from the contract': cannotBeSent.filter((id) => !closed.includes(id)),
    'a path parameter is an object': requested.filter((id) => contract.parametersOf(id).some(isObjectInPath)),
    'the kit cannot use these parts of the contract': contract.document['x-ignored'] ?? [],
  };
  return Object.entries(namesByCause).flatMap(([cause, names]) => (names.length > 0 ? [{ cause, names }] : []));
}
