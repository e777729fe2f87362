import type { components } from '../../generated/types.ts';
import type { SubmissionKind } from '../domain/submission.ts';
import { educationShown } from './shown/education.ts';
import { englishShown } from './shown/english.ts';
import { assetsShown, documentShown, type FilesGiven } from './shown/files.ts';
import { microcredentialShown } from './shown/microcredential.ts';
import { chainShown } from './shown/partner-chain.ts';
import { rightToWorkShown } from './shown/right-to-work.ts';
import type { CredentialShown, SubmissionShown } from './shown/types.ts';

export type { FileShown, SubmissionShown } from './shown/types.ts';

type Schemas = components['schemas'];

export interface ShowOptions extends FilesGiven {
  /** The day as `YYYY-MM-DD`, to tell what has expired. */
  today: string;
}

/** What people call a credential or a submission of a kind. */
export const kindNames: Record<SubmissionKind | CredentialShown['kind'], string> = {
  education: 'Education',
  english_proficiency: 'English test',
  microcredential: 'Microcredential',
  right_to_work: 'Right to work',
  digital_identity: 'Digital identity',
  microcredential_batch: 'Microcredentials',
  credential_batch: 'Credentials',
};

/** What a person is shown of a submission. `content` is what the store has: the body, which passed the contract when it was sent. */
export function showSubmission(
  kind: SubmissionKind,
  content: unknown,
  options: ShowOptions,
): SubmissionShown {
  const credentials = credentialsOf(kind, content, options);
  return {
    title: titleOf(kind, credentials),
    kindName: kindNames[kind],
    credentials,
    partnerChain: [...new Set(credentials.flatMap(({ partnerChain }) => partnerChain))],
  };
}

function credentialsOf(kind: SubmissionKind, content: unknown, options: ShowOptions): CredentialShown[] {
  switch (kind) {
    case 'education':
      return [educationOf(content as Schemas['EducationSubmission'], options)];
    case 'english_proficiency':
      return [englishOf(content as Schemas['EnglishProficiencySubmission'], options)];
    case 'microcredential':
      return [microcredentialOf(content as Schemas['MicrocredentialSubmission'], options)];
    case 'right_to_work':
      return [rightToWorkOf(content as Schemas['RightToWorkSubmission'])];
    case 'microcredential_batch':
      return (content as Schemas['MicrocredentialBatch']).credentials.map((item) =>
        microcredentialOf(item, options),
      );
    case 'credential_batch':
      return itemsOf(content as Schemas['CredentialBatch'], options);
  }
}

function titleOf(kind: SubmissionKind, credentials: readonly CredentialShown[]): string {
  const counted = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`;
  switch (kind) {
    case 'microcredential_batch':
      return counted(credentials.length, 'microcredential');
    case 'credential_batch': {
      const others = credentials.length - 1;
      return others === 0
        ? kindNames.digital_identity
        : `Digital identity and ${counted(others, 'credential')}`;
    }
    default:
      return credentials[0]?.title ?? kindNames[kind];
  }
}

function educationOf(
  { id, document_type, data }: Schemas['EducationSubmission'],
  options: ShowOptions,
): CredentialShown {
  return {
    ...educationShown(data.credential),
    partnerChain: chainShown(data.credential.partner_chain, data.partner_chain),
    ...documentShown(id, document_type, data.document, options),
  };
}

function englishOf(
  { id, document_type, data }: Schemas['EnglishProficiencySubmission'],
  options: ShowOptions,
): CredentialShown {
  const { partner_chain, test_scores } = data.credential;
  return {
    ...englishShown(data.credential, options.today),
    partnerChain: chainShown(partner_chain, data.partner_chain, test_scores.partner_chain),
    ...documentShown(id, document_type, data.document, options),
  };
}

function microcredentialOf(
  { id, document_type, data }: Schemas['MicrocredentialSubmission'] | Schemas['MicrocredentialBatchItem'],
  options: ShowOptions,
): CredentialShown {
  return {
    ...microcredentialShown(data.credential, options.today),
    partnerChain: chainShown(data.credential.partner_chain, data.partner_chain),
    ...documentShown(id, document_type, data.document, options),
  };
}

function rightToWorkOf({ data }: Schemas['RightToWorkSubmission']): CredentialShown {
  return {
    ...rightToWorkShown(data.credential),
    partnerChain: chainShown(data.credential.partner_chain, data.partner_chain),
    ...noFiles,
  };
}

const noFiles = { files: [], source: null };

/** The identity first, as the others hang on it, then the kinds in the order of the contract. */
function itemsOf(batch: Schemas['CredentialBatch'], options: ShowOptions): CredentialShown[] {
  return [
    {
      kind: 'digital_identity',
      title: kindNames.digital_identity,
      fullName: batch.digital_identity.fields.full_name,
      partnerChain: [],
      ...noFiles,
    },
    ...batch.education_items.map(({ fields, assets }) => ({
      ...educationShown(fields),
      partnerChain: chainShown(fields.partner_chain),
      ...assetsShown(assets, options),
    })),
    ...batch.english_proficiency_items.map(({ fields, assets }) => ({
      ...englishShown(fields, options.today),
      partnerChain: chainShown(fields.partner_chain, fields.test_scores.partner_chain),
      ...assetsShown(assets, options),
    })),
    ...batch.microcredential_items.map(({ fields, assets }) => ({
      ...microcredentialShown(fields, options.today),
      partnerChain: chainShown(fields.partner_chain),
      ...assetsShown(assets, options),
    })),
    ...(batch.right_to_work_items ?? []).map(({ fields }) => ({
      ...rightToWorkShown(fields),
      partnerChain: chainShown(fields.partner_chain),
      ...noFiles,
    })),
  ];
}
