import { service } from '../../generated/operations.ts';
import { paths, usePath } from '../user-app/page.tsx';
import { Fact, Facts, Note } from '../user-app/views/parts.tsx';
import { type Outcome, samples } from './actions.ts';
import { commandsFor } from './commands.ts';
import { FIRST_MAILBOX, mailboxUrl } from './mailbox/mailbox.ts';
import { sandboxPartners } from './partners.ts';
import { Address, CommandList, DeveloperPage, type SandboxFacts } from './parts.tsx';

/** The default of `npm run mock`. */
const MOCK_URL = 'http://localhost:4010';

/** Path that the buttons of the page post to. */
export const ACTIONS_PATH = '/sandbox/try';

/** The steps of a partner and a user, as buttons. */
function ActionButtons({ outcome }: { outcome: Outcome | null }) {
  const action = usePath(ACTIONS_PATH);
  return (
    <section class="card part" aria-labelledby="try">
      <h2 id="try">Try it here</h2>
      {outcome && (
        <div role="status">
          <Note {...(outcome.isRefused && { kind: 'warning' })}>
            <p>{outcome.message}</p>
            {outcome.href && <Address href={outcome.href} />}
          </Note>
          {outcome.requestId && (
            <form method="post" action={action} class="tries">
              <input type="hidden" name="request_id" value={outcome.requestId} />
              <button type="submit" name="do" value="verify">
                Verify for the user
              </button>
              <button type="submit" name="do" value="refuse" class="secondary">
                Refuse for the user
              </button>
            </form>
          )}
        </div>
      )}
      <form method="post" action={action} class="tries" aria-labelledby="try-add">
        <input type="hidden" name="do" value="add" />
        <h3 id="try-add">Submit a sample credential</h3>
        {Object.keys(samples).map((name) => (
          <button type="submit" name="kind" value={name} class="secondary">
            {name}
          </button>
        ))}
      </form>
      <form method="post" action={action} class="tries" aria-labelledby="try-verify">
        <h3 id="try-verify">Verify, and see events</h3>
        <button type="submit" name="do" value="request" class="secondary">
          Request a verification
        </button>
        <button type="submit" name="do" value="event" class="secondary">
          Send a test event to the mailbox
        </button>
      </form>
    </section>
  );
}

/** The page at `/`. */
export function StartPage({ appUrl, baseUrl, openSandbox, outcome }: SandboxFacts & { outcome: Outcome | null }) {
  const mailbox = mailboxUrl({ appUrl }, FIRST_MAILBOX);
  const { token, submission, webhook, testEvent, verification, act, result } = commandsFor({
    baseUrl,
    webhookUrl: mailbox,
    openSandbox,
  });
  return (
    <DeveloperPage title="Sandbox">
      <h1>The sandbox is running</h1>
      <p class="lead">
        The whole service, for tests:{' '}
        {openSandbox ? 'others can reach it' : 'everybody knows the secrets of its partners'}, and no real person
        belongs in it.
      </p>
      {!openSandbox && <ActionButtons outcome={outcome} />}
      <section class="card part" aria-labelledby="where">
        <h2 id="where">What is where</h2>
        <Facts>
          <Fact name="API">
            <code>{baseUrl}</code>
          </Fact>
          <Fact name="Reference">
            <Address href={`${baseUrl}/reference`} />
          </Fact>
          <Fact name="Contract">
            <Address href={`${baseUrl}/openapi.json`} />
            <span class="detail">OpenAPI 3.1</span>
          </Fact>
          <Fact name="User application">
            <a href={appUrl + paths.credentials}>My credentials</a>
            <span class="detail">What people see. Links that the API answers with lead there.</span>
          </Fact>
          <Fact name="Mailbox">
            <Address href={mailbox} />
            <span class="detail">
              Shows the webhook events that arrive at it, with the check of their signatures step by step. Put any name
              in the place of <code>{FIRST_MAILBOX}</code>.
            </span>
          </Fact>
          <Fact name="Mock">
            <code>npm run mock</code>
            <span class="detail">
              Another process, which has to be started: it answers on <code>{MOCK_URL}</code> unless <code>PORT</code>{' '}
              says otherwise, and keeps nothing.
            </span>
          </Fact>
        </Facts>
      </section>
      <section class="card part" aria-labelledby="partners">
        <h2 id="partners">Ready partners</h2>
        <table class="partners">
          <thead>
            <tr>
              <th scope="col">Client id</th>
              <th scope="col">Client secret</th>
            </tr>
          </thead>
          <tbody>
            {sandboxPartners.map(({ clientId, secret }) => (
              <tr>
                <th scope="row">
                  <code>{clientId}</code>
                </th>
                <td>{openSandbox ? 'the operator saw it once, at the first start' : <code>{secret}</code>}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p class="quiet">Both have every scope, and URLs of any domain. Neither sees what the other has.</p>
      </section>
      <section class="part" aria-labelledby="submit">
        <h2 id="submit">From a token to a credential</h2>
        <p>Paste the commands one after the other into one shell. They need curl and Node.</p>
        <CommandList commands={[token, submission]} />
      </section>
      <section class="part" aria-labelledby="events">
        <h2 id="events">From a verification to a signed event</h2>
        <p>
          Have the <a href={mailbox}>mailbox</a> open beside the shell. A partner has at most {service.max_webhooks}{' '}
          webhooks, so create one and keep it.
        </p>
        <CommandList commands={[webhook, testEvent, verification, act, result]} />
      </section>
    </DeveloperPage>
  );
}
