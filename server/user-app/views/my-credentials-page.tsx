import type { DateShown } from '../shown/types.ts';
import { Form } from './form.tsx';
import { Layout, type PageProps } from './layout.tsx';
import { pathIn, paths } from './paths.ts';
import { Isolate, Time } from './text.tsx';

export interface CredentialEntry {
  href: string;
  /** `kindName` and `title` of `SubmissionShown`. */
  kindName: string;
  title: string;
  partnerName: string;
  accepted: DateShown;
}

export interface Sandbox {
  csrf: string;
  /** Whether the button was pressed before. */
  mobileSignedIn: boolean;
}

export interface MyCredentialsProps extends PageProps {
  /** The newest first. */
  entries: readonly CredentialEntry[];
  /** For the sandbox's button in place of the mobile application; null elsewhere. */
  sandbox: Sandbox | null;
}

export function MyCredentialsPage(props: MyCredentialsProps) {
  const { appUrl, entries, sandbox } = props;
  return (
    <Layout title="My credentials" page={props}>
      <h1>My credentials</h1>
      {entries.length === 0 ? (
        <p class="empty">
          You have no credentials yet. When a partner sends you one, open the partner’s link and accept it. It is here
          then.
        </p>
      ) : (
        <ul class="entries">
          {entries.map((entry) => (
            <Entry entry={entry} />
          ))}
        </ul>
      )}
      {sandbox && <MobileApplication action={pathIn(appUrl, paths.mobileSignIn)} sandbox={sandbox} />}
    </Layout>
  );
}

function Entry({ entry: { href, kindName, title, partnerName, accepted } }: { entry: CredentialEntry }) {
  return (
    <li class="card entry">
      <p class="kind">{kindName}</p>
      <p class="entry-title" dir="auto">
        <a href={href}>{title}</a>
      </p>
      <p class="entry-about">
        <Isolate>{partnerName}</Isolate> · <Time date={accepted} />
      </p>
    </li>
  );
}

function MobileApplication({ action, sandbox }: { action: string; sandbox: Sandbox }) {
  return (
    <section class="note note-warning" aria-labelledby="mobile">
      <h2 id="mobile">Sandbox: the mobile application</h2>
      {sandbox.mobileSignedIn ? (
        <p>You signed in on the mobile application. Your documents are kept.</p>
      ) : (
        <>
          <p>There is no mobile application in the sandbox. This button does what signing in on it would do.</p>
          <Form action={action} csrf={sandbox.csrf}>
            <p class="actions">
              <button type="submit" class="secondary">
                I signed in on the mobile application
              </button>
            </p>
          </Form>
        </>
      )}
    </section>
  );
}
