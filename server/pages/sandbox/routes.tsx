import { Hono } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { problems, webhookDelivery } from '../../../generated/operations.ts';
import type { Handlers } from '../../../generated/server.ts';
import { type Call, requestOrigin } from '../../api/call.ts';
import { Refusal } from '../../api/contract/problem.ts';
import { bodyStreamOf, readBody } from '../../api/read-body.ts';
import type { RequestEnv } from '../../api/request-log.ts';
import { refuseOtherMethods } from '../../api/responses.ts';
import type { AccessServices, AddressServices, SandboxServices, StorageServices } from '../../api/services.ts';
import { readOwnForm } from '../csrf.tsx';
import { showPage } from '../page.tsx';
import { serveAssets } from '../page-assets.ts';
import { allow } from '../security-headers.ts';
import { createActions } from './actions.ts';
import { developerAssets } from './developer-assets.ts';
import { createMailbox, mailboxUrl, receive } from './mailbox.ts';
import { MailboxPage } from './mailbox-page.tsx';
import { ACTIONS_PATH, StartPage } from './start-page.tsx';

/** Path of a mailbox, whose name needs no encoding in a URL. */
const MAILBOX = '/mailbox/:name{[A-Za-z0-9_-]{1,64}}';

/** Maximum size of a delivery, in bytes. An event has a few hundred bytes. */
const MAX_BODY = 65_536;

/** Creates the routes for the start page at `/` and for the mailboxes. Only a sandbox has these pages. */
export function sandboxRoutes(
  services: AddressServices & SandboxServices & StorageServices & AccessServices,
  handlers: Handlers<Call>,
  contract: URL,
): Hono<RequestEnv> {
  const { baseUrl } = services;
  const routes = new Hono<RequestEnv>();
  routes.route('/', serveAssets(developerAssets));
  routes.get('/', (c) => showPage(c, <StartPage {...services} outcome={null} />));
  refuseOtherMethods(routes, '/', ['GET', 'HEAD'], baseUrl);
  // Visitors of an open sandbox must not act on behalf of its partners.
  if (!services.openSandbox) {
    const runAction = createActions(services, handlers, contract);
    routes.post(ACTIONS_PATH, readOwnForm, async (c) => {
      const outcome = await runAction(c.get('form'), requestOrigin(c));
      return showPage(c, <StartPage {...services} outcome={outcome} />, { status: outcome.isRefused ? 409 : 200 });
    });
    refuseOtherMethods(routes, ACTIONS_PATH, ['POST'], baseUrl);
  }
  addMailboxRoutes(routes, services);
  return routes;
}

/** Adds `/mailbox/<name>`, which receives webhook deliveries and shows them. */
function addMailboxRoutes(
  routes: Hono<RequestEnv>,
  services: AddressServices & SandboxServices & StorageServices,
): void {
  const mailbox = createMailbox();

  routes.get(MAILBOX, (c) => {
    const name = c.req.param('name');
    allow(c, { asks: true });
    return showPage(c, <MailboxPage {...services} name={name} entries={mailbox.list(name)} />);
  });

  routes.post(`${MAILBOX}/clear`, readOwnForm, (c) => {
    const name = c.req.param('name') ?? '';
    mailbox.clear(name);
    return c.redirect(mailboxUrl(services, name), 303);
  });
  refuseOtherMethods(routes, `${MAILBOX}/clear`, ['POST'], services.baseUrl);

  routes.post(MAILBOX, async (c) => {
    // Prevents pages on other sites from filling the mailbox. Webhook senders do not send these headers.
    if (c.req.header('origin') !== undefined || c.req.header('sec-fetch-site') !== undefined)
      return c.text('A mailbox accepts webhook deliveries, but no requests from a browser.\n', 403);
    const answer = c.req.query('answer') ?? String(webhookDelivery.success_status);
    if (!/^[2-5]\d\d$/.test(answer)) return c.text('answer must be a status from 200 to 599.\n', 400);
    const status = Number(answer);
    try {
      const bytes = await readBody(bodyStreamOf(c), c.req.header('content-length'), MAX_BODY);
      // Copies the bytes, because their buffer can be larger than the body.
      const body = Uint8Array.from(bytes);
      mailbox.add(await receive(services, { name: c.req.param('name'), request: c.req.raw, body, status }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, detail } = error.statement;
      return c.text(`${detail}\n`, problems[code].status);
    }
    return c.body(null, status as StatusCode);
  });

  refuseOtherMethods(routes, MAILBOX, ['GET', 'HEAD', 'POST'], services.baseUrl);
}
