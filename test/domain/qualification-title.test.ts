import { expect, test } from 'vitest';
import { qualificationTitle, type TitledQualification } from '../../server/domain/qualification-title.ts';

const course_name = 'Bachelor of Commerce';

test.each<[TitledQualification, string]>([
  [{ course_name }, 'Bachelor of Commerce'],
  [{ course_name, majors: [] }, 'Bachelor of Commerce'],
  [{ course_name, majors: ['Finance'] }, 'Bachelor of Commerce (Finance)'],
  [{ course_name, majors: ['Finance', 'Economics'] }, 'Bachelor of Commerce (Finance and Economics)'],
  [{ course_name, majors: ['Finance', 'Economics', 'Law'] }, 'Bachelor of Commerce (Finance, Economics and Law)'],
  [{ course_name, majors: ['A', 'B', 'C', 'D'] }, 'Bachelor of Commerce (A, B, C and D)'],
  [{ course_name, with_honours: true }, 'Bachelor of Commerce (Honours)'],
  [{ course_name, awaiting_graduation: true }, 'Bachelor of Commerce (Awaiting Graduation)'],
  [{ course_name, with_honours: false, awaiting_graduation: false }, 'Bachelor of Commerce'],
  [
    { course_name, majors: ['Finance', 'Economics'], with_honours: true, awaiting_graduation: true },
    'Bachelor of Commerce (Finance and Economics) (Honours) (Awaiting Graduation)',
  ],
])('the title of %j is %j', (qualification, title) => {
  expect(qualificationTitle(qualification)).toBe(title);
});
