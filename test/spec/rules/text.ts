import { closed, object, ofType, type Rule, type RuleTable, required, times } from './table.ts';

/** One of 2 UTF-16 code units, which counts as 1 character. */
export const EMOJI = '😀';

/** Half of such a character: JSON can carry it as an escape, but it is no text (RFC 8259, section 8.2). */
const LONE_SURROGATES = ['\ud800', 'Alex \udbff Example', '\udc00Alex', 'Alex\udfff', '\ude00\ud83d'];

/** Of every text that may hold any character. */
export const wellFormed: Rule = { accepted: [EMOJI, `Alex ${EMOJI}`], refused: { 'wrong_format ': LONE_SURROGATES } };

/** Control characters in every kind of text: C0 but tab and line breaks, DEL, C1. */
export const CONTROLS = [
  '\u0000',
  'Alex\u0000',
  '\u0008',
  '\u000b',
  '\u000c',
  '\u000e',
  'A\u001bB',
  '\u007f',
  '\u0080',
  '\u009f',
];

const institution = { name: 'Example Careers' };

export const textRules: RuleTable = {
  'Text#/type': ofType('string', ['Alex Example']),
  'Text#/minLength': { accepted: ['x'], refused: { 'too_short ': [''] } },
  'Text#/maxLength': {
    accepted: ['x'.repeat(500), EMOJI.repeat(500)],
    refused: { 'too_long ': ['x'.repeat(501), EMOJI.repeat(501)] },
  },
  'Text#/pattern': {
    accepted: [
      "Zoë O'Connor-Łukasiewicz",
      ' Alex  Example ',
      '陳大文',
      'محمد',
      'X Æ A-12',
      '<b>&amp;"\\/%00',
      '__proto__',
      'e\u0301\u200d\u2028',
      EMOJI,
    ],
    refused: {
      'wrong_format ': [
        ' ',
        '   ',
        '\u00a0',
        '\u2003\u3000',
        '\ufeff',
        '\t',
        'Alex\tExample',
        'Alex\nExample',
        'Alex Example\n',
        '\r\n',
        ...CONTROLS,
      ],
    },
  },
  'Text#/x-well-formed': wellFormed,

  'OptionalText#/type': ofType('string', ['', 'High Distinction']),
  'OptionalText#/maxLength': {
    accepted: ['x'.repeat(500), EMOJI.repeat(500)],
    refused: { 'too_long ': ['x'.repeat(501), EMOJI.repeat(501)] },
  },
  'OptionalText#/pattern': {
    accepted: ['', ' ', '12.5', 'First line\nsecond line\r\n\tthird line', EMOJI],
    refused: { 'wrong_format ': CONTROLS },
  },
  'OptionalText#/x-well-formed': wellFormed,

  'AssessmentResult#/type': ofType(['string', 'null'], ['', 'Competent', null]),
  'AssessmentResult#/maxLength': {
    accepted: ['x'.repeat(500), EMOJI.repeat(500)],
    refused: { 'too_long ': ['x'.repeat(501), EMOJI.repeat(501)] },
  },
  'AssessmentResult#/pattern': {
    accepted: ['', ' ', 'Passed,\nwith distinction\r\n\tin theory', EMOJI],
    refused: { 'wrong_format ': CONTROLS },
  },
  'AssessmentResult#/x-well-formed': wellFormed,

  'Identifier#/type': ofType('string', ['ACME-1']),
  'Identifier#/minLength': { accepted: ['x'], refused: { 'too_short ': [''] } },
  'Identifier#/maxLength': {
    accepted: ['x'.repeat(255), EMOJI.repeat(255)],
    refused: { 'too_long ': ['x'.repeat(256), EMOJI.repeat(256)] },
  },
  'Identifier#/pattern': {
    accepted: [
      'ACME-7c9e6679-7425-40de-944b-e07fc1f90ae7',
      ' ',
      '../{id}?a=b#c&d',
      '...',
      '.a',
      '%00',
      '編號-1',
      'constructor',
      '0',
    ],
    refused: { 'wrong_format ': ['.', '..', '\t', 'ACME\n1', 'ACME-1\r\n', ...CONTROLS] },
  },
  'Identifier#/x-well-formed': wellFormed,

  'PartnerChain#/type': ofType(['array', 'null'], [[], [institution], null]),
  'PartnerChain#/maxItems': {
    accepted: [times(20, () => institution)],
    refused: { 'too_many_items ': [times(21, () => institution)] },
  },
  'PartnerInstitution#/type': object(),
  'PartnerInstitution#/additionalProperties': closed(),
  'PartnerInstitution#/required/name': required('/name'),
};
