import { closed, object, ofType, type RuleTable, required } from './table.ts';
import { CONTROLS, EMOJI, wellFormed } from './text.ts';
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

export const webhookRules: RuleTable = {
  'WebhookCreate#/type': object(),
  'WebhookCreate#/additionalProperties': closed(),
  'WebhookCreate#/required/url': required('/url'),

  'NullableName#/type': ofType(['string', 'null'], ['Hiring events', null]),
  'NullableName#/minLength': { accepted: ['x'], refused: { 'too_short ': [''] } },
  'NullableName#/maxLength': {
    accepted: ['x'.repeat(500), EMOJI.repeat(500)],
    refused: { 'too_long ': ['x'.repeat(501), EMOJI.repeat(501)] },
  },
  'NullableName#/pattern': {
    accepted: [' Hiring  events ', '採用', '<b>&amp;"\\/%00', '__proto__', EMOJI],
    refused: {
      'wrong_format ': [
        ' ',
        '\u00a0',
        '\u2003\u3000',
        '\t',
        'Hiring\tevents',
        'Hiring\nevents',
        'Hiring events\n',
        '\r\n',
        ...CONTROLS,
      ],
    },
  },
  'NullableName#/x-well-formed': wellFormed,

  'NullableText#/type': ofType(['string', 'null'], ['', 'Moves applications on.', null]),
  'NullableText#/maxLength': {
    accepted: ['x'.repeat(500), EMOJI.repeat(500)],
    refused: { 'too_long ': ['x'.repeat(501), EMOJI.repeat(501)] },
  },
  'NullableText#/pattern': {
    accepted: ['', ' ', 'First line\nsecond line\r\n\tthird line', EMOJI],
    refused: { 'wrong_format ': CONTROLS },
  },
  'NullableText#/x-well-formed': wellFormed,

  'WebhookUrl#/type': ofType('string', [`${BEGINNING}webhooks`]),
  'WebhookUrl#/maxLength': { accepted: [url(2048)], refused: { 'too_long ': [url(2049)] } },
  'WebhookUrl#/format': {
    accepted: [`${BEGINNING}webhooks`, `${BEGINNING}a%20b?token=x&list%5B%5D=1`, BEGINNING],
    refused: { 'wrong_format ': notUris(BEGINNING) },
  },
  'WebhookUrl#/pattern': {
    accepted: [
      'HTTPS://hiring.acme.example/webhooks',
      'https://hiring.acme.example',
      'https://hiring.acme.example?webhooks',
      'https://hiring.acme.example/@attacker.test',
    ],
    refused: { 'wrong_format ': [...notWebUrls, ...withFragment] },
  },
  'WebhookUrl#/x-https': {
    accepted: ['https://hiring.acme.example/', 'hTTpS://hiring.acme.example/'],
    refused: {
      'not_https ': [
        'http://hiring.acme.example/',
        'HTTP://hiring.acme.example',
        'http://hiring.acme.example:443/',
        'http://8.8.8.8/',
      ],
      // This machine is no exception in production.
      'not_https , special_address ': [...loopbackHosts, '10.0.0.1'].map((host) => `http://${host}/`),
    },
  },
  'WebhookUrl#/x-public-address': {
    // Events may go to any name, registered or not: what it leads to shows at each delivery.
    accepted: publicHosts.map((host) => `https://${host}:8443/webhooks`),
    refused: {
      'special_address ': [...loopbackHosts, ...specialHosts, ...noHosts].map((host) => `https://${host}/`),
    },
  },
};
