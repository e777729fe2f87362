import { useWords } from '../words/words.tsx';
import { Asker, type AskerProps } from './asker.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import { Form } from './form.tsx';
import { lasting } from './lasting.ts';
import { Layout, type PageProps } from './layout.tsx';
import { Time } from './text.tsx';

/** A digital identity to verify with. */
export interface IdentityChoice {
  /** The value of the field `identity`. */
  id: string;
  fullName: string;
  /** The partner that sent it. */
  partnerName: string;
  /** When the person accepted it. */
  accepted: string;
}

export interface VerifyProps extends PageProps, AskerProps {
  csrf: string;
  /** Where the form posts to; `decision` is `verify` (with `identity`), `later` or `refuse`. */
  action: string;
  /** The host that the person goes back to after the decision; null when the partner named none. */
  backTo: string | null;
  /** The newest first. When empty, the page says so and offers no verification. */
  identities: readonly IdentityChoice[];
  /** The identity chosen before an error. */
  chosen?: string | undefined;
  /** Whether the form was sent without an identity. */
  isRefused?: boolean;
}

/** Shows which partner asks for a digital identity, and word for word what would be shared. */
export function VerifyPage(props: VerifyProps) {
  const { csrf, action, partnerName: partner, identities, isRefused = false } = props;
  const { say, text } = useWords();
  if (identities.length === 0) return <NoIdentityPage {...props} />;
  return (
    <Layout title={text('verify.title')} isRefused={isRefused} page={props}>
      <Asker {...props} />
      <h1>{say('verify.title')}</h1>
      <p class="lead">{say('verify.lead', { partner })}</p>
      <BackTo {...props} />
      <Form action={action} csrf={csrf}>
        <Identities {...props} />
        <p class="actions">
          <button type="submit" name="decision" value="verify">
            {say('verify.button')}
          </button>
          <Later />
        </p>
        <Refuse />
      </Form>
    </Layout>
  );
}

/** For a person without a digital identity. */
export function NoIdentityPage(props: Omit<VerifyProps, 'identities' | 'chosen' | 'isRefused'>) {
  const { csrf, action, partnerName: partner } = props;
  const { say, text } = useWords();
  return (
    <Layout title={text('noIdentity.title')} page={props}>
      <Asker {...props} />
      <h1>{say('noIdentity.title')}</h1>
      <p class="lead">{say('noIdentity.lead', { partner })}</p>
      <p>{say('noIdentity.how', { hours: lasting.verification })}</p>
      <BackTo {...props} />
      <Form action={action} csrf={csrf}>
        <p class="actions">
          <Later />
        </p>
        <Refuse />
      </Form>
    </Layout>
  );
}

function BackTo({ backTo }: Pick<VerifyProps, 'backTo'>) {
  const { say } = useWords();
  return backTo === null ? null : <p>{say('verify.backTo', { host: <strong dir="ltr">{backTo}</strong> })}</p>;
}

function Later() {
  const { say } = useWords();
  return (
    <button type="submit" name="decision" value="later" class="secondary" aria-describedby="later">
      {say('verify.later')}
    </button>
  );
}

/** Apart from what keeps the request, because it cannot be taken back. */
function Refuse() {
  const { say } = useWords();
  return (
    <>
      <p class="quiet" id="later">
        {say('verify.about', { hours: lasting.verification })}
      </p>
      <div class="apart">
        <p id="refuse">{say('verify.refuseAbout')}</p>
        <p class="actions">
          <button type="submit" name="decision" value="refuse" class="danger-quiet" aria-describedby="refuse">
            {say('verify.refuse')}
          </button>
        </p>
      </div>
    </>
  );
}

function Identities({ identities, chosen, isRefused }: Pick<VerifyProps, 'identities' | 'chosen' | 'isRefused'>) {
  const { say } = useWords();
  // Of several none is preselected: the person decides what is shared.
  const selected = chosen ?? (identities.length === 1 ? identities[0]?.id : undefined);
  return (
    <fieldset class="choices" {...(isRefused ? { 'aria-describedby': 'identity-error' } : {})}>
      <legend>{say(identities.length === 1 ? 'verify.shared' : 'verify.choose')}</legend>
      {isRefused && (
        <p class="error" id="identity-error">
          {say('verify.notChosen')}
        </p>
      )}
      {identities.map(({ id, fullName, partnerName, accepted }, index) => (
        <div class="choice">
          <input type="radio" id={`identity-${index}`} name="identity" value={id} checked={id === selected} />
          <label for={`identity-${index}`}>
            <span class="choice-shared">{say('verify.fullName', { name: fullName })}</span>
            <span class="detail">
              {say('verify.identity', { partner: partnerName, time: <Time date={accepted} /> })}
            </span>
          </label>
        </div>
      ))}
    </fieldset>
  );
}

export interface RefuseProps extends PageProps {
  csrf: string;
  /** Where the form posts to; `decision` is `refuse_confirmed`. */
  action: string;
  partnerName: string;
}

/** Asks once, because a request that was refused has ended. */
export function RefuseConfirmPage(props: RefuseProps) {
  const { csrf, action, partnerName: partner } = props;
  const { say, text } = useWords();
  return (
    <Layout title={text('refuse.title')} page={props}>
      <h1>{say('refuse.title')}</h1>
      <p>{say('refuse.what', { partner })}</p>
      <ConfirmForm
        {...{ csrf, action }}
        decision="refuse_confirmed"
        label={say('refuse.button')}
        backHref={action}
        back={say('refuse.back')}
      />
    </Layout>
  );
}
