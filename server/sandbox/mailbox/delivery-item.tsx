import type { Child } from 'hono/jsx';
import { webhookDelivery } from '../../../generated/operations.ts';
import { toTimestamp } from '../../domain/clock.ts';
import { Note } from '../../user-app/views/parts.tsx';
import { CommandText } from '../parts.tsx';
import type { DeliveryCheck, FamilyCheck, Step } from './check-delivery.ts';
import type { CheckedWith, MailboxEntry } from './mailbox.ts';

const { signature: own, standard_webhooks: standard } = webhookDelivery;

const verdicts: Record<DeliveryCheck['verdict'], string> = {
  verified: 'Verified',
  unknown_secret: 'Refused: no secret to check with',
  missing_headers: 'Refused: a header is missing',
  malformed_headers: 'Refused: a header is malformed',
  timestamp_out_of_tolerance: 'Refused: the time is too far away',
  signature_mismatch: 'Refused: no signature fits',
  malformed_body: 'Refused: the body is no event',
};

/** One delivery: its check, its body and its headers. */
export function DeliveryItem({ entry, open }: { entry: MailboxEntry; open: boolean }) {
  const { id, arrivedAt, url, headers, answered, webhook, check } = entry;
  const { length } = entry.body;
  const text = decode(entry.body);
  const pretty = prettyOf(text ?? '');
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
              No webhook of the ready partners leads to <code>{url.replace(/\?.*$/s, '')}</code>, so there is no secret
              to check the signature with. Host, port and path must be those of the webhook’s URL.
            </p>
          </Note>
        ) : (
          <p class="quiet">
            With the {webhook.secretsBegin.length > 1 ? 'secrets' : 'secret'} of webhook <code>{webhook.id}</code> of{' '}
            <code>{webhook.clientId}</code>, which the sandbox looks up. A real receiver keeps what it was given.
          </p>
        )}
        {check.families.map((family) => (
          <Family check={family} arrivedAt={check.arrivedAt} text={text} length={length} webhook={webhook} />
        ))}
        <EventStep check={check} />
        <h3>The body</h3>
        {pretty !== null && (
          <>
            <h4>To read</h4>
            <pre>{pretty}</pre>
          </>
        )}
        <h4>As it arrived: {length} bytes, and these are what is signed</h4>
        {text === null ? (
          <p>They are not UTF-8.</p>
        ) : length === 0 ? (
          <p>There is none.</p>
        ) : (
          <pre data-title="The body">{text}</pre>
        )}
        <details>
          <summary>All headers</summary>
          <dl class="values headers">
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

// A byte order mark is part of the signed bytes, so it must not be dropped.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns the text of a body; null when it is not UTF-8. */
function decode(body: Uint8Array): string | null {
  try {
    return utf8.decode(body);
  } catch {
    return null;
  }
}

/**
 * Returns a flat JSON object, such as an event, with a line for each property; else null. Nested values are left out: a
 * few thousand brackets would be indented with megabytes of spaces.
 */
function prettyOf(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const isFlat = Object.values(value).every((property) => typeof property !== 'object' || property === null);
    return isFlat ? JSON.stringify(value, null, 2) : null;
  } catch {
    return null;
  }
}

const badges = {
  passed: ['badge-valid', 'passed'],
  failed: ['badge-failed', 'failed'],
  not_reached: ['badge-not-reached', 'not reached'],
} as const satisfies Record<Step['verdict'], readonly [style: string, text: string]>;

/** A verdict as a highlighted word. */
function Badge({ kind, children }: { kind: Step['verdict']; children?: Child }) {
  const [style, text] = badges[kind];
  return <span class={`badge ${style}`}>{children ?? text}</span>;
}

/** A step of the check: its title, the verdict, and the values. */
function CheckStep({ title, step, children }: { title: Child; step: Step; children?: Child }) {
  return (
    <li class="check-step">
      <p class="check-title">
        <span>{title}</span> <Badge kind={step.verdict} />
      </p>
      {step.reason !== null && <p class="error">{step.reason}.</p>}
      {children}
    </li>
  );
}

interface FamilyProps {
  check: FamilyCheck;
  /** Unix seconds. */
  arrivedAt: number;
  /** Text of the body; null when it is not UTF-8. */
  text: string | null;
  /** Length of the body, in bytes. */
  length: number;
  webhook: CheckedWith | null;
}

