import type { Services } from '../services.ts';

/** Of the mailbox that the start page leads to; any other name is as good. */
export const FIRST_MAILBOX = 'demo';

/** Where a mailbox is, for senders and readers. */
export function mailboxUrl({ appUrl }: Pick<Services, 'appUrl'>, name: string): string {
  return `${appUrl}/mailbox/${name}`;
}
