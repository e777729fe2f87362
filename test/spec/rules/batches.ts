import { choiceRules } from './submissions.ts';
import {
  all,
  closed,
  having,
  type Json,
  object,
  ofType,
  type RuleTable,
  required,
  times,
  unchanged,
  without,
} from './table.ts';

/** As many items as `count`, all like the last one of the valid list, each with identifiers of its own. */
const copies = (count: number) => (list: Json[]) =>
  times(count, (index) => {
    const copy = structuredClone(list.at(-1));
    copy[copy.id === undefined ? 'credential_id' : 'id'] = `I-${index}`;
    for (const [n, asset] of (copy.assets ?? []).entries()) asset.asset_id = `A-${index}-${n}`;
    return copy;
  });

/** A list of a v2 batch that holds as many items as it may, and one more. */
const atMost50 = (list: string) => ({
  accepted: [having(list, copies(50)), having(list, [])],
  refused: { [`too_many_items ${list}`]: [having(list, copies(51))] },
});

/** A list of a v2 batch needs its scope unless it is empty. */
const scopeOf = (list: string, withoutScope: string) => ({
  withoutScope,
  accepted: [having(list, [])],
  refused: { insufficient_scope: [unchanged, having(list, copies(2))] },
});

const IDENTITY = '/digital_identity/credential_id';
const EDUCATION = '/education_items/0/credential_id';
const MICROCREDENTIAL = '/microcredential_items/0/credential_id';
const ENGLISH = '/english_proficiency_items/0/credential_id';
const RIGHT_TO_WORK = '/right_to_work_items/0/credential_id';
const EDUCATION_ASSET = '/education_items/0/assets/0/asset_id';
const MICROCREDENTIAL_ASSET = '/microcredential_items/0/assets/0/asset_id';
const ENGLISH_ASSET = '/english_proficiency_items/0/assets/0/asset_id';

/** The same identifier at several places. */
const same = (...pointers: readonly string[]) => all(...pointers.map((pointer) => having(pointer, 'SAME')));

/** Identifiers that are almost the same at two places. */
const almost = (first: string, second: string) => [
  all(having(first, 'same'), having(second, 'Same')),
  all(having(first, 'same'), having(second, 'same ')),
  all(having(first, 'é'), having(second, 'e\u0301')),
];

