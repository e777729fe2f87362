import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { problems, webhookDelivery } from '../../../generated/operations.ts';
import { Refusal } from '../../contract/problem.ts';
import { refuseOtherMethods } from '../../http/bind.ts';
import { bodyOf, readBody } from '../../http/read-body.ts';
import type { RequestEnv } from '../../http/request-log.ts';
import { noStore } from '../../user-app/no-store.ts';
import { allow } from '../../user-app/security-headers.ts';
import { mailboxUrl } from '../addresses.ts';
import { ownForm, type SandboxFacts } from '../parts.tsx';
import { createMailbox, isFoundBy } from './mailbox.ts';
import { MailboxPage } from './mailbox-page.tsx';
import { receive } from './receive.ts';
import type { WebhookLookup } from './webhooks-at.ts';

export type MailboxServices = WebhookLookup & SandboxFacts;

/** Names that need no encoding in a URL. */
const ROUTE = '/mailbox/:name{[A-Za-z0-9_-]{1,64}}';

/** In bytes; an event has a few hundred. */
const MAX_BODY = 65_536;

/** `/mailbox/<name>`: receives webhook deliveries and shows them. In the sandbox only. */
export function mailboxRoutes(services: MailboxServices): Hono<RequestEnv> {
  const mailbox = createMailbox();
  const routes = new Hono<RequestEnv>();

  routes.get(ROUTE, noStore, (c) => {
    const name = c.req.param('name');
    const wanted = (c.req.query('q') ?? '').trim();
    const entries = mailbox.list(name);
    const found = entries.filter((entry) => isFoundBy(wanted, entry));
    allow(c, { asks: true });
    return c.html(<MailboxPage {...services} name={name} wanted={wanted} of={entries.length} entries={found} />);
  });

  routes.post(`${ROUTE}/clear`, noStore, ownForm(services.appUrl), (c) => {
    const name = c.req.param('name') ?? '';
    mailbox.clear(name);
    return c.redirect(mailboxUrl(services, name), 303);
  });
  refuseOtherMethods(routes, `${ROUTE}/clear`, ['POST'], services.baseUrl);

  routes.post(ROUTE, noStore, async (c) => {
    // Keeps pages of other sites from filling the mailbox: browsers send these headers, and senders of webhooks do not.
    if (c.req.header('origin') !== undefined || c.req.header('sec-fetch-site') !== undefined)
      return c.text('A mailbox takes webhook deliveries, and nothing from a browser.\n', 403);
    const answered = requestedStatus(c.req.query('answer'));
    if (answered === null) return c.text('answer must be a status from 200 to 599.\n', 400);
    const body = await receivedBody(c);
    if (body instanceof Refusal) {
      const { code, detail } = body.statement;
      return c.text(`${detail}\n`, problems[code].status);
    }
    mailbox.add(await receive(services, { name: c.req.param('name'), request: c.req.raw, body, answered }));
    return c.body(null, answered as StatusCode);
  });

  refuseOtherMethods(routes, ROUTE, ['GET', 'HEAD', 'POST'], services.baseUrl);
  return routes;
}

/** The status to respond with, by `?answer=`; null when it is invalid. */
function requestedStatus(answer: string | undefined): number | null {
  if (answer === undefined) return webhookDelivery.success_status;
  return /^[2-5]\d\d$/.test(answer) ? Number(answer) : null;
}

/** The bytes as received, or why they are refused. */
async function receivedBody(c: Context): Promise<Uint8Array | Refusal> {
  try {
    const incoming = (c.env as Partial<HttpBindings>)?.incoming;
    const bytes = await readBody(incoming ?? bodyOf(c.req.raw), c.req.header('content-length'), MAX_BODY);
    // A copy, because the buffer that was read into may be larger.
    return Uint8Array.from(bytes);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
