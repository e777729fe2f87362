import { closed, having, object, ofType, type RuleTable, required, times } from './table.ts';

export const statusQueryRules: RuleTable = {
  'SubmissionStatusQuery#/type': object(),
  'SubmissionStatusQuery#/additionalProperties': closed(),
  'SubmissionStatusQuery#/required/ids': required('/ids'),
  'SubmissionStatusQuery#/properties/ids/type': ofType('array', [['ACME-1']], '/ids'),
  'SubmissionStatusQuery#/properties/ids/minItems': {
    accepted: [having('/ids', ['ACME-1'])],
    refused: { 'too_few_items /ids': [having('/ids', [])] },
  },
  'SubmissionStatusQuery#/properties/ids/maxItems': {
    accepted: [
      having(
        '/ids',
        times(30, (i) => `ACME-${i}`),
      ),
    ],
    refused: {
      'too_many_items /ids': [
        having(
          '/ids',
          times(31, (i) => `ACME-${i}`),
        ),
      ],
    },
  },
};
