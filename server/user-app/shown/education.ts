import type { components } from '../../../generated/types.ts';
import { qualificationTitle } from '../../domain/qualification-title.ts';
import type { EducationShown, TranscriptShown } from './types.ts';

type Schemas = components['schemas'];

/** An education qualification without its partner chain and files. */
export function educationShown(
  credential: Schemas['EducationCredential'],
): Omit<EducationShown, 'partnerChain' | 'files' | 'source'> {
  const { has_majors, majors = [] } = credential;
  return {
    kind: 'education',
    title: qualificationTitle(credential),
    fullName: credential.full_name,
    provider: credential.education_provider,
    conferralYear: credential.conferral_year ?? null,
    awaitingGraduation: credential.awaiting_graduation ?? false,
    hasMajors: has_majors && majors.length > 0 ? undefined : has_majors,
    transcript: credential.transcript ? transcriptShown(credential.transcript) : null,
  };
}

function transcriptShown({ overall, subjects }: Schemas['Transcript']): TranscriptShown {
  return {
    // The generated type is `unknown`; the contract says that it is a string.
    issued: String(overall.issuance_date),
    score: overall.score || null,
    subjects: subjects.map((subject) => ({
      name: subject.name,
      code: subject.code,
      credit: subject.credit || null,
      grade: subject.grade,
      score: subject.score || null,
      completed: String(subject.completion_date),
    })),
  };
}
