import type { Credentials } from './credential-types.tsx';

export type IconName = keyof Credentials | 'several';

/** Outlines of the icons, in a square of 24 units. */
const outlines: Readonly<Record<IconName, string>> = {
  education: 'M12 4 1 9l11 5 9-4.1V16h2V9ZM5 13v4q7 5 14 0v-4l-7 3.2Z',
  english_proficiency: 'M3 4h18v13H11l-5 4v-4H3Zm4 3.5v2h10v-2Zm0 4v2h7v-2Z',
  microcredential: 'M12 2a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM7 15.5V22l5-2.5 5 2.5v-6.5a8.5 8.5 0 0 1-10 0Z',
  right_to_work: 'M8 3h8v4h5v13H3V7h5Zm2 2v2h4V5ZM3 12v2h18v-2Z',
  digital_identity: 'M12 3a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9ZM3 21q0-7 9-7t9 7Z',
  several: 'M4 10h16v11H4Zm2-4h12v2H6Zm2-4h8v2H8Z',
};

/** Renders the icon of a kind of credential, or of several credentials. The text beside it names the credential. */
export const KindIcon = ({ name }: { name: IconName }) => (
  <svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="-8 -8 40 40" aria-hidden="true">
    <path d={outlines[name]} fill="#164a6c" fill-rule="evenodd" />
  </svg>
);
