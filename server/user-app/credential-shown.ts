import type { components } from '../../generated/types.ts';
import type { DocumentHolder } from '../domain/documents-of.ts';
import type { SubmissionKind } from '../domain/submission.ts';
import { educationShown } from './shown/education.ts';
import { englishShown } from './shown/english.ts';
import { assetsShown, documentShown, type FilesGiven } from './shown/files.ts';
import { microcredentialShown } from './shown/microcredential.ts';
import { type Chained, chainShown } from './shown/partner-chain.ts';
import { rightToWorkShown } from './shown/right-to-work.ts';
import type { CredentialShown, SubmissionShown } from './shown/types.ts';

export type { FileShown, SubmissionShown } from './shown/types.ts';

type Schemas = components['schemas'];

export interface ShowOptions extends FilesGiven {
  /** The day as `YYYY-MM-DD`, to know what has expired. */
  today: string;
}

/** What a person is shown of a submission. `content` is the body as it was sent, which kept the contract. */
export function showSubmission(kind: SubmissionKind, content: unknown, options: ShowOptions): SubmissionShown {
  const credentials = credentialsOf(kind, content, options);
  return {
    kind,
    credentials,
    partnerChain: [...new Set(credentials.flatMap(({ partnerChain }) => partnerChain))],
  };
}

function credentialsOf(kind: SubmissionKind, content: unknown, options: ShowOptions): CredentialShown[] {
  const { today } = options;
  switch (kind) {
    case 'education': {
      const body = content as Schemas['EducationSubmission'];
      return [{ ...educationShown(body.data.credential), ...besideSingle(body, options) }];
    }
    case 'english_proficiency': {
      const body = content as Schemas['EnglishProficiencySubmission'];
      return [{ ...englishShown(body.data.credential, today), ...besideSingle(body, options) }];
    }
    case 'microcredential': {
      const body = content as Schemas['MicrocredentialSubmission'];
      return [{ ...microcredentialShown(body.data.credential, today), ...besideSingle(body, options) }];
    }
    case 'right_to_work': {
      const body = content as Schemas['RightToWorkSubmission'];
      return [{ ...rightToWorkShown(body.data.credential), ...besideSingle(body, options) }];
    }
    case 'microcredential_batch':
      return (content as Schemas['MicrocredentialBatch']).credentials.map((item) => ({
        ...microcredentialShown(item.data.credential, today),
        ...besideSingle(item, options),
      }));
    case 'credential_batch':
      return itemsOf(content as Schemas['CredentialBatch'], options);
  }
}

type Beside = Pick<CredentialShown, 'partnerChain' | 'files' | 'source'>;

/** Chain and document of a single submission, or of an item of a v1 batch. */
function besideSingle(
  { id, document_type, data }: DocumentHolder & { data: Chained & { credential: Chained } },
  options: ShowOptions,
): Beside {
  return {
    partnerChain: chainShown(data.credential, data),
    ...documentShown(id, document_type, data.document, options),
  };
}

/** Chain and files of an item of a v2 batch. */
function besideItem(
  { fields, assets }: { fields: Chained; assets?: Parameters<typeof assetsShown>[0] },
  options: ShowOptions,
): Beside {
  return { partnerChain: chainShown(fields), ...assetsShown(assets, options) };
}

/** The identity first, as the others depend on it, then the kinds in the order of the contract. */
function itemsOf(batch: Schemas['CredentialBatch'], options: ShowOptions): CredentialShown[] {
  const { today } = options;
  return [
    {
      kind: 'digital_identity',
      fullName: batch.digital_identity.fields.full_name,
      partnerChain: [],
      files: [],
      source: null,
    },
    ...batch.education_items.map((item) => ({
      ...educationShown(item.fields),
      ...besideItem(item, options),
    })),
    ...batch.english_proficiency_items.map((item) => ({
      ...englishShown(item.fields, today),
      ...besideItem(item, options),
    })),
    ...batch.microcredential_items.map((item) => ({
      ...microcredentialShown(item.fields, today),
      ...besideItem(item, options),
    })),
    ...(batch.right_to_work_items ?? []).map((item) => ({
      ...rightToWorkShown(item.fields),
      ...besideItem(item, options),
    })),
  ];
}
