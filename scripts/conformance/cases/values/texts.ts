/** What a careless comparison takes for the same text: another letter case, a part of it, something around it. */
export function nearTo(text: string): string[] {
  const characters = Array.from(text);
  const middle = Math.floor(characters.length / 2);
  const withAt = (index: number, replacement: string) => characters.with(index, replacement).join('');
  const inside =
    characters.length === 0
      ? []
      : [
          characters.slice(1).join(''),
          characters.slice(0, -1).join(''),
          characters.toSpliced(middle, 1).join(''),
          ...[0, middle, characters.length - 1].flatMap((i) => ['x', '0', '-', 'é'].map((c) => withAt(i, c))),
        ];
  return [
    '',
    ' ',
    text.toUpperCase(),
    text.toLowerCase(),
    text.charAt(0).toUpperCase() + text.slice(1),
    ` ${text}`,
    `${text} `,
    `\n${text}`,
    `${text}\n`,
    `x${text}`,
    `${text}x`,
    `${text}0`,
    `${text}\u0000`,
    `${text}${text}`,
    `"${text}"`,
    text.replaceAll('_', '-'),
    text.replaceAll('_', ''),
    ...inside,
  ];
}

/** Texts near the edge of a format of JSON Schema (validation, section 7.3), on both sides. */
export function textsOfFormat(format: string, valid: string): string[] {
  return [...(BY_FORMAT[format]?.(valid) ?? []), ...nearTo(valid)];
}

const BY_FORMAT: Readonly<Record<string, (valid: string) => readonly string[]>> = {
  date: () => [
    '2024-02-29',
    '2023-02-29',
    '2000-02-29',
    '1900-02-29',
    '2023-02-28',
    '2024-02-30',
    ...Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0')).flatMap((month) =>
      ['30', '31', '32'].map((day) => `2024-${month}-${day}`),
    ),
    '2024-01-01',
    '2024-00-10',
    '2024-13-01',
    '2024-01-00',
    '0001-01-01',
    '9999-12-31',
    '2024-1-1',
    '2024-01-1',
    '24-01-01',
    '12024-01-01',
    '-2024-01-01',
    '+2024-01-01',
    '2024-01',
    '2024',
    '20240101',
    '2024/01/01',
    '01-02-2024',
    '2024-01-01T00:00:00Z',
    '2024-01-01Z',
    '2024-001',
    '2024-W01-1',
    '٢٠٢٤-٠١-٠١',
    '1 January 2024',
  ],
  uuid: (valid) => [
    valid.toUpperCase(),
    valid.replaceAll('-', ''),
    `{${valid}}`,
    `urn:uuid:${valid}`,
    `${valid.slice(0, 8)}${valid.slice(9)}`,
    `${valid.slice(0, 7)}-${valid.slice(7)}`,
    `g${valid.slice(1)}`,
    `${valid.slice(0, -1)}g`,
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    'not-a-uuid',
    '1',
  ],
  uri: (valid) => {
    const origin = /^[a-z]+:\/\/[^/?#]*/i.exec(valid)?.[0] ?? valid;
    return [
      ...URI_PARTS.map((part) => origin + part),
      valid.replace(/^[a-z]+:/i, ''),
      valid.replace(/^[a-z]+:\/\//i, ''),
      valid.replace('://', ':/'),
      valid.replace('://', ':'),
      '/relative',
      '?a=b',
      'null',
    ];
  },
};

/** After the host: what a URI may hold, and what it may not (RFC 3986, section 2). */
const URI_PARTS = [
  '',
  '/',
  '?a=b',
  '/a%20b',
  "/a;b,c=d!$&'()*+~_.:@-",
  ':8443/a',
  ':/a',
  '//a',
  '/a?b?c=/d',
  '/a b',
  '/é',
  '/%zz',
  '/%',
  '/%4',
  '/<a>',
  '/{a}',
  '/a|b',
  '/a^b',
  '/a`b',
  '/a\\b',
  '/[a]',
  '/?a[]=1',
  '/\n',
  '/\t',
  '/\u0000',
  '/\u007f',
  '/\ud800',
  '/#a',
  '#',
  '/#a#b',
];

/** JSON texts whose value is of each type, nearly of each type, and no JSON at all. */
export const JSON_TEXTS = [
  '{}',
  ' {}',
  '{}\n',
  '{"a":1}',
  '{"a":{"b":[null]}}',
  '{"a":1,"a":2}',
  '[]',
  '[{}]',
  'null',
  'true',
  '1',
  '"text"',
  '"{}"',
  '{',
  '{}}',
  '{}{}',
  '{a:1}',
  "{'a':1}",
  '{"a":1,}',
  '{"a":undefined}',
  '{"a":NaN}',
  '/**/{}',
  '\ufeff{}',
  'text',
  ' ',
];
