import { noDocumentRules } from './submissions.ts';
import { all, closed, having, object, ofType, oneOf, type RuleTable, required, unchanged, without } from './table.ts';

/** The 249 codes that ISO 3166-1 assigns, by their first letter. */
const COUNTRIES = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ
  BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
  CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ
  DE DJ DK DM DO DZ
  EC EE EG EH ER ES ET
  FI FJ FK FM FO FR
  GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY
  HK HM HN HR HT HU
  ID IE IL IM IN IO IQ IR IS IT
  JE JM JO JP
  KE KG KH KI KM KN KP KR KW KY KZ
  LA LB LC LI LK LR LS LT LU LV LY
  MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ
  NA NC NE NF NG NI NL NO NP NR NU NZ
  OM
  PA PE PF PG PH PK PL PM PN PR PS PT PW PY
  QA
  RE RO RS RU RW
  SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ
  TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ
  UA UG UM US UY UZ
  VA VC VE VG VI VN VU
  WF WS
  YE YT
  ZA ZM ZW`
  .trim()
  .split(/\s+/);

const elsewhere = all(having('/country', 'AU'), without('/singapore_work_rights'));

export const rightToWorkRules: RuleTable = {
  'RightToWorkSubmission#/type': object(),
  'RightToWorkSubmission#/additionalProperties': closed(),
  'RightToWorkSubmission#/required/id': required('/id'),
  'RightToWorkSubmission#/required/credential_type': required('/credential_type'),
  'RightToWorkSubmission#/required/document_type': required('/document_type'),
  'RightToWorkSubmission#/required/data': required('/data'),
  'RightToWorkSubmission#/properties/credential_type/type': ofType('string', ['right_to_work'], '/credential_type'),
  'RightToWorkSubmission#/properties/credential_type/const': oneOf(
    ['right_to_work'],
    ['Right_To_Work', 'rightToWork', 'right to work', 'education', ''],
    '/credential_type',
  ),
  'RightToWorkSubmission#/properties/document_type/type': ofType('string', ['none'], '/document_type'),
  'RightToWorkSubmission#/properties/document_type/const': oneOf(
    ['none'],
    ['None', 'NONE', 'pdf', 'open_cert', 'null', 'none ', ''],
    '/document_type',
  ),
  'RightToWorkSubmission#/properties/data/type': object('/data'),
  'RightToWorkSubmission#/properties/data/additionalProperties': closed('/data'),
  'RightToWorkSubmission#/properties/data/required/credential': required('/data/credential'),
  ...noDocumentRules('RightToWorkSubmission'),

  'RightToWorkCredential#/type': object(),
  'RightToWorkCredential#/additionalProperties': closed(),
  'RightToWorkCredential#/required/full_name': required('/full_name'),
  // Without a country nothing is said of Singapore.
  'RightToWorkCredential#/required/country': {
    accepted: [unchanged],
    refused: {
      'required /country': [without('/country'), all(without('/country'), without('/singapore_work_rights'))],
    },
  },
  'RightToWorkCredential#/if/required/country': {
    accepted: [unchanged],
    refused: { 'required /country': [all(without('/country'), without('/singapore_work_rights'))] },
  },
  'RightToWorkCredential#/if/properties/country/const': {
    accepted: [elsewhere, all(elsewhere, having('/country', 'MY')), having('/country', 'AU')],
    refused: {
      'required /singapore_work_rights': [all(elsewhere, having('/country', 'SG'))],
      'not_allowed /country': [all(elsewhere, having('/country', 'sg'))],
    },
  },
  'RightToWorkCredential#/then/required/singapore_work_rights': {
    accepted: [all(having('/country', 'SG'), having('/singapore_work_rights', 'Employment Pass'))],
    refused: {
      'required /singapore_work_rights': [all(having('/country', 'SG'), without('/singapore_work_rights'))],
    },
  },
  'RightToWorkCredential#/then/properties/singapore_work_rights/type': ofType(
    'string',
    ['Employment Pass', 'S'],
    '/singapore_work_rights',
  ),

  'RightToWorkItem#/type': object(),
  'RightToWorkItem#/additionalProperties': closed(),
  'RightToWorkItem#/required/credential_id': required('/credential_id'),
  'RightToWorkItem#/required/fields': required('/fields'),

  'CountryCode#/type': ofType('string', ['AU']),
  'CountryCode#/enum': oneOf(COUNTRIES, [
    'au',
    'Au',
    'sG',
    'UK',
    'EU',
    'EL',
    'XK',
    'XX',
    'ZZ',
    'AA',
    'AN',
    'SU',
    'YU',
    'TP',
    'AUS',
    'SGP',
    'Australia',
    '036',
    'A',
    ' AU',
    'AU ',
    'АU',
    '',
  ]),
};
