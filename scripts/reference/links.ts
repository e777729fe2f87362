import { type Contract, listOperations, type Operation } from '../contract/openapi.ts';
import { slug } from './markdown.ts';

/** Prefix of links between pages. Each rendered page contains the relative path to the site's root instead. */
export const ROOT = '~/';

export const guidePath = (tag: string) => `${ROOT}guides/${slug(tag)}.html`;
export const operationPath = (id: string) => `${ROOT}operations/${id}.html`;
export const eventPath = (id: string) => `${ROOT}events/${id}.html`;
export const problemPath = (code: string) => `${ROOT}problems/${code}.html`;

export const ERRORS_TAG = 'Errors';

export const eventsOf = (contract: Contract): Operation[] => Object.values(contract.webhooks).map(({ post }) => post);

/** Converts Redocly's links, such as `#tag/Webhooks/operation/createWebhook`, to paths on the site. */
export function linksIn(contract: Contract): (href: string) => string {
  const targets = new Map([
    ...contract.tags.map(({ name }) => [slug(name), guidePath(name)] as const),
    ...listOperations(contract).map(
      ({ operation: { operationId: id } }) => [id.toLowerCase(), operationPath(id)] as const,
    ),
    ...eventsOf(contract).map(({ operationId: id }) => [id.toLowerCase(), eventPath(id)] as const),
    ['changelog', `${ROOT}changelog.html`] as const,
  ]);
  return (href) => {
    const [, place] = /^#\/?(?:tag\/|(?=operation\/|[^/]*\/))(.*)$/.exec(href) ?? [];
    // Makes links to files relative to `ROOT`, which is the folder `reference/` on the server.
    if (place === undefined) return /^([a-z]+:|#|~)/.test(href) ? href : ROOT + href.replace(/^reference\//, '');
    const [tag = '', ...rest] = place.toLowerCase().split('/');
    const section = rest.at(-1) ?? '';
    const page = targets.get(section) ?? targets.get(tag);
    if (page === undefined) throw new Error(`The link ${href} leads to no page`);
    if (section === '' || targets.has(section)) return page;
    return tag === slug(ERRORS_TAG) ? problemPath(section) : `${page}#${section}`;
  };
}
