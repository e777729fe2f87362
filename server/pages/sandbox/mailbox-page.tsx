import { webhookDelivery } from '../../../generated/operations.ts';
import { decodeUtf8 } from '../../api/contract/parse-body.ts';
import { toTimestamp } from '../../domain/clock.ts';
import { usePath } from '../page.tsx';
import { Submit } from '../views/layout.tsx';
import { type MailboxEntry, mailboxUrl } from './mailbox.ts';
import { DeveloperPage, type SandboxFacts } from './start-page.tsx';

type MailboxFacts = SandboxFacts & { name: string; entries: readonly MailboxEntry[] };

export function MailboxPage({ name, entries, ...facts }: MailboxFacts) {
  const { appUrl } = facts;
  const count = entries.length;
  return (
    <DeveloperPage title={`Mailbox ${name}`}>
      <p>
        <a href={`${appUrl}/`}>Sandbox</a>
      </p>
      <h1>Mailbox {name}</h1>
      <p class="lead">
        This webhook receiver shows each delivery, and whether its signature is valid. The URL for your webhook:
      </p>
      <pre data-title="The URL">{mailboxUrl({ appUrl }, name)}</pre>
      <section aria-labelledby="events">
        <h2 id="events">Events</h2>
        <p id="count" role="status">
          {count === 0
            ? 'Nothing has arrived yet. New deliveries appear here.'
            : `${count === 1 ? '1 delivery' : `${count} deliveries, newest first`}`}
        </p>
        <noscript>
          <p>Reload the page to see new deliveries.</p>
        </noscript>
        <ol id="deliveries" class="plain stack">
          {entries.map((entry, index) => (
            <Delivery entry={entry} open={index === 0} />
          ))}
        </ol>
        {count > 0 && (
          <form method="post" action={usePath(`/mailbox/${name}/clear`)} class="row">
            <Submit class="secondary" label="Clear the mailbox" />
          </form>
        )}
      </section>
      <AboutCard {...facts} />
    </DeveloperPage>
  );
}

function AboutCard({ appUrl, baseUrl, openSandbox }: SandboxFacts) {
  const { success_status: success, retry_delays_seconds: delays } = webhookDelivery;
  return (
    <section class="card" aria-labelledby="about">
      <h2 id="about">About this mailbox</h2>
      <ul>
        {!openSandbox && (
          <li>
            The <a href={`${appUrl}/#try`}>start page</a> has buttons that create a webhook and send events.
          </li>
        )}
        <li>
          The mailbox looks up the secret of the webhook. A real receiver stores the secret when it creates the webhook.{' '}
          <a href={`${baseUrl}/reference/guides/receiving-webhooks.html`}>Receiving webhooks</a> explains the check.
        </li>
        <li>
          It responds with {success}, even to a delivery that it refuses. To see retries, add <code>?answer=500</code>{' '}
          to the URL of the webhook. The service then retries after {delays.map(duration).join(', ')}.
        </li>
        <li>It keeps the latest deliveries until the sandbox stops.</li>
      </ul>
    </section>
  );
}

const duration = (seconds: number): string =>
  seconds % 3600 === 0 ? `${seconds / 3600} h` : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;

function Delivery({ entry, open }: { entry: MailboxEntry; open: boolean }) {
  const { id, arrivedAt, headers, body, status, webhooks, refusal } = entry;
  const text = decodeUtf8(body);
  const at = toTimestamp(arrivedAt);
  return (
    <li id={`delivery-${id}`}>
      <details class="card delivery" open={open}>
        <summary>
          <span class={`badge ${refusal === null ? 'good' : 'refused'}`}>
            {refusal === null ? 'Verified' : `Refused: ${refusal.code.replaceAll('_', ' ')}`}
          </span>{' '}
          <time datetime={at}>
            {at.slice(0, 10)} {at.slice(11, 19)} UTC
          </time>{' '}
          <span class="quiet">response {status}</span>
        </summary>
        {refusal !== null && <p class="error">{refusal.message}.</p>}
        {webhooks.map((webhook) => (
          <p class="quiet">
            Checked with the secret of webhook <code>{webhook.id}</code> of <code>{webhook.clientId}</code>.
          </p>
        ))}
        <h3>Body, {body.length} bytes</h3>
        {text === null ? <p>The body is not UTF-8.</p> : <pre data-title="The body">{text}</pre>}
        <h3>Headers</h3>
        <pre>{headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</pre>
      </details>
    </li>
  );
}
