import type { Child } from 'hono/jsx';
import type { SignInFailureReason } from '../identity/identity-provider.ts';
import type { MessageKey, Messages } from '../messages/messages.tsx';
import { paths, useMessages, usePageFrame, usePath } from '../page.tsx';
import { DocumentsEnd } from './credential.tsx';
import { type Asker, AskerHeader } from './decision-card.tsx';
import { ExternalLink, Form, Page, Submit } from './layout.tsx';

type Values = Parameters<Messages['say']>[1];

type NamesWith<Part extends string> = {
  [Key in MessageKey]: Key extends `${infer Name}.${Part}` ? Name : never;
}[MessageKey];

/** Name of a page whose messages are `<name>.title`, and optionally `<name>.why` and `<name>.next`. */
export type PageMessage = NamesWith<'title'>;

/** Links to the next steps, with the main step first. */
export type MessageLinks = readonly (readonly [label: MessageKey, href: string])[];

interface MessageProps {
  name: PageMessage;
  values?: Values;
  header?: Child;
  form?: Child;
  /** Default: a link to the credentials of the person, which require a sign-in. */
  links?: MessageLinks;
  /** Partner whose link the person opened. The page links to the partner's home page, or says how to leave. */
  asker?: Asker | undefined;
  children?: Child;
}

export function MessagePage({ name, values, header, form, links, asker, children }: MessageProps) {
  const { say, text, language } = useMessages();
  const homePage = asker?.homePage;
  const steps = links ?? [['next.credentials', usePath(paths.credentials)] as const];
  const paragraphs = [`${name}.why`, `${name}.next`].filter((key): key is MessageKey => key in language.messages);
  return (
    <Page title={text(`${name}.title`)}>
      {header}
      {paragraphs.map((key) => (
        <p>{say(key, values)}</p>
      ))}
      {children}
      {asker && !homePage && <p>{say('wayBack.close')}</p>}
      <div class="actions row">
        {form}
        {homePage && (
          <ExternalLink class="button" href={homePage}>
            <span>{say('wayBack.toPartner', { partner: asker.name })}</span>
          </ExternalLink>
        )}
        {steps.map(([label, href], index) => (
          <a class={index === 0 && !homePage && !form ? 'button' : 'button secondary'} href={href}>
            {say(label)}
          </a>
        ))}
      </div>
    </Page>
  );
}

type SuccessProps = MessageProps & { asker: Asker; href: string; end: string | null | undefined };

export const SuccessPage = ({ href, end, ...message }: SuccessProps) => (
  <MessagePage
    {...message}
    header={<AskerHeader {...message.asker} />}
    links={message.asker.homePage ? [] : [['success.details', href]]}
  >
    <DocumentsEnd end={end} />
  </MessagePage>
);

/** Renders the same page for all invalid links, so that the page does not reveal why a link is invalid. */
export function LinkErrorPage() {
  const { say } = useMessages();
  const { account } = usePageFrame();
  const form = account && (
    <Form action={account.signOutPath}>
      <Submit name="account" value="other" class="button" label={say('account.other')} />
    </Form>
  );
  return (
    <MessagePage name="linkError" form={form}>
      <ul>
        <li>{say('linkError.other')}</li>
        <li>{say('linkError.open')}</li>
        <li>{say('linkError.old')}</li>
      </ul>
    </MessagePage>
  );
}

export const SignInFailedPage = ({ reason, retryHref }: { reason: SignInFailureReason; retryHref: string }) => (
  <MessagePage name="signInFailed" links={[['signInFailed.again', retryHref]]}>
    <p>{useMessages().say(`signInFailed.${reason}`)}</p>
  </MessagePage>
);

export const ToCredentials = () => (
  <p class="on-screen">
    <a href={usePath(paths.credentials)}>{useMessages().say('next.credentials')}</a>
  </p>
);

interface ConfirmProps {
  /** Name of a page whose messages are `<name>.title`, `<name>.what` and `<name>.button`. */
  name: NamesWith<'what'> & NamesWith<'button'>;
  values?: Values;
  action: string;
  decision: string;
}

/** `action` is both the target of the form and the path of the previous page. */
export function ConfirmPage({ name, values, action, decision }: ConfirmProps) {
  const { say, text } = useMessages();
  return (
    <Page title={text(`${name}.title`)}>
      <p>{say(`${name}.what`, values)}</p>
      <Form action={action}>
        <p class="actions row">
          <Submit name="decision" value={decision} class="danger" label={say(`${name}.button`)} />
          <a class="button secondary" href={action}>
            {say('confirm.back')}
          </a>
        </p>
      </Form>
    </Page>
  );
}
