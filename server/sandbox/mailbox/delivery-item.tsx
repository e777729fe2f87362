import { toTimestamp } from '../../domain/clock.ts';
import { Note } from '../../user-app/views/text.tsx';
import { bodyShown } from './body-shown.ts';
import type { DeliveryCheck } from './check-delivery.ts';
import { Badge, BodyStep, Family } from './check-shown.tsx';
import type { MailboxEntry } from './mailbox.ts';

/** One delivery: its check, its body and its headers. */
export function DeliveryItem({ entry, open }: { entry: MailboxEntry; open: boolean }) {
  const { id, arrivedAt, url, headers, answered, webhook, check } = entry;
  const body = bodyShown(entry.body);
  const at = toTimestamp(arrivedAt);
  return (
    <li id={`delivery-${id}`}>
      <details class="card delivery" open={open}>
        <summary>
          <Badge kind={check.verdict === 'verified' ? 'passed' : 'failed'}>{verdicts[check.verdict]}</Badge>{' '}
          <time datetime={at}>
            {at.slice(0, 10)} {at.slice(11, 19)} UTC
          </time>
          <span class="answered">answered {answered}</span>
        </summary>
        <h3>The check, step by step</h3>
        {webhook === null ? (
          <Note kind="warning">
            <p>
              No webhook of the ready partners leads to <code>{addressOf(url)}</code>, so there is no secret to check
              the signature with. Host, port and path must be those of the webhook’s URL.
            </p>
          </Note>
        ) : (
          <p class="quiet">
            With the {webhook.secretsBegin.length > 1 ? 'secrets' : 'secret'} of webhook <code>{webhook.id}</code> of{' '}
            <code>{webhook.clientId}</code>, which the sandbox looks up. A real receiver keeps what it was given.
          </p>
        )}
        {check.families.map((family) => (
          <Family family={family} arrivedAt={check.arrivedAt} body={body} webhook={webhook} />
        ))}
        <BodyStep check={check} />
        <h3>The body</h3>
        {body.pretty !== null && (
          <>
            <h4>To read</h4>
            <pre class="raw">{body.pretty}</pre>
          </>
        )}
        <h4>As it arrived: {body.bytes} bytes, and these are what is signed</h4>
        {body.text === null ? (
          <p>They are not UTF-8.</p>
        ) : body.bytes === 0 ? (
          <p>There is none.</p>
        ) : (
          <pre class="raw exact" data-title="The body">
            {body.text}
          </pre>
        )}
        {body.bytes > 0 && (
          <details>
            <summary>In hex</summary>
            <pre class="raw">{body.hex}</pre>
            {body.hexLeftOut > 0 && <p class="quiet">and {body.hexLeftOut} bytes more</p>}
          </details>
        )}
        <details>
          <summary>All headers</summary>
          <dl class="headers">
            {headers.map(([name, value]) => (
              <div>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      </details>
    </li>
  );
}

const verdicts: Record<DeliveryCheck['verdict'], string> = {
  verified: 'Verified',
  unknown_secret: 'Refused: no secret to check with',
  missing_headers: 'Refused: a header is missing',
  malformed_headers: 'Refused: a header is malformed',
  timestamp_out_of_tolerance: 'Refused: the time is too far away',
  signature_mismatch: 'Refused: no signature fits',
  malformed_body: 'Refused: the body is no event',
};

const addressOf = (url: string) => url.replace(/\?.*$/s, '');
