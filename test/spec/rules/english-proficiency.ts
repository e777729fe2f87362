import { assetRules, closed, having, object, ofType, oneOf, type RuleTable, required, times } from './table.ts';

export const englishProficiencyRules: RuleTable = {
  'EnglishProficiencySubmission#/type': object(),
  'EnglishProficiencySubmission#/additionalProperties': closed(),
  'EnglishProficiencySubmission#/required/id': required('/id'),
  'EnglishProficiencySubmission#/required/credential_type': required('/credential_type'),
  'EnglishProficiencySubmission#/required/document_type': required('/document_type'),
  'EnglishProficiencySubmission#/required/data': required('/data'),
  'EnglishProficiencySubmission#/properties/credential_type/type': ofType(
    'string',
    ['english_proficiency'],
    '/credential_type',
  ),
  'EnglishProficiencySubmission#/properties/credential_type/const': oneOf(
    ['english_proficiency'],
    ['English_Proficiency', 'englishProficiency', 'english', 'education', 'english_assessment', ''],
    '/credential_type',
  ),
  'EnglishProficiencySubmission#/properties/document_type/type': ofType(
    'string',
    ['english_assessment'],
    '/document_type',
  ),
  'EnglishProficiencySubmission#/properties/document_type/const': oneOf(
    ['english_assessment'],
    ['pdf', 'none', 'open_cert', 'ENGLISH_ASSESSMENT', 'englishAssessment', 'english_proficiency', ''],
    '/document_type',
  ),
  'EnglishProficiencySubmission#/properties/data/type': object('/data'),
  'EnglishProficiencySubmission#/properties/data/additionalProperties': closed('/data'),
  'EnglishProficiencySubmission#/properties/data/required/credential': required('/data/credential'),

  'EnglishProficiencyCredential#/type': object(),
  'EnglishProficiencyCredential#/additionalProperties': closed(),
  'EnglishProficiencyCredential#/required/full_name': required('/full_name'),
  'EnglishProficiencyCredential#/required/test_provider': required('/test_provider'),
  'EnglishProficiencyCredential#/required/test_name': required('/test_name'),
  'EnglishProficiencyCredential#/required/completion_date': required('/completion_date'),
  'EnglishProficiencyCredential#/required/test_scores': required('/test_scores'),

  'TestScores#/type': object(),
  'TestScores#/additionalProperties': closed(),
  'TestScores#/required/cefr_scores': required('/cefr_scores'),
  'TestScores#/required/overall': required('/overall'),
  'TestScores#/properties/cefr_scores/type': ofType('object', [{}, { combined: 'B2' }], '/cefr_scores'),
  'TestScores#/properties/cefr_scores/additionalProperties': closed('/cefr_scores'),
  'TestScores#/properties/overall/type': object('/overall'),
  'TestScores#/properties/overall/additionalProperties': closed('/overall'),
  'TestScores#/properties/overall/required/score': required('/overall/score'),
  'TestScores#/properties/overall/required/scale': required('/overall/scale'),
  'TestScores#/properties/subskills/type': ofType('array', [[], [{ skill: 'reading', score: '8.0' }]], '/subskills'),
  'TestScores#/properties/subskills/maxItems': {
    accepted: [
      having(
        '/subskills',
        times(20, (i) => ({ skill: `Skill ${i}`, score: '8.0' })),
      ),
    ],
    refused: {
      'too_many_items /subskills': [
        having(
          '/subskills',
          times(21, (i) => ({ skill: `Skill ${i}`, score: '8.0' })),
        ),
      ],
    },
  },

  'SubskillScore#/type': object(),
  'SubskillScore#/additionalProperties': closed(),
  'SubskillScore#/required/skill': required('/skill'),
  'SubskillScore#/required/score': required('/score'),

  'CefrLevel#/type': ofType('string', ['C1']),
  'CefrLevel#/enum': oneOf(
    ['BELOW_A1', 'A1', 'A2', 'B1', 'B2', 'C1', 'C2'],
    [
      'below_a1',
      'Below_A1',
      'BELOW A1',
      'PRE_A1',
      'a1',
      'b2',
      'c2',
      'A0',
      'A3',
      'B3',
      'C3',
      'D1',
      'B2+',
      ' B2',
      'B',
      '',
      'null',
    ],
  ),

  ...assetRules(
    'EnglishProficiency',
    ['pdf'],
    ['PDF', 'png', 'jpg', 'open_cert', 'none', 'english_assessment', ' pdf', ''],
  ),
};
