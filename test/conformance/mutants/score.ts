import { type Equivalent, type Mutant, shown } from './mutant.ts';
import type { Trial, Verdict } from './run.ts';
import { grouped } from './sample.ts';

export interface Explanation {
  name: RegExp;
  why: string;
}

export interface Score {
  /** Number of mutants that the kit checked and could notice. */
  counted: number;
  noticed: number;
  /** Percentage of noticed mutants. */
  percent: number;
  survivors: readonly Trial[];
  explained: readonly { trial: Trial; why: string }[];
  stillborn: readonly Trial[];
  same: readonly Trial[];
  /** Explained mutants that the kit noticed. */
  refuted: readonly { trial: Trial; why: string }[];
}

/**
 * Computes the score. Explained survivors do not count. The score also lists explained mutants that
 * the kit noticed, because their explanation is wrong.
 */
export function scoreOf(trials: readonly Trial[], explanations: readonly Explanation[]): Score {
  const whyOf = ({ mutant }: Trial) => explanations.find(({ name }) => name.test(mutant.name))?.why;
  const having = (verdict: Verdict) => trials.filter((trial) => trial.verdict === verdict);
  const withWhy = (some: readonly Trial[]) =>
    some.flatMap((trial) => {
      const why = whyOf(trial);
      return why === undefined ? [] : [{ trial, why }];
    });
  const survivors = having('survived').filter((trial) => whyOf(trial) === undefined);
  const noticed = having('noticed');
  const counted = noticed.length + survivors.length;
  return {
    counted,
    noticed: noticed.length,
    percent: counted === 0 ? 0 : (100 * noticed.length) / counted,
    survivors,
    explained: withWhy(having('survived')),
    stillborn: having('stillborn'),
    same: having('same server'),
    refuted: withWhy(noticed),
  };
}

/** Returns the explanations that match no mutant. */
export function idleExplanations(mutants: readonly Mutant[], explanations: readonly Explanation[]): Explanation[] {
  return explanations.filter(({ name }) => !mutants.some((mutant) => name.test(mutant.name)));
}

/** Mutants that the kit cannot notice, by a pattern of their names, with the reason. */
export const explained: readonly Explanation[] = [
  {
    name: /x-problems\/(malformed_request|request_timeout|headers_too_large)\//,
    why: 'it answers what never became a request of an operation',
  },
  {
    name: /x-service\/rate_limits\//,
    why: 'the kit is held to no limit, and makes its server refuse whenever it wants a 429',
  },
  {
    name: /x-service\/(documents_kept_seconds|results_kept_seconds|sessions|disabled_within_seconds|user_agent|npm_package|document_download|logo)/,
    why: 'the kit disables no partner, serves no document or logo, waits for no result to be forgotten, and signs in at no mobile application',
  },
  {
    name: /x-service\/(max_header_bytes|headers_timeout_seconds|request_timeout_seconds|slowest_body|bodies_under_way|idle_connection_seconds)/,
    why: 'it is a rule of connections, and the kit sends whole requests of usual size',
  },
  {
    name: /x-service\/(pdf_marker_bytes|json_files|pending_upload_bytes|well_known_cache_seconds)/,
    why: 'no schema has the figure: the kit sends no file at the border, and any `Cache-Control` will do',
  },
  {
    name: /x-service\/(submission|verification)_window_seconds/,
    why: 'nothing that the contract describes shows the figure before 48 hours have passed',
  },
  {
    name: /^answer .*(VerificationRequests?) 200 \/.*(verified_at|digital_identity)/,
    why: 'only a person can verify a request: no client of the API gets such an answer by itself',
  },
  {
    name: /^answer .*(Deliver\w*|Event) 20\d .*attempts\/\*/,
    why: 'the server of the kit sends nothing, so that there are no attempts',
  },
  {
    name: /^answer violations cut to the first: uploadAsset 422/,
    why: 'a file has one violation at the most',
  },
  {
    name: /^answer .*createWebhook 201 .*previous_secret_ends_at/,
    why: 'a webhook that is just created has no secret before, and the member is null',
  },
  {
    name: /^answer header missing: \w+ \d+ RateLimit/,
    why: 'where there is no limit, nothing tells of one',
  },
  {
    name: /^answer .*getSubmissionStatusV\d 200 \/finalized_at/,
    why: 'only a person can accept or decline: no client of the API gets such an answer by itself',
  },
  {
    name: /schemas\/(Text\/pattern \((\\S dropped from a class at 4|\? to \* at 72)|WebhookUrl\/pattern \(\? to \* at 48)\)/,
    why: 'the expression means the same: what is dropped or repeated is in the part beside it already',
  },
  {
    name: /^type narrowed: .*WithoutDocument\/properties\/data\/properties\/document\/type \(string\)/,
    why: 'the `not` beside it refuses texts as well',
  },
];

/** Returns the lines of the report. */
export function reportLines(score: Score, equivalents: readonly Equivalent[], seconds: number): string[] {
  const { survivors, explained, stillborn, same, refuted } = score;
  const tried = [...survivors, ...explained.map(({ trial }) => trial)];
  return [
    ...section('Survivors', survivors.map(survivorLines)),
    ...section(
      'Survivors that are explained',
      explained.map(({ trial, why }) => [...survivorLines(trial), `    why: ${why}`]),
    ),
    ...section(
      'Explanations that are wrong: noticed after all',
      refuted.map(({ trial }) => [`  ${trial.mutant.name}`]),
    ),
    ...section(
      'Stillborn: no server could be made of them',
      stillborn.map(({ mutant, reason }) => [`  ${mutant.name}`, `    ${reason}`]),
    ),
    ...section(
      'The same server: nothing that it runs on is generated from it',
      same.map(({ mutant }) => [`  ${mutant.name}`]),
    ),
    `Left out beforehand, since no client can tell: ${equivalents.length}`,
    ...grouped(equivalents, ({ reason }) => reason).map((some) => `  ${some.length}: ${some[0]?.reason}`),
    '',
    `${score.noticed} of ${score.counted} mutants noticed: ${score.percent.toFixed(1)} %. ` +
      `${tried.length} survived, ${explained.length} of them explained. ${seconds.toFixed(0)} s.`,
  ];
}

function section(title: string, entries: readonly (readonly string[])[]): string[] {
  return entries.length === 0 ? [] : [`${title} (${entries.length})`, ...entries.flat(), ''];
}

function survivorLines({ mutant, altered, cutShort }: Trial): string[] {
  return [
    `  ${mutant.name}`,
    `    ${mutant.pointer}: ${mutant.before} -> ${mutant.after}`,
    `    ${mutant.operations.join(', ')}`,
    ...(altered === 0 ? ['    not reached: nothing that the kit sent brought it out'] : []),
    ...(cutShort === true ? ['    the kit was stopped by its limits'] : []),
  ];
}

/** Returns the progress line of a trial. */
export function trialLine(trial: Trial, done: number, total: number): string {
  const { mutant, verdict, finding, seconds, requests } = trial;
  const how = finding === undefined ? '' : `: ${shown(finding.case)}`;
  return `${done}/${total} ${verdict} in ${seconds.toFixed(1)} s, ${requests} requests: ${mutant.name}${how}`;
}
