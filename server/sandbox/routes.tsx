import { Hono } from 'hono';
import { refuseOtherMethods } from '../http/bind.ts';
import type { RequestEnv } from '../http/request-log.ts';
import { noStore } from '../user-app/no-store.ts';
import { type MailboxServices, mailboxRoutes } from './mailbox/routes.tsx';
import { StartPage } from './start-page.tsx';

/** The start page for developers at `/`, and the mailboxes. In the sandbox only. */
export function startPageRoutes(services: MailboxServices): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>();
  routes.get('/', noStore, (c) => c.html(<StartPage {...services} />));
  refuseOtherMethods(routes, '/', ['GET', 'HEAD'], services.baseUrl);
  routes.route('/', mailboxRoutes(services));
  return routes;
}