export const batchRules: RuleTable = {
  'MicrocredentialBatch#/type': object(),
  'MicrocredentialBatch#/additionalProperties': closed(),
  'MicrocredentialBatch#/required/id': required('/id'),
  'MicrocredentialBatch#/required/credentials': required('/credentials'),
  'MicrocredentialBatch#/properties/credentials/type': ofType('array', [unchanged], '/credentials'),
  'MicrocredentialBatch#/properties/credentials/minItems': {
    accepted: [having('/credentials', copies(1))],
    refused: { 'too_few_items /credentials': [having('/credentials', [])] },
  },
  'MicrocredentialBatch#/properties/credentials/maxItems': {
    accepted: [having('/credentials', copies(100))],
    refused: { 'too_many_items /credentials': [having('/credentials', copies(101))] },
  },
  'MicrocredentialBatch#/x-unique/0/0': {
    accepted: [
      ...almost('/credentials/0/id', '/credentials/1/id'),
      // The batch's own identifier is no identifier of an item.
      (batch: Json) => having('/credentials/0/id', batch.id)(batch),
    ],
    refused: {
      'duplicate /credentials/1/id': [
        same('/credentials/0/id', '/credentials/1/id'),
        all(having('/credentials/0/id', '__proto__'), having('/credentials/1/id', '__proto__')),
      ],
      'duplicate /credentials/2/id': [
        same('/credentials/0/id', '/credentials/2/id'),
        same('/credentials/1/id', '/credentials/2/id'),
      ],
      'duplicate /credentials/1/id, duplicate /credentials/2/id': [
        same('/credentials/0/id', '/credentials/1/id', '/credentials/2/id'),
      ],
    },
  },

  ...choiceRules(
    'MicrocredentialBatchItem',
    ['pdf', 'open_cert', 'none'],
    ['PDF', 'png', 'jpg', 'jpeg', 'english_assessment', 'opencert', 'NONE', 'pdf ', ''],
  ),

  'CredentialBatch#/type': object(),
  'CredentialBatch#/additionalProperties': closed(),
  'CredentialBatch#/required/credential_id': required('/credential_id'),
  'CredentialBatch#/required/digital_identity': required('/digital_identity'),
  'CredentialBatch#/required/education_items': required('/education_items'),
  'CredentialBatch#/required/microcredential_items': required('/microcredential_items'),
  'CredentialBatch#/required/english_proficiency_items': {
    ...required('/english_proficiency_items'),
    // The other list, of rights to work, may be left out.
    accepted: [unchanged, without('/right_to_work_items')],
  },
  'CredentialBatch#/properties/education_items/type': ofType('array', [[], unchanged], '/education_items'),
  'CredentialBatch#/properties/microcredential_items/type': ofType('array', [[], unchanged], '/microcredential_items'),
  'CredentialBatch#/properties/english_proficiency_items/type': ofType(
    'array',
    [[], unchanged],
    '/english_proficiency_items',
  ),
  'CredentialBatch#/properties/right_to_work_items/type': ofType('array', [[], unchanged], '/right_to_work_items'),
  'CredentialBatch#/properties/education_items/maxItems': atMost50('/education_items'),
  'CredentialBatch#/properties/microcredential_items/maxItems': atMost50('/microcredential_items'),
  'CredentialBatch#/properties/english_proficiency_items/maxItems': atMost50('/english_proficiency_items'),
  'CredentialBatch#/properties/right_to_work_items/maxItems': atMost50('/right_to_work_items'),
  'CredentialBatch#/properties/education_items/x-required-scope': scopeOf('/education_items', 'write.education'),
  'CredentialBatch#/properties/microcredential_items/x-required-scope': scopeOf(
    '/microcredential_items',
    'write.microcredential',
  ),
  'CredentialBatch#/properties/english_proficiency_items/x-required-scope': scopeOf(
    '/english_proficiency_items',
    'write.english_proficiency',
  ),
  'CredentialBatch#/properties/right_to_work_items/x-required-scope': scopeOf(
    '/right_to_work_items',
    'write.right_to_work',
  ),
  'CredentialBatch#/x-unique/0/0': {
    accepted: [...almost(IDENTITY, EDUCATION), same(IDENTITY, EDUCATION_ASSET)],
    refused: {
      [`duplicate ${EDUCATION}`]: [same(IDENTITY, EDUCATION)],
      [`duplicate ${MICROCREDENTIAL}`]: [same(IDENTITY, MICROCREDENTIAL)],
      [`duplicate ${ENGLISH}`]: [same(IDENTITY, ENGLISH)],
      [`duplicate ${RIGHT_TO_WORK}`]: [same(IDENTITY, RIGHT_TO_WORK)],
    },
  },
  'CredentialBatch#/x-unique/0/1': {
    accepted: almost(EDUCATION, MICROCREDENTIAL),
    refused: {
      'duplicate /education_items/1/credential_id': [
        all(having('/education_items', copies(3)), same(EDUCATION, '/education_items/1/credential_id')),
      ],
      [`duplicate ${MICROCREDENTIAL}`]: [same(EDUCATION, MICROCREDENTIAL)],
      [`duplicate ${ENGLISH}`]: [same(EDUCATION, ENGLISH)],
      [`duplicate ${RIGHT_TO_WORK}`]: [same(EDUCATION, RIGHT_TO_WORK)],
    },
  },
  'CredentialBatch#/x-unique/0/2': {
    accepted: almost(MICROCREDENTIAL, ENGLISH),
    refused: {
      'duplicate /microcredential_items/2/credential_id': [
        all(
          having('/microcredential_items', copies(3)),
          same(MICROCREDENTIAL, '/microcredential_items/2/credential_id'),
        ),
      ],
      [`duplicate ${ENGLISH}`]: [same(MICROCREDENTIAL, ENGLISH)],
      [`duplicate ${RIGHT_TO_WORK}`]: [same(MICROCREDENTIAL, RIGHT_TO_WORK)],
    },
  },
  'CredentialBatch#/x-unique/0/3': {
    accepted: almost(ENGLISH, RIGHT_TO_WORK),
    refused: {
      'duplicate /english_proficiency_items/1/credential_id': [
        all(
          having('/english_proficiency_items', copies(2)),
          same(ENGLISH, '/english_proficiency_items/1/credential_id'),
        ),
      ],
      [`duplicate ${RIGHT_TO_WORK}`]: [same(ENGLISH, RIGHT_TO_WORK)],
    },
  },
  'CredentialBatch#/x-unique/0/4': {
    accepted: [having('/right_to_work_items', copies(2))],
    refused: {
      'duplicate /right_to_work_items/1/credential_id': [
        all(having('/right_to_work_items', copies(2)), same(RIGHT_TO_WORK, '/right_to_work_items/1/credential_id')),
      ],
      [`duplicate ${EDUCATION}, duplicate ${RIGHT_TO_WORK}`]: [same(IDENTITY, EDUCATION, RIGHT_TO_WORK)],
    },
  },
  'CredentialBatch#/x-unique/1/0': {
    accepted: [...almost(EDUCATION_ASSET, MICROCREDENTIAL_ASSET), same(EDUCATION_ASSET, MICROCREDENTIAL)],
    refused: {
      'duplicate /education_items/0/assets/1/asset_id': [same(EDUCATION_ASSET, '/education_items/0/assets/1/asset_id')],
      'duplicate /education_items/1/assets/1/asset_id': [
        all(having('/education_items', copies(2)), same(EDUCATION_ASSET, '/education_items/1/assets/1/asset_id')),
      ],
      [`duplicate ${MICROCREDENTIAL_ASSET}`]: [same(EDUCATION_ASSET, MICROCREDENTIAL_ASSET)],
      [`duplicate ${ENGLISH_ASSET}`]: [same(EDUCATION_ASSET, ENGLISH_ASSET)],
    },
  },
  'CredentialBatch#/x-unique/1/1': {
    accepted: almost(MICROCREDENTIAL_ASSET, ENGLISH_ASSET),
    refused: {
      'duplicate /microcredential_items/1/assets/0/asset_id': [
        all(
          having('/microcredential_items', copies(2)),
          same(MICROCREDENTIAL_ASSET, '/microcredential_items/1/assets/0/asset_id'),
        ),
      ],
      [`duplicate ${ENGLISH_ASSET}`]: [same(MICROCREDENTIAL_ASSET, ENGLISH_ASSET)],
    },
  },
  'CredentialBatch#/x-unique/1/2': {
    accepted: [having('/english_proficiency_items', copies(2))],
    refused: {
      'duplicate /english_proficiency_items/1/assets/0/asset_id': [
        all(
          having('/english_proficiency_items', copies(2)),
          same(ENGLISH_ASSET, '/english_proficiency_items/1/assets/0/asset_id'),
        ),
      ],
      [`duplicate ${MICROCREDENTIAL_ASSET}, duplicate ${ENGLISH_ASSET}`]: [
        same(EDUCATION_ASSET, MICROCREDENTIAL_ASSET, ENGLISH_ASSET),
      ],
    },
  },

  'DigitalIdentityItem#/type': object(),
  'DigitalIdentityItem#/additionalProperties': closed(),
  'DigitalIdentityItem#/required/credential_id': required('/credential_id'),
  'DigitalIdentityItem#/required/fields': required('/fields'),
  'DigitalIdentityItem#/properties/fields/type': object('/fields'),
  'DigitalIdentityItem#/properties/fields/additionalProperties': closed('/fields'),
  'DigitalIdentityItem#/properties/fields/required/full_name': required('/fields/full_name'),
};
