import { canShowInline } from '../../domain/file-type.ts';
import { type CredentialView, documentTitle, type FileView } from '../credential-views.ts';
import type { Message } from '../messages/messages.tsx';
import { useMessages } from '../page.tsx';

/** Renders the files of a credential, and the original URL of its document. */
export function Files({ view }: { view: CredentialView }) {
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

interface FileProps {
  credential: CredentialView;
  file: FileView;
}

/** Renders a name such as `Degree certificate, PDF, 193 KB`. */
export function FileName({ credential, file }: FileProps) {
  const { say, text } = useMessages();
  const { kind, size } = file;
  const document = <>{say(...documentTitle(credential, file))}</>;
  const type = <>{say(`files.type.${kind}`)}</>;
  return (
    <>
      {size === null
        ? say('files.unsized', { document, type })
        : say('files.whole', { document, type, size: <>{text(...sizeOf(size))}</> })}
    </>
  );
}

/**
 * Renders a link to a file. An image has a preview of limited size, which loads when it becomes visible. A PDF has no
 * preview: Chrome and Safari refuse to show a PDF in a sandbox. Without a sandbox, the scripts in the PDF of a partner
 * can ask for a password in the name of this service (`app.response`), and send it with a form.
 */
function FileLine({ credential, file }: FileProps) {
  const { say } = useMessages();
  const { kind, state, href } = file;
  const name = <FileName credential={credential} file={file} />;
  const isImage = canShowInline(kind);
  return (
    <li>
      {state !== 'ready' || href === null ? (
        <>
          <span class="file-name">{name}</span>
          {state !== 'ready' && <span class="detail">{say(`files.state.${state}`)}</span>}
        </>
      ) : (
        <a href={href} download={!isImage} class="file-name strong">
          <span>{name}</span>
          {isImage && <img src={href} alt="" width={320} height={240} loading="lazy" decoding="async" />}
        </a>
      )}
    </li>
  );
}

/** Returns the size as a message: `482 bytes`, `48 KB`, `1.2 MB`. */
export function sizeOf(bytes: number): Message {
  if (bytes < 1000) return ['size.bytes', { count: bytes }];
  if (bytes < 999_500) return ['size.kilobytes', { count: Math.round(bytes / 1000) }];
  return ['size.megabytes', { count: bytes / 1_000_000 }];
}
