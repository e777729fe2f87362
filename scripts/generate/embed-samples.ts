import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Contract } from './contract.ts';

const PLACES = /<!-- sample: (\S+) -->/g;

/** What a file is highlighted as, by its extension. */
const LANGUAGES: Record<string, string> = {
  '.go': 'go',
  '.java': 'java',
  '.php': 'php',
  '.py': 'python',
  '.rb': 'ruby',
  '.ts': 'typescript',
};

/** Puts the files of a folder into the guides where they have `<!-- sample: <path in the folder> -->`. */
export async function embedSamples(contract: Contract, folder: string): Promise<void> {
  for (const tag of contract.tags) {
    const names = [...tag.description.matchAll(PLACES)].map(([, name = '']) => name);
    const blocks = new Map<string, string>();
    for (const name of names) blocks.set(name, await renderBlock(folder, name));
    tag.description = tag.description.replace(PLACES, (_whole, name) => blocks.get(name) ?? '');
  }
}

async function renderBlock(folder: string, name: string): Promise<string> {
  const language = LANGUAGES[path.extname(name)];
  if (language === undefined) throw new Error(`${name}: no language is known for its extension`);
  const source = await readFile(path.join(folder, name), 'utf8');
  return `\`\`\`${language}\n${source.trimEnd()}\n\`\`\``;
}
