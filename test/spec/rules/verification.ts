import { closed, having, object, ofType, type RuleTable, required, times } from './table.ts';
import {
  loopbackHosts,
  noHosts,
  notUris,
  notWebUrls,
  publicHosts,
  specialHosts,
  urlsUnder,
  withFragment,
} from './urls.ts';

const BEGINNING = 'https://hiring.acme.example/';
const url = urlsUnder(BEGINNING);

const source = { name: 'Acme Recruitment' };

export const verificationRules: RuleTable = {
  'VerificationRequest#/type': object(),
  'VerificationRequest#/additionalProperties': closed(),
  'VerificationRequest#/required/display_options': required('/display_options'),
  'VerificationRequest#/properties/request_source/type': ofType('array', [[], [source]], '/request_source'),
  'VerificationRequest#/properties/request_source/maxItems': {
    accepted: [
      having(
        '/request_source',
        times(20, () => source),
      ),
    ],
    refused: {
      'too_many_items /request_source': [
        having(
          '/request_source',
          times(21, () => source),
        ),
      ],
    },
  },

  'DisplayOptions#/type': object(),
  'DisplayOptions#/additionalProperties': closed(),
  'DisplayOptions#/required/partner_name': required('/partner_name'),

  'RequestSource#/type': object(),
  'RequestSource#/additionalProperties': closed(),
  'RequestSource#/required/name': required('/name'),

  'CallbackUrl#/type': ofType('string', [`${BEGINNING}verified`]),
  'CallbackUrl#/maxLength': { accepted: [url(2048)], refused: { 'too_long ': [url(2049)] } },
  'CallbackUrl#/format': {
    accepted: [
      `${BEGINNING}verified`,
      `${BEGINNING}a%20b?case=1204&lang=en&list%5B%5D=1`,
      `${BEGINNING}%00%0A`,
      `${BEGINNING};a=b/(c)*'!$,+:~@`,
      BEGINNING,
    ],
    refused: { 'wrong_format ': notUris(BEGINNING) },
  },
  'CallbackUrl#/pattern': {
    accepted: [
      'HTTPS://hiring.acme.example/verified',
      'https://hiring.acme.example',
      'https://hiring.acme.example?case=1204',
      // After the host an at sign is no user info.
      'https://hiring.acme.example/@attacker.test',
      'https://hiring.acme.example?@attacker.test',
    ],
    refused: { 'wrong_format ': [...notWebUrls, ...withFragment] },
  },
  'CallbackUrl#/x-https': {
    accepted: ['https://hiring.acme.example/', 'hTTpS://hiring.acme.example/'],
    refused: {
      'not_https ': [
        'http://hiring.acme.example/',
        'HTTP://hiring.acme.example',
        'http://hiring.acme.example:443/',
        'http://hiring.acme.example/?https://hiring.acme.example/',
      ],
      // This machine is no exception in production.
      'not_https , special_address , unregistered_domain ': loopbackHosts.map((host) => `http://${host}/`),
    },
  },
  'CallbackUrl#/x-public-address': {
    accepted: ['https://hiring.acme.example/127.0.0.1', 'https://hiring.acme.example?localhost'],
    refused: {
      'special_address , unregistered_domain ': [...loopbackHosts, ...specialHosts, ...noHosts].map(
        (host) => `https://${host}/verified`,
      ),
    },
  },
  'CallbackUrl#/x-registered-domain': {
    accepted: [
      'https://hiring.acme.example:8443/verified',
      'https://HIRING.Acme.Example/verified',
      'https://hiring.acme.example./verified',
      'https://hiring%2Eacme.example/verified',
      'https://example.edu',
    ],
    refused: {
      'unregistered_domain ': [
        'https://acme.example/verified',
        'https://www.hiring.acme.example/verified',
        'https://evil-hiring.acme.example/verified',
        'https://hiring.acme.example.attacker.test/verified',
        'https://hiring.acme.example../verified',
        'https://attacker.test/hiring.acme.example',
        'https://attacker.test?hiring.acme.example',
        ...publicHosts.map((host) => `https://${host}/verified`),
      ],
    },
  },

  'LogoUrl#/type': ofType('string', [`${BEGINNING}logo.png`]),
  'LogoUrl#/maxLength': { accepted: [url(2048)], refused: { 'too_long ': [url(2049)] } },
  'LogoUrl#/format': {
    accepted: [`${BEGINNING}logo.png`, `${BEGINNING}a%20logo.png?size=2#dark`, BEGINNING],
    refused: { 'wrong_format ': notUris(BEGINNING) },
  },
  'LogoUrl#/pattern': {
    accepted: [
      'HTTPS://hiring.acme.example/logo.png',
      'https://hiring.acme.example',
      'https://hiring.acme.example?logo',
      'https://hiring.acme.example#@attacker.test',
      // A logo may stand wherever the partner keeps it.
      'https://images.example/logo.svg',
      'https://images.example:8443/logo.svg',
    ],
    refused: {
      'wrong_format ': [
        ...notWebUrls,
        'http://hiring.acme.example/logo.png',
        'HTTP://hiring.acme.example/logo.png',
        'http://localhost/logo.png',
        'http://10.0.0.1/logo.png',
      ],
    },
  },
  'LogoUrl#/x-public-address': {
    accepted: publicHosts.map((host) => `https://${host}/logo.png`),
    refused: {
      'special_address ': [...loopbackHosts, ...specialHosts, ...noHosts].map((host) => `https://${host}/logo.png`),
    },
  },
};
