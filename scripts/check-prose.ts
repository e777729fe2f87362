// Reads the guides as a hurried reader does: `npm run check:prose`. The rules are in spec/rules/prose.json.
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from './root.ts';
import type { Verdict } from './verdict.ts';

/** Required, because the package has no types. */
const suggest: (text: string, settings: object) => { index: number; reason: string }[] = createRequire(import.meta.url)(
  'write-good',
);

export interface ProseRules {
  /** Words. */
  longestSentence: number;
  /** What write-good takes for wordy or weak, and is said on purpose. */
  allowed: string[];
}

/** What is to be mended in a text in Markdown, each with its line. Code is not read, and of tables no sentence. */
export function proseFindings(markdown: string, { longestSentence, allowed }: ProseRules): string[] {
  const blank = (code: string) => code.replace(/[^\n]/g, ' ');
  const text = markdown
    .replace(/^```[\s\S]*?^```$/gm, blank)
    .replace(/<!--.*?-->/g, blank)
    // One word, however long.
    .replace(/`[^`\n]*`|\]\([^)\s]*\)|\{\{[^}]*\}\}/g, (code) => `x${' '.repeat(code.length - 1)}`);
  const lineAt = (index: number) => text.slice(0, index).split('\n').length;
  // Who does something is often of no interest, and "is" is no fault.
  const words = suggest(text, { passive: false, eprime: false, thereIs: false, whitelist: allowed }).filter(
    ({ reason }) => !['x', ...allowed].some((each) => reason.toLowerCase().startsWith(`"${each}"`)),
  );
  const findings = words.map(({ index, reason }) => ({ index, reason }));
  for (const { 0: block, index } of text.matchAll(/(?:^(?![|#\s]).+\n?(?:^(?![-|#*]|\d+\.)[ \t]*\S.*\n?)*)/gm))
    for (const sentence of block.matchAll(/\S[\s\S]*?(?:[.!?:;][)*]*(?=\s)|$(?![\s\S]))/g)) {
      const count = sentence[0].match(/\S*\w\S*/g)?.length ?? 0;
      if (count > longestSentence)
        findings.push({ index: index + sentence.index, reason: `a sentence of ${count} words` });
    }
  return findings.sort((a, b) => a.index - b.index).map(({ index, reason }) => `${lineAt(index)}: ${reason}`);
}

/** Whether the guides can be read at once. */
export async function checkProse(): Promise<Verdict> {
  const folder = path.join(root, 'spec/guides');
  const rules: ProseRules = JSON.parse(await readFile(path.join(root, 'spec/rules/prose.json'), 'utf8'));
  const found: string[] = [];
  for (const name of (await readdir(folder)).sort())
    for (const finding of proseFindings(await readFile(path.join(folder, name), 'utf8'), rules))
      found.push(`spec/guides/${name}:${finding}`);
  return found.length === 0
    ? { passed: true, text: 'The guides have no long sentence and no idle word\n' }
    : { passed: false, text: `${found.join('\n')}\n` };
}
