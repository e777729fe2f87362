import { readFileSync } from 'node:fs';
import path from 'node:path';
import mustache from 'mustache';
import { root } from '../project/root.ts';
import { guidePath, linksIn, ROOT } from './links.ts';
import { blocks, codeBlock, createMarkdown, linkList, slug } from './markdown.ts';
import { kindOf, type Page, type Site } from './page.ts';

const rootFrom = (page: Page) => (page.path.split('/').length > 2 ? '../' : './');

export function renderPage(site: Site, page: Page, menu: string): string {
  const { title, version, contact } = site.contract.info;
  const markdown = createMarkdown(linksIn(site.contract));
  const headings = [...page.details.matchAll(/^## (.*)$/gm)].map(([, text = '']) => [text, `#${slug(text)}`] as const);
  const hasContents = page.path.startsWith(`${ROOT}guides/`) && headings.length > 1;
  const groups = (page.samples ?? []).filter(({ samples }) => samples.length > 0);
  const view = {
    ...page,
    root: ROOT,
    windowTitle: page.title === title ? title : `${page.title} · ${title}`,
    siteTitle: title,
    markdownPath: page.path.replace(/html$/, 'md'),
    menu: menu.replace(`href="${page.menuPath ?? page.path}"`, '$& aria-current="page"'),
    versions: page.versions && markdown(page.versions).replace(`href="${page.path}"`, '$& aria-current="page"'),
    kind: kindOf(page),
    guide: page.tag && { path: guidePath(page.tag), title: site.titleOf(page.tag) },
    head: markdown(page.head),
    details: markdown(page.details),
    hasSamples: page.samples !== undefined,
    groups: groups.map((group) => ({
      ...group,
      samples: group.samples.map((sample, i) => ({
        ...sample,
        id: `${group.name}-${i}`,
        isFirst: i === 0,
        code: codeBlock(sample.text, sample.language),
      })),
    })),
    contents: hasContents && markdown(blocks('On this page', linkList(headings))),
    version,
    help: process.env['BRAND_HELP_URL'] ?? `mailto:${contact.email}`,
  };
  const template = readFileSync(path.join(root, 'scripts/reference/browser/page.mustache'), 'utf8');
  const html = mustache.render(template, view);
  return html.replaceAll(`="${ROOT}`, `="${rootFrom(page)}`);
}

const CODE_BLOCK_OR_LINK_ADDRESS = /^```[\s\S]*?^```|\]\(([^)\s]*)\)/gm;

export function renderMarkdown(site: Site, page: Page): string {
  const linkTo = linksIn(site.contract);
  const samples = (page.samples ?? []).flatMap(({ label, samples: all }) =>
    all.map((sample) => `**${label}, ${sample.label}**\n\n\`\`\`${sample.language}\n${sample.text}\n\`\`\``),
  );
  const badge = page.badge && [`**${page.badge.label}**`, page.badge.text && `\`${page.badge.text}\``];
  const text = blocks(
    `# ${page.title}`,
    badge?.filter(Boolean).join(' '),
    page.versions,
    page.head,
    ...samples,
    page.details,
  );
  const linked = text.replaceAll(CODE_BLOCK_OR_LINK_ADDRESS, (whole, href?: string) => {
    if (href === undefined) return whole;
    const address = linkTo(href).replace(ROOT, rootFrom(page));
    return `](${/^https?:/.test(address) ? address : address.replace(/\.html(?=#|$)/, '.md')})`;
  });
  return `${linked}\n`;
}
