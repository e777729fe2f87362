import { ofType, type RuleTable } from './table.ts';
import { loopbackHosts } from './urls.ts';

const BEGINNING = 'https://documents.example.edu/';
const url = (length: number) => BEGINNING + 'x'.repeat(length - BEGINNING.length);

/** JSON of exactly so many bytes, nearly all of them in characters of 2 bytes. */
function certificateOf(bytes: number): string {
  const room = bytes - '{"name":""}'.length;
  return `{"name":"${'é'.repeat(Math.floor(room / 2))}"}${' '.repeat(room % 2)}`;
}

export const documentRules: RuleTable = {
  'DocumentUrl#/type': ofType(['string', 'null'], [`${BEGINNING}degree.pdf`, null]),
  'DocumentUrl#/maxLength': { accepted: [url(2048)], refused: { 'too_long ': [url(2049)] } },
  'DocumentUrl#/format': {
    accepted: [
      `${BEGINNING}degree.pdf`,
      `${BEGINNING}a%20degree.pdf?version=2&lang=en#page=1`,
      'https://documents.example.edu:8443/degree.pdf',
      // Only the form of the URL is checked: what the file is, its bytes say.
      `${BEGINNING}photo.png`,
      BEGINNING,
    ],
    refused: {
      'wrong_format ': [
        `${BEGINNING}a degree.pdf`,
        `${BEGINNING}degree.pdf `,
        `${BEGINNING}dé.pdf`,
        `${BEGINNING}%zz.pdf`,
        `${BEGINNING}<degree>.pdf`,
        `${BEGINNING}degree.pdf\n`,
        `${BEGINNING}\u0000.pdf`,
        `${BEGINNING}\ud800.pdf`,
      ],
    },
  },
  'DocumentUrl#/pattern': {
    accepted: ['HTTPS://documents.example.edu/degree.pdf', 'https://example.edu'],
    refused: {
      'wrong_format ': [
        'ftp://documents.example.edu/degree.pdf',
        'ws://documents.example.edu/degree.pdf',
        'ftp://documents.example.edu/?https://documents.example.edu/degree.pdf',
        'https://user@documents.example.edu/degree.pdf',
        'https://user:password@documents.example.edu/degree.pdf',
        'https://@documents.example.edu/degree.pdf',
        'https:/documents.example.edu/degree.pdf',
        'https:documents.example.edu/degree.pdf',
        'https:///documents.example.edu/degree.pdf',
        'https:\\\\documents.example.edu\\degree.pdf',
        ' https://documents.example.edu/degree.pdf',
        '',
        ' ',
        'null',
        'degree.pdf',
        '/degree.pdf',
        '//documents.example.edu/degree.pdf',
        'documents.example.edu/degree.pdf',
        'https://',
        'https:///',
        'https://?degree.pdf',
        'javascript:alert(1)',
        'javascript:https://documents.example.edu/degree.pdf',
        'javascript://documents.attacker.test/%0Aalert(1)',
        'data:application/pdf;base64,JVBERi0=',
        'file:///etc/passwd',
        'mailto:alex@example.edu',
        'https://documents.example.edu@attacker.test/degree.pdf',
        'https://documents.example.edu:password@attacker.test/',
        '{"name":"certificate"}',
      ],
    },
  },
  'DocumentUrl#/x-https': {
    accepted: ['https://documents.example.edu/', 'hTTpS://documents.example.edu/'],
    refused: {
      'not_https ': [
        'http://documents.example.edu/degree.pdf',
        'HTTP://documents.example.edu',
        'http://documents.example.edu:443/',
        'http://documents.example.edu/?https://documents.example.edu/',
      ],
      // This machine is no exception in production.
      'not_https , unregistered_domain ': loopbackHosts.map((host) => `http://${host}/`),
    },
  },
  'DocumentUrl#/x-registered-domain': {
    accepted: [
      'https://example.edu/degree.pdf',
      'https://example.edu:8443/degree.pdf',
      'https://DOCUMENTS.Example.EDU/degree.pdf',
      'https://documents.example.edu./degree.pdf',
      'https://documents.example.edu?degree.pdf',
    ],
    refused: {
      'unregistered_domain ': [
        'https://example.org/degree.pdf',
        // A registered domain stands for no other name.
        'https://www.example.edu/degree.pdf',
        'https://a.documents.example.edu/degree.pdf',
        'https://evil-example.edu/degree.pdf',
        'https://example.edu.attacker.test/degree.pdf',
        'https://edu/degree.pdf',
        'https://attacker.test/example.edu',
        'https://attacker.test?example.edu',
        'https://attacker.test#example.edu',
        'https://127.0.0.1/degree.pdf',
        'https://[::1]/degree.pdf',
      ],
    },
  },

  'OpenCertificate#/type': ofType(['string', 'null'], ['{}', null]),
  // The empty string is no JSON either.
  'OpenCertificate#/minLength': { accepted: ['{}'], refused: { 'too_short , wrong_format ': [''] } },
  'OpenCertificate#/maxLength': {
    accepted: [`{"name":"${'x'.repeat(524_288 - 11)}"}`],
    refused: { 'too_long ': [`{"name":"${'x'.repeat(524_288 - 10)}"}`] },
  },
  'OpenCertificate#/x-max-bytes': {
    accepted: [certificateOf(524_288)],
    refused: { 'too_long ': [certificateOf(524_289)] },
  },
  'OpenCertificate#/x-json-content': {
    accepted: [
      '{}',
      ' \n{"data": {"id": "1b9d6bcd"}}\n',
      '{"version":"https://schema.openattestation.com/2.0/schema.json","data":{"list":[1,null,true]}}',
      '{"name":"陳大文 \\ud83d\\ude00"}',
      '{"__proto__":null,"constructor":null}',
    ],
    refused: {
      'wrong_format ': [
        '[]',
        '[{}]',
        'null',
        'true',
        '0',
        '"{}"',
        '""',
        ' ',
        '{',
        '{}}',
        '{} {}',
        "{'name':'Alex'}",
        '{"name":"Alex",}',
        '{name:"Alex"}',
        '{"a":NaN}',
        '\ufeff{}',
        '<xml/>',
        `${BEGINNING}certificate.json`,
        'eyJhbGciOiJFUzI1NiJ9.e30.c2ln',
      ],
    },
  },
};
