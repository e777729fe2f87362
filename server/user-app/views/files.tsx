import { type AssetType, isShownInline } from '../../domain/file-type.ts';
import type { FileShown, SourceShown } from '../shown/types.ts';
import { Isolate } from './text.tsx';

const kinds: Record<AssetType, string> = {
  pdf: 'PDF',
  jpg: 'JPEG image',
  png: 'PNG image',
  open_cert: 'Open certificate',
};

const states: Record<Exclude<FileShown['state'], 'ready'>, string> = {
  waiting: 'Not here yet. Look again later.',
  unavailable: 'Unavailable: the file could not be fetched from the partner.',
  deleted: 'Deleted.',
};

/** The files of a credential, and the original address of its document. */
export function Files({ files, source }: { files: readonly FileShown[]; source: SourceShown | null }) {
  if (files.length === 0 && source === null) return null;
  return (
    <>
      <h4>{files.length > 1 ? 'Documents' : 'Document'}</h4>
      {files.length > 0 && (
        <ul class="files">
          {files.map((file) => (
            <FileLine file={file} />
          ))}
        </ul>
      )}
      {source && (
        <p class="source">
          The partner’s original:{' '}
          <a href={source.href} target="_blank" rel="noopener noreferrer nofollow">
            {source.host}
          </a>{' '}
          (leaves this page)
        </p>
      )}
    </>
  );
}

function FileLine({ file }: { file: FileShown }) {
  const ready = file.state === 'ready' && file.href !== null;
  return (
    <li class={`file file-${file.state}`}>
      <span class="file-name">{ready ? <FileLink file={file} /> : <Isolate>{file.name}</Isolate>}</span>
      <span class="file-about">
        {[kinds[file.kind], file.size === null ? null : sizeText(file.size)].filter(Boolean).join(', ')}
        {file.state !== 'ready' && <> · {states[file.state]}</>}
      </span>
    </li>
  );
}

function FileLink({ file }: { file: FileShown }) {
  const saved = !isShownInline(file.kind);
  return (
    <a href={file.href ?? ''} {...(saved ? { download: true } : {})}>
      {saved ? 'Download' : 'Open'} <Isolate>{file.name}</Isolate>
    </a>
  );
}

/** `482 bytes`, `48 KB`, `1.2 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
