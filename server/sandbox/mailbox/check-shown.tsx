import type { Child } from 'hono/jsx';
import { webhookDelivery } from '../../../generated/operations.ts';
import { CommandText } from '../parts.tsx';
import { type BodyShown, signCommand } from './body-shown.ts';
import type { DeliveryCheck, FamilyCheck, Step } from './check-delivery.ts';
import type { CheckedWith } from './mailbox.ts';

const { signature: own, standard_webhooks: standard } = webhookDelivery;

/** A verdict as a highlighted word. */
export function Badge({ kind, children }: { kind: Step['verdict']; children?: Child }) {
  const styles = { passed: 'badge-valid', failed: 'badge-failed', not_reached: 'badge-not-reached' };
  return <span class={`badge ${styles[kind]}`}>{children}</span>;
}

const outcomes: Record<Step['verdict'], string> = {
  passed: 'passed',
  failed: 'failed',
  not_reached: 'not reached',
};

/** A step of the check: what is checked, the result, and the values. */
function CheckStep({ title, step, children }: { title: Child; step: Step; children?: Child }) {
  return (
    <li class="check-step">
      <p class="check-title">
        <span>{title}</span> <Badge kind={step.verdict}>{outcomes[step.verdict]}</Badge>
      </p>
      {step.reason !== null && <p class="error">{step.reason}.</p>}
      {children}
    </li>
  );
}

const familyTitles = {
  own: `${own.headers.timestamp} and ${own.headers.signature}`,
  standard: 'Standard Webhooks',
};

const namesOf = (family: FamilyCheck['family']) =>
  family === 'own'
    ? [own.headers.timestamp, own.headers.signature]
    : [standard.headers.id, standard.headers.timestamp, standard.headers.signature];

/** The check of one family of headers. */
export function Family(props: {
  family: FamilyCheck;
  arrivedAt: number;
  body: BodyShown;
  webhook: CheckedWith | null;
}) {
  const { headers, time, signature, family } = props.family;
  const rule = family === 'own' ? own : standard;
  return (
    <section class="family">
      <h4>{familyTitles[family]}</h4>
      <ol class="check">
        <CheckStep
          title={
            <>
              Headers: <Codes words={namesOf(family)} /> are there, each once and well-formed
            </>
          }
          step={headers}
        />
        <CheckStep title="Time: signed not too long ago, and not in the future" step={time}>
          {time.signedAt !== null && <TimeShown signedAt={time.signedAt} arrivedAt={props.arrivedAt} />}
        </CheckStep>
        <CheckStep title="Signature: one that was received is one that is computed" step={signature}>
          {headers.verdict === 'passed' && (
            <SignatureShown
              signature={signature}
              rule={rule}
              isOwn={family === 'own'}
              body={props.body}
              webhook={props.webhook}
            />
          )}
        </CheckStep>
      </ol>
    </section>
  );
}

const Codes = ({ words }: { words: readonly string[] }) => (
  <>
    {words.map((word, index) => (
      <>
        {index > 0 && (index === words.length - 1 ? ' and ' : ', ')}
        <code>{word}</code>
      </>
    ))}
  </>
);

function TimeShown({ signedAt, arrivedAt }: { signedAt: number; arrivedAt: number }) {
  const apart = arrivedAt - signedAt;
  return (
    <p>
      Signed at <code>{signedAt}</code>, arrived at <code>{arrivedAt}</code> (Unix seconds):{' '}
      {apart < 0 ? `signed ${-apart} s in the future` : `${apart} s old`}. At most {webhookDelivery.tolerance_seconds} s
      are allowed either way.
    </p>
  );
}

/** How many characters of the body are shown among the signed bytes. */
const SIGNED_SHOWN = 400;

function SignatureShown(props: {
  signature: FamilyCheck['signature'];
  rule: typeof own | typeof standard;
  isOwn: boolean;
  body: BodyShown;
  webhook: CheckedWith | null;
}) {
  const { signature, rule, isOwn, body, webhook } = props;
  const text = body.text ?? '';
  const command = isOwn && webhook !== null ? signCommand(signature.prefix, body.text) : null;
  return (
    <>
      <dl class="values">
        <div>
          <dt>
            Signed bytes: <code>{rule.signed_bytes}</code>
          </dt>
          <dd>
            <pre class="raw">
              <mark>{signature.prefix}</mark>
              {text.slice(0, SIGNED_SHOWN)}
              {text.length > SIGNED_SHOWN && '…'}
            </pre>
            {body.text === null && <span class="detail">and then the {body.bytes} bytes of the body</span>}
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

const secretNames = ['current', 'previous'];

/** The last step, which is the same for both families. */
export function BodyStep({ check: { body, families } }: { check: DeliveryCheck }) {
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
