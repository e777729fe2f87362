import type { Services } from '../services.ts';
import type { Csrf } from './csrf.ts';
import type { Sessions } from './session.ts';

/** What the routes of the user application share. */
export interface UserApp {
  services: Services;
  sessions: Sessions;
  csrf: Csrf;
  /** People sign in with a provider, and not with the sandbox's form. */
  hasProvider: boolean;
}
