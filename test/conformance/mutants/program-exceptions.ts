import type { Explanation } from './score.ts';

/** Folders whose code the family `program` changes. */
export const MUTATED_FOLDERS = ['server/api', 'server/domain', 'server/storage/database', 'server/work/delivery'];

/**
 * Code whose changes no client can notice, or that needs another environment than one process on SQLite. `name` matches
 * the file and the names of the surrounding functions and constants, separated by a space.
 */
export const IGNORED_PLACES: readonly Explanation[] = [
  {
    name: /database\/engine\/|database\/store\.ts|environment-store\.ts/,
    why: 'the code defines the tables, adapts the query builder to a database, and handles failures of the database',
  },
  {
    name: /database\/users\/|domain\/(qualification-title|link-state)|api\/host\.ts|documents\.ts withoutDocument|file-type\.ts (canShowInline|logoType)|submission-store\.ts (heldBy|newestFirst|submissionStore\.(erase|findOwn|listHeld|readContent))|eraseCompleted|verification-store\.ts verificationStore\.(disown|listOwned|readVerif)|listAssets|subscriberOf|requestOrigin|kindsOfSegment|to(Asset|StoredDocument)\.file|fileTypes\.jpg/,
    why: 'only the pages for users, the mobile application or the downloads of documents use this code',
  },
  {
    name: /encrypted-value-store\.ts (REQUEST|WEBHOOK|encryptedValueStore\.(reencrypt|findUnknown|listKept|deleteSigning))|partnerStore\.(listPartners|updatePartner)|countOutbox|\.ping|signing-keys\.ts (VERIFIES_AFTER|SigningKeys\.(rotate|#read\.valid))/,
    why: 'the code serves the commands and the metrics of operators and the rotation of their keys',
  },
  {
    name: /orphaned-file-store\.ts (orphanedFileStore|reservePendingUpload|addOrphanedFiles|removeOrphanedFiles|filesOf|fileKeysOf)/,
    why: 'the code deletes files that nothing refers to, or limits their total size, which only very large files reach',
  },
  {
    name: /retention-store|cancelExpired|expireVerif|forgetVerif|supersede|mustDelete|trimDeliveryLog|lockByPartner|downloadDeadline|documentStateAt/,
    why: 'the code runs at the end of a period of 48 hours or more, and the kit cannot change the clock of the server',
  },
  {
    name: /documentStore\.(last|claim|record)|document-store\.ts (claimOfEach|columnsOf|ended)|documents\.ts download/,
    why: 'the server downloads documents only from public addresses, and the kit has none',
  },
  {
    name: /api\/(reference|request-log)|noteRefusal|prepareDrain|DRAIN_GRACE|unavailable\.ts/,
    why: 'the code serves the documentation pages, writes logs, or starts or stops the server',
  },
  {
    name: /compareKeys|statements\.ts CHUNK|PORTION|CACHE_LIFETIME|UNKNOWN_KID_PAUSE/,
    why: 'the code groups, orders or caches work, or sets the size of its portions, which changes only the speed',
  },
  {
    name: /shares\.ts|dispatcher\.ts ([A-Z_]+$|createDelivery|Dispatcher$|Dispatcher\.#?(claim|perform|record|close)\b)|delivery-store\.ts deliveryStore\.(findDueWebhooks|claimDeliveries)/,
    why: 'the code decides when and in which order several instances attempt deliveries, and the contract states neither',
  },
  {
    name: /read-body\.ts (readBody\.(append|isRefused|pace|broken)|isTooSlow|NO_BYTES)|in-flight-bodies/,
    why: 'the code limits the memory and the time of bodies that arrive slowly, and the kit sends each body at once',
  },
  {
    name: /access-token\.ts (MAX_LENGTH|AccessTokens\.#remember)|signing-keys\.ts SigningKeys\.(#keys|#reload|#read)|listSigningKeys|client-secret\.ts (hash|generate)ClientSecret|retainSecret/,
    why: 'the code caches tokens and keys, or reads the keys of a rotation',
  },
  {
    name: /api\/(serve|limit-requests)\.ts|limitPublicFiles/,
    why: "only operators configure a second host for the pages, and the timeouts of Node's server are longer than the run",
  },
  {
    name: /api\/limits\//,
    why: 'the kit runs without rate limits, and triggers 429 responses on the server directly',
  },
  {
    name: /send-attempt\.ts (isConnectionLost|exchange\.settle)/,
    why: 'the code repeats a request if the receiver closes a reused connection, which happens by chance',
  },
  {
    name: /parse-body\.ts (positionOf|utf8|withoutByteOrderMark)|authenticateToken\.what|messageOf|expectations/,
    why: 'the contract prescribes no wording, and RFC 8259 leaves the treatment of a byte order mark to the server',
  },
];

/** Calls and properties whose changes no client can notice, by the name of the function or property. */
export const IGNORED_CODE: readonly Explanation[] = [
  {
    name: /(^|\.)(log|logFailure|telemetry|record|finishRecord|trace|security|noteRefusal|note)(\.|$)/,
    why: 'logs and metrics are for operators',
  },
  { name: /Error$/, why: 'the texts of errors are for operators' },
  { name: /^(detail|error_description|invalidRequest)$/, why: 'the contract prescribes no wording' },
  {
    name: /^(setTimeout|clearTimeout|clearInterval)$|\.(unref|ref|wake)$/,
    why: 'the call affects only the speed',
  },
  { name: /\.(forUpdate|forKeyShare|skipLocked)$/, why: 'SQLite has no row locks' },
];

/** Surviving mutants of other code, by a pattern of their names. */
export const EXPLAINED_PROGRAMS: readonly Explanation[] = [
  {
    name: /(call removed: .*selectAssets: |query changed: .*selectAssets: "'='" -> .* \(2\)$)/,
    why: 'the key of an asset is unique and signed with its client, and the upload locks and checks its submission again',
  },
  {
    name: /string changed: .*(addSubmission: "'created'|changeSubmission: "'decline')|comparison shifted: .*storedFile: /,
    why: 'the value starts a download, or names the person or the file, which only the pages read',
  },
  {
    name: /tokenErrors\.rate_limited: "'temporarily|number changed: .*MAX_PARTS: "6" -> "7"/,
    why: 'the server of the kit has no rate limits, and no abbreviation in the lists has seven parts',
  },
  {
    name: /call removed: .*listDocuments\.rows: /,
    why: 'SQLite returns the rows in the order of the primary key',
  },
  {
    name: /(condition negated|comparison shifted|default used): .*bodyStreamOf: /,
    why: 'another path of the code, which is only slower, has the same result',
  },
  {
    name: /indexes\.set|AccessTokens\.verify: "(this\.#accepted\.delete|this\.#remember\()|SigningKeys\.verificationKey: "(known !|Math|now |this\.#reload|(return )?\(await)/,
    why: 'the code caches values that do not change during a run',
  },
  {
    name: /(call[^:]*: [^:]*recordAttempts\.ordered: |releaseFiles: )/,
    why: 'the change affects the order of locks, the fairness between requests or webhooks, or the speed',
  },
  {
    name: /violations\.ts (explanations[.\w]*: "'(least|most|character|item|[^'_]+ [^']+)'"|limit: |FORM_KEYWORDS: |violationsFrom: "keyword !== 'anyOf')|lookalikeName/,
    why: 'the contract prescribes no wording, and the kit does not know the registered names of other partners',
  },
  {
    name: /noRequest\.code: |sandboxDecisionHandlers(\.decide\w+)?: "(problem: no(Request|Submission)" -> "\.\.\.\{\}"$|body: undefined)/,
    why: 'only a server without a sandbox reaches the code, or the handler reads no body',
  },
  {
    name: /recordUpload(\.asset)?: "(await (trx|removeOrphanedFiles)|trx\\n|fileSize: |replaced: |outcome: 'full')|uploadAsset: "('closed'|problem: NO_ROOM)|deleteFiles: "files\.push/,
    why: 'no operation returns a file, and no upload of the kit is too large or to a submission that ends at the same time',
  },
  {
    name: /property removed: .*(decideSubmission: "(state: '(associated|pending)'|ownerId: )|decideVerification: "ownerId: )|string changed: .*(decideSubmission\.state: "'(associated|pending)'|acceptsFiles: "'associated')|call removed: .*findLinkedSubmission: /,
    why: 'only a user on the pages claims or releases a submission or a request',
  },
  {
    name: /string changed: .*(decideVerification: "'canceled'" -> "\\"cancele\\""$|verificationStatus: "')|comparison shifted: .*(verificationStatus: "status|showWebhook\.ends: "now < )|statusesOf\.documents\.state: "window: /,
    why: 'the window ends 48 hours after the request, and a previous secret 24 hours after its rotation',
  },
  {
    name: /#?whileDisabled|#?nextState(\.state)?: "('refused_address'|'failed'|state: 'failed')" -> .*[^)]$/,
    why: 'the operator disables no partner, and the server delivers to all addresses that the kit can use',
  },
  {
    name: /call removed: .*(readAttempts\.rows: |deleteFiles\.rows: .*partnersOf\(ids\)\)" -> )/,
    why: 'identifiers are unique, the code selects the rows again, and a claim differs only if several instances deliver',
  },
  {
    name: /insertOrFind(\.pass)?: "(1|5|pass > 5)" -> "[^!]|insertOrFind\.pending: |addWebhook: "await lock|deleteWebhook: "versions\.length > 0" -> "versions\.length >= /,
    why: 'few passes are needed, SQLite runs one write at a time, and the other results are the same',
  },
  {
    name: /string changed: .*nameIn: "'|mediaTypeOf: "'(application\/json)?'" -> /,
    why: 'the shorter way is skipped, and the longer way has the same result',
  },
  {
    name: /readBody: "inFlight|read-body\.ts CLOSE/,
    why: 'the kit starts the server without these limits, and logs are for operators',
  },
  {
    name: /operator swapped: .*addressKind: "version === 0 \|\| |addressKind: "0" -> "1"|addressKind\.ip: "6" -> |isGlobalUnicast: "0" -> "1"|jpegSize\.marker: "0" -> "1"|isPdf: "end > header\.index" -> |handleMalformedRequests: "'localhost'|malformedRequestResponse: "''"|permittedVersions: "header\.trim\(\)" -> "header"|readQuery\.violations: "''"|readCursor: "''"|verifyClientSecret: "0" -> "1"|createWebhook\.webhook\.version: "1" -> "2"/,
    why: 'the URL parser and Node have already normalized the value, or the other value has the same result',
  },
  {
    name: /showAttempt\.duration_ms: "1000" -> |durationMicros: "(0|1000)" -> |changed\.events: "1" -> "2"|clock\.ts seconds: "1_000_000" -> |signatureHeaders: "0" -> "1"/,
    why: 'a time differs by a few milliseconds or by a thousandth, and an access token is valid for an hour',
  },
  {
    name: /documents\.ts PROBLEMS\./,
    why: 'the server downloads documents only from public addresses, and the kit has none',
  },
  { name: /readBody\.refuse: ("bytes = NO_BYTES|"body\?\.off|"'data')/, why: 'the statement only frees memory' },
  {
    name: /url-host\.ts authorityOf: "''" -> /,
    why: 'neither an empty text nor `x` is a URL, so there is no host in either case',
  },
  {
    name: /(condition negated|quantifier exchanged): .*lookalikeOf: /,
    why: 'the rule compares a name with the registered names of other partners, which the API does not return',
  },
  {
    name: /(result dropped: .*bodyStreamOf: "return body|operator swapped: .*bodyStreamOf: )/,
    why: 'only tests reach the code, because Node always passes its request object',
  },
  {
    name: /number changed: server\/api\/operations\/.*\.status: "4\d\d" -> /,
    why: 'the code of the problem determines the status of the response',
  },
  {
    name: /operator swapped: .*orderedUuid\.time: |number changed: .*orderedUuid\.time: "(1000|16)" -> "(1001|999|15)"|updateWebhook\.version: "1" -> "2"/,
    why: 'the identifier or the version is another unique value of the same form',
  },
  {
    name: /(assetStore\.recordUpload\.(outcome: "'(full|closed)'|requestId: |replaced: )|recordUpload: "outcome: 'closed'|uploadAsset: "'full'|NO_ROOM\.code: )|(comparison shifted|operator swapped): .*recordUpload\.open: "(uploadedAt|submission && )/,
    why: 'only large files reach the limit, and the check of the link rejects uploads to closed submissions earlier',
  },
  {
    name: /alternatives exchanged: .*decide(Submission|Verification): "now >= |comparison shifted: .*(decide(Submission|Verification): "now|submissionProgress: "now|verificationStatus: "now|insertOrFind: "context\.now|verifyUploadLink: "nowUnixSeconds)|operator swapped: .*insertOrFind: "submission && |decideSubmission\.state: "'canceled'" -> "\\"cancele\\""$|comparison shifted: .*decideSubmission: "state [!=]== 'completed'" -> "[^"]*"$|decideSubmission: "'completed'" -> "\\"complete\\""( \(2\))?$|property removed: .*decideSubmission: "(state: 'canceled'|finalizedAt: end)" -> "[^"]*"$|publishEnds\.createdAt: |insertOrFind: "(await supersede|unsettled\.push|submission" -> )|string changed: .*decide(Submission|Verification): "'(expire|release)'"/,
    why: 'the window ends 48 hours after the request, and all refused decisions get the same response',
  },
  {
    name: /(changeSubmission(\.outcome)?: ("outcome: )?"?'other_files|decide(Submission|Verification)(\.outcome: "'unchanged'|: "(ownerId === null|ownerId !== userId))|operator swapped: .*changeVerification\.kept: )/,
    why: 'only pages for users depend on the value',
  },
  {
    name: /(toPartner: "(\.\.\.\()?(hash|endsAt) |toRow(\.previous\w+)?: "previous|authenticateClient\.(isPrevious|endsAt): |authenticateClient: "(clock|isPrevious)|addPartner(: "tokensSince|\.tokensSince: )|toRow\.mayVouch: "0" -> |mayNotVouch|addPartner: "numInserted|authenticateToken: "'string'" |(handleTokenRequest|authenticateClient): "partner === null" -> "!|accepted\.issuedAt < partner\.tokensSince" -> "accepted|typeof accepted === 'string' \|\| partner === null" -> "\(|authenticateUploadLink\.isSigned: "uploadLinkKeys\.some|grantedScopes: ("granted\.length > 0" -> |"0" -> "1"))/,
    why: 'the operator changes no partner, secret, or key during a run',
  },
  {
    name: /to(Partner|Row)[^"]*linkSecret: |to(Partner|Row): "linkSecret/,
    why: 'the operator decides whether links contain a key, and the contract permits both',
  },
  {
    name: /(statusesOf\.(documents: "'canceled'|withDocuments: ("'canceled'|"state !== 'canceled' && |"submissions\.filter))|fileTypes\.(pdf|png|english_assessment): |mayReferenceDocuments: "documentType !== null && |addSubmission: "(result\.outcome === 'created'|entry\.documents|0" -> "1"))/,
    why: 'the code skips a query that would find no documents, or starts a download',
  },
  {
    name: /(listDeliveries\.rows: ("query.*'deliveries\.id'|"'desc'" -> "'asc'" \(2\))|selectDeliveries: ".*'deliveries\.clientId', '=', clientId\)" -> |readAttempts\.rows: .*'clientId', '=', clientId\)" -> |insertOrFind: "pending\.length|insertOrFind\.submission(\.state)?: |call removed: .*listWebhooks: "query\.orderBy\('createdAt'\)\.orderBy)/,
    why: 'the query returns the same rows, because identifiers and times are unique, the code selects or sorts the rows again, and only operators filter by state',
  },
  {
    name: /(violationsFrom(\.key: |: "'anyOf'")|explanations: "\(schema as NamingRules\)|addSubmission\.window: |parseJson: ("''|"text\.trim\(\)" -> )|problem\.ts validationFailed\.count|handleTokenRequest\.repeated|token-request\.ts (FIELDS|NOT_STORED\.Pragma): |AccessTokens\.verify: "('invalid'|'expired'|error instanceof errors)|handleOperation: "record\.)/,
    why: 'the wording, the log, or Pragma differs: the contract prescribes no wording, and Pragma has no effect in responses (RFC 9111)',
  },
  {
    name: /(signatureHeaders: "timestamp < 0|operator swapped: .*signatureHeaders: "!Number)|(comparison shifted|number changed): .*steadyClock\.(last: |now: ("last - now|"1000" -> |"1" -> "2"))|createSendAttempt: "1000" -> /,
    why: 'a time differs by a few milliseconds at most',
  },
  {
    name: /NO_RULES(\.allowLoopback)?: |authenticateUploadLink(\.\w+)*: "'' */,
    why: 'the value is not used: requests without a token have no URL, and SQLite stores any text',
  },
  {
    name: /(eraseSubmissions: "(return|await add)|deleteFiles: "(return|row\.fileKey)|releaseFiles)|(comparison shifted|call removed): .*changeSubmission: "fileKeysOf/,
    why: 'the files of an ended submission are no longer visible',
  },
  {
    name: /read-body\.ts cutOff: /,
    why: 'the kit starts the server without limits on bytes',
  },
  {
    name: /send-attempt\.ts outcomeOf|string changed: .*(codeOf: |attemptError(\.isTcpError)?: "('bind'|'refused_address'|'')|createSendAttempt\.error: "'refused)|attemptError: "syscall \?\? ''|isTcpError: "syscall === 'bind'|property removed: .*createSendAttempt: "(httpStatus: null|error: 'refused|retryAfterSeconds: null)|operator swapped: .*createSendAttempt: "target === null/,
    why: 'the value is a label in logs, or the failure needs a lost connection, a private address, or a lack of ports',
  },
  {
    name: /(property removed|operator swapped|quantifier exchanged|call removed): .*(AccessTokens\.#verifySignature(\.currentDate)?|accessTokenIn(\.scopes)?): |AccessTokens\.verify: "(token\.length > MAX_LENGTH" -> "token|result\.expiresAt <= this\.#deps\.clock\.now\(\)" -> "result)|accessTokenIn(\.scopes)?: "''|currentDate: "1000" -> "999"/,
    why: 'the server signs only tokens with these claims, and a client cannot sign other claims',
  },
  {
    name: /(operator swapped|boolean flipped): .*verifyClientSecret: "(scheme|false)|verifyClientSecret: "rest\.length|boolean flipped: .*verifyUploadLink: "false"/,
    why: 'the code checks the form of a stored hash or of a number that was already checked',
  },
  {
    name: /property removed: .*readRequest: "(bytes|body: undefined)/,
    why: 'the handlers of these operations read only the parsed body and the query parameters',
  },
  {
    name: /statements\.ERR_HTTP_REQUEST_TIMEOUT|handleMalformedRequests: "'ECONN|operator swapped: .*handleMalformedRequests: |malformed-request\.ts end(\.fields)?: "('|socket\.on)|readBody: "(body\.once\()?'(close|error)'/,
    why: 'the request times out later, or the connection closes at the same time as without the change',
  },
  {
    name: /addVerificationRequest: "'created'"|mediaTypeOf: "1" -> "2"/,
    why: 'the code does not read the value: the code of the problem determines the status',
  },
  {
    name: /number changed: .*nextDelay: "1" -> |boolean flipped: .*bindOperations: "true"/,
    why: 'only tests and the mock use the default, and each method that no path supports has the same result',
  },
  {
    name: /responses\.ts (HSTS: |commonHeaders\.isHttps: "'https:'|commonHeaders: "\.\.\.\(isHttps )/,
    why: 'the kit reaches its server by http, which has no Strict-Transport-Security header',
  },
  {
    name: /number changed: .*naming\.ts MAX_(ITEMS|TEXT): |(comparison shifted|operator swapped): .*naming\.ts .*MAX_(ITEMS|TEXT)|startsOf(\.parts)?: ("''"|"start\.split)|inside\.phrase: "''"/,
    why: 'the limits are far above those of the contract, and no naming rule lists an empty string or the word `x`',
  },
  {
    name: /parseRetryAfter\.millis: "'GMT'"|onResponseStart: "200" -> "199"|isWithinLimits: "at < |addressKind: "'special'"|call removed: .*duplicates: .* === 'string'\)" -> /,
    why: '`Date.parse` ignores a repeated time zone, no receiver sends the status 199, the byte after the end is undefined, an unknown kind of address is rejected too, the pattern of an open certificate permits only objects, and a value of the wrong type has only this violation',
  },
  {
    name: /operator swapped: .*nextDelay\.spread: "scheduled \* /,
    why: 'few delays exceed the jitter, and by 4 % at most',
  },
];
