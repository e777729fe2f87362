import type { AssetType } from '../../domain/file-type.ts';

// What a page shows of a submission. Texts of partners are untrusted: only JSX, which escapes, prints them.

export interface FileShown {
  name: string;
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

export interface DateShown {
  /** For the `datetime` attribute. */
  machine: string;
  /** For people, e.g. `31 January 2026`. */
  text: string;
}

/** When something expires, and whether it has. */
export interface ValidityShown {
  expires: DateShown;
  expired: boolean;
}

interface Shown {
  title: string;
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
  completed: DateShown;
}

export interface TranscriptShown {
  issued: DateShown;
  score: string | null;
  subjects: readonly SubjectShown[];
}

export interface EducationShown extends Shown {
  kind: 'education';
  provider: string;
  /** Null while awaiting graduation. */
  conferralYear: string | null;
  awaitingGraduation: boolean;
  /** Whether there are majors, as the partner says; undefined where it says nothing, or the title names them. */
  hasMajors: boolean | undefined;
  transcript: TranscriptShown | null;
}

export interface CefrShown {
  skill: string;
  /** E.g. `C1`, or `Below A1`. */
  level: string;
  /** The level in words. */
  meaning: string;
  /** 0 (below A1) to 6 (C2). */
  step: number;
}

export interface EnglishShown extends Shown {
  kind: 'english_proficiency';
  provider: string;
  overall: { score: string; scale: string };
  cefr: readonly CefrShown[];
  subskills: readonly { skill: string; score: string }[];
  completed: DateShown;
  validity: ValidityShown | null;
}

export interface MicrocredentialShown extends Shown {
  kind: 'microcredential';
  issuer: string;
  issued: DateShown;
  validity: ValidityShown | null;
  result: string | null;
}

export interface RightToWorkShown extends Shown {
  kind: 'right_to_work';
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
  /** The title of the credential, or how many a batch has. */
  title: string;
  /** E.g. `Education`. */
  kindName: string;
  credentials: readonly CredentialShown[];
  /** The intermediate partners of all credentials, each once. */
  partnerChain: readonly string[];
}
