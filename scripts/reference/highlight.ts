import { createRequire } from 'node:module';

/** Required, because the types of the package bring those of a browser into the whole project. */
const highlighter: { highlight(code: string, options: { language: string }): { value: string } } = createRequire(
  import.meta.url,
)('highlight.js/lib/common');

const BLOCK = /^```(\w+)\n([\s\S]*?)^```$/gm;

/** The code blocks of texts in Markdown, by what stands in them, as HTML that marks each token; none without tokens. */
export function highlightedBlocks(texts: string[]): Record<string, string> {
  const blocks = texts.flatMap((text) => [...text.matchAll(BLOCK)]);
  const marked = blocks.map(([, language = '', code = '']) => [code, highlighter.highlight(code, { language }).value]);
  return Object.fromEntries(marked.filter(([, html]) => html?.includes('<span')));
}
