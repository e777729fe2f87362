import type { Services } from '../services.ts';
import type { Csrf } from './csrf.ts';
import type { Sessions } from './session.ts';

/** What the routes of the user application share; each takes of the services what it uses beside that. */
export interface UserApp extends Pick<Services, 'appUrl'> {
  sessions: Sessions;
  csrf: Csrf;
  /** Whether people sign in with a provider, and not with the sandbox's form. */
  hasProvider: boolean;
}
