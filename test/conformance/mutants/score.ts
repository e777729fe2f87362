import { type Mutant, shown } from './mutant.ts';
import type { Trial } from './run.ts';

/** Reasons why the kit cannot detect mutants, each with a pattern for the names of the mutants. */
export type Explanations = Readonly<Record<string, RegExp>>;

type Group = 'noticed' | 'survivors' | 'explained' | 'refuted' | 'stillborn' | 'same server';

export interface Score extends Record<Group, Trial[]> {
  /** Number of killed mutants and unexplained survivors. */
  counted: number;
  /** Mutation score: percentage of the counted mutants that the kit kills. */
  percent: number;
}

/** Computes the mutation score, which excludes explained survivors. A killed mutant refutes its explanation. */
export function scoreOf(trials: readonly Trial[], explanations: Explanations): Score {
  const isExplained = ({ mutant }: Trial) => whyOf(mutant.name, explanations) !== undefined;
  const having = (verdict: Trial['verdict']) => trials.filter((trial) => trial.verdict === verdict);
  const noticed = having('noticed');
  const survivors = having('survived').filter((trial) => !isExplained(trial));
  const counted = noticed.length + survivors.length;
  return {
    counted,
    percent: counted === 0 ? 0 : (100 * noticed.length) / counted,
    noticed,
    survivors,
    explained: having('survived').filter(isExplained),
    refuted: noticed.filter(isExplained),
    stillborn: having('stillborn'),
    'same server': having('same server'),
  };
}

export const whyOf = (name: string, explanations: Explanations): string | undefined =>
  Object.entries(explanations).find(([, pattern]) => pattern.test(name))?.[0];

/** Returns the reasons whose patterns match no mutant. */
export function idleExplanations(mutants: readonly Mutant[], explanations: Explanations): string[] {
  const isIdle = (pattern: RegExp) => !mutants.some(({ name }) => pattern.test(name));
  return Object.entries(explanations).flatMap(([why, pattern]) => (isIdle(pattern) ? [why] : []));
}

/** Mutants of the family `schema` that the kit cannot notice. */
export const EXPLAINED: Explanations = {
  'the problem applies to requests that reach no operation':
    /x-problems\/(malformed_request|request_timeout|headers_too_large|unsupported_transfer_coding)\//,
  'the kit exceeds only limits on requests': /x-service\/rate_limits\/(?!\w+\/burst |partner\/per_second )/,
  'the kit disables no partners, serves no logos, does not wait for deletions, and uses no mobile application':
    /x-service\/(documents_kept_seconds|results_kept_seconds|sessions|disabled_within_seconds|npm_package|logo)/,
  'the rule applies to connections, and the kit sends only complete requests of ordinary size':
    /x-service\/(max_header_bytes|headers_timeout_seconds|request_timeout_seconds|slowest_body|bodies_under_way|idle_connection_seconds|requests_of_connection|stalled_response_seconds)/,
  'no schema contains the limit: the kit sends no files of the limit size':
    /x-service\/(pdf_marker_bytes|json_files|pending_upload_bytes)/,
  'no response reveals the duration before 48 hours have passed': /x-service\/(submission|verification)_window_seconds/,
  'only a user can verify a request, so API clients alone never get such a response':
    /^response .*(VerificationRequests?) 200 \/.*(verified_at|digital_identity)/,
  'the server that the kit starts sends no deliveries, so there are no attempts':
    /^response .*(Deliver\w*|Event) 20\d .*attempts\/\*/,
  'a file has at most one violation': /^response violations cut to the first: uploadAsset 422/,
  'a new webhook has no previous secret, so the property is null':
    /^response .*createWebhook 201 .*previous_secret_ends_at/,
  'the request does not count, so RateLimit is optional': /^response header missing: \w+ (401|403|500|503) RateLimit/,
  'only a user can accept or decline, so API clients alone never get such a response':
    /^response .*getSubmissionStatusV\d 200 \/finalized_at/,
  'the expression is equivalent: the adjacent part already matches the removed or repeated part':
    /schemas\/(Text\/pattern \((\\S dropped from a class at 4|\? to \* at 72)|WebhookUrl\/pattern \(\? to \* at 48)\)/,
  'the `not` in the same schema also rejects strings':
    /^type narrowed: .*WithoutDocument\/properties\/data\/properties\/document\/type \(string\)/,
};

const HEADINGS: Readonly<Partial<Record<Group, string>>> = {
  survivors: 'Survivors',
  explained: 'Explained survivors',
  refuted: 'Wrong explanations: the kit noticed these mutants',
  stillborn: 'Stillborn: the server could not be generated or started',
  'same server': 'Same server: the change does not affect the generated code',
};

export function reportLines(score: Score, explanations: Explanations, seconds: number): string[] {
  const sections = Object.entries(HEADINGS).flatMap(([group, heading]) => {
    const trials = score[group as Group];
    const lines = trials.flatMap((trial) => trialLines(trial, explanations));
    return trials.length === 0 ? [] : [`${heading} (${trials.length})`, ...lines, ''];
  });
  const survived = score.survivors.length + score.explained.length;
  return [
    ...sections,
    `${score.noticed.length} of ${score.counted} mutants noticed: ${score.percent.toFixed(1)} %. ` +
      `${survived} survived, ${score.explained.length} of them explained. ${seconds.toFixed(0)} s.`,
  ];
}

function trialLines({ mutant, altered, cutShort, reason }: Trial, explanations: Explanations): string[] {
  const why = whyOf(mutant.name, explanations);
  return [
    `  ${mutant.name}`,
    `    ${mutant.pointer}: ${mutant.before} -> ${mutant.after}`,
    ...('code' in mutant.change ? [] : [`    ${mutant.operations.join(', ')}`]),
    ...(reason === undefined ? [] : [`    ${reason}`]),
    ...(altered === 0 ? ['    not reached: no request of the kit triggered the change'] : []),
    ...(cutShort === true ? ['    the kit stopped at its limits'] : []),
    ...(why === undefined ? [] : [`    why: ${why}`]),
  ];
}

export function trialLine(trial: Trial, done: number, total: number): string {
  const { mutant, verdict, finding, seconds, requests } = trial;
  const how = finding === undefined ? '' : `: ${shown(finding.case)}`;
  return `${done}/${total} ${verdict} in ${seconds.toFixed(1)} s, ${requests} requests: ${mutant.name}${how}`;
}