/** The check of one family of headers. */
function Family(props: FamilyProps) {
  const { headers, time, signature, family } = props.check;
  const isOwn = family === 'own';
  const names = isOwn
    ? [own.headers.timestamp, own.headers.signature]
    : [standard.headers.id, standard.headers.timestamp, standard.headers.signature];
  return (
    <section class="family">
      <h4>{isOwn ? names.join(' and ') : 'Standard Webhooks'}</h4>
      <ol class="check">
        <CheckStep
          title={
            <>
              Headers:{' '}
              {names.map((name, index) => (
                <>
                  {index > 0 && (index === names.length - 1 ? ' and ' : ', ')}
                  <code>{name}</code>
                </>
              ))}{' '}
              are there, each once and well-formed
            </>
          }
          step={headers}
        />
        <CheckStep title="Time: signed not too long ago, and not in the future" step={time}>
          {time.signedAt !== null && <TimeValues signedAt={time.signedAt} arrivedAt={props.arrivedAt} />}
        </CheckStep>
        <CheckStep title="Signature: one that was received is one that is computed" step={signature}>
          {headers.verdict === 'passed' && <SignatureValues {...props} />}
        </CheckStep>
      </ol>
    </section>
  );
}

function TimeValues({ signedAt, arrivedAt }: { signedAt: number; arrivedAt: number }) {
  const age = arrivedAt - signedAt;
  return (
    <p>
      Signed at <code>{signedAt}</code>, arrived at <code>{arrivedAt}</code> (Unix seconds):{' '}
      {age < 0 ? `signed ${-age} s in the future` : `${age} s old`}. At most {webhookDelivery.tolerance_seconds} s are
      allowed either way.
    </p>
  );
}

/** Number of characters of the body that the page shows among the signed bytes. */
const SIGNED_SHOWN = 400;

const secretNames = ['current', 'previous'];

function SignatureValues({ check, text, length, webhook }: FamilyProps) {
  const { signature, family } = check;
  const isOwn = family === 'own';
  const rule = isOwn ? own : standard;
  const command = isOwn && webhook !== null ? signCommand(signature.prefix, text) : null;
  return (
    <>
      <dl class="values">
        <div>
          <dt>
            Signed bytes: <code>{rule.signed_bytes}</code>
          </dt>
          <dd>
            <pre>
              <mark>{signature.prefix}</mark>
              {text?.slice(0, SIGNED_SHOWN)}
              {(text?.length ?? 0) > SIGNED_SHOWN && '…'}
            </pre>
            {text === null && <span class="detail">and then the {length} bytes of the body</span>}
          </dd>
        </div>
        {webhook?.secretsBegin.map((begin, index) => (
          <div>
            <dt>
              {rule.algorithm} with the {secretNames[index]} secret, in {rule.encoding}
            </dt>
            <dd>
              <code>{signature.computed[index]}</code>
              <span class="detail">
                The key is the {webhookDelivery.secret_characters} ASCII characters <code>{begin}…</code> themselves,
                not the bytes that they are the hex of.
                {!isOwn && (
                  <>
                    {' '}
                    The libraries take it as <code>{standard.secret_prefix}</code> and the base64 of these characters.
                  </>
                )}
              </span>
            </dd>
          </div>
        ))}
        {signature.received.map(({ header, value, fits }) => (
          <div>
            <dt>
              Received in <code>{header}</code>
            </dt>
            <dd>
              <code>{value}</code>
              {webhook !== null && (
                <span class={`detail ${fits === null ? 'differs' : 'fits'}`}>
                  {fits === null ? '≠ none of the computed signatures' : `= what the ${secretNames[fits]} secret gives`}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p class="quiet">
        {webhook !== null && webhook.secretsBegin.length > 1 && (
          <>
            The secret was rotated: for {webhookDelivery.previous_secret_seconds / 3600} hours after that, deliveries
            are signed with both.{' '}
          </>
        )}
        One that fits is enough. Compare in constant time, as <code>verifyWebhook</code> or the standard libraries do.
      </p>
      {command !== null && (
        <details>
          <summary>Compute it yourself</summary>
          <p>With the secret that the webhook was created with:</p>
          <CommandText title="Compute the signature" text={command} />
        </details>
      )}
    </>
  );
}

/** Length of the longest text that a command is made of. */
const MAX_COMMAND_TEXT = 4096;

/** Returns a command that computes the hex signature; null for a text that does not survive being pasted. */
function signCommand(prefix: string, text: string | null): string | null {
  const signed = prefix + text;
  if (text === null || signed.length > MAX_COMMAND_TEXT || /\p{Cc}/u.test(signed)) return null;
  return `printf '%s' '${signed.replaceAll("'", "'\\''")}' \\\n  | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET"`;
}

/** The last step, which is the same for both families. */
function EventStep({ check: { body, families } }: { check: DeliveryCheck }) {
  const hasId = families.some(({ family }) => family === 'standard');
  return (
    <section class="family">
      <h4>Only then: the event</h4>
      <ol class="check">
        <CheckStep
          title={
            <>
              The body is an event
              {hasId && (
                <>
                  , and its <code>event_id</code> is <code>{standard.headers.id}</code>
                </>
              )}
            </>
          }
          step={body}
        >
          <p>
            Nothing of a body is read before its signature is right. An event may arrive more than once: keep its{' '}
            <code>event_id</code>, and do nothing the second time.
          </p>
        </CheckStep>
      </ol>
    </section>
  );
}
