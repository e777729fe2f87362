import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/root.ts';

/** A generator in the guide. Shell blocks run in a folder that contains `openapi.json`. */
export interface Recipe {
  /** Heading, below the heading of its chapter if there is one: `OpenAPI Generator, Go`. */
  title: string;
  /** Chapter, whose generators share a folder and an installation. */
  chapter: string;
  install: string;
  generate: string;
  /** Commands that install the dependencies of the client. */
  complete: string | undefined;
  /** Program that submits a credential. */
  example: string | undefined;
  /** Version in the commands. */
  version: string;
}

interface Section {
  level: number;
  title: string;
  shell: string[];
  code: string[];
}

/** Reads the generators of `spec/guides/clients.md`, in order. */
export async function readRecipes(): Promise<Recipe[]> {
  const text = await readFile(path.join(root, 'spec', 'guides', 'clients.md'), 'utf8');
  const sections = `\n${text}`
    .split(/\n(?=##+ )/)
    .slice(1)
    .map(readSection);
  let chapter: Section | undefined;
  return sections.flatMap((section, at) => {
    if (section.level === 2) {
      chapter = section;
      if (sections[at + 1]?.level === 3) return [];
    }
    if (chapter === undefined || section.shell.length === 0) return [];
    const [install = '', generate = '', complete] =
      section === chapter ? chapter.shell : [...chapter.shell, ...section.shell];
    return {
      title: section === chapter ? chapter.title : `${chapter.title}, ${section.title}`,
      chapter: chapter.title,
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
  const those = (isShell: boolean) =>
    blocks.filter(([, language]) => (language === 'sh') === isShell).map(([, , block = '']) => block);
  return { level: marks.length, title, shell: those(true), code: those(false) };
}
