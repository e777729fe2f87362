// Prints random comments, titles, or messages without their code, so that a reviewer can judge the wording:
// `node --import tsx scripts/texts.ts --kind comments|titles|descriptions|messages|guides --count 100 --seed 7`.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isMain, root } from './root.ts';

interface Text {
  text: string;
  /** File and line number of the text. */
  at: string;
}

const FOLDERS = ['.', '.github', 'server', 'scripts', 'mock', 'spec', 'test', 'generated'];
const CODE = /^(server|scripts|mock|test)\/.*\.(ts|tsx|js)$/;
/** Matches a comment at the start of a line: a block comment, or consecutive line comments. */
const COMMENT = /(?<=^[ \t]*)(?:\/\*\*[\s\S]*?\*\/|(?:\/\/ .*(?:\n[ \t]*(?=\/\/ ))?)+)/gm;
const TITLE =
  /(?<=\btest(?:\.\w+)*(?:<[^;]*?>)?(?:\((?:[^()]|\([^()]*\))*\))?\(\s*)(?:'(?:\\.|[^'\\])+'|`[^`]+`)(?=,)/g;
/** Matches the messages of errors, refusals, and log calls, and the findings of the conformance kit. */
const MESSAGE =
  /(?<=(?:new \w*(?:Error|Refusal|Setting|Unavailable)\(|detail[:=]|log\.\w+\((?:[^'`()]|\([^()]*\))*, )\s*)(?:'[^'\n]+'|`[^`]+`)|`[^`\n]+ must [^`\n]+\.`/g;

const strip = (text: string) =>
  text
    .replace(/^[ \t]*(?:\/\*\*|\*\/|\*|\/\/)[ \t]?|\s*\*\/$/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(['`])(.*)\1$/, '$2');

function matches(files: RegExp, pattern: RegExp): Text[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: folder !== '.' }).map((name) => path.join(folder, String(name))),
  )
    .filter((name) => files.test(name))
    .flatMap((name) => {
      const content = readFileSync(path.join(root, name), 'utf8');
      return [...content.matchAll(pattern)].map((found) => ({
        text: strip(found[0]),
        at: `${name}:${content.slice(0, found.index).split('\n').length}`,
      }));
    });
}

const KINDS: Readonly<Record<string, () => Text[]>> = {
  comments: () => matches(CODE, COMMENT).filter(({ text }) => !/^(biome-ignore|@ts-)/.test(text)),
  titles: () => matches(/^test\/.*\.test\.tsx?$/, TITLE),
  descriptions: () => matches(/^generated\/openapi\.json$/, /(?<="description": ")(?:\\.|[^"\\])+/g),
  messages: () => matches(/^(server|scripts|mock)\/.*\.tsx?$/, MESSAGE),
  guides: () => matches(/^(?!.*package-readme).*\.md$/, /(?<=\n\n)[A-Z][^\n|]*(?:\n[^\n|]+)*(?=\n\n)/g),
};

const WRONG_START = /^(Of|What|Where|Who|Whom|Whose|How|Whether somebody|All that|Nobody)\b/;
const VERB = /\b(is|are|was|can|cannot|must|may|has|have|had|do|does|did|get|\w{2,}(s|ed|ught|ound|ent))\b/;

/** Rejects if a comment starts like a sentence fragment, or if a test title is not a sentence. */
export async function checkTexts(): Promise<string> {
  const wrong = [
    ...(KINDS['comments']?.() ?? []).filter(({ text }) => WRONG_START.test(text)),
    ...(KINDS['titles']?.() ?? []).filter(({ text }) => text.split(' ').length < 4 || !VERB.test(text)),
  ];
  if (wrong.length > 0) throw new Error(wrong.map(({ at, text }) => `${at}: ${text}`).join('\n'));
  return 'Comments and test titles are sentences';
}

if (isMain(import.meta.url)) {
  const option = (fallback: string) => ({ type: 'string' as const, default: fallback });
  const { values } = parseArgs({ options: { kind: option('comments'), count: option('100'), seed: option('1') } });
  const texts = KINDS[values.kind]?.();
  if (texts === undefined) throw new RangeError(`--kind must be one of ${Object.keys(KINDS).join(', ')}`);
  // Uses the mulberry32 generator, so that the same seed selects the same texts.
  let state = Number(values.seed);
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    return ((mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed) >>> 0;
  };
  const order = texts.map(({ text }) => ({ text, rank: random() })).sort((a, b) => a.rank - b.rank);
  for (const [index, { text }] of order.slice(0, Number(values.count)).entries())
    process.stdout.write(`${index + 1}. ${text}\n`);
}
