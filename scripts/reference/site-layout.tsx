import type { Child } from 'hono/jsx';
import { clientCredentialsOf } from '../contract/operation-shape.ts';
import { guidePath, linksIn, ROOT } from './links.ts';
import { blocks, codeBlock, createMarkdown, linkList, slug } from './markdown.ts';
import type { Page, SampleGroup, Site } from './page.ts';
import { SANDBOX_CREDENTIALS } from './postman.ts';

const Html = ({ html }: { html: string }) => <div dangerouslySetInnerHTML={{ __html: html }} />;

/** The tabs work without scripts. The script of the site remembers the language. */
function Samples({ group: { name, label, samples } }: { group: SampleGroup }) {
  if (samples.length === 0) return null;
  return (
    <fieldset class="tabs">
      <legend>{label}</legend>
      {samples.map((sample, i) => (
        <>
          {samples.length > 1 && (
            <>
              <input type="radio" name={name} id={`${name}-${i}`} value={sample.label} checked={i === 0} />
              <label for={`${name}-${i}`}>{sample.label}</label>
            </>
          )}
          <div class="panel">
            {sample.caption && <p>{sample.caption}</p>}
            <Html html={codeBlock(sample.text, sample.language)} />
          </div>
        </>
      ))}
    </fieldset>
  );
}

/** Only a sandbox shows the editor, and sends the request with the credentials of the first sandbox partner. */
function TryIt({ site, request }: { site: Site; request: string }) {
  const tokenPath = clientCredentialsOf(site.contract)?.tokenUrl;
  return (
    <details id="try" hidden>
      <summary>Try it in this sandbox</summary>
      <form data-token-path={tokenPath} data-values={JSON.stringify(SANDBOX_CREDENTIALS)}>
        <label for="request">Request</label>
        <p>The page fills in the URL, a token, and the credentials. Replace other names in double braces.</p>
        <textarea id="request" name="request" rows={14} spellcheck={false}>
          {request}
        </textarea>
        <button type="submit">Send the request</button>
      </form>
      <div role="status" />
    </details>
  );
}

function Frame({ site, page, menu, children }: { site: Site; page: Page; menu: string; children?: Child }) {
  const { title, version } = site.contract.info;
  const markdownPath = page.path.replace(/html$/, 'md');
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{page.title === title ? title : `${page.title} · ${title}`}</title>
        <meta name="description" content={page.description} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href={`${ROOT}icon.svg`} />
        <link rel="stylesheet" href={`${ROOT}style.css`} />
        <link rel="alternate" type="text/markdown" href={markdownPath} />
        <script src={`${ROOT}script.js`} defer data-root={ROOT} />
        <script src={`${ROOT}try.js`} defer />
      </head>
      <body>
        <a class="visually-hidden" href="#content">
          Skip to the content
        </a>
        <header class="bar">
          <button type="button" class="menu" popovertarget="menu">
            Menu
          </button>
          <a class="brand" href={`${ROOT}index.html`}>
            {title}
          </a>
          <search>
            <form action={`${ROOT}search.html`}>
              <input type="search" name="q" aria-label="Search the reference" placeholder="Search" autocomplete="off" />
              <ol class="results" hidden />
            </form>
          </search>
        </header>
        <nav id="menu" popover="auto" aria-label="Contents" dangerouslySetInnerHTML={{ __html: menu }} />
        <main id="content" tabindex={-1}>
          {children}
          <footer>
            Version {version}. This page as <a href={markdownPath}>Markdown</a>.
          </footer>
        </main>
      </body>
    </html>
  );
}

const rootFrom = (path: string) => (path.split('/').length > 2 ? '../' : './');

/** Returns the HTML of a page. `menu` is the HTML of the menu, which is the same on all pages. */
export function renderPage(site: Site, page: Page, menu: string): string {
  const markdown = createMarkdown(linksIn(site.contract));
  const [head, details] = [markdown(page.head), markdown(page.details)];
  const headings = [...page.details.matchAll(/^## (.*)$/gm)].map(([, text = '']) => [text, `#${slug(text)}`] as const);
  const hasContents = page.path.startsWith(`${ROOT}guides/`) && headings.length > 1;
  const contents = hasContents ? markdown(blocks('On this page', linkList(headings))) : '';
  const html = (
    <Frame site={site} page={page} menu={menu.replace(`href="${page.path}"`, '$& aria-current="page"')}>
      <article>
        <div class="head">
          {page.tag && <a href={guidePath(page.tag)}>{site.titleOf(page.tag)}</a>}
          <h1>{page.title}</h1>
          <Html html={head} />
        </div>
        {page.samples && (
          <aside aria-label="Samples">
            {page.samples.map((group) => (
              <Samples group={group} />
            ))}
          </aside>
        )}
        {contents !== '' && (
          <aside aria-label="Sections">
            <nav aria-label="On this page" dangerouslySetInnerHTML={{ __html: contents }} />
          </aside>
        )}
        <div>
          {page.request && <TryIt site={site} request={page.request} />}
          <Html html={details} />
        </div>
      </article>
    </Frame>
  );
  return `<!DOCTYPE html>\n${html}`.replaceAll(`="${ROOT}`, `="${rootFrom(page.path)}`);
}

/** Returns the Markdown of a page. Its links lead to the Markdown of other pages. */
export function renderMarkdown(site: Site, page: Page): string {
  const linkTo = linksIn(site.contract);
  const samples = (page.samples ?? []).flatMap(({ label, samples: all }) =>
    all.map((sample) => `**${label}, ${sample.label}**\n\n\`\`\`${sample.language}\n${sample.text}\n\`\`\``),
  );
  const text = [`# ${page.title}`, page.head, ...samples, page.details].filter(Boolean).join('\n\n');
  const linked = text.replaceAll(/\]\(((?:#|~|reference\/|openapi\.)[^)\s]*)\)/g, (_whole, href: string) => {
    const [path = '', anchor] = linkTo(href)
      .replace(ROOT, () => rootFrom(page.path))
      .split('#');
    return `](${path.replace(/html$/, 'md')}${anchor === undefined ? '' : `#${anchor}`})`;
  });
  return `${linked}\n`;
}
