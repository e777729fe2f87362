import type { components } from '../../../generated/types.ts';
import { dateShown, validityShown } from './dates.ts';
import type { CefrShown, EnglishShown } from './types.ts';

type Schemas = components['schemas'];
type CefrScores = Schemas['TestScores']['cefr_scores'];

/** In the order shown. */
const skills: readonly (readonly [keyof CefrScores, string])[] = [
  ['combined', 'Overall level'],
  ['reading', 'Reading'],
  ['listening', 'Listening'],
  ['speaking', 'Speaking'],
  ['writing', 'Writing'],
];

const levels: Record<Schemas['CefrLevel'], Pick<CefrShown, 'level' | 'meaning' | 'step'>> = {
  BELOW_A1: { level: 'Below A1', meaning: 'Starting out', step: 0 },
  A1: { level: 'A1', meaning: 'Beginner', step: 1 },
  A2: { level: 'A2', meaning: 'Elementary', step: 2 },
  B1: { level: 'B1', meaning: 'Intermediate', step: 3 },
  B2: { level: 'B2', meaning: 'Upper intermediate', step: 4 },
  C1: { level: 'C1', meaning: 'Advanced', step: 5 },
  C2: { level: 'C2', meaning: 'Proficient', step: 6 },
};

/** The result of an English test without its partner chain and files. */
export function englishShown(
  credential: Schemas['EnglishProficiencyCredential'],
  today: string,
): Omit<EnglishShown, 'partnerChain' | 'files' | 'source'> {
  const { cefr_scores, overall, subskills = [] } = credential.test_scores;
  return {
    kind: 'english_proficiency',
    title: credential.test_name,
    fullName: credential.full_name,
    provider: credential.test_provider,
    overall: { score: overall.score, scale: overall.scale },
    cefr: skills.flatMap(([member, skill]) => {
      const level = cefr_scores[member];
      return level === undefined ? [] : [{ skill, ...levels[level] }];
    }),
    subskills: subskills.map(({ skill, score }) => ({ skill: capitalised(skill), score })),
    completed: dateShown(credential.completion_date),
    validity: validityShown(credential.expiry_date, today),
  };
}

/** Partners write `reading`; the CEFR rows say `Reading`. */
function capitalised(skill: string): string {
  const [first = ''] = skill;
  return first.toUpperCase() + skill.slice(first.length);
}
