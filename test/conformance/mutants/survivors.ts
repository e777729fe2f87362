import type { Explanation } from './score.ts';

/** Mutants that the kit cannot notice at any effort, by a pattern of their names, with the reason. */
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
    name: /x-service\/(pdf_marker_bytes|json_files|waiting_files_bytes|well_known_cache_seconds)/,
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
