import type { Services } from '../services.ts';
import type { Csrf } from './csrf.ts';
import type { Sessions } from './session.ts';

/** What all routes of the user application use; each adds the services that it needs. */
export interface UserApp extends Pick<Services, 'appUrl'> {
  sessions: Sessions;
  csrf: Csrf;
  /** Whether people sign in with a provider, and not with the sandbox's form. */
  hasProvider: boolean;
}
