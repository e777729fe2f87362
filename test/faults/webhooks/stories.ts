import type { VerificationKey } from '../../../server/store/verifications/verification-store.ts';
import type { UserStep } from './messages.ts';
import type { Random } from './random.ts';

/** The life of one verification request. */
export interface Story {
  key: VerificationKey;
  userId: string;
  steps: UserStep['kind'][];
  /** Its window passes within the run, and nobody decides. */
  expires: boolean;
}

const KINDS: Pick<Story, 'steps' | 'expires'>[] = [
  { steps: ['open', 'verify'], expires: false },
  { steps: ['open', 'verify'], expires: false },
  { steps: ['open', 'verify'], expires: false },
  { steps: ['open', 'cancel'], expires: false },
  { steps: ['open', 'cancel'], expires: false },
  { steps: ['open'], expires: false },
  { steps: ['open'], expires: true },
  { steps: [], expires: true },
];

const changesOf = ({ steps, expires }: Pick<Story, 'steps' | 'expires'>) => steps.length + (expires ? 1 : 0);

/** Stories with so many status changes in all. */
export function planStories(changes: number, clientIds: [string, ...string[]], random: Random): Story[] {
  const stories: Story[] = [];
  for (let left = changes; left > 0; ) {
    const fitting = KINDS.filter((kind) => changesOf(kind) <= left);
    const kind = fitting[Math.floor(random.next() * fitting.length)];
    if (kind === undefined) break;
    const requestId = `request-${stories.length}`;
    const key = { clientId: random.pick(clientIds), requestId };
    stories.push({ key, userId: `user-${requestId}`, ...kind });
    left -= changesOf(kind);
  }
  return stories;
}

/** One with a single change. */
export const aStory = (requestId: string, clientIds: [string, ...string[]], random: Random): Story => ({
  key: { clientId: random.pick(clientIds), requestId },
  userId: `user-${requestId}`,
  steps: ['open'],
  expires: false,
});
