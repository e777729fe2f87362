import type { Explanations } from './score.ts';

export const MUTATED_FOLDERS = ['server/api', 'server/domain', 'server/storage/database', 'server/work/delivery'];

/**
 * Code that the mutants skip: no client can notice a change, or the code has an effect only on PostgreSQL or in a cluster.
 * Each pattern matches a file, a space, and the names of the functions and constants around the code.
 */
export const IGNORED_PLACES: Explanations = {
  'the code defines the tables, adapts the query builder to a database, and handles failures of the database':
    /database\/engine\/|database\/store\.ts|environment-store\.ts/,
  'only the pages for users, the mobile application or the downloads of documents use this code':
    /database\/users\/|redirect-uri\.ts returnUri|domain\/(qualification-title|link-state)|api\/(host|recent-requests)\.ts|documents\.ts withoutDocument|file-type\.ts (canShowInline|logoType)|submission-store\.ts (heldBy|newestFirst|submissionStore\.(erase|findOwn|listHeld|readContent))|eraseCompleted|verification-store\.ts verificationStore\.(disown|listOwned|readVerif)|listAssets|subscriberOf|requestOrigin|kindsOfSegment|to(Asset|StoredDocument)\.file|fileTypes\.jpg/,
  'the code serves the commands and the metrics of operators and the rotation of their keys':
    /encrypted-value-store\.ts (REQUEST|WEBHOOK|ENCRYPTED|encryptedValueStore\.(reencrypt|findUnknown|listFiles|listKept|deleteSigning))|partnerStore\.(listPartners|updatePartner)|submissionStore\.listSubmissionIds|countOutbox|\.ping|signing-keys\.ts (VERIFIES_AFTER|SigningKeys\.(rotate|#read\.valid))/,
  'the code deletes files that nothing refers to, or limits their total size, which only very large files reach':
    /orphaned-file-store\.ts (orphanedFileStore|reservePendingUpload|addOrphanedFiles|removeOrphanedFiles|filesOf|fileKeysOf)/,
  'the code runs at the end of a period of 48 hours or more, and the kit cannot change the clock of the server':
    /retention-store|cancelExpired|expireVerif|forgetVerif|supersede|mustDelete|trimDeliveryLog|lockByPartner|downloadDeadline|documentStateAt/,
  'a download is repeated a minute later or after a failure of an instance, and the kit waits for neither':
    /documentStore\.(last|claim|record)|document-store\.ts (claimOfEach|columnsOf|ended)|documents\.ts download/,
  'the code serves the documentation pages, writes logs, or starts or stops the server':
    /api\/(reference|request-log|stored-page)|noteRefusal|prepareDrain|DRAIN_GRACE|unavailable\.ts/,
  'only the mock uses the code': /api\/request-checks\.ts/,
  'the code checks settings, or creates or changes partners, which only commands of the operator and the start do':
    /sandbox-partners\.ts|lookalike\.ts|address-ranges\.ts (isAddressOrRange|isDestination|containInternet|denyDestinations|SPREAD)|partner-store\.ts (NameTaken|requireUniqueName|toRow|partnerStore\.addPartner)/,
  'the code finds the address of a client, which only rate limits and logs use': /client-address\.ts/,
  'the code groups, orders or caches work, or sets the size of its portions, which changes only the speed':
    /compareKeys|statements\.ts CHUNK|PORTION|CACHE_LIFETIME|UNKNOWN_KID_PAUSE/,
  'the code decides when and in which order several instances attempt deliveries, and the contract states neither':
    /shares\.ts|dispatcher\.ts ([A-Z_]+$|sourceAddressOf|Dispatcher$|Dispatcher\.#?(claim|perform|record|close)\b)|delivery-store\.ts deliveryStore\.(findDueWebhooks|claimDeliveries)/,
  'the code limits the memory and the time of bodies that arrive slowly, and the kit sends each body at once':
    /read-body\.ts (readBody\.(append|isRefused|pace|broken)|isTooSlow|NO_BYTES)|in-flight-bodies/,
  'the code caches tokens and keys, or reads the keys of a rotation':
    /access-token\.ts (MAX_TOKEN_LENGTH|AccessTokens\.#remember)|signing-keys\.ts SigningKeys\.(#keys|#reload|#read)|listSigningKeys|client-secret\.ts (hash|generate)ClientSecret|retainSecret/,
  "only operators configure a second host for the pages, and the timeouts of Node's server are longer than the run":
    /api\/(serve|limit-requests)\.ts|limitPublicFiles/,
  'the kit exceeds only limits on requests': /limits\/.*(Address|Failure|UnknownLink|Attempt|Bytes|Large|SMALL)/,
  'the code repeats a request if the receiver closes a reused connection, which happens by chance':
    /send-attempt\.ts (isConnectionLost|exchange\.settle)/,
  'the contract prescribes no wording':
    /parse-body\.ts (positionOf|utf8)|invalidPart|nearestPath|withNearestName|different-content\.ts detail|nearest-name\.ts|notFound\.nearest|explainRule|problem\.ts \w+\.detail|authenticateToken\.what|messageOf|expectations/,
};

/** Calls and properties, by name, that no mutant changes, because no client could notice the change. */
export const IGNORED_CODE: Explanations = {
  'logs and metrics are for operators':
    /(^|\.)(log|logAction|logFailure|telemetry|record|finishRecord|trace|security|noteRefusal|noteRead|note)(\.|$)/,
  'the texts of errors are for operators': /Error$/,
  'the contract prescribes no wording': /^(detail|error_description|invalidRequest)$/,
  'the call affects only the speed': /^(setTimeout|clearTimeout|clearInterval)$|\.(unref|ref|wake)$/,
  'SQLite has no row locks': /\.(forUpdate|forKeyShare|skipLocked)$/,
};

/** Reasons why mutants of the server code survive, each with a pattern for the names of the mutants. */
export const EXPLAINED_PROGRAMS: Explanations = {
  'the key of an asset is unique and signed with its client, and the upload locks and checks its submission again':
    /call removed: .*selectAssets: |query changed: .*selectAssets: .* \(2\)$/,
  'the value starts a download, or names the person or the file, which only the pages read':
    /string changed: .*(addSubmission: "'created'|changeSubmission: "'decline'|addSubmissions\.outcome: "'created')|(comparison shifted|alternatives exchanged): .*storedFile: |listDocuments: "file: storedFile|changeSubmission: "await update\.set\(\{ endedBy/,
  'the server of the kit has no rate limits, and no abbreviation in the lists has seven parts':
    /tokenErrors\.rate_limited: "'temporarily|number changed: .*MAX_PARTS: "6" -> "7"/,
  'SQLite returns the rows in the order of the primary key': /call removed: .*listDocuments\.rows: /,
  'another path of the code, which is only slower, has the same result':
    /(condition negated|comparison shifted|default used): .*bodyStreamOf: |deleteWebhook\.deleted: "1"|readCurrent(: "false"|\.shape: )|readAssets\.rows: .*requestIdsOf\(batches\)\)" -> |warningsAboutReplay\.content: "replayed\.content \?\?|submission\.ts MAX_CONTENT: |insertOrFind\.rows: "true"|call removed: .*readAssets\.batches: /,
  'the code caches values that do not change during a run':
    /indexes\.set|AccessTokens\.verify: "(this\.#verifiedByDigest\.delete|this\.#remember\()|SigningKeys\.verificationKey: "(known !|Math|now |this\.#reload|(return )?\(await)/,
  'the change affects the order of locks, the fairness between requests or webhooks, or the speed':
    /(call[^:]*: [^:]*(recordAttempts\.ordered|addVerificationRequests\.rows): |releaseFiles: )/,
  'only the wording, the log, or Pragma (RFC 9111) differs, or the kit does not know the names of other partners':
    /problem\.ts notFound(\.hint)?: |problemOfFile\.error: |violations\.ts (explanations[.\w]*: "'(least|most|character|item|[^'_]+ [^']+)'"|limit: |FORM_KEYWORDS: |violationsFrom: "keyword !== 'anyOf')|lookalikeName|(createToken: "'wrong client credentials'|handleOperation: "'requestId'|problem\.ts MAX_COMPARED_LENGTH: |refusalOfFile\.detail: |operator swapped: .*clock\.ts hours: |refuse: "error !== |violationsFrom(\.key: |: "'anyOf'")|alternatives exchanged: .*explanations: |explanations: "\(schema as NamingRules\)|addSubmission\.window: |parseJson: ("''|"text\.trim\(\)" -> )|problem\.ts validationFailed\.count|handleTokenRequest\.repeated|token-request\.ts (FIELDS|NOT_STORED\.Pragma): |handleTokenRequest: "headers: NOT_STORED|AccessTokens\.verify: "('invalid'|'expired'|error instanceof errors)|handleOperation: "record\.|runPipeline: "call\.record)/,
  'only a server without a sandbox or a command reaches the code, or the handler reads no body':
    /noRequest\.problem\.code: |property removed: .*submissionStore: "listSubmissionIds/,
  'no operation returns a file, no upload of the kit is too large, and the check of the link rejects uploads to closed submissions':
    /recordUpload(\.asset)?: "(await (trx|removeOrphanedFiles)|trx\\n|fileSize: |replaced: |outcome: 'full')|uploadAsset: "('closed'|problem: NO_ROOM)|deleteFiles: "files\.push|(assetStore\.recordUpload\.(outcome: "'(full|closed)'|requestId: |replaced: )|recordUpload: "outcome: 'closed'|uploadAsset: "'full'|NO_ROOM\.code: )|(comparison shifted|operator swapped): .*recordUpload\.open: "(uploadedAt|submission && )/,
  'only users on the pages claim or release a submission or a request, or see the value':
    /handleOperation: "services\.recentRequests|property removed: .*(decideSubmission: "(state: '(associated|pending)'|ownerId: )|decideVerification: "ownerId: )|string changed: .*(decideSubmission(\.state: "'(associated|pending)'|: "'take')|acceptsFiles: "'associated')|(call removed|default used): .*findLinkedSubmission: |(decideForUser\.userId: |decideSubmission\.userId: |changeSubmission(\.outcome)?: ("outcome: )?"?'other_files|decide(Submission|Verification)(\.outcome: "'unchanged'|: "(ownerId === null|ownerId !== userId))|operator swapped: .*changeVerification\.kept: )/,
  'the window ends 48 hours after the request, a previous secret 24 hours after its rotation, and all refused decisions get the same response':
    /string changed: .*(decideVerification: "'canceled'" -> "\\"cancele\\""$|verificationStatus: "')|comparison shifted: .*(verificationStatus: "status|showWebhook\.ends: "now < )|statusesOf\.documents\.state: "window: |decideVerification(\.outcome: "'refused'|: "outcome: 'refused').* \(3\)$|alternatives exchanged: .*decide(Submission|Verification): "now >= |comparison shifted: .*(decide(Submission|Verification)(\.hasEnded)?: "now|submissionProgress: "now|verificationStatus: "now|insertOrFind: "context\.now|verifyUploadLink: "nowUnixSeconds)|operator swapped: .*insertOrFind: "submission && |decideSubmission\.state: "'canceled'" -> "\\"cancele\\""$|comparison shifted: .*decideSubmission: "state [!=]== 'completed'" -> "[^"]*"$|decideSubmission: "'completed'" -> "\\"complete\\""( \(2\))?$|property removed: .*decideSubmission: "(state: 'canceled'|finalizedAt: end)" -> "[^"]*"$|publishEnds\.createdAt: |insertOrFind: "(await supersede|unsettled\.push|submission" -> )|string changed: .*decide(Submission|Verification): "'(expire|release)'"/,
  'the operator disables no partner, and the server delivers to all addresses that the kit can use':
    /#?whileDisabled|runPipeline: "counted !== undefined|#?nextState(\.state)?: "('refused_address'|'failed'|state: 'failed')" -> .*[^)]$/,
  'identifiers and times are unique, the code selects the rows again, or only operators or several instances see a difference':
    /Dispatcher\.#end(\.made\.status)?: "(claim: |httpStatus \?\? )|call removed: .*(recordAttempts\.updated: .*clientId, claim, state|claimKeys: .*'clientId', '=', clientId\)" -> |readAttempts\.rows: |deleteFiles\.rows: .*partnersOf\(ids\)\)" -> )|(listDeliveries\.rows: ("query.*'deliveries\.id'|"'desc'" -> "'asc'" \(2\))|selectDeliveries: ".*'deliveries\.clientId', '=', clientId\)" -> |readAttempts\.rows: .*'clientId', '=', clientId\)" -> |insertOrFind: "pending\.length|insertOrFind\.submission(\.state)?: |call removed: .*listWebhooks: "query\.orderBy\('createdAt'\)\.orderBy)/,
  'few passes are needed, SQLite runs one write at a time, and any of several concurrent requests can create the submission':
    /addSubmissions\.firsts: |addSubmissions: "\.\.\.current" -> "\.\.\.\{\}" \(3\)|insertOrFind(\.pass)?: "(1|5|pass > 5)" -> "[^!]|insertOrFind\.pending: |addWebhook: "await lock|deleteWebhook: "versions\.length > 0" -> "versions\.length >= /,
  'the shorter way is skipped, and the longer way has the same result':
    /string changed: .*nameIn: "'|mediaTypeOf: "'(application\/json)?'" -> /,
  'the kit starts the server without these limits, and logs are for operators':
    /createPolicyLimits\.limitOf: "overrides|Dispatcher\.#end: "gaveUp" -> |createRequestLimits(: "policies|\.isOff: )|limitCall: "operation\.bodyLimit|cancelVerificationRequest: "change\?\.outcome|number changed: .*createToken: "401" -> |readBody: "inFlight|read-body\.ts CLOSE/,
  'the URL parser and Node have already normalized the value, or the other value has the same result':
    /parseBasic: "0" -> "1"|isDecodable: "1" -> "2"|call removed: .*declaredAssets\.items: "Object|operator swapped: .*addressKind: "version === 0 \|\| |addressKind: "0" -> "1"|addressKind\.ip: "6" -> |isGlobalUnicast: "0" -> "1"|isAmong: "0" -> "1"|jpegSize(\.marker: "0" -> "1"|: "1" -> "2")|isPdf: "end > header\.index" -> |handleMalformedRequests: "'localhost'|malformedRequestResponse: "''"|permittedVersions: "header\.trim\(\)" -> "header"|readQuery\.violations: "''"|parse-body\.ts SPACE: |repeatedProperty: "(''|at < text)|readCursor: "''"|verifyClientSecret: "0" -> "1"|createWebhook\.webhook\.version: "1" -> "2"/,
  'a time differs by a few milliseconds or by a thousandth, and an access token is valid for an hour':
    /parseRetryAfter: "1000" -> "999"|showAttempt\.duration_ms: "1000" -> |durationMicros: "(0|1000)" -> |changed\.events: "1" -> "2"|clock\.ts seconds: "1_000_000" -> |signatureHeaders: "0" -> "1"|(decideVerification\.changed: "1" -> |signatureHeaders: "timestamp < 0|operator swapped: .*signatureHeaders: "!Number)|(comparison shifted|number changed): .*steadyClock\.(last: |now\.isSetBack: |now: ("last - now|"1000" -> |"1" -> "2"))|createSendAttempt: "1000" -> /,
  'the statement only frees memory': /readBody\.refuse: "(isRefused = true|bytes = NO_BYTES|body\?\.off|'data'|true)/,
  'neither an empty text nor `x` is a URL, and no host name is as long as the limit':
    /url-host\.ts authorityOf: ("''" -> |"authority\.length > MAX_AUTHORITY" -> "authority\.length >=)/,
  'only tests reach the code, because Node always passes its request object':
    /(result dropped: .*bodyStreamOf: "return body|operator swapped: .*bodyStreamOf: )/,
  'the code of the problem determines the status of the response, or the status is 200 by default':
    /property removed: .*getAuthorizationServerMetadata: "status: 200"|number changed: (server\/api\/operations\/.*|.*alreadyVerified)\.status: "4\d\d" -> |property removed: .*refusalOfFile: "status: |addVerificationRequests: "'created'"|mediaTypeOf: "1" -> "2"/,
  'the identifier or the version is another unique value of the same form':
    /operator swapped: .*orderedUuid\.time: |number changed: .*orderedUuid\.time: "(1000|16)" -> "(1001|999|15)"|repeatedProperty\.objects: "0" -> "1"|updateWebhook\.version: "1" -> "2"/,
  'the operator changes no partner, secret, or key during a run':
    /(toPartner: "(\.\.\.\()?(hash|endsAt) |authenticateToken\.scopes: |toRow(\.previous\w+)?: "previous|authenticateClient\.(isPrevious|endsAt): |authenticateClient: "(clock|isPrevious)|addPartner(: "tokensSince|\.tokensSince: )|toRow\.mayVouch: "0" -> |mayNotVouch|addPartner: "numInserted|authenticateToken: "'string'" |(handleTokenRequest|authenticateClient): "partner === null" -> "!|accepted\.issuedAt < partner\.tokensSince" -> "accepted|typeof accepted === 'string' \|\| partner === null" -> "\(|authenticateUploadLink\.isSigned: "uploadLinkKeys\.some|grantedScopes: ("granted\.length > 0" -> |"0" -> "1"))/,
  'the operator decides whether links contain a key, and the contract permits both':
    /to(Partner|Row)[^"]*linkSecret: |to(Partner|Row): "linkSecret|isGuessable: "warnings\.some/,
  'the code skips a query that would find no documents, or starts a download':
    /(statusesOf\.(documents: "'canceled'|withDocuments: ("'canceled'|"state !== 'canceled' && |"submissions\.filter))|fileTypes\.(pdf|png|english_assessment): |mayReferenceDocuments: "documentType !== null && |addSubmission: "(result\.outcome === 'created'|entry\.documents|0" -> "1"))/,
  'the value is not used: requests without a token have no URL, and SQLite stores any text':
    /handleOperation\.call\.principal\.kind: "'anyone'"|NO_RULES(\.allowLoopback)?: |authenticateUploadLink(\.\w+)*: "'' */,
  'responses without a body have no headers of their own, and only the log contains the subject':
    /decide(ForUser|Submission): "decision !== null"|responseOf\.headers: "headers \?\? |property removed: .*cancelSubmission: "subject: |decideSubmission\.event: /,
  'the files of an ended submission and the deliveries of a deleted webhook are no longer visible':
    /deletePortion: "'='"|(eraseSubmissions: "(return|await add)|deleteFiles: "(return|row\.fileKey|rows\.filter)|releaseFiles)|(comparison shifted|call removed): .*changeSubmission: "fileKeysOf/,
  'the kit starts the server without limits on bytes':
    /read-body\.ts cutOff: |comparison shifted: .*runPipeline: "counted /,
  'the value is a label in logs, or the failure needs a lost connection, a private address, or a lack of ports':
    /send-attempt\.ts outcomeOf|string changed: .*(codeOf: |attemptError(\.isTcpError)?: "('bind'|'refused_address'|'')|createSendAttempt\.error: "'refused)|attemptError: "syscall \?\? ''|isTcpError: "syscall === 'bind'|property removed: .*createSendAttempt: "(httpStatus: null|error: 'refused|retryAfterSeconds: null)|operator swapped: .*createSendAttempt: "target === null/,
  'the server signs only tokens with these claims, and a client cannot sign other claims':
    /(property removed|operator swapped|quantifier exchanged|call removed): .*(AccessTokens\.#verifySignature(\.currentDate)?|accessTokenIn(\.scopes)?): |AccessTokens\.verify: "(token\.length > MAX_TOKEN_LENGTH" -> "token|result\.expiresAt <= this\.#deps\.clock\.now\(\)" -> "result)|accessTokenIn(\.scopes)?: "''|currentDate: "1000" -> "999"/,
  'the code checks the form of a stored hash or of a number that was already checked':
    /(operator swapped|boolean flipped): .*verifyClientSecret: "(scheme|false)|verifyClientSecret: "rest\.length|boolean flipped: .*verifyUploadLink: "false"/,
  'the handlers of these operations read only the parsed body and the query parameters':
    /property removed: .*readRequest: "(bytes|body: undefined)/,
  'the request times out later, or the connection closes at the same time as without the change':
    /statements\.ERR_HTTP_REQUEST_TIMEOUT|handleMalformedRequests: "'ECONN|operator swapped: .*handleMalformedRequests: |malformed-request\.ts end(\.fields)?: "('|socket\.on)|readBody: "(body\.once\()?'(close|error)'/,
  'only tests and the mock use the default, and each method that no path supports has the same result':
    /number changed: .*nextDelay: "1" -> |boolean flipped: .*bindOperations: "true"/,
  'the kit reaches its server by http, which has no Strict-Transport-Security header':
    /responses\.ts (HSTS: |commonHeaders\.isHttps: "'https:'|commonHeaders: "\.\.\.\(isHttps )/,
  'the limits are far above those of the contract, and no naming rule lists an empty string or the word `x`, or has a pattern that depends on the flag `u`':
    /LIMITS\.total: "4096" -> "409[57]"|indexed\.(pattern|notPattern): "'u'" -> |number changed: .*naming\.ts MAX_(ITEMS|TEXT): |(comparison shifted|operator swapped): .*naming\.ts .*MAX_(ITEMS|TEXT)|startsOf(\.parts)?: ("''"|"start\.split)|inside\.phrase: "''"/,
  'every retry delay is longer than a second, `Date.parse` ignores a repeated time zone, no receiver sends the status 199, the byte after the end is undefined, an unknown kind of address is rejected too, the pattern of an open certificate permits only objects, and a value of the wrong type has only this violation':
    /parseRetryAfter(\.millis: "'GMT'"|: "0" -> "1")|onResponseStart: "200" -> "199"|isWithinLimits: "at < |addressKind: "'special'"|call removed: .*duplicates: .* === 'string'\)" -> /,
  'all stored data is readable, and the code only compares the number of connections with an earlier number':
    /call removed: .*listVerificationRequests\.requests: |operator swapped: .*noteConnection: /,
  'both values are null, or neither is': /operator swapped: .*(verificationResult|#secretsOf\.hasPrevious): /,
  'few delays exceed the jitter, no request costs as many points as the limit, and the first name without a warning is no test':
    /operator swapped: .*nextDelay\.spread: "scheduled \* |createRateLimit\.wait: "points > count" -> "points >=|result dropped: .*naming\.ts indexOf: "return indexed/,
};
