import { useMessages } from '../page.tsx';
import { type Asker, DecisionCard, IdentityData, type SharedIdentity } from './decision-card.tsx';
import { DecisionForm, Page } from './layout.tsx';
import { Names } from './parts.tsx';

export interface IdentityChoice extends SharedIdentity {
  id: string;
}

interface VerifyProps {
  asker: Asker;
  /** Path that the form posts to. `decision` is `verify` (with `identity`), `later`, or `refuse`. */
  action: string;
  /** Time until which the person can decide. */
  decideBy: string;
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
  const { asker, action, identities, sources, isRefused = false } = props;
  const { say, text } = useMessages();
  const [first, second] = identities;
  const lacking = sources === undefined ? 'noIdentity' : 'noSource';
  const title = text(`${first ? 'verify' : lacking}.title`);
  const problem = isRefused ? { message: say('verify.notChosen'), field: 'identity-0' } : undefined;
  return (
    <Page title={title} problem={problem}>
      {!first && (
        <>
          <p class="lead">{say(`${lacking}.lead`, { partner: asker.name })}</p>
          {sources && (
            <ul>
              <Names names={sources} />
            </ul>
          )}
          <p>{say('noIdentity.how')}</p>
        </>
      )}
      {/* With several identities, none is selected: the person decides which one is shared. */}
      <DecisionCard {...props} given={first && !second ? first : null} />
      <DecisionForm
        action={action}
        accept={first && ['verify', say('verify.button')]}
        refuse={['refuse', say('verify.refuse')]}
      >
        {first && !second && <input type="hidden" name="identity" value={first.id} />}
        {second && <Identities identities={identities} isRefused={isRefused} />}
        <p>{say('verify.refuseAbout')}</p>
        <p id="later">{say('verify.about')}</p>
      </DecisionForm>
    </Page>
  );
}

function Identities({ identities, isRefused }: Required<Pick<VerifyProps, 'identities' | 'isRefused'>>) {
  const { say } = useMessages();
  return (
    <div
      class="stack"
      role="radiogroup"
      aria-labelledby="choose"
      {...(isRefused ? { 'aria-describedby': 'identity-error' } : {})}
    >
      <h2 id="choose">{say('verify.choose')}</h2>
      {isRefused && (
        <p class="error" id="identity-error">
          {say('verify.notChosen')}
        </p>
      )}
      {identities.map(({ id, ...identity }, index) => (
        <label class="card choice beside">
          <input type="radio" id={`identity-${index}`} name="identity" value={id} />
          <span>
            <IdentityData {...identity} />
          </span>
        </label>
      ))}
    </div>
  );
}
