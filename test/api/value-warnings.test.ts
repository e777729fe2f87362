import { expect, test } from 'vitest';
import { matchingValueRules } from '../../server/api/contract/extension-keywords.ts';
import { contract } from '../support/contract.ts';

const { schemas } = contract.components;
const rulesOf = {
  EducationCredential: schemas.EducationCredential['x-value-warnings'],
  EnglishProficiencyCredential: schemas.EnglishProficiencyCredential['x-value-warnings'],
  MicrocredentialCredential: schemas.MicrocredentialCredential['x-value-warnings'],
  Transcript: schemas.Transcript.properties.overall['x-value-warnings'],
  TranscriptSubject: schemas.TranscriptSubject['x-value-warnings'],
};

test.each<[keyof typeof rulesOf, object, string[]]>([
  ['EducationCredential', {}, []],
  ['EducationCredential', { has_majors: false }, []],
  ['EducationCredential', { has_majors: false, majors: [] }, []],
  ['EducationCredential', { has_majors: true, majors: ['Finance'] }, []],
  ['EducationCredential', { has_majors: false, majors: ['Finance'] }, ['has_majors contradiction']],
  ['EducationCredential', { conferral_year: null }, []],
  ['EducationCredential', { conferral_year: '2027' }, []],
  ['EducationCredential', { conferral_year: '2028' }, ['conferral_year future']],
  ['Transcript', { issuance_date: '2027-12-31' }, []],
  ['Transcript', { issuance_date: '2028' }, ['issuance_date future']],
  ['TranscriptSubject', { completion_date: '2028-01-01' }, ['completion_date future']],
  ['MicrocredentialCredential', { issue_date: '2024-02-01', expiry_date: '2024-02-01' }, []],
  ['MicrocredentialCredential', { issue_date: '2024-02-01', expiry_date: '2076-12-31' }, []],
  ['MicrocredentialCredential', { issue_date: '2024-02-01', expiry_date: '2024-01-31' }, ['expiry_date contradiction']],
  [
    'MicrocredentialCredential',
    { issue_date: '2028-01-01', expiry_date: '2077-01-01' },
    ['issue_date future', 'expiry_date future'],
  ],
  [
    'EnglishProficiencyCredential',
    { completion_date: '2024-02-01', expiry_date: '2023-12-31' },
    ['expiry_date contradiction'],
  ],
])('in 2026, a %s with the values %j gets the warnings %j', (schema, values, expected) => {
  const found = matchingValueRules(values, rulesOf[schema], 2026);
  expect(found.map(({ property, code }) => `${property} ${code}`)).toEqual(expected);
});
