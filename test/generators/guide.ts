import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/project/root.ts';

/** Commands from a section of the guide, to run in a folder with `openapi.json` and `openapi.portable.json`. */
export interface Recipe {
  /** Name of the generator and, if it supports several languages, the language: `OpenAPI Generator, Go`. */
  title: string;
  /** Code generator that the chapter covers. All languages of a chapter share a folder and an installation. */
  chapter: string;
  install: string;
  generate: string;
  /** Commands that install the dependencies of the generated client. */
  complete: string | undefined;
  example: string | undefined;
  version: string;
}

/** Heading of the section whose installation commands apply to all languages of OpenAPI Generator. */
const SHARED = 'OpenAPI Generator';

interface Section {
  level: number;
  title: string;
  shell: string[];
  code: string[];
}

export async function readRecipes(): Promise<Recipe[]> {
  const text = await readFile(path.join(root, 'spec', 'guides', 'clients.md'), 'utf8');
  const sections = `\n${text}`
    .split(/\n(?=##+ )/)
    .slice(1)
    .map(readSection);
  const shared = sections.find(({ title }) => title === SHARED)?.shell ?? [];
  return sections.flatMap((section) => {
    if (section.title === SHARED || section.shell.length === 0) return [];
    const isShared = section.level === 2;
    const [install = '', generate = '', complete] = isShared ? [...shared, ...section.shell] : section.shell;
    return {
      title: isShared ? `${SHARED}, ${section.title}` : section.title,
      chapter: isShared ? SHARED : section.title,
      install,
      generate,
      complete,
      example: section.code[0],
      version: /(?:==|@v?)(\d+(?:\.\d+)+)/.exec(generate + install)?.[1] ?? '',
    };
  });
}

function readSection(text: string): Section {
  const [, marks = '', title = ''] = /^(##+) (.*)/.exec(text) ?? [];
  const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)];
  const textOf = (isShell: boolean) =>
    blocks.filter(([, language]) => (language === 'sh') === isShell).map(([, , block = '']) => block);
  return { level: marks.length, title, shell: textOf(true), code: textOf(false) };
}
