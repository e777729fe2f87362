import { closed, having, object, ofType, type RuleTable, required } from './table.ts';

export const decisionRules: RuleTable = {
  'VerificationDecision#/discriminator': {
    accepted: [having('/status', 'verified'), { status: 'canceled' }],
    refused: {
      'not_allowed /status': [having('/status', 'incomplete'), having('/status', '')],
      'wrong_type /status': [having('/status', null)],
    },
  },

  'SharedIdentity#/type': object(),
  'SharedIdentity#/additionalProperties': closed(),
  'SharedIdentity#/required/status': required('/status'),
  'SharedIdentity#/required/digital_identity': required('/digital_identity'),
  'SharedIdentity#/properties/status/type': ofType('string', ['verified'], '/status'),
  'SharedIdentity#/properties/status/enum': {
    accepted: [having('/status', 'verified')],
    refused: { 'not_allowed /status': [having('/status', 'Verified'), having('/status', 'incomplete')] },
  },
  'SharedIdentity#/properties/digital_identity/type': object('/digital_identity'),
  'SharedIdentity#/properties/digital_identity/additionalProperties': closed('/digital_identity'),
  'SharedIdentity#/properties/digital_identity/required/full_name': required('/digital_identity/full_name'),

  'RefusedVerification#/type': object(),
  'RefusedVerification#/additionalProperties': closed(),
  'RefusedVerification#/required/status': required('/status'),
  'RefusedVerification#/properties/status/type': ofType('string', ['canceled'], '/status'),
  'RefusedVerification#/properties/status/enum': {
    accepted: [having('/status', 'canceled')],
    refused: { 'not_allowed /status': [having('/status', 'cancelled')] },
  },

  'SubmissionDecision#/type': object(),
  'SubmissionDecision#/additionalProperties': closed(),
  'SubmissionDecision#/required/status': required('/status'),
  'SubmissionDecision#/properties/status/type': ofType('string', ['verified', 'canceled'], '/status'),
  'SubmissionDecision#/properties/status/enum': {
    accepted: [having('/status', 'verified'), having('/status', 'canceled')],
    refused: { 'not_allowed /status': [having('/status', 'incomplete'), having('/status', 'cancelled')] },
  },
};
