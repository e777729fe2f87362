import type { components } from '../../../generated/types.ts';
import { validityShown } from './dates.ts';
import type { EnglishShown } from './types.ts';

type Schemas = components['schemas'];
type CefrScores = Schemas['TestScores']['cefr_scores'];

/** In the order shown. */
const skills = ['combined', 'reading', 'listening', 'speaking', 'writing'] as const satisfies (keyof CefrScores)[];

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
    cefr: skills.flatMap((skill) => {
      const level = cefr_scores[skill];
      return level === undefined ? [] : [{ skill, level }];
    }),
    subskills: subskills.map(({ skill, score }) => ({ skill: capitalised(skill), score })),
    completed: credential.completion_date,
    validity: validityShown(credential.expiry_date, today),
  };
}

/** Partners write `reading`; the CEFR rows say `Reading`. */
function capitalised(skill: string): string {
  const [first = ''] = skill;
  return first.toUpperCase() + skill.slice(first.length);
}
