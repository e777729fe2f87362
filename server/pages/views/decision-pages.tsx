import type { Child } from 'hono/jsx';
import { actions, pages } from '../../../generated/pages.ts';
import { filesOf, hasDocuments, type SubmissionView, submissionTitle } from '../credential-views.ts';
import { useMessages } from '../page.tsx';
import { Credentials, DocumentsEnd } from './credential.tsx';
import { type Asker, type Decision, DecisionCard, IdentityData, type SharedIdentity } from './decision-card.tsx';
import { ButtonForm, Form, Names, Note, Page, Submit, Time } from './layout.tsx';
import { AllCredentials, WayBack } from './message-pages.tsx';

/** Properties of a page that asks for a decision. */
interface AskingProps {
  /** Path that the form posts to. */
  action: string;
  asker: Asker;
  decideBy: string;
  /** True if the submission or request belongs to the person; false if nobody owns it. */
  isOwned: boolean;
  /** Host that the person returns to after the decision; null if there is no callback URL. */
  backTo?: string | null;
}

interface DecisionPageProps extends AskingProps {
  name: 'consent' | 'verify';
  title: string;
  /** Error message that a choice is required, and the ID of the first radio button, to which the error links. */
  problem?: { message: Child; field: string } | undefined;
  introduction?: Child;
  given: Decision['given'];
  /** True if the person has no identity that they can share. */
  cannotAccept?: boolean;
  fields: Child;
  children?: Child;
}

/** Renders the card and the form of a decision. */
function DecisionPage(props: DecisionPageProps) {
  const { name, title, problem, introduction, action, fields, children, ...card } = props;
  const { cannotAccept = false } = card;
  const { say } = useMessages();
  const [accept, refuse] = pages[name].actions;
  return (
    <Page title={title} problem={problem}>
      {introduction}
      <DecisionCard {...card} />
      {children}
      <Form action={action}>
        {fields}
        <p>{say(`${name}.ifLater`)}</p>
        <p>{say(`${name}.ifRefused`, { partner: card.asker.name })}</p>
        <p class="actions row">
          {!cannotAccept && <Submit name="decision" value={accept} label={say(actions[accept])} />}
          <Submit
            name="decision"
            value="later"
            class={cannotAccept ? 'button' : 'secondary'}
            label={say(actions.later)}
          />
          <Submit name="decision" value={refuse} class="danger secondary" label={say(actions[refuse])} />
        </p>
      </Form>
    </Page>
  );
}

interface ConsentProps extends AskingProps {
  submission: SubmissionView;
  /** Sent with the form as `shown`, to identify the content that the person has seen. */
  digest: string;
  /** True when a document was added or replaced since the person last saw the page. */
  hasChanged?: boolean;
}

export function ConsentPage({ submission, digest, hasChanged = false, ...asking }: ConsentProps) {
  const { credentials, kind } = submission;
  const { say, text } = useMessages();
  const partner = asking.asker.name;
  const isWaiting = filesOf(submission).some(({ file }) => file.state === 'waiting');
  // The partner can upload files of a batch until the person accepts. The service can download other files even later.
  const missing = kind === 'credential_batch' ? 'consent.missingUploads' : 'consent.missingDownloads';
  const introduction = hasChanged && (
    <Note kind="warning">
      <p role="alert">{say('consent.changed', { partner })}</p>
    </Note>
  );
  return (
    <DecisionPage
      name="consent"
      title={text('consent.title', { count: credentials.length })}
      introduction={introduction}
      given={submission}
      fields={<input type="hidden" name="shown" value={digest} />}
      {...asking}
    >
      {isWaiting && (
        <Note kind="warning">
          <p>{say(missing, { partner })}</p>
        </Note>
      )}
      <Credentials credentials={credentials} />
    </DecisionPage>
  );
}

type IdentityChoice = SharedIdentity & { id: string };

