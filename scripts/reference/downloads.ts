import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Contract } from '../generate/contract.ts';
import { root } from '../root.ts';
import { brunoFiles } from './bruno.ts';
import { collectionOf } from './collection.ts';
import { changelogFeed } from './feed.ts';
import { postmanCollection } from './postman.ts';

/** Of every entry, so that the same contract makes the same file; the format has no time before it. */
const TIME = new Date(1980, 0, 1);

/** Writes what the reference offers for download into `folder`, which is emptied before. */
export async function writeDownloads(contract: Contract, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const collection = collectionOf(contract);
  const zip = new ZipFile();
  for (const [name, text] of brunoFiles(collection, contract)) zip.addBuffer(Buffer.from(text), name, { mtime: TIME });
  zip.end();
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  await Promise.all([
    pipeline(zip.outputStream, createWriteStream(path.join(folder, 'bruno.zip'))),
    write('postman.json', `${JSON.stringify(postmanCollection(collection, contract), null, 2)}\n`),
    write('changelog.atom', changelogFeed(await readFile(path.join(root, 'CHANGELOG.md'), 'utf8'), contract)),
  ]);
}
