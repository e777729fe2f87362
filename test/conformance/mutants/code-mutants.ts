// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is code.
import type { Mutant } from './mutant.ts';

type Broken = readonly [what: string, operation: string, from: string, to: string];

/** Changes of the code that reads requests and formats times, with the operations that show each change. */
const BROKEN: Readonly<Record<string, readonly Broken[]>> = {
  'server/contract/contract-rules.ts': [
    ['bytes counted as characters', 'addMicrocredential', 'Buffer.byteLength(text) <= limit', 'text.length <= limit'],
    ['surrogates accepted', 'addRightToWork', '!/\\p{Surrogate}/u.test(text)', 'true'],
    ['http accepted for https', 'createWebhook', '/^https:/i.test(url)', '/^https?:/i.test(url)'],
    ['HTTPS refused', 'createWebhook', '/^https:/i.test(url)', '/^https:/.test(url)'],
    ['every address accepted', 'createWebhook', 'isHostAllowed(hostOf(url), allowLoopback)', 'true'],
    [
      'subdomains accepted',
      'addMicrocredential',
      'host === domain);',
      'host.endsWith(`.${domain}`) || host === domain);',
    ],
    ['ends of a domain accepted', 'addMicrocredential', 'host === domain);', 'host.endsWith(domain));'],
    ['every scope granted', 'addCredentialBatch', 'scopes.includes(scope)', 'true'],
    ['a list accepted as an object', 'addMicrocredential', ' && !Array.isArray(value)', ''],
    [
      'uniqueness without letter case',
      'addMicrocredentialBatch',
      'seen.has(found as string) || !seen.add(found as string)',
      'seen.has(`${found}`.toLowerCase()) || !seen.add(`${found}`.toLowerCase())',
    ],
    [
      'the last of a set of places not looked at',
      'addCredentialBatch',
      'return paths\n',
      'return paths.slice(0, -1)\n',
    ],
  ],
  'server/contract/parse-body.ts': [
    [
      'a media type known by its beginning',
      'createWebhook',
      "contentType?.split(';', 1)[0]",
      "(/^application\\/json/i.exec(contentType ?? '') ?? contentType?.split(';', 1))?.[0]",
    ],
    ['a media type known in small letters alone', 'createWebhook', '.trim().toLowerCase()', '.trim()'],
    ['parameters of a media type not cut off', 'createWebhook', "split(';', 1)", "split('\\n', 1)"],
    ['broken UTF-8 replaced', 'createWebhook', 'fatal: true', 'fatal: false'],
    [
      'no body taken for an object',
      'createWebhook',
      'return utf8.decode(bytes);',
      "return utf8.decode(bytes) || '{}';",
    ],
  ],
  'server/http/read-request.ts': [
    ['the last of repeated values', 'listWebhookDeliveries', 'const [value] = values;', 'const value = values.at(-1);'],
    ['numbers of two digits not read', 'listWebhookDeliveries', '\\d{1,15}', '\\d'],
    ['lists read as one value', 'listVerificationRequests', "type === 'array'", "type === 'list'"],
    ['a parameter pointed to as a member', 'listWebhookDeliveries', '`?${name}`', '`/${name}`'],
  ],
  'server/contract/violations.ts': [
    ['/ not escaped', 'addRightToWork', ".replaceAll('/', '~1')", ''],
    ['~ not escaped', 'addRightToWork', "member.replaceAll('~', '~0')", 'member'],
    ['the first violation alone', 'createWebhook', '.slice(0, maxViolations)', '.slice(0, 1)'],
    [
      'the last of several violations dropped',
      'createWebhook',
      '.slice(0, maxViolations)',
      '.filter((_, i, { length }) => i === 0 || i < length - 1)',
    ],
    ['violations cut off at 50', 'addRightToWork', '.slice(0, maxViolations)', '.slice(0, 50)'],
    [
      'more than the type said of a wrong type',
      'addEducation',
      "code === 'wrong_type' || !wrongType.has(pointer)",
      'true',
    ],
    [
      'parts judged of a malformed URL',
      'createWebhook',
      '!URL_PART_CODES.has(code) || !malformed.has(pointer)',
      'true',
    ],
    ['alternatives told', 'addEducation', '|| isBranch(error)', ''],
    ['the members that are missing named by their parent', 'createWebhook', "error.params['missingProperty'] ?? ", ''],
  ],
  'server/domain/naming.ts': [
    ['words found inside of words', 'addEducation', 'words.includes(` ${phrase} `)', 'words.includes(phrase)'],
    ['the case of a major counted', 'addEducation', '      .toLowerCase()\n', ''],
    ['abbreviations accepted', 'addEducation', 'entriesOf(abbreviations, start)', 'NOTHING'],
    ['words accepted', 'addEducation', '[[words], ...sequences]', '[...sequences]'],
    ['sequences accepted', 'addEducation', '[[words], ...sequences]', '[[words]]'],
    ['levels alone accepted', 'addEducation', 'words.length > 0 && words.every((word) => has(all, word))', 'false'],
    ['placeholders accepted', 'addMicrocredential', 'entriesOf(whole, one)', 'NOTHING'],
    ['fields that stand apart accepted', 'addEducation', 'standsApart(each, text, words)', 'false'],
    ['apostrophes counted', 'addEducation', "name.replace(APOSTROPHES, '')", 'name'],
    ['width counted', 'addEducation', "ascii ? plain : plain.normalize('NFKC')", 'plain'],
  ],
  'server/domain/addresses.ts': [
    [
      'IPv4 inside of IPv6 accepted',
      'createWebhook',
      'if (hostname.startsWith(',
      "if (hostname.startsWith('[::ffff:')) return 'public';\n  if (hostname.startsWith(",
    ],
    ['private ranges alone known', 'createWebhook', "range !== 'unicast'", "range === 'private'"],
    ['what is not allocated accepted', 'createWebhook', '!isGlobalUnicast(ip)', 'false'],
  ],
  'server/domain/clock.ts': [['milliseconds in answers', 'createWebhook', '${micros}Z', 'Z']],
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
