// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings contain code.
import type { Mutant } from './mutant.ts';

type Broken = readonly [what: string, operation: string, from: string, to: string];

/** Changes to the code that reads requests and formats times, each with an operation that reveals the change. */
const BROKEN: Readonly<Record<string, readonly Broken[]>> = {
  'server/api/contract/extension-keywords.ts': [
    ['bytes counted as characters', 'addMicrocredential', 'Buffer.byteLength(text) <= limit', 'text.length <= limit'],
    ['surrogates accepted', 'addRightToWork', '!/\\p{Surrogate}/u.test(text)', 'true'],
    ['http accepted for https', 'createWebhook', '/^https:/i.test(url)', '/^https?:/i.test(url)'],
    ['HTTPS in uppercase rejected', 'createWebhook', '/^https:/i.test(url)', '/^https:/.test(url)'],
    ['every address accepted', 'createWebhook', 'mayConnect(hostKind(host), { allowLoopback })', 'true'],
    ['every port accepted', 'createWebhook', 'hasPortAmong(url, ports)', 'true'],
    ['port 0 accepted', 'createVerificationRequest', "authority.port === '0'", 'false'],
    ['invalid hosts accepted', 'createWebhook', "'host' : 'port'", "null : 'port'"],
    ['every scope granted', 'addCredentialBatch', 'scopes.includes(scope)', 'true'],
    [
      'letter case ignored for uniqueness',
      'addMicrocredentialBatch',
      'seen.has(found as string) || !seen.add(found as string)',
      'seen.has(`${found}`.toLowerCase()) || !seen.add(`${found}`.toLowerCase())',
    ],
    [
      'the last path of a uniqueness rule ignored',
      'addCredentialBatch',
      'return paths\n',
      'return paths.slice(0, -1)\n',
    ],
  ],
  'server/api/contract/parse-body.ts': [
    [
      'a media type recognized by its prefix',
      'createWebhook',
      "contentType?.split(';', 1)[0]",
      "(/^application\\/json/i.exec(contentType ?? '') ?? contentType?.split(';', 1))?.[0]",
    ],
    ['a media type recognized only in lowercase', 'createWebhook', '.trim().toLowerCase()', '.trim()'],
    ['media type parameters not removed', 'createWebhook', "split(';', 1)", "split('\\n', 1)"],
    ['broken UTF-8 replaced', 'createWebhook', 'fatal: true', 'fatal: false'],
    [
      'a missing body read as an object',
      'createWebhook',
      'return utf8.decode(bytes);',
      "return utf8.decode(bytes) || '{}';",
    ],
    ['repeated properties accepted', 'createWebhook', '? null : repeatedProperty(text)', '? null : null'],
    [
      'repeated properties in inner objects accepted',
      'createVerificationRequest',
      'if (seen.has(key)) return',
      'if (open.length === 1 && seen.has(key)) return',
    ],
    [
      'repeated properties in another spelling accepted',
      'createWebhook',
      "string.includes('\\\\') ? JSON.parse(string) : string.slice(1, -1)",
      'string.slice(1, -1)',
    ],
    ['the object of repeated properties reported', 'createWebhook', 'path[last] = name;', "path[last] = '';"],
  ],
  'server/domain/redirect-uri.ts': [
    [
      'an ID not encoded in a link',
      'createVerificationRequest',
      'requestId=${encodeURIComponent(requestId)}',
      'requestId=${requestId}',
    ],
    ['a short key in a link', 'createVerificationRequest', "key === undefined ? ''", "key === undefined ? '&key=1'"],
  ],
  'server/api/operations/verification-requests.ts': [
    ['no key in the link of an ID that can be guessed', 'createVerificationRequest', '|| isGuessable(warnings)', ''],
    ['the same ID generated in a link', 'createVerificationRequest', '?? randomUUID()', "?? 'generated'"],
  ],
  'server/api/operations/sandbox-decisions.ts': [
    ['an identity without its source', 'decideVerificationRequest', 'identity, source }', 'identity }'],
    [
      'an identity whose source has an old time',
      'decideVerificationRequest',
      'toTimestamp(services.clock.now())',
      'toTimestamp(0)',
    ],
  ],
  'server/domain/url-host.ts': [
    [
      'subdomains accepted',
      'addMicrocredential',
      'host === domain);',
      'host.endsWith(`.${domain}`) || host === domain);',
    ],
    ['domain suffixes accepted', 'addMicrocredential', 'host === domain);', 'host.endsWith(domain));'],
  ],
  'server/api/read-request.ts': [
    ['the last of repeated values', 'listWebhookDeliveries', 'const [value] = values;', 'const value = values.at(-1);'],
    ['two-digit numbers not parsed', 'listWebhookDeliveries', '\\d{1,15}', '\\d'],
    [
      'lists read as a single value',
      'listVerificationRequests',
      "else if (type === 'array')",
      "else if (type === 'list')",
    ],
    ['other notations of lists ignored', 'listVerificationRequests', 'hasOtherNotation(name, sent)', 'false'],
    ['a parameter reported as a property', 'listWebhookDeliveries', '`?${name}`', '`/${name}`'],
  ],
  'server/api/contract/problem.ts': [
    ['/ not escaped', 'addRightToWork', ".replaceAll('/', '~1')", ''],
    ['~ not escaped', 'addRightToWork', "member.replaceAll('~', '~0')", 'member'],
  ],
  'server/api/contract/violations.ts': [
    ['only the first violation reported', 'createWebhook', '    .slice(0, maxViolations)', '    .slice(0, 1)'],
    [
      'the last of several violations dropped',
      'createWebhook',
      '    .slice(0, maxViolations)',
      '.filter((_, i, { length }) => i === 0 || i < length - 1)',
    ],
    ['violations cut off at 50', 'addRightToWork', '    .slice(0, maxViolations)', '    .slice(0, 50)'],
    [
      'other violations of a value of the wrong type reported',
      'addEducation',
      "code === 'wrong_type' || !wrongType.has(pointer)",
      'true',
    ],
    [
      'parts of a malformed URL checked',
      'createWebhook',
      '!URL_PART_CODES.has(code) || !malformed.has(pointer)',
      'true',
    ],
    ['a missing property reported at its parent', 'createWebhook', "error.params['missingProperty'] ?? ", ''],
  ],
  'server/api/handle-operation.ts': [
    ['warnings omitted', 'addMicrocredential', '{ ...body, warnings }', 'body'],
    [
      'only the first warning returned',
      'addCredentialBatch',
      '{ ...body, warnings }',
      '{ ...body, warnings: warnings.slice(0, 1) }',
    ],
    [
      'a warning about a name that looks right',
      'addEducation',
      'warnings.length === 0 ? body',
      "warnings.length === 0 ? { ...body, warnings: [{ pointer: '/data/credential/course_name', code: 'generic', detail: 'x' }] }",
    ],
  ],
  'server/domain/naming.ts': [
    ['words found inside other words', 'addEducation', 'words.includes(` ${phrase} `)', 'words.includes(phrase)'],
    ['letter case of a major not ignored', 'addEducation', 'plain.toLowerCase()', 'plain'],
    ['abbreviations accepted', 'addEducation', 'has(abbreviations, start)', 'false'],
    [
      'words accepted',
      'addEducation',
      '[[rule.words ?? []], ...(rule.sequences ?? [])]',
      '[...(rule.sequences ?? [])]',
    ],
    ['sequences accepted', 'addEducation', '[[rule.words ?? []], ...(rule.sequences ?? [])]', '[[rule.words ?? []]]'],
    ['bare levels accepted', 'addEducation', 'words.length > 0 && words.every((word) => has(all, word))', 'false'],
    ['placeholders accepted', 'addMicrocredential', 'has(whole, joined)', 'false'],
    ['separate fields accepted', 'addEducation', 'consistsOf(apart, part)', 'false'],
    ['apostrophes not ignored', 'addEducation', "name.replace(APOSTROPHES, '')", 'name'],
    ['character width not ignored', 'addEducation', "ascii ? plain : plain.normalize('NFKC')", 'plain'],
  ],
  'server/domain/address-kind.ts': [
    [
      'IPv4-mapped IPv6 addresses accepted',
      'createWebhook',
      'if (hostname.startsWith(',
      "if (hostname.startsWith('[::ffff:')) return 'public';\n  if (hostname.startsWith(",
    ],
    ['only private ranges rejected', 'createWebhook', "range !== 'unicast'", "range === 'private'"],
    ['unallocated addresses accepted', 'createWebhook', '!isGlobalUnicast(ip)', 'false'],
  ],
  'server/storage/database/webhooks/outbox.ts': [
    [
      'each event delivered twice',
      'decideSubmission',
      'insertDeliveries(trx, deliveries, now);',
      'insertDeliveries(trx, [...deliveries, ...deliveries.map((one) => ({ ...one, id: orderedUuid(now) }))], now);',
    ],
    [
      'events delivered to only one webhook',
      'decideVerificationRequest',
      'types.includes(type));',
      'types.includes(type)).slice(0, 1);',
    ],
    ['verification events delivered to every webhook', 'decideVerificationRequest', 'types.includes(type)', 'true'],
    ['submission events delivered to every webhook', 'decideSubmission', 'types.includes(type)', 'true'],
    [
      'the last event of a transaction not delivered',
      'decideVerificationRequest',
      'of changes.entries()) {',
      'of changes.slice(0, -1).entries()) {',
    ],
  ],
  'server/storage/database/submissions/submission-store.ts': [
    ['no event when a user consents', 'decideSubmission', "await publishEnds(context, 'verified', changed);", ''],
  ],
  'server/storage/database/submissions/erase-submissions.ts': [
    [
      'declined submissions reported as verified',
      'decideSubmission',
      "publishEnds(context, 'canceled',",
      "publishEnds(context, 'verified',",
    ],
  ],
  'server/storage/database/verifications/verification-store.ts': [
    [
      'every event with the status verified',
      'decideVerificationRequest',
      'resourceId: requestId, ...event }',
      "resourceId: requestId, ...event, status: 'verified' }",
    ],
    [
      'events with another request_id',
      'decideVerificationRequest',
      'resourceId: requestId, ...event }',
      'resourceId: clientId, ...event }',
    ],
  ],
  'server/domain/clock.ts': [['seconds without a fraction in responses', 'createWebhook', '${micros}Z', 'Z']],
};

/** Mutants that change the code of the server. */
export const codeMutants: readonly Mutant[] = Object.entries(BROKEN).flatMap(([file, edits]) =>
  edits.map(
    ([what, operation, from, to]): Mutant => ({
      name: `server code: ${what}`,
      operator: 'server code',
      pointer: file,
      before: from,
      after: to,
      operations: [operation as Mutant['operations'][number]],
      change: { code: { file, from, to } },
    }),
  ),
);
