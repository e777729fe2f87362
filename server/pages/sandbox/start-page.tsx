import type { Child } from 'hono/jsx';
import { operations, service } from '../../../generated/operations.ts';
import { sandboxPartners } from '../../api/oauth/sandbox-partners.ts';
import type { AddressServices, SandboxServices } from '../../api/services.ts';
import { paths, usePath } from '../page.tsx';
import { hrefIn } from '../page-assets.ts';
import { Layout, Submit } from '../views/layout.tsx';
import { Facts, Note } from '../views/parts.tsx';
import { type Outcome, samples } from './actions.ts';
import { developerAssets } from './developer-assets.ts';
import { FIRST_MAILBOX, mailboxUrl } from './mailbox.ts';

export type SandboxFacts = Pick<AddressServices & SandboxServices, 'appUrl' | 'baseUrl' | 'openSandbox'>;

/** Renders a page for developers, which is wider than other pages. Its footer names the sandbox. */
export function DeveloperPage({ title, children }: { title: string; children?: Child }) {
  const footer = 'This sandbox page is for developers. It does not exist in production.';
  const asset = (name: string) => usePath(hrefIn(developerAssets, name));
  const head = (
    <>
      <link rel="stylesheet" href={asset('developer.css')} />
      <script src={asset('developer.js')} defer></script>
    </>
  );
  return (
    <Layout title={title} head={head} footer={footer}>
      {children}
    </Layout>
  );
}

const Address = ({ href }: { href: string }) => <a href={href}>{href}</a>;

const MOCK_URL = 'http://localhost:4010';

export const ACTIONS_PATH = '/sandbox/try';

function ActionButtons({ outcome }: { outcome: Outcome | null }) {
  const action = usePath(ACTIONS_PATH);
  return (
    <section class="card" aria-labelledby="try">
      <h2 id="try">Try it here</h2>
      {outcome && (
        <div role="status">
          <Note {...(outcome.isRefused && { kind: 'warning' })}>
            <p>{outcome.message}</p>
            {outcome.href && <Address href={outcome.href} />}
          </Note>
          {outcome.requestId && (
            <form method="post" action={action} class="row">
              <input type="hidden" name="request_id" value={outcome.requestId} />
              <Submit name="do" value="verify" label="Verify for the user" />
              <Submit name="do" value="refuse" class="secondary" label="Refuse for the user" />
            </form>
          )}
        </div>
      )}
      <form method="post" action={action} class="row" aria-labelledby="try-add">
        <input type="hidden" name="do" value="add" />
        <h3 id="try-add">Submit a sample credential</h3>
        {Object.keys(samples).map((name) => (
          <Submit name="kind" value={name} class="secondary" label={name} />
        ))}
      </form>
      <form method="post" action={action} class="row" aria-labelledby="try-verify">
        <h3 id="try-verify">Verify, and see events</h3>
        <Submit name="do" value="request" class="secondary" label="Request a verification" />
        <Submit name="do" value="event" class="secondary" label="Send a test event to the mailbox" />
      </form>
    </section>
  );
}

export function StartPage({ outcome, appUrl, baseUrl, openSandbox }: SandboxFacts & { outcome: Outcome | null }) {
  const mailbox = mailboxUrl({ appUrl }, FIRST_MAILBOX);
  const secretOf = (secret: string) =>
    openSandbox ? 'The secret was shown to the operator once, at the first start.' : <code>{secret}</code>;
  const mock = (
    <>
      <code>npm run mock</code>
      <span class="detail">
        A separate process, on <code>{MOCK_URL}</code> by default. It stores nothing.
      </span>
    </>
  );
  return (
    <DeveloperPage title="Sandbox">
      <h1>The sandbox is running</h1>
      <p class="lead">
        The whole service, for tests. {openSandbox ? 'Others can reach it' : 'The secrets of its partners are public'},
        so do not enter data about real people.
      </p>
      {!openSandbox && <ActionButtons outcome={outcome} />}
      <section class="card" aria-labelledby="where">
        <h2 id="where">Addresses</h2>
        <Facts
          rows={[
            ['API', <code>{baseUrl}</code>],
            ['Reference', <Address href={`${baseUrl}/reference`} />],
            ['Contract', <Address href={`${baseUrl}/openapi.json`} />],
            ['User application', <a href={appUrl + paths.credentials}>My credentials</a>],
            ['Mailbox', <Address href={mailbox} />],
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
      <TokenCard appUrl={appUrl} baseUrl={baseUrl} openSandbox={openSandbox} />
    </DeveloperPage>
  );
}

function TokenCard({ appUrl, baseUrl, openSandbox }: SandboxFacts) {
  const [first] = sandboxPartners;
  return (
    <section class="card" aria-labelledby="token">
      <h2 id="token">Get an access token</h2>
      <p>
        Paste the command into a shell with curl and Node. The{' '}
        <a href={`${baseUrl}/reference/guides/quickstart.html`}>Quickstart</a> continues with <code>$TOKEN</code>: it
        submits a credential, creates a webhook, and requests a verification.
      </p>
      <pre data-title="Get an access token">
        {`TOKEN=$(curl -s ${baseUrl}${operations.createTokenV2.path} \\
  -d grant_type=client_credentials -d client_id=${first?.clientId} \\
  -d client_secret=${openSandbox ? '"$CLIENT_SECRET"' : first?.secret} \\
  | node -p 'JSON.parse(fs.readFileSync(0)).access_token')`}
      </pre>
      <p class="quiet">
        You can use the <a href={mailboxUrl({ appUrl }, FIRST_MAILBOX)}>mailbox</a> as a webhook. A partner can have at
        most {service.max_webhooks} webhooks, so create one and reuse it.
      </p>
    </section>
  );
}
