import { createRequire } from 'node:module';
import { Marked, Renderer } from 'marked';

/** Loaded with `require`, because the type declarations of highlight.js need the DOM types. */
const highlighter: {
  getLanguage(name: string): object | undefined;
  highlight(text: string, options: { language: string }): { value: string };
} = createRequire(import.meta.url)('highlight.js/lib/common');

export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-');

export function codeBlock(text: string, language = 'text'): string {
  const known = highlighter.getLanguage(language) ? language : 'plaintext';
  const html = highlighter.highlight(text, { language: known }).value;
  return `<div class="code"><span>${language}</span><pre tabindex="0"><code class="language-${language}">${html}</code></pre></div>\n`;
}

/** Matches a list item that starts with the name of a property, which links to the anchor of the item. */
const ANCHORED = /^\[(`[^`]*`)\]\(#([^)]+)\)(.*)\n*/;

/** Creates a renderer for one page, in which the IDs of headings are unique. */
export function createMarkdown(linkTo: (href: string) => string): (text: string) => string {
  const seen = new Map<string, number>();
  const marked: Marked = new Marked({
    walkTokens(token) {
      if (token.type === 'link') token.href = linkTo(token.href);
    },
    renderer: {
      heading({ tokens, depth, text }) {
        const count = (seen.get(text) ?? 0) + 1;
        seen.set(text, count);
        const id = count === 1 ? slug(text) : `${slug(text)}-${count}`;
        return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
      },
      listitem(item) {
        const [first = '', name = '', id, rest = ''] = ANCHORED.exec(item.text) ?? [];
        if (id === undefined) return Renderer.prototype.listitem.call(this, item);
        const summary = marked.parseInline(name + rest, { async: false });
        const details = marked.parse(item.text.slice(first.length), { async: false });
        // Expands the required properties of requests, because every client must send them.
        const isOpen = rest.includes('**required**') && !id.startsWith('response') ? ' open' : '';
        // Sets the ID on the content, because browsers expand `<details>` only for a link to an element inside it.
        return `<li><details${isOpen}><summary>${summary}</summary><div id="${id}">${details}</div></details></li>`;
      },
      code: ({ text, lang }) => codeBlock(text, lang),
    },
  });
  return (text) => marked.parse(text, { async: false });
}

export const blocks = (...parts: (string | false | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== false && part !== '').join('\n\n');

export const item = (text: string): string => `- ${text.replaceAll(/\n(?=.)/g, '\n  ')}`;

export const linkList = (links: readonly (readonly [title: string, href: string])[]): string =>
  links.map(([title, href]) => item(`[${title}](${href})`)).join('\n');

export const plain = (text: string): string =>
  text
    .replaceAll(/^```.*?^```/gms, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/^[-|: ]+$|\||^#+ |^\s*- /gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
