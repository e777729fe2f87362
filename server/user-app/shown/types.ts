import type { components } from '../../../generated/types.ts';
import type { AssetType } from '../../domain/file-type.ts';
import type { SubmissionKind } from '../../domain/submission.ts';

type Schemas = components['schemas'];

// What a page shows of a submission; dates are in ISO 8601. Texts of partners are untrusted: only JSX, which escapes,
// prints them.

export interface FileShown {
  kind: AssetType;
  /** `waiting`: not uploaded or downloaded yet. `unavailable`: the download failed. `deleted`: after the 48 hours. */
  state: 'ready' | 'waiting' | 'unavailable' | 'deleted';
  /** Where this service serves it; null unless it is ready. */
  href: string | null;
  /** In bytes; null when unknown. */
  size: number | null;
}

/** The address a partner gave for a document. */
export interface SourceShown {
  href: string;
  host: string;
}

/** When something expires, and whether it has. */
export interface ValidityShown {
  expires: string;
  expired: boolean;
}

interface Shown {
  /** The person named in the credential. */
  fullName: string;
  /** Names of the intermediate partners, in their order. */
  partnerChain: readonly string[];
  files: readonly FileShown[];
  /** The document's original address; null when there is none. */
  source: SourceShown | null;
}

export interface SubjectShown {
  name: string;
  code: string;
  credit: string | null;
  grade: string;
  score: string | null;
  completed: string;
}

export interface TranscriptShown {
  issued: string;
  score: string | null;
  subjects: readonly SubjectShown[];
}

export interface EducationShown extends Shown {
  kind: 'education';
  title: string;
  provider: string;
  /** Null while awaiting graduation. */
  conferralYear: string | null;
  awaitingGraduation: boolean;
  /** Whether there are majors, as the partner says; undefined where it says nothing, or the title names them. */
  hasMajors: boolean | undefined;
  transcript: TranscriptShown | null;
}

export interface CefrShown {
  skill: keyof Schemas['TestScores']['cefr_scores'];
  level: Schemas['CefrLevel'];
}

export interface EnglishShown extends Shown {
  kind: 'english_proficiency';
  title: string;
  provider: string;
  overall: { score: string; scale: string };
  cefr: readonly CefrShown[];
  subskills: readonly { skill: string; score: string }[];
  completed: string;
  validity: ValidityShown | null;
}

export interface MicrocredentialShown extends Shown {
  kind: 'microcredential';
  title: string;
  issuer: string;
  issued: string;
  validity: ValidityShown | null;
  result: string | null;
}

export interface RightToWorkShown extends Shown {
  kind: 'right_to_work';
  /** By its code in ISO 3166-1. */
  country: string;
  singaporeWorkRights: string | null;
}

export interface DigitalIdentityShown extends Shown {
  kind: 'digital_identity';
}

export type CredentialShown =
  | EducationShown
  | EnglishShown
  | MicrocredentialShown
  | RightToWorkShown
  | DigitalIdentityShown;

/** All credentials of one submission. */
export interface SubmissionShown {
  kind: SubmissionKind;
  credentials: readonly CredentialShown[];
  /** The intermediate partners of all credentials, each once. */
  partnerChain: readonly string[];
}

export const hasDocuments = ({ credentials }: SubmissionShown): boolean =>
  credentials.some(({ files }) => files.length > 0);
