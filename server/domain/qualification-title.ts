export interface TitledQualification {
  course_name: string;
  majors?: readonly string[] | undefined;
  with_honours?: boolean | undefined;
  awaiting_graduation?: boolean | undefined;
}

/** Builds the title that users see, such as `Bachelor of Commerce (Finance and Economics) (Honours)`. */
export function qualificationTitle(qualification: TitledQualification): string {
  const { course_name, majors = [], with_honours, awaiting_graduation } = qualification;
  const parts = [course_name];
  if (majors.length > 0) parts.push(`(${enumerate(majors)})`);
  if (with_honours) parts.push('(Honours)');
  if (awaiting_graduation) parts.push('(Awaiting Graduation)');
  return parts.join(' ');
}

/** Joins names: `A`, `A and B`, or `A, B and C`. */
function enumerate(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ');
}
