import { Isolate } from '../messages/messages.tsx';
import { useMessages } from '../page.tsx';
import { Form, Layout, Submit } from './layout.tsx';
import { LinkOwner, PartnerHeader, type PartnerHeaderProps, Time } from './parts.tsx';

export interface IdentityChoice {
  id: string;
  fullName: string;
  partnerName: string;
  /** Time at which the person accepted the identity. */
  accepted: string;
}

interface VerifyProps extends PartnerHeaderProps {
  /** Path that the form posts to. `decision` is `verify` (with `identity`), `later`, or `refuse`. */
  action: string;
  /** Host that the person returns to after the decision; null if there is no callback URL. */
  backTo: string | null;
  /** Identities, newest first. Without identities, the page offers no verification. */
  identities: readonly IdentityChoice[];
  /** Names of the partners whose identities can be shared; absent if the request accepts all. */
  sources?: readonly string[] | undefined;
  /** True if the request belongs to the person; false if it belongs to nobody. */
  isOwned: boolean;
  /** True when the form was sent without an identity. */
  isRefused?: boolean;
}

/**
 * Renders the partner that requests a digital identity, and exactly the data that would be shared. A person without an
 * identity learns how to get one.
 */
export function VerifyPage(props: VerifyProps) {
  const { action, partnerName: partner, backTo, identities, sources, isRefused = false } = props;
  const { say, text } = useMessages();
  const hasIdentity = identities.length > 0;
  const lacking = sources === undefined ? 'noIdentity' : 'noSource';
  const page = hasIdentity ? 'verify' : lacking;
  return (
    <Layout title={text(`${page}.title`)} isRefused={isRefused}>
      <PartnerHeader {...props} />
      <h1>{say(`${page}.title`)}</h1>
      <p class="lead">{say(`${page}.lead`, { partner })}</p>
      {!hasIdentity && (
        <>
          {sources && (
            <ul>
              {sources.map((name) => (
                <li>
                  <Isolate>{name}</Isolate>
                </li>
              ))}
            </ul>
          )}
          <p>{say('noIdentity.how')}</p>
        </>
      )}
      {backTo !== null && <p>{say('verify.backTo', { host: <strong dir="ltr">{backTo}</strong> })}</p>}
      <LinkOwner {...props} />
      <Form action={action}>
        {hasIdentity && <Identities {...props} />}
        <p class="actions stack">
          {hasIdentity && <Submit name="decision" value="verify" label={say('verify.button')} />}
          <Submit
            name="decision"
            value="later"
            class="secondary"
            aria-describedby="later"
            label={say('later.button')}
          />
        </p>
        <p class="quiet" id="later">
          {say('verify.about')}
        </p>
        {/* Refusing is irreversible, so it is separate from the other buttons. */}
        <div class="apart stack">
          <p id="refuse">{say('verify.refuseAbout')}</p>
          <p class="actions stack">
            <Submit
              name="decision"
              value="refuse"
              class="danger secondary"
              aria-describedby="refuse"
              label={say('verify.refuse')}
            />
          </p>
        </div>
      </Form>
    </Layout>
  );
}

function Identities({ identities, isRefused }: Pick<VerifyProps, 'identities' | 'isRefused'>) {
  const { say } = useMessages();
  // With several identities, none is preselected: the person decides which one is shared.
  const selected = identities.length === 1 ? identities[0]?.id : undefined;
  return (
    <fieldset class="stack" {...(isRefused ? { 'aria-describedby': 'identity-error' } : {})}>
      <legend>{say(identities.length === 1 ? 'verify.shared' : 'verify.choose')}</legend>
      {isRefused && (
        <p class="error" id="identity-error">
          {say('verify.notChosen')}
        </p>
      )}
      {identities.map(({ id, fullName, partnerName, accepted }, index) => (
        <div class="card choice">
          <input type="radio" id={`identity-${index}`} name="identity" value={id} checked={id === selected} />
          <label for={`identity-${index}`}>
            {say('verify.fullName', { name: fullName })}
            <span class="detail">
              {say('verify.identity', { partner: partnerName, time: <Time date={accepted} /> })}
            </span>
          </label>
        </div>
      ))}
    </fieldset>
  );
}
