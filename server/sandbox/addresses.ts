import type { Services } from '../services.ts';

/** Name of the mailbox that the start page links to; any other name works too. */
export const FIRST_MAILBOX = 'demo';

/** The address of a mailbox: webhooks are posted to it, and people read it. */
export function mailboxUrl({ appUrl }: Pick<Services, 'appUrl'>, name: string): string {
  return `${appUrl}/mailbox/${name}`;
}
