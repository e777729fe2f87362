import { Hono } from 'hono';
import { sandboxPartners } from '../../api/oauth/sandbox-partners.ts';
import type { AddressServices, SandboxServices, StorageServices } from '../../api/services.ts';
import { paths, showPage } from '../page.tsx';
import { Facts, Page } from '../views/layout.tsx';
import { mailboxRoutes } from './mailbox.tsx';

/** Creates the routes for the start page at `/` and for the mailboxes. Only a sandbox has these pages. */
export const sandboxRoutes = (services: AddressServices & SandboxServices & StorageServices): Hono =>
  new Hono().get('/', (c) => showPage(c, <StartPage {...services} />)).route('/', mailboxRoutes(services));

const Address = ({ href }: { href: string }) => <a href={href}>{href}</a>;

function StartPage({ appUrl, baseUrl, openSandbox }: AddressServices & SandboxServices) {
  const secretOf = (secret: string) =>
    openSandbox ? 'The secret was shown to the operator once, at the first start.' : <code>{secret}</code>;
  const mock = (
    <>
      <code>npm run mock</code>
      <span class="detail">
        A separate process, on <code>http://localhost:4010</code> by default. It stores nothing.
      </span>
    </>
  );
  return (
    <Page title="The sandbox is running">
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
    </Page>
  );
}
