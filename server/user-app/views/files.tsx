import { isShownInline } from '../../domain/file-type.ts';
import type { FileShown, SourceShown } from '../shown/types.ts';
import { type Message, useWords, type Words } from '../words/words.tsx';

/** The files of a credential, and the original address of its document. */
export function Files({ files, source }: { files: readonly FileShown[]; source: SourceShown | null }) {
  const { say } = useWords();
  if (files.length === 0 && source === null) return null;
  return (
    <>
      <h4>{say('files.heading', { count: Math.max(1, files.length) })}</h4>
      {files.length > 0 && (
        <ul class="files">
          {files.map((file) => (
            <FileLine file={file} />
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

function FileLine({ file }: { file: FileShown }) {
  const { say, text } = useWords();
  const { kind, size, state } = file;
  const type = text(`files.type.${kind}`);
  const ready = state === 'ready' && file.href !== null;
  return (
    <li class={`file file-${state}`}>
      <span class="file-name">{ready ? <FileLink file={file} /> : fileName(say, file)}</span>
      <span class="file-about">
        {size === null ? type : say('files.about', { type, size: text(...sizeOf(size)) })}
        {state !== 'ready' && <> · {say(`files.state.${state}`)}</>}
      </span>
    </li>
  );
}

/** The name that the partner gave a file, or what it is. */
const fileName = (say: Words['say'], { name, kind }: FileShown) =>
  name === null ? say(`files.name.${kind}`) : say('title.given', { title: name });

function FileLink({ file }: { file: FileShown }) {
  const { say } = useWords();
  const saved = !isShownInline(file.kind);
  const name = <>{fileName(say, file)}</>;
  return (
    <a href={file.href ?? ''} {...(saved ? { download: true } : {})}>
      {say(saved ? 'files.download' : 'files.open', { name })}
    </a>
  );
}

/** `482 bytes`, `48 KB`, `1.2 MB`. */
export function sizeOf(bytes: number): Message {
  if (bytes < 1000) return ['size.bytes', { count: bytes }];
  if (bytes < 999_500) return ['size.kilobytes', { count: Math.round(bytes / 1000) }];
  return ['size.megabytes', { count: bytes / 1_000_000 }];
}