interface VerifyProps extends AskingProps {
  /** Identities, newest first. */
  identities: readonly IdentityChoice[];
  /** Names of the partners whose identities can be shared; absent if the request accepts all. */
  sources?: readonly string[] | undefined;
  /** True if the form was sent without a chosen identity. */
  isRefused?: boolean;
}

/** Asks for an identity. A person without an identity learns how to get one. */
export function VerifyPage({ identities, sources, isRefused = false, ...asking }: VerifyProps) {
  const { say, text } = useMessages();
  const [first, second] = identities;
  const lacking = sources === undefined ? 'noIdentity' : 'noSource';
  const introduction = !first && (
    <>
      <p class="lead">{say(`${lacking}.lead`, { partner: asking.asker.name })}</p>
      {sources && (
        <ul>
          <Names names={sources} />
        </ul>
      )}
      <p>{say('noIdentity.how')}</p>
    </>
  );
  // With several identities, none is selected: the person decides which one is shared.
  const only = second ? undefined : first;
  return (
    <DecisionPage
      name="verify"
      title={text(`${first ? 'verify' : lacking}.title`)}
      problem={isRefused ? { message: say('verify.notChosen'), field: 'identity-0' } : undefined}
      introduction={introduction}
      given={only ?? null}
      cannotAccept={!first}
      fields={
        <>
          {only && <input type="hidden" name="identity" value={only.id} />}
          {second && <Identities identities={identities} isRefused={isRefused} />}
        </>
      }
      {...asking}
    />
  );
}

function Identities({ identities, isRefused }: { identities: readonly IdentityChoice[]; isRefused: boolean }) {
  const { say } = useMessages();
  const error = isRefused ? { 'aria-describedby': 'identity-error' } : {};
  return (
    <div class="stack" role="radiogroup" aria-labelledby="choose" {...error}>
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

interface CredentialPageProps extends Decision {
  action: string;
  given: SubmissionView;
  receiptHref: string;
  /** Time at which the documents were deleted; null if they were not deleted. */
  documentsDeleted: string | null;
  /** Time at which the documents will be deleted without a mobile sign-in; null if they will not be deleted. */
  documentsEnd: string | null;
  /** True right after the person accepted. */
  isNew?: boolean;
}

export function CredentialPage(props: CredentialPageProps) {
  const { given, documentsDeleted, documentsEnd, isNew = false, receiptHref, action, ...decision } = props;
  const messages = useMessages();
  const { say, text } = messages;
  const count = given.credentials.length;
  const deletion = count > 1 ? 'credential.deleteSeveral' : 'credential.delete';
  return (
    <Page title={text(...submissionTitle(messages, given))} heading={say('credential.heading', { count })}>
      {isNew && <WayBack {...decision.asker} />}
      <DecisionCard given={given} {...decision}>
        <p class="on-screen">
          <a href={receiptHref}>{say('receipt.link')}</a>
        </p>
      </DecisionCard>
      {documentsDeleted === null ? (
        <DocumentsEnd end={hasDocuments(given) ? documentsEnd : null} />
      ) : (
        <Note>
          <p>{say('credential.documentsDeleted', { time: <Time date={documentsDeleted} /> })}</p>
        </Note>
      )}
      <Credentials credentials={given.credentials} />
      <ButtonForm
        action={action}
        button={{ name: 'decision', value: 'delete', class: 'danger secondary', label: say(deletion) }}
      />
      <AllCredentials />
    </Page>
  );
}

/** Renders a printable receipt of what a person accepted or shared. `number` identifies the submission or request. */
export function ReceiptPage({ backHref, ...decision }: Decision & { number: string; backHref: string }) {
  const { say, text } = useMessages();
  const isShared = decision.given !== null && 'fullName' in decision.given;
  return (
    <Page title={text(isShared ? 'receipt.shared' : 'receipt.accepted')}>
      <DecisionCard {...decision} />
      <div class="on-screen stack">
        <p>{say('receipt.print')}</p>
        <p>
          <a href={backHref}>{say(isShared ? 'receipt.back' : 'receipt.credential')}</a>
        </p>
      </div>
    </Page>
  );
}
