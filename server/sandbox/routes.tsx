import { Hono } from 'hono';
import type { Handlers } from '../../generated/server.ts';
import { refuseOtherMethods } from '../http/bind.ts';
import type { Call } from '../http/caller.ts';
import { requestOrigin } from '../http/origin.ts';
import type { RequestEnv } from '../http/request-log.ts';
import { noStore } from '../user-app/no-store.ts';
import { createDeeds, type DeedServices } from './deeds.ts';
import { type MailboxServices, mailboxRoutes } from './mailbox/routes.tsx';
import { ownForm } from './parts.tsx';
import { DEEDS_PATH, StartPage } from './start-page.tsx';

/** The start page for developers at `/`, and the mailboxes. In the sandbox only. */
export function startPageRoutes(services: MailboxServices & DeedServices, handlers: Handlers<Call>): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>();
  routes.get('/', noStore, (c) => c.html(<StartPage {...services} outcome={null} />));
  refuseOtherMethods(routes, '/', ['GET', 'HEAD'], services.baseUrl);
  // Whoever reaches an open sandbox is not its partner yet.
  if (!services.openSandbox) {
    const deed = createDeeds(services, handlers);
    routes.post(DEEDS_PATH, noStore, ownForm(services.appUrl), async (c) => {
      const outcome = await deed(c.get('form'), requestOrigin(c));
      return c.html(<StartPage {...services} outcome={outcome} />, outcome.isRefused ? 409 : 200);
    });
    refuseOtherMethods(routes, DEEDS_PATH, ['POST'], services.baseUrl);
  }
  routes.route('/', mailboxRoutes(services));
  return routes;
}
