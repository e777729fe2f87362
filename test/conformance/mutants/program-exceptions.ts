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
 * Code whose changes no client can notice, or that needs another environment than one process on SQLite. `name` matches
 * the file and the names of the surrounding functions and constants, separated by a space.
 */
export const IGNORED_PLACES: readonly Explanation[] = [
  {
    name: /store\/engine\/|open-store\.ts|environment-store\.ts|environment\.ts/,
    why: 'the code defines the tables, adapts the query builder to a database, and handles failures of the database',
  },
  {
    name: /store\/users\/|domain\/qualification-title|documents\.ts withoutDocument|file-type\.ts (canShowInline|logoType)|submission-store\.ts (heldBy|newestFirst|submissionStore\.(erase|findOwn|listHeld|readContent))|eraseCompleted|verification-store\.ts verificationStore\.(disown|listOwned|readVerif)|readEncryptedContent|listAssets|wasDeclined|verificationOutcome|subscriberOf/,
    why: 'only the pages for users, the mobile application or the downloads of documents use this code',
  },
  {
    name: /encrypted-value-store\.ts (REQUEST|WEBHOOK|encryptedValueStore\.(count|reencrypt|listFileKeys|findUnknown|listKept|deleteSigning))|partnerStore\.(listPartners|updatePartner)|countOutbox|countWaiting|countDueByWebhook|\.ping|signing-keys\.ts (VERIFIES_AFTER|createSigningKeys\.(rotate|read\.valid))/,
    why: 'the code serves the commands and the metrics of operators and the rotation of their keys',
  },
  {
    name: /orphaned-file-store\.ts (orphanedFileStore|reservePendingUpload|addOrphanedFiles|removeOrphanedFiles|filesOf|fileKeysOf)/,
    why: 'the code deletes files that nothing refers to, or limits their total size, which only very large files reach',
  },
  {
    name: /addresses\.ts (clientAddress|isAddressOrRange|isDestination|denyDestinations)/,
    why: 'the code depends on settings of the operator: trusted proxies and denied destinations',
  },
  {
    name: /retention-store|cancelExpired|expireVerif|forgetVerif|supersede|mustDelete|trimDeliveryLog|chunksOfPartners|lockByPartner|downloadDeadline|documentStateAt/,
    why: 'the code runs at the end of a period of 48 hours or more, and the kit cannot change the clock of the server',
  },
  {
    name: /documentStore\.(last|claim|record|listMissing)|document-store\.ts (claimOfEach|columnsOf|ended)|documents\.ts download|findPartnersWithDueDocuments/,
    why: 'the server downloads documents only from public addresses, and the kit has none',
  },
  {
    name: /http\/(reference|request-log)|prepareDrain|DRAIN_GRACE|unavailable\.ts/,
    why: 'the code serves the documentation pages, writes logs, or stops the server',
  },
  {
    name: /grouped\.ts|compareKeys|by-partner\.ts CHUNK|PORTION|statements\.ts (MAX_KEPT|STEP)|CACHE_(LIFETIME|SIZE)|UNKNOWN_KID_PAUSE|pendingRequestsRead/,
    why: 'the code groups, orders or caches work, or sets the size of its portions, which changes only the speed',
  },
  {
    name: /webhook-queues|dispatcher\.ts ([A-Z_]+$|createDispatcher$|createDispatcher\.(queues|worker|isDown|isBackingOff|acquireSlot|findTarget|write|claim|release|attempt|record|currentTarget|logAttempt|logRecovery|logFailure)\b)|dispatcher\.ts create(Dispatcher\.attemptWithSlot|Delivery)|claim-deliveries\.ts (OLDEST|NEWEST|IN_TURN|claimDeliveries|shareOut|rotate)|releaseDeliveries/,
    why: 'the code decides when and in which order several instances attempt deliveries, and the contract states neither',
  },
  {
    name: /read-body\.ts (LARGE_CHUNK|paused|readWithPauses|readNext|discardBody|readBody\.(append|larger|pace|refuseSlow|broken|started|declared))|in-flight-bodies|handle-operation\.ts bytesOf/,
    why: 'the code limits the memory and the time of bodies that arrive slowly, and the kit sends each body at once',
  },
  {
    name: /access-token\.ts (MAX_LENGTH|RECENT_MS|END_LENGTH|createAccessTokens\.(digestOf|remember|recent|accepted|cacheSize))|signing-keys\.ts createSigningKeys\.(fresh|reload|read|holds|reloaded)|listSigningKeys|client-secret\.ts (hash|generate)ClientSecret|keptKey|retainSecret/,
    why: 'the code caches tokens and keys, or reads the keys of a rotation',
  },
  {
    name: /bind-operations\.ts hostCheck|http\/serve\.ts/,
    why: "only operators configure a second host for the pages, and the timeouts of Node's server are longer than the run",
  },
  {
    name: /send-attempt\.ts (watchConnections|isConnectionLost|exchange\.settle)/,
    why: 'the code repeats a request if the receiver closes a reused connection, which happens by chance',
  },
  {
    name: /parse-body\.ts (positionOf|utf8|withoutByteOrderMark)|authenticateToken\.what|messageOf|violations\.ts count|expectations/,
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
    name: /^program: .*(newKey: "16"|bindOperations: "'HEAD'"|bindOperations: "outgoing|OperationRequest: "!url|OperationRequest\.(end|body): |hasPathParameters: |codeOf: |httpVersion === '1\.0'|handleOperation: "'bytes'|tokenErrorResponse\.error\.error: |dispatcher\.ts hostOf)/,
    why: 'the change is equivalent: a longer random key, a body that Node removes from the response to HEAD, or a slower path',
  },
  {
    name: /^program: number changed: server\/(operations|contract)\/.*: "4\d\d" -> /,
    why: 'the code of the problem determines the status of the response',
  },
  {
    name: /^program: .*(assetStore\.recordUpload\.(outcome: "'(full|closed)'|requestId: |replaced: )|recordUpload: "outcome: 'closed'|uploadAsset: "'full'|NO_ROOM\.code: |uploadAsset\.status: )/,
    why: 'only large files reach the limit, and the check of the link rejects uploads to closed submissions earlier',
  },
  {
    name: /^program: .*( decideVerification: "now >= end|isWithinWindow: |recordUpload\.open: |insertOrFind: "submission && |decideSubmission\.state: "'canceled'" -> "\\"cancele\\""$)/,
    why: 'the window ends 48 hours after the request',
  },
  {
    name: /^program: .*(KeyId: |ownerId: |decideVerification: "outcome: 'unchanged'|changeVerification\.kept|previousEndsAt: |toPartner: |handleTokenRequest\.endsAt: |onRefused\.client: |kindsOfSegment: "segments|readVerificationContent|fileTypes\.jpg: |(toStoredDocument|toAsset)\.file: )/,
    why: 'only pages for users, downloads, or a rotation of keys depend on the value',
  },
  {
    name: /^program: .*(statusesOf\.(documents: "'canceled'|withDocuments: "submissions\.filter)|listDeliveries\.rows: "query.*'deliveries\.id'|mayReferenceDocuments: "(kind|documentType)|listDocuments: .*orderBy|addSubmission: "entry\.documents|eventAt: "1"|violationsFrom\.key: "message|parseJson: "text\.trim|claimPicks: "body === undefined|padded|claimRows\.picks\.share: "0"|publish\.clientIds: "partnersOf|grantedScopes: "granted\.length|changed\.eventAt: |selectDeliveries: .*clientId|indexes\.set|parseBasic: "id === null|phraseOf: |readAssets: "trx|createAccessTokens: "10_000|claimPicks\.dueAt|withDocuments: |addSubmission: "result|handleOperation: "(1024|refusal\.statement\.code)|replaceWebhook: "webhook !== null|itemsInsideText: "text\.length|signatureHeaders: "timestamp|insertOrFind: "pending\.length|OperationRequest\.(kind|header): "(this|'anyone)|ANYONE: |tokensSince: |findSubmissions: "2"|secretsOf\.before: "known)/,
    why: 'the change is equivalent: another condition has the same effect, a time differs by a microsecond, or the wording differs',
  },
  {
    name: /^program: .*(releaseFiles|deleteFiles: "return|fileKeys|CONNECT" -> |explanations\.not\.code: )/,
    why: 'the files of an ended submission are no longer visible',
  },
  {
    name: /^program: .*(recordAttempts\.ordered: "[01]"|claimDeliveries: "last|claim-deliveries\.ts (shareOut|rotate): |LARGE_JSON|dispatcher\.ts createDispatcher\.release|statementsOf: "distributed)/,
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
  {
    name: /^program: .*createAccessTokens\.verify: ".*(typeof (clientId|scope|jti)|isSafeInteger|sub !== |requiredClaims|issuer|audience|'(iss|exp|aud|sub|client_id|iat|jti|scope|at\+jwt|ES256)'|name !== '')/,
    why: 'the server signs only tokens with these claims, and a client cannot sign other claims',
  },
  {
    name: /^program: .*(createSigningKeys\.verificationKey: "known|createPartnerDirectory.*(now < |now >= |partners\.size|known !== undefined|since|found\.catch)|verifyClientSecret: "(false|scheme))/,
    why: 'the code caches partners, or checks the stored hash of a secret',
  },
  { name: /^program: .*listDeliveries: .*state/, why: 'only a command of operators selects deliveries by state' },
  { name: /^program: .*systemClock\.now: "last - now/, why: 'the clock of the machine is not set back during the run' },
  {
    name: /^program: .*readRequest: "bytes: sent" /,
    why: 'the handlers of these operations read only the parsed body',
  },
  { name: /^program: .*commonHeaders\.isHttps/, why: 'the kit reaches the server by http' },
];
