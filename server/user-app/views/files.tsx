import { isShownInline } from '../../domain/file-type.ts';
import type { CredentialShown, FileShown, SourceShown } from '../shown/types.ts';
import { type Message, useWords } from '../words/words.tsx';
import { documentTitle } from './title.ts';

/** Bytes; nobody is to load larger images who does not ask for them. */
const MAX_THUMBNAIL = 1_048_576;

/** The files of a credential, and the original address of its document. */
export function Files({ credential }: { credential: CredentialShown }) {
  const { files, source } = credential;
  const { say } = useWords();
  if (files.length === 0 && source === null) return null;
  return (
    <>
      <h4>{say('files.heading', { count: Math.max(1, files.length) })}</h4>
      {files.length > 0 && (
        <ul class="files">
          {files.map((file) => (
            <FileLine credential={credential} file={file} />
          ))}
        </ul>
      )}
      {source && <p class="source">{say('files.original', { link: <SourceLink source={source} /> })}</p>}
    </>
  );
}

function SourceLink({ source: { href, host } }: { source: SourceShown }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" dir="auto">
      {host}
    </a>
  );
}

interface FileProps {
  credential: CredentialShown;
  file: FileShown;
}

/** `Degree certificate, PDF, 193 KB`. */
export function FileName({ credential, file }: FileProps) {
  const { say, text } = useWords();
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

function FileLine({ credential, file }: FileProps) {
  const { say } = useWords();
  const { kind, size, state, href } = file;
  const name = <FileName credential={credential} file={file} />;
  const isImage = isShownInline(kind);
  return (
    <li class={`file file-${state}`}>
      {state !== 'ready' || href === null ? (
        <>
          <span class="file-name">{name}</span>
          {state !== 'ready' && <span class="file-about">{say(`files.state.${state}`)}</span>}
        </>
      ) : (
        <a {...(isImage ? { href: `${href}/view` } : { href, download: true })} class="file-name">
          {isImage && (size ?? 0) <= MAX_THUMBNAIL && <img class="thumbnail" src={href} alt="" loading="lazy" />}
          <span>{name}</span>
        </a>
      )}
    </li>
  );
}

/** `482 bytes`, `48 KB`, `1.2 MB`. */
export function sizeOf(bytes: number): Message {
  if (bytes < 1000) return ['size.bytes', { count: bytes }];
  if (bytes < 999_500) return ['size.kilobytes', { count: Math.round(bytes / 1000) }];
  return ['size.megabytes', { count: bytes / 1_000_000 }];
}
