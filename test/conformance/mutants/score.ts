import { type Equivalent, type Mutant, shown } from './mutant.ts';
import type { Trial, Verdict } from './run.ts';
import { grouped } from './sample.ts';

export interface Explanation {
  name: RegExp;
  why: string;
}

export interface Score {
  /** Number of mutants that the kit can notice. */
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

/** Mutants that the kit cannot notice, identified by a name pattern, with the reason. */
export const explained: readonly Explanation[] = [
  {
    name: /x-problems\/(malformed_request|request_timeout|headers_too_large|unsupported_transfer_coding)\//,
    why: 'the problem applies to requests that reach no operation',
  },
  {
    name: /x-service\/rate_limits\//,
    why: 'the kit runs without rate limits, and triggers 429 responses on the server directly',
  },
  {
    name: /x-service\/(documents_kept_seconds|results_kept_seconds|sessions|disabled_within_seconds|user_agent|npm_package|document_download|logo)/,
    why: 'the kit disables no partners, serves no documents or logos, does not wait for deletions, and uses no mobile application',
  },
  {
    name: /x-service\/(max_header_bytes|headers_timeout_seconds|request_timeout_seconds|slowest_body|bodies_under_way|idle_connection_seconds|requests_of_connection|stalled_response_seconds)/,
    why: 'the rule applies to connections, and the kit sends only complete requests of ordinary size',
  },
  {
    name: /x-service\/(pdf_marker_bytes|json_files|pending_upload_bytes|well_known_cache_seconds)/,
    why: 'no schema contains the limit: the kit sends no files of the limit size, and accepts any `Cache-Control`',
  },
  {
    name: /x-service\/(submission|verification)_window_seconds/,
    why: 'no response reveals the duration before 48 hours have passed',
  },
  {
    name: /^response .*(VerificationRequests?) 200 \/.*(verified_at|digital_identity)/,
    why: 'only a user can verify a request, so API clients alone never get such a response',
  },
  {
    name: /^response .*(Deliver\w*|Event) 20\d .*attempts\/\*/,
    why: 'the server that the kit starts sends no deliveries, so there are no attempts',
  },
  {
    name: /^response violations cut to the first: uploadAsset 422/,
    why: 'a file has at most one violation',
  },
  {
    name: /^response .*createWebhook 201 .*previous_secret_ends_at/,
    why: 'a new webhook has no previous secret, so the property is null',
  },
  {
    name: /^response header missing: \w+ \d+ RateLimit/,
    why: 'without a rate limit, responses contain no RateLimit headers',
  },
  {
    name: /^response .*getSubmissionStatusV\d 200 \/finalized_at/,
    why: 'only a user can accept or decline, so API clients alone never get such a response',
  },
  {
    name: /schemas\/(Text\/pattern \((\\S dropped from a class at 4|\? to \* at 72)|WebhookUrl\/pattern \(\? to \* at 48)\)/,
    why: 'the expression is equivalent: the adjacent part already matches the removed or repeated part',
  },
  {
    name: /^type narrowed: .*WithoutDocument\/properties\/data\/properties\/document\/type \(string\)/,
    why: 'the `not` in the same schema also rejects strings',
  },
];

/** Returns the report as lines of text. */
export function reportLines(score: Score, equivalents: readonly Equivalent[], seconds: number): string[] {
  const { survivors, explained, stillborn, same, refuted } = score;
  const named = (some: readonly Trial[]) =>
    some.map(({ mutant, reason }) => [`  ${mutant.name}${reason === undefined ? '' : `: ${reason}`}`]);
  const sections: [title: string, entries: readonly (readonly string[])[]][] = [
    ['Survivors', survivors.map(survivorLines)],
    ['Explained survivors', explained.map(({ trial, why }) => [...survivorLines(trial), `    why: ${why}`])],
    ['Wrong explanations: the kit noticed these mutants', named(refuted.map(({ trial }) => trial))],
    ['Stillborn: the server could not be generated or started', named(stillborn)],
    ['Same server: the change does not affect the generated code', named(same)],
  ];
  return [
    ...sections.flatMap(([title, entries]) =>
      entries.length === 0 ? [] : [`${title} (${entries.length})`, ...entries.flat(), ''],
    ),
    `Excluded, because no client can notice the change: ${equivalents.length}`,
    ...grouped(equivalents, ({ reason }) => reason).map((some) => `  ${some.length}: ${some[0]?.reason}`),
    '',
    `${score.noticed} of ${score.counted} mutants noticed: ${score.percent.toFixed(1)} %. ` +
      `${survivors.length + explained.length} survived, ${explained.length} of them explained. ${seconds.toFixed(0)} s.`,
  ];
}

function survivorLines({ mutant, altered, cutShort }: Trial): string[] {
  return [
    `  ${mutant.name}`,
    `    ${mutant.pointer}: ${mutant.before} -> ${mutant.after}`,
    ...('code' in mutant.change ? [] : [`    ${mutant.operations.join(', ')}`]),
    ...(altered === 0 ? ['    not reached: no request of the kit triggered the change'] : []),
    ...(cutShort === true ? ['    the kit stopped at its limits'] : []),
  ];
}

/** Returns the progress line of a trial. */
export function trialLine(trial: Trial, done: number, total: number): string {
  const { mutant, verdict, finding, seconds, requests } = trial;
  const how = finding === undefined ? '' : `: ${shown(finding.case)}`;
  return `${done}/${total} ${verdict} in ${seconds.toFixed(1)} s, ${requests} requests: ${mutant.name}${how}`;
}
