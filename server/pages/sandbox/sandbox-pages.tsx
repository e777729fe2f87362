import { type Context, Hono } from 'hono';
import { problems, webhookDelivery } from '../../../generated/operations.ts';
import { Refusal } from '../../api/contract/problem.ts';
import { sandboxPartners } from '../../api/oauth/sandbox-partners.ts';
import { bodyStreamOf, readBody } from '../../api/read-body.ts';
import type { RecentRequests } from '../../api/recent-requests.ts';
import type { AddressServices, SandboxServices, StorageServices } from '../../api/services.ts';
import type { Micros } from '../../domain/clock.ts';
import { verifyWebhook } from '../../sdk/verify-webhook.ts';
import { decryptJson, webhookSecret } from '../../storage/encryption/encrypted-json.ts';
import { pathIn, paths, showPage } from '../page.tsx';
import { Facts, Page } from '../views/layout.tsx';

const Address = ({ href }: { href: string }) => <a href={href}>{href}</a>;

function StartPage({ appUrl, baseUrl, openSandbox, recentRequests }: AddressServices & SandboxServices) {
  const secretOf = (secret: string) =>
    openSandbox ? 'The secret was shown to the operator once, at the first start.' : <code data-copy>{secret}</code>;
  const operations = `${baseUrl}/reference/operations`;
  const mock = (
    <>
      <code>npm run mock</code>
      <span class="detail">
        A separate process, on <code>http://localhost:4010</code> by default. It stores nothing.
      </span>
    </>
  );
  return (
    <Page title="The sandbox is running" script="copy-secret.js">
      <p class="lead">
        The whole service, for tests. {openSandbox ? 'Others can reach it' : 'The secrets of its partners are public'},
        so do not enter data about real people. This page does not exist in production.
      </p>
      <section class="card" aria-labelledby="where">
        <h2 id="where">Addresses</h2>
        <Facts
          rows={[
            ['API', <code>{baseUrl}</code>],
            ['Quickstart', <Address href={`${baseUrl}/reference/guides/quickstart.html`} />],
            ['Reference', <Address href={`${baseUrl}/reference`} />],
            ['Contract', <Address href={`${baseUrl}/openapi.json`} />],
            ['User application', <a href={appUrl + paths.credentials}>My credentials</a>],
            ['Accept for the user', <a href={`${operations}/decideSubmission.html`}>Decide a submission</a>],
            ['Verify for the user', <a href={`${operations}/decideVerificationRequest.html`}>Decide a request</a>],
            ['Mailbox for events', <Address href={`${appUrl}/mailbox/demo`} />],
            ['Mock', mock],
          ]}
        />
      </section>
      <section class="card" aria-labelledby="partners">
        <h2 id="partners">Sandbox partners</h2>
        <Facts rows={sandboxPartners.map(({ clientId, secret }) => [<code>{clientId}</code>, secretOf(secret)])} />
        <p class="quiet">
          The table shows each client ID and its secret. Both partners have all scopes and can use any domain. Neither
          partner can read data of the other.
        </p>
      </section>
      {recentRequests && <RequestList requests={recentRequests} />}
    </Page>
  );
}

function RequestList({ requests }: { requests: RecentRequests }) {
  return (
    <section class="card" aria-labelledby="requests">
      <h2 id="requests">Last requests</h2>
      <p class="quiet">
        Requests to the API since the start. Reload the page to see new requests. To repeat a request, put an access
        token in the variable <code>TOKEN</code>.
      </p>
      {requests.list().map(({ at, method, path, status, curl }) => (
        <details>
          <summary>
            <span class={`badge ${status < 400 ? 'good' : 'warning'}`}>{status}</span> {method} {path}{' '}
            <span class="quiet">{at.toISOString().slice(11, 19)} UTC</span>
          </summary>
          <pre>
            <code data-copy>{curl}</code>
          </pre>
        </details>
      ))}
    </section>
  );
}

type Services = AddressServices & StorageServices;

interface MailboxEntry {
  mailbox: string;
  arrivedAt: Micros;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
  refusal: string | null;
}

const MAX_DELIVERIES = 50;

