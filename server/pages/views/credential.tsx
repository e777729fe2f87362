import { canShowInline } from '../../domain/file-type.ts';
import {
  type CredentialFile,
  type CredentialView,
  credentialTitle,
  documentTitle,
  typeViewOf,
} from '../credential-views.ts';
import { Isolate, type Message } from '../messages/messages.tsx';
import { useHasMobileApp, useMessages, usePageFrame } from '../page.tsx';
import { ExternalLink, Facts, Names, Note, Time } from './layout.tsx';

export function Credentials({ credentials }: { credentials: readonly CredentialView[] }) {
  return (
    <section aria-labelledby="credentials">
      <h2 id="credentials">{useMessages().say('credentials.heading', { count: credentials.length })}</h2>
      {credentials.map((view, index) => (
        <Credential view={view} id={`credential-${index}`} isOpen={credentials.length === 1} />
      ))}
    </section>
  );
}

/** A link to the fragment `id` expands the credential. */
function Credential({ view, id, isOpen }: { view: CredentialView; id: string; isOpen: boolean }) {
  const { kind, partnerChain: chain } = view;
  const typeView = typeViewOf(view);
  const messages = useMessages();
  const { say } = messages;
  const name = say(kind === 'digital_identity' ? 'fact.yourFullName' : 'fact.name');
  return (
    <details class="card credential" open={isOpen}>
      <summary class="spread">
        <div>
          <span class="detail">{say(`kind.${kind}`)}</span>
          <h3>{say(...credentialTitle(messages, view))}</h3>
        </div>
      </summary>
      <div class="stack" id={id}>
        <Facts
          rows={[
            [name, <Isolate>{view.credential.full_name}</Isolate>],
            ...typeView.facts(view.credential as never, messages, view.isExpired),
            chain.length > 0 && [
              say('fact.sentThrough'),
              <ol class={chain.length === 1 ? 'plain' : undefined}>
                <Names names={chain} />
              </ol>,
            ],
          ]}
        />
        {typeView.details?.(view.credential as never)}
        <Files view={view} />
      </div>
    </details>
  );
}

export function DocumentsEnd({ end }: { end: string | null | undefined }) {
  const { brand, messages } = usePageFrame();
  const { say } = messages;
  const hasApp = useHasMobileApp();
  if (end == null) return null;
  const { name, appStoreUrl, googlePlayUrl } = brand.app;
  const message = hasApp ? 'credential.documentsInApp' : 'credential.documentsEnd';
  return (
    <Note kind="warning">
      <p>{say(message, { app: name, time: <Time date={end} /> })}</p>
      {hasApp && (
        <p class="row">
          {appStoreUrl && <ExternalLink href={appStoreUrl}>{say('app.appStore', { app: name })}</ExternalLink>}
          {googlePlayUrl && <ExternalLink href={googlePlayUrl}>{say('app.googlePlay', { app: name })}</ExternalLink>}
        </p>
      )}
    </Note>
  );
}

function Files({ view }: { view: CredentialView }) {
  const { files, source } = view;
  const { say } = useMessages();
  if (files.length === 0 && source === null) return null;
  const link = source && (
    <a href={source.href} target="_blank" rel="noopener noreferrer nofollow" dir="auto">
      {source.host}
    </a>
  );
  return (
    <>
      <h4>{say('files.heading', { count: Math.max(1, files.length) })}</h4>
      {files.length > 0 && (
        <ul class="plain stack">
          {files.map((file) => (
            <FileLine credential={view} file={file} />
          ))}
        </ul>
      )}
      {link && <p class="quiet">{say('files.original', { link })}</p>}
    </>
  );
}

function FileName(shown: CredentialFile) {
  const { say, text } = useMessages();
  const { kind, size } = shown.file;
  const document = <>{say(...documentTitle(shown))}</>;
  const type = <>{say(`files.type.${kind}`)}</>;
  if (size === null) return <>{say('files.unsized', { document, type })}</>;
  return <>{say('files.whole', { document, type, size: <>{text(...sizeOf(size))}</> })}</>;
}

/** Previews only images, because a script in a PDF could ask for a password, and browsers cannot sandbox a PDF. */
function FileLine(shown: CredentialFile) {
  const { say } = useMessages();
  const { kind, state, href } = shown.file;
  const isImage = canShowInline(kind);
  if (href === null || state !== 'ready')
    return (
      <li>
        <FileName {...shown} />
        {state !== 'ready' && <span class="detail">{say(`files.state.${state}`)}</span>}
      </li>
    );
  return (
    <li>
      <a href={href} download={!isImage} class="stack strong">
        <span>
          <FileName {...shown} />
        </span>
        {isImage && <img src={href} alt="" width={320} height={240} loading="lazy" decoding="async" />}
      </a>
    </li>
  );
}

export function sizeOf(bytes: number): Message {
  if (bytes < 1000) return ['size.bytes', { count: bytes }];
  if (bytes < 999_500) return ['size.kilobytes', { count: Math.round(bytes / 1000) }];
  return ['size.megabytes', { count: bytes / 1_000_000 }];
}
