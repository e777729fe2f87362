import type { Explanation } from './score.ts';

/** Folders whose code the family `program` changes. */
export const MUTATED_FOLDERS = [
  'server/operations',
  'server/domain',
  'server/store',
  'server/http',
  'server/delivery',
  'server/contract',
  'server/oauth',
];

/**
 * Code whose changes no client can notice in a run of the kit. `name` matches the file and the names of the surrounding
 * functions and constants, separated by a space.
 */
export const IGNORED_PLACES: readonly Explanation[] = [
  {
    name: /store\/(engine\/(postgres|distribution|migrations|schema|engine|sqlite|dialect)|open-store)/,
    why: 'the file selects, migrates or tunes the database, or belongs to an engine that the run does not use',
  },
  {
    name: /store\/users\/|domain\/(qualification-title|environment|unavailable)|documents\.ts withoutDocument|file-type\.ts (canShowInline|logoType)/,
    why: 'only the pages for users use this code',
  },
  {
    name: /submission-store\.ts (heldBy|newestFirst|submissionStore\.(erase|findOwn|listHeld|readContent))|verification-store\.ts verificationStore\.(disown|listOwned|readVerif)|readEncryptedContent/,
    why: 'only the pages for users use this code',
  },
  {
    name: /store\/(keys|environment|files)\/|partner-store\.ts|listAssets|countOutbox|countWaiting|\.ping|findDeliveryTargets/,
    why: 'the code serves operators, the start of the server and the rotation of keys, and no request executes it',
  },
  {
    name: /addresses\.ts (clientAddress|isAddressOrRange|isDestination|denyDestinations|subscriberOf)|problem\.ts misdirected/,
    why: 'the code depends on settings of the operator',
  },
  {
    name: /erase-submissions|retention-store|cancelExpired|expireVerif|forgetVerif|supersede|mustDelete|wasDeclined|verificationOutcome|trimDeliveryLog|chunksOfPartners|lockByPartner/,
    why: 'the code runs hours or days after a request',
  },
  {
    name: /document-store\.ts|documents\.ts (download|documentStateAt)/,
    why: 'the server that the kit starts downloads no documents',
  },
  {
    name: /http\/(reference|request-log|serve|malformed-request|in-flight-bodies)|refuseSlow|bytesOf|largeBody|bindOperations\.(respond|fail)/,
    why: 'the code handles connections, large bodies in progress, and errors outside of operations',
  },
  {
    name: /signing-keys|partner-directory|lastInTurn|access-token\.ts createAccessTokens\.(digestOf|remember)|hostCheck|vocabularyOf|statements\.ts|groupCommits|grouped\.ts|by-partner\.ts|compareKeys|PORTION|deletePortion|pendingRequestsRead|writeResponse/,
    why: 'the code caches, groups or orders work, which changes only the speed',
  },
  {
    name: /delivery\/webhook-queues|claim-deliveries\.ts claimDeliveries\.findDue|dispatcher\.ts createDispatcher\.(claim|record|logFailure|resize)/,
    why: 'the code distributes a load that the kit does not create, and handles failures of the database',
  },
  { name: /database-access\.ts/, why: 'the code handles failures of the database' },
  {
    name: /parse-body\.ts (positionOf|withoutByteOrderMark)|authenticateToken\.what|messageOf|violations\.ts (count|explanations)|expectations/,
    why: 'the contract prescribes no wording, and RFC 8259 leaves the treatment of a byte order mark to the server',
  },
];

/** Calls and properties whose changes no client can notice, by the name of the function or property. */
export const IGNORED_CODE: readonly Explanation[] = [
  {
    name: /(^|\.)(log|logFailure|telemetry|metrics|record|trace|security|onRefused|note)(\.|$)/,
    why: 'logs and metrics are for operators',
  },
  { name: /Error$/, why: 'the texts of errors are for operators' },
  { name: /^(detail|message|error_description|invalidRequest)$/, why: 'the contract prescribes no wording' },
  {
    name: /^(setTimeout|clearTimeout|clearInterval|setImmediate)$|\.(unref|ref|cork|uncork|wake)$/,
    why: 'the call affects only the speed',
  },
  { name: /\.(forUpdate|forKeyShare|skipLocked)$/, why: 'SQLite has no row locks' },
];

/** Surviving mutants of other code, by a pattern of their names. */
export const EXPLAINED_PROGRAMS: readonly Explanation[] = [
  {
    name: /^program: .*(newKey: "16"|bindOperations: "'HEAD'"|bindOperations: "outgoing|OperationRequest: "!url)/,
    why: 'the change is equivalent: a longer random key, a body that Node removes from the response to HEAD, or a slower path',
  },
  {
    name: /^program: number changed: server\/operations\/.*: "4\d\d" -> /,
    why: 'the code of the problem determines the status of the response',
  },
  {
    name: /^program: statement removed: .*: "(security|log|logFailure)\b/,
    why: 'logs are for operators',
  },
  {
    name: /^program: .* assetStore\.recordUpload\.(outcome: "'(full|closed)'|replaced: )/,
    why: 'only large files reach the limit, and the check of the link rejects uploads to closed submissions earlier',
  },
  {
    name: /^program: .* decideVerification: "now >= end/,
    why: 'the window ends 48 hours after the request',
  },
  {
    name: /^program: .*(recordAttempts\.ordered|claimDeliveries: "last|claim-deliveries\.ts (shareOut|rotate): |LARGE_JSON|dispatcher\.ts createDispatcher\.release|statementsOf)/,
    why: 'the change affects the order of locks, the fairness between webhooks, or the speed, but no response',
  },
  {
    name: /^program: .*(readAttempts\.rows: .*'clientId', '=', clientId\)" -> |NO_RULES\.allowLoopback|isStorableText: "texts\.some)/,
    why: 'the change is equivalent: delivery ids are unique, the form has no rule for URLs, and SQLite stores any text',
  },
  {
    name: /^program: .*(principalOf\.scopes: "token|authenticateUploadLink\.isSigned: "uploadLinkKeys\.some)/,
    why: 'the operator removes no scope and rotates no key during the run',
  },
  { name: /^program: .*send-attempt\.ts outcomeOf/, why: 'the value is a label in logs and metrics' },
  { name: /^program: .*commonHeaders\.isHttps/, why: 'the kit reaches the server by http' },
];
