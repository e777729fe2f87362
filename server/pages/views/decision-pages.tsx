import type { Child } from 'hono/jsx';
import { actions, pages } from '../../../generated/pages.ts';
import { filesOf, type SubmissionView } from '../credential-views.ts';
import { useMessages } from '../page.tsx';
import { Credentials, DocumentsEnd } from './credential.tsx';
import { DecisionCard, type DecisionCardProps, IdentityData, type SharedIdentity } from './decision-card.tsx';
import { ButtonForm, Form, Names, Note, Page, Submit, Time } from './layout.tsx';
import { ToCredentials } from './message-pages.tsx';

type AskingProps = Pick<DecisionCardProps, 'asker' | 'decideBy' | 'callbackHost'> & { action: string };

interface FormProps {
  name: 'consent' | 'verify';
  action: string;
  partner: string;
  hasNothingToShare?: boolean;
  children?: Child;
}

function DecisionForm({ name, action, partner, hasNothingToShare = false, children }: FormProps) {
  const { say } = useMessages();
  const [accept, refuse] = pages[name].actions;
  return (
    <Form action={action}>
      {children}
      <p>{say(`${name}.ifLater`)}</p>
      <p>{say(`${name}.ifRefused`, { partner })}</p>
      <p class="actions row">
        {!hasNothingToShare && <Submit name="decision" value={accept} label={say(actions[accept])} />}
        <Submit name="decision" value="later" class={hasNothingToShare ? '' : 'secondary'} label={say(actions.later)} />
        <Submit name="decision" value={refuse} class="danger secondary" label={say(actions[refuse])} />
      </p>
    </Form>
  );
}

interface ConsentProps extends AskingProps {
  submission: SubmissionView;
  /** Digest of the content on the page. The form sends the digest as `shown`. */
  digest: string;
  hasChanged?: boolean;
}

export function ConsentPage({ submission, digest, hasChanged = false, action, ...card }: ConsentProps) {
  const { credentials, kind } = submission;
  const { say, text } = useMessages();
  const partner = card.asker.name;
  const isWaiting = filesOf(submission).some(({ file }) => file.state === 'waiting');
  // Uploads to a batch end when the person accepts, but downloads can continue, so the messages differ.
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
  identities: readonly IdentityChoice[];
  sources?: readonly string[] | undefined;
  isRefused?: boolean;
}

export function VerifyPage({ identities, sources, isRefused = false, action, ...card }: VerifyProps) {
  const { say, text } = useMessages();
  const [first, second] = identities;
  const partner = card.asker.name;
  const hasNothingToShare = first === undefined;
  const lacking = sources === undefined ? 'noIdentity' : 'noSource';
  // With several identities, no identity is preselected, because the person must choose.
  const only = second ? undefined : first;
  return (
    <Page
      title={text(`${hasNothingToShare ? lacking : 'verify'}.title`)}
      problem={isRefused ? { message: say('verify.notChosen'), fieldId: 'identity-0' } : undefined}
    >
      {hasNothingToShare && (
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
      <DecisionCard given={only ?? null} hasNothingToShare={hasNothingToShare} {...card} />
      <DecisionForm name="verify" action={action} partner={partner} hasNothingToShare={hasNothingToShare}>
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
  documentsDeleted: string | null;
  /** Time at which the documents will be deleted; null if the documents are kept or already deleted. */
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
