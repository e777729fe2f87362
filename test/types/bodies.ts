// `npm run check -- types` compiles this file. The compiler must reject each line after `@ts-expect-error`.
import type { components } from '../../generated/types.ts';

type RightToWork = components['schemas']['RightToWorkCredential'];
type Education = components['schemas']['EducationCredential'];

export const rightsToWork: RightToWork[] = [
  { full_name: 'Alex Example', country: 'NZ' },
  { full_name: 'Alex Example', country: 'SG', singapore_work_rights: 'Employment Pass' },
  // @ts-expect-error singapore_work_rights is missing
  { full_name: 'Alex Example', country: 'SG' },
  // @ts-expect-error the contract has no such country
  { full_name: 'Alex Example', country: 'XX' },
];

const course = {
  full_name: 'Alex Example',
  education_provider: 'Example University',
  course_name: 'Bachelor of Science',
};

export const qualifications: Education[] = [
  { ...course, conferral_year: '2024' },
  { ...course, awaiting_graduation: true, conferral_year: null },
  // @ts-expect-error a conferred qualification needs its year
  course,
  // @ts-expect-error a qualification that is not yet conferred has no year
  { ...course, awaiting_graduation: true, conferral_year: '2024' },
];