const MAX_BODY_BYTES = 65_536;

const MAILBOX = '/mailbox/:name{[A-Za-z0-9_-]{1,64}}';

export function sandboxRoutes(services: Services & SandboxServices): Hono {
  let entries: MailboxEntry[] = [];
  return new Hono()
    .get('/', (c) => showPage(c, <StartPage {...services} />))
    .get(MAILBOX, (c) => {
      const name = c.req.param('name');
      const own = entries.filter(({ mailbox }) => mailbox === name);
      return showPage(c, <MailboxPage name={name} entries={own} />);
    })
    .post(MAILBOX, async (c) => {
      // Rejects browsers, because other sites could fill the mailbox. Webhook senders do not send these headers.
      if (c.req.header('origin') !== undefined || c.req.header('sec-fetch-site') !== undefined)
        return c.text('A mailbox accepts webhook deliveries, but no requests from a browser.\n', 403);
      try {
        const entry = await receive(c, services, c.req.param('name'));
        entries = [entry, ...entries].slice(0, MAX_DELIVERIES);
        return c.body(null, webhookDelivery.success_status);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { code, detail } = error.statement;
        return c.text(`${detail}\n`, problems[code].status);
      }
    });
}

async function receive(c: Context, services: Services, mailbox: string): Promise<MailboxEntry> {
  const body = await readBody(bodyStreamOf(c), c.req.header('content-length'), MAX_BODY_BYTES);
  const { headers, url } = c.req.raw;
  const arrivedAt = services.clock.now();
  const secrets = await secretsAt(services, new URL(url));
  const refusal =
    secrets.length === 0
      ? 'No webhook of the sandbox partners has this URL. The host, port, and path must be the same'
      : await verifyWebhook(body, headers, secrets, { now: () => arrivedAt / 1000 }).then(
          () => null,
          (error: Error) => error.message,
        );
  return { mailbox, arrivedAt, headers: [...headers], body: Buffer.from(body).toString(), refusal };
}

/** Reads the secrets for each delivery, because a visitor can rotate a secret. */
async function secretsAt({ store, encryptor, appUrl }: Services, address: URL): Promise<string[]> {
  const path = pathIn(appUrl, address.pathname);
  const lists = await Promise.all(sandboxPartners.map(({ clientId }) => store.listWebhooks(clientId)));
  return lists.flat().flatMap(({ url, id, clientId, secret }) => {
    const { host, pathname } = new URL(url);
    // Ignores the scheme, which a proxy in front of the sandbox can change.
    const isSame = host === address.host && pathname === path;
    return isSame ? [decryptJson(encryptor, webhookSecret({ clientId, id }), secret)] : [];
  });
}

function MailboxPage({ name, entries }: { name: string; entries: readonly MailboxEntry[] }) {
  return (
    <Page title={`Mailbox ${name}`}>
      <p>
        Use the URL of this page as the URL of a webhook. The page shows the latest deliveries, and whether their
        signatures are valid. Reload it to see new deliveries.
      </p>
      {entries.length === 0 && <p>Nothing has arrived yet.</p>}
      {entries.map((entry, index) => (
        <Delivery entry={entry} previous={entries[index + 1]} />
      ))}
    </Page>
  );
}

function Delivery({ entry, previous }: { entry: MailboxEntry; previous: MailboxEntry | undefined }) {
  const { arrivedAt, headers, body, refusal } = entry;
  const seconds = previous && ((arrivedAt - previous.arrivedAt) / 1_000_000).toFixed(1);
  return (
    <section class="card">
      <h2>{new Date(arrivedAt / 1000).toISOString()}</h2>
      {seconds && <p class="quiet">{seconds} seconds after the previous delivery</p>}
      {refusal === null ? (
        <p>
          <span class="badge good">Verified</span>
        </p>
      ) : (
        <p class="error">Refused: {refusal}.</p>
      )}
      <pre>{body}</pre>
      <details>
        <summary>Headers</summary>
        <pre>{headers.map(([header, value]) => `${header}: ${value}`).join('\n')}</pre>
      </details>
    </section>
  );
}
