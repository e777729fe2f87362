import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/root.ts';

/** A generator in the guide. Shell blocks run in a folder that contains the two bundles of the contract. */
export interface Recipe {
  /** Headings of the chapter and, if there is one, of the section: `OpenAPI Generator, Go`. */
  title: string;
  /** Heading of the chapter. The generators in a chapter share a folder and an installation. */
  chapter: string;
  install: string;
  generate: string;
  /** Commands that install the dependencies of the generated client. */
  complete: string | undefined;
  /** Source code of a program that submits a credential. */
  example: string | undefined;
  /** Version of the generator in the commands. */
  version: string;
}

interface Section {
  level: number;
  title: string;
  shell: string[];
  code: string[];
}

/** Reads the generators from `spec/guides/clients.md`, in order. */
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
  const textOf = (isShell: boolean) =>
    blocks.filter(([, language]) => (language === 'sh') === isShell).map(([, , block = '']) => block);
  return { level: marks.length, title, shell: textOf(true), code: textOf(false) };
}
