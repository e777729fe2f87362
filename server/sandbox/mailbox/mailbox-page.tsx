import { webhookDelivery } from '../../../generated/operations.ts';
import { usePath } from '../../user-app/page.tsx';
import { Fact, Facts, Note } from '../../user-app/views/parts.tsx';
import { commandsFor } from '../commands.ts';
import { CommandList, DeveloperPage, type SandboxFacts } from '../parts.tsx';
import { DeliveryItem } from './delivery-item.tsx';
import { type MailboxEntry, mailboxUrl } from './mailbox.ts';

interface MailboxPageProps extends SandboxFacts {
  name: string;
  /** Text to search for; empty for everything. */
  wanted: string;
  /** Number of all deliveries. */
  total: number;
  /** Deliveries that were found, the newest first. */
  entries: readonly MailboxEntry[];
}

/** The deliveries that arrived at a mailbox. */
export function MailboxPage({ appUrl, baseUrl, openSandbox, name, wanted, total, entries }: MailboxPageProps) {
  const url = mailboxUrl({ appUrl }, name);
  const path = usePath(`/mailbox/${name}`);
  const { token, webhook, testEvent, verification, act } = commandsFor({ baseUrl, webhookUrl: url, openSandbox });
  const failing = commandsFor({ baseUrl, webhookUrl: `${url}?answer=500`, openSandbox }).webhook;
  return (
    <DeveloperPage title={`Mailbox ${name}`}>
      <p>
        <a href={`${appUrl}/`}>Sandbox</a>
      </p>
      <h1>Mailbox {name}</h1>
      <p class="lead">A receiver of webhooks that shows what arrives, and what of it a receiver has to verify.</p>
      <p>
        The URL of its webhooks is <code>{url}</code>.
      </p>
      <section class="part" aria-labelledby="events">
        <h2 id="events">Events</h2>
        {total > 0 && (
          <div class="actions">
            <search>
              <form action={path} class="search">
                <input type="search" name="q" value={wanted} aria-label="Search bodies and headers" />
                <button type="submit" class="secondary">
                  Search
                </button>
              </form>
            </search>
            <form method="post" action={`${path}/clear`}>
              <button type="submit" class="secondary">
                Clear the mailbox
              </button>
            </form>
          </div>
        )}
        <p id="count" role="status">
          {wanted === '' ? (
            countOf(total)
          ) : (
            <>
              {entries.length} of {total} with “{wanted}”. <a href={path}>Show all</a>
            </>
          )}
        </p>
        <p class="without-script">Load the page again to see what has arrived since.</p>
        <ol id="deliveries" class="deliveries">
          {entries.map((entry, index) => (
            <DeliveryItem entry={entry} open={index === 0} />
          ))}
        </ol>
      </section>
      <section class="part" aria-labelledby="how">
        <h2 id="how">Let an event arrive</h2>
        <details open={total === 0}>
          <summary>The commands, one after the other in one shell</summary>
          <CommandList commands={[token, webhook, testEvent, verification, act]} />
        </details>
        <details>
          <summary>See how a delivery is tried again</summary>
          <p>
            With <code>?answer=</code> and a status from 200 to 599 the mailbox answers with that. Anything but{' '}
            {webhookDelivery.success_status} is tried again after about {retryDelays()}.
          </p>
          <CommandList
            commands={[
              {
                ...failing,
                title: 'Create a webhook that fails',
                about: 'Then send a test event to it. Each attempt is signed afresh; delete the webhook to end them.',
              },
            ]}
          />
        </details>
      </section>
      <section class="card part" aria-labelledby="about">
        <h2 id="about">About this mailbox</h2>
        <Facts>
          <Fact name="It answers">
            {webhookDelivery.success_status}, whatever the check says, so that everything is shown. Yours answers{' '}
            {webhookDelivery.success_status} to what it has verified and stored, and 400 to anything else.
          </Fact>
          <Fact name="It keeps">The last events of all mailboxes, until the sandbox stops.</Fact>
        </Facts>
        <Note>
          <p>
            The mailbox is a part of the sandbox, and looks up the secret of the webhook that leads to it, if it is one
            of the ready partners’. A real receiver cannot: it keeps the secret that the webhook was created with.
          </p>
        </Note>
      </section>
    </DeveloperPage>
  );
}

function countOf(count: number): string {
  if (count === 0) return 'Nothing has arrived yet. It is shown here as soon as it does.';
  return count === 1 ? '1 delivery' : `${count} deliveries, the newest first`;
}

/** `10 s, 1 min, 1 h and 6 h`. */
function retryDelays(): string {
  const words = webhookDelivery.retry_delays_seconds.map((seconds) =>
    seconds % 3600 === 0 ? `${seconds / 3600} h` : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`,
  );
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
