import type { Child } from 'hono/jsx';
import { actions, pages } from '../../../generated/pages.ts';
import { filesOf, type SubmissionView } from '../credential-views.ts';
import { useMessages } from '../page.tsx';
import { Credentials, DocumentsEnd } from './credential.tsx';
import { DecisionCard, type DecisionCardProps, IdentityData, type SharedIdentity } from './decision-card.tsx';
import { ButtonForm, Form, Names, Note, Page, Submit, Time } from './layout.tsx';
import { ToCredentials } from './message-pages.tsx';

type AskingProps = Pick<DecisionCardProps, 'asker' | 'decideBy' | 'backTo'> & { action: string };

interface FormProps {
  name: 'consent' | 'verify';
  action: string;
  partner: string;
  /** True if the person has no identity that they can share. */
  cannotAccept?: boolean;
  children?: Child;
}

function DecisionForm({ name, action, partner, cannotAccept = false, children }: FormProps) {
  const { say } = useMessages();
  const [accept, refuse] = pages[name].actions;
  return (
    <Form action={action}>
      {children}
      <p>{say(`${name}.ifLater`)}</p>
      <p>{say(`${name}.ifRefused`, { partner })}</p>
      <p class="actions row">
        {!cannotAccept && <Submit name="decision" value={accept} label={say(actions[accept])} />}
        <Submit name="decision" value="later" class={cannotAccept ? '' : 'secondary'} label={say(actions.later)} />
        <Submit name="decision" value={refuse} class="danger secondary" label={say(actions[refuse])} />
      </p>
    </Form>
  );
}

interface ConsentProps extends AskingProps {
  submission: SubmissionView;
  /** Sent with the form as `shown`, to identify the content that the person has seen. */
  digest: string;
  /** True when a document was added or replaced since the person last saw the page. */
  hasChanged?: boolean;
}

export function ConsentPage({ submission, digest, hasChanged = false, action, ...card }: ConsentProps) {
  const { credentials, kind } = submission;
  const { say, text } = useMessages();
  const partner = card.asker.name;
  const isWaiting = filesOf(submission).some(({ file }) => file.state === 'waiting');
  // The partner can upload files of a batch until the person accepts. The service can download other files even later.
  const missing = kind === 'credential_batch' ? 'consent.missingUploads' : 'consent.missingDownloads';
  return (
    <Page title={text('consent.title', { count: credentials.length })}>
      {hasChanged && (
        <Note kind="warning">
          <p role="alert">{say('consent.changed', { partner })}</p>
        </Note>
      )}
      <DecisionCard given={submission} {...card} />
      {isWaiting && (
        <Note kind="warning">
          <p>{say(missing, { partner })}</p>
        </Note>
      )}
      <Credentials credentials={credentials} />
      <DecisionForm name="consent" action={action} partner={partner}>
        <input type="hidden" name="shown" value={digest} />
      </DecisionForm>
    </Page>
  );
}

type IdentityChoice = SharedIdentity & { id: string };

interface VerifyProps extends AskingProps {
  /** Identities that the person can share, newest first. */
  identities: readonly IdentityChoice[];
  /** Names of the partners whose identities can be shared; absent if the request accepts all. */
  sources?: readonly string[] | undefined;
  /** True if the form was sent without a chosen identity. */
  isRefused?: boolean;
}

/** Renders the request for an identity, or how a person without an identity can get one. */
export function VerifyPage({ identities, sources, isRefused = false, action, ...card }: VerifyProps) {
  const { say, text } = useMessages();
  const [first, second] = identities;
  const partner = card.asker.name;
  const cannotAccept = first === undefined;
  const lacking = sources === undefined ? 'noIdentity' : 'noSource';
  // With several identities, none is selected: the person decides which one is shared.
  const only = second ? undefined : first;
  return (
    <Page
      title={text(`${cannotAccept ? lacking : 'verify'}.title`)}
      problem={isRefused ? { message: say('verify.notChosen'), field: 'identity-0' } : undefined}
    >
      {cannotAccept && (
        <>
          <p class="lead">{say(`${lacking}.lead`, { partner })}</p>
          {sources && (
            <ul>
              <Names names={sources} />
            </ul>
          )}
          <p>{say('noIdentity.how')}</p>
        </>
      )}
      <DecisionCard given={only ?? null} cannotAccept={cannotAccept} {...card} />
      <DecisionForm name="verify" action={action} partner={partner} cannotAccept={cannotAccept}>
        {only && <input type="hidden" name="identity" value={only.id} />}
        {second && <Identities identities={identities} isRefused={isRefused} />}
      </DecisionForm>
    </Page>
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

interface AcceptedProps extends DecisionCardProps {
  title: string;
  action: string;
  undo: { value: 'delete' | 'stop'; label: Child };
  children?: Child;
}

/** Renders what the person accepted or shares, and a button that undoes the decision. The printed page is a receipt. */
export function AcceptedPage({ title, action, undo, children, ...decision }: AcceptedProps) {
  return (
    <Page title={title}>
      <DecisionCard {...decision} />
      {children}
      <p class="on-screen">{useMessages().say('receipt.print')}</p>
      <ButtonForm action={action} button={{ name: 'decision', class: 'danger secondary', ...undo }} />
      <ToCredentials />
    </Page>
  );
}

interface CredentialPageProps extends Omit<AcceptedProps, 'title' | 'undo'> {
  given: SubmissionView;
  /** Time at which the documents were deleted; null if they were not deleted. */
  documentsDeleted: string | null;
  /** Time at which the documents are deleted if the person does not sign in on the phone; null if they are kept. */
  documentsEnd: string | null;
}

export function CredentialPage({ documentsDeleted, documentsEnd, ...props }: CredentialPageProps) {
  const { say, text } = useMessages();
  const { credentials } = props.given;
  const count = credentials.length;
  const undo = { value: 'delete', label: say('credential.delete', { count }) } as const;
  return (
    <AcceptedPage {...props} title={text('credential.heading', { count })} undo={undo}>
      <DocumentsEnd end={documentsEnd} />
      {documentsDeleted && (
        <Note>
          <p>{say('credential.documentsDeleted', { time: <Time date={documentsDeleted} /> })}</p>
        </Note>
      )}
      <Credentials credentials={credentials} />
    </AcceptedPage>
  );
}
