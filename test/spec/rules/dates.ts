import { ofType, type RuleTable } from './table.ts';

const REAL_DAYS = ['2024-02-29', '2000-02-29', '2023-02-28', '2024-12-31', '2024-01-01', '1969-07-20', '2099-11-30'];

const NO_DAYS = [
  '2023-02-29',
  '1900-02-29',
  '2100-02-29',
  '2024-02-30',
  '2024-04-31',
  '2024-06-31',
  '2024-09-31',
  '2024-11-31',
  '2024-01-32',
  '2024-13-01',
  '2024-00-10',
  '2024-01-00',
  '2024-1-1',
  '2024-01-1',
  '24-01-01',
  '12024-01-01',
  '-2024-01-01',
  '+2024-01-01',
  '2024-01',
  '20240101',
  '2024/01/01',
  '01-02-2024',
  '1 January 2024',
  '2024-01-01T00:00:00Z',
  '2024-01-01 00:00',
  '2024-01-01Z',
  ' 2024-01-01',
  '2024-01-01 ',
  '2024-01-01\n',
  '2024-W01-1',
  '2024-001',
  '٢٠٢٤-٠١-٠١',
  '',
  ' ',
];

const NO_YEARS = [
  '24',
  '224',
  '20244',
  '2O24',
  '-2024',
  '+2024',
  ' 2024',
  '2024 ',
  '2024\n',
  '2024.0',
  '2e30',
  '٢٠٢٤',
  '',
  ' ',
];

export const dateRules: RuleTable = {
  'CalendarDate#/type': ofType('string', ['2025-03-14']),
  'CalendarDate#/format': { accepted: REAL_DAYS, refused: { 'wrong_format ': [...NO_DAYS, '2024'] } },

  'CalendarDateOrYear#/type': ofType('string', ['2025-03-14', '2025']),
  'CalendarDateOrYear#/anyOf/0/type': ofType('string', ['2025-03-14']),
  'CalendarDateOrYear#/anyOf/1/type': ofType('string', ['2025']),
  'CalendarDateOrYear#/anyOf/0/format': { accepted: REAL_DAYS, refused: { 'wrong_format ': NO_DAYS } },
  'CalendarDateOrYear#/anyOf/1/pattern': {
    accepted: ['2024', '1969', '2100'],
    refused: { 'wrong_format ': NO_YEARS },
  },

  // Null is for the time before graduation: see EducationCredential#/then.
  'ConferralYear#/type': ofType(['string', 'null'], ['2024']),
  'ConferralYear#/pattern': {
    accepted: ['2024', '1969', '2100'],
    refused: { 'wrong_format ': [...NO_YEARS, '2024-12-05', 'pending'] },
  },
};
