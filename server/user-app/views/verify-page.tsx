import { sourceShown } from '../shown/source.ts';
import type { DateShown } from '../shown/types.ts';
import { Form } from './form.tsx';
import { lasting } from './lasting.ts';
import { Layout, type PageProps } from './layout.tsx';
import { Isolate, Time } from './text.tsx';

/** A digital identity to verify with. */
export interface IdentityChoice {
  /** The value of the field `identity`. */
  id: string;
  fullName: string;
  /** The partner that sent it. */
  partnerName: string;
  /** When the person accepted it. */
  accepted: DateShown;
}

export interface VerifyProps extends PageProps {
  csrf: string;
  /** Where the form posts to; `decision` is `verify` (with `identity`), `later` or `cancel`. */
  action: string;
  partnerName: string;
  /** As the partner sent it; shown if it is https. The page's policy must allow its origin. */
  partnerLogoUrl: string | null;
  /** The newest first. When empty, the page says so and offers no verification. */
  identities: readonly IdentityChoice[];
  /** The identity chosen before an error. */
  chosen?: string | undefined;
  /** What was wrong with the form, as a sentence. */
  error?: string | undefined;
}

/** Shows which partner asks for a digital identity, and word for word what would be shared. */
export function VerifyPage(props: VerifyProps) {
  const { csrf, action, partnerName, identities } = props;
  if (identities.length === 0) return <NoIdentityPage {...props} />;
  return (
    <Layout title={props.error === undefined ? 'Verify who you are' : 'Error: Verify who you are'} page={props}>
      <Asker {...props} />
      <h1>Verify who you are</h1>
      <p class="lead">
        <strong>
          <Isolate>{partnerName}</Isolate>
        </strong>{' '}
        asks you to verify your digital identity. If you do, exactly this is shared with them, and nothing else.
      </p>
      <Form action={action} csrf={csrf}>
        <Identities {...props} />
        <p class="actions">
          <button type="submit" name="decision" value="verify">
            Verify and share
          </button>
          <LaterOrCancel />
        </p>
      </Form>
      <p class="quiet">
        “Not now” keeps the request: open the link again within {lasting.verification}. “Cancel” ends it.
      </p>
    </Layout>
  );
}

/** For a person without a digital identity. */
export function NoIdentityPage(props: Omit<VerifyProps, 'identities' | 'chosen' | 'error'>) {
  const { csrf, action, partnerName } = props;
  return (
    <Layout title="You have no digital identity yet" page={props}>
      <Asker {...props} />
      <h1>You have no digital identity yet</h1>
      <p class="lead">
        <strong>
          <Isolate>{partnerName}</Isolate>
        </strong>{' '}
        asks you to verify your digital identity, and there is none in your account.
      </p>
      <p>
        A digital identity comes from a partner: open the partner’s link and accept it. Then open the link of this
        request again. It works for {lasting.verification} after the request was made.
      </p>
      <Form action={action} csrf={csrf}>
        <p class="actions">
          <LaterOrCancel />
        </p>
      </Form>
    </Layout>
  );
}

function LaterOrCancel() {
  return (
    <>
      <button type="submit" name="decision" value="later" class="secondary">
        Not now
      </button>
      <button type="submit" name="decision" value="cancel" class="secondary">
        Cancel
      </button>
    </>
  );
}

function Asker({ partnerName, partnerLogoUrl }: { partnerName: string; partnerLogoUrl: string | null }) {
  const logo = sourceShown(partnerLogoUrl);
  return (
    <div class="asker">
      {logo?.href.startsWith('https:') && (
        <img
          class="logo"
          src={logo.href}
          alt={`Logo of ${partnerName}`}
          width={56}
          height={56}
          referrerpolicy="no-referrer"
        />
      )}
      <p class="asker-name" dir="auto">
        {partnerName}
      </p>
    </div>
  );
}

function Identities({ identities, chosen, error }: Pick<VerifyProps, 'identities' | 'chosen' | 'error'>) {
  // Of several none is preselected: the person decides what is shared.
  const selected = chosen ?? (identities.length === 1 ? identities[0]?.id : undefined);
  return (
    <fieldset class="choices" {...(error === undefined ? {} : { 'aria-describedby': 'identity-error' })}>
      <legend>{identities.length === 1 ? 'What is shared' : 'Choose what is shared'}</legend>
      {error !== undefined && (
        <p class="error" id="identity-error">
          {error}
        </p>
      )}
      {identities.map(({ id, fullName, partnerName, accepted }, index) => (
        <div class="choice">
          <input type="radio" id={`identity-${index}`} name="identity" value={id} checked={id === selected} />
          <label for={`identity-${index}`}>
            <span class="choice-shared">
              Your full name: <strong dir="auto">{fullName}</strong>
            </span>
            <span class="detail">
              Digital identity from <Isolate>{partnerName}</Isolate>, <Time date={accepted} />
            </span>
          </label>
        </div>
      ))}
    </fieldset>
  );
}
