import { type LocatedOperation, listOperations, type Operation, resolve } from '../contract/openapi.ts';
import { type ProblemCode, problemsOf } from '../contract/operation-shape.ts';
import { ERRORS_TAG, eventPath, eventsOf, guidePath, operationPath, problemPath, ROOT } from './links.ts';
import { blocks, linkList, plain } from './markdown.ts';
import { descriptionOf, operationPage, parameterList, section, statusByErrorCode } from './operation.ts';
import { type Example, exampleGroup, examplesOf, operationGroups, type Page, type Site, sentences } from './page.ts';
import { valueText } from './schema-text.ts';

const operationList = ({ titleOf }: Site, operations: readonly LocatedOperation[]) =>
  linkList(
    operations.map(({ method, operation: { operationId: id } }) => [
      `**${method.toUpperCase()}** ${titleOf(id)}`,
      operationPath(id),
    ]),
  );

const eventList = (events: readonly Operation[]) =>
  linkList(events.map(({ summary, operationId }) => [summary, eventPath(operationId)]));

export function menuOf(site: Site): string {
  const { contract, titleOf } = site;
  const operations = operationGroups(contract).flatMap(([newest]) => newest ?? []);
  const operationTags = new Set(operations.map(({ operation }) => operation.tags[0] ?? ''));
  return blocks(
    linkList([['Introduction', `${ROOT}index.html`]]),
    '**Guides**',
    ...contract['x-tagGroups'].flatMap(({ name, tags }) => [
      name,
      linkList(tags.map((tag) => [titleOf(tag), guidePath(tag)])),
    ]),
    '**Operations**',
    ...[...operationTags].flatMap((tag) => [
      titleOf(tag),
      operationList(
        site,
        operations.filter(({ operation }) => operation.tags[0] === tag),
      ),
    ]),
    '**Events**',
    eventList(eventsOf(contract)),
    '**More**',
    linkList([['Changelog', `${ROOT}changelog.html`]]),
  );
}

function guidePage(site: Site, tag: { name: string; description: string }): Page {
  const { contract, titleOf } = site;
  const isHere = ({ tags }: Operation) => tags[0] === tag.name;
  const operations = operationGroups(contract)
    .flat()
    .filter(({ operation }) => isHere(operation));
  const isErrors = tag.name === ERRORS_TAG;
  const rows = Object.entries(problemsOf(contract) ?? {}).map(
    ([code, { status, title }]) => `| [\`${code}\`](${problemPath(code)}) | ${status} | ${title} |`,
  );
  return {
    path: guidePath(tag.name),
    title: titleOf(tag.name),
    description: plain(sentences(tag.description)[0]),
    head: '',
    details: blocks(
      // Omits the sections about the problem codes, which have their own pages.
      isErrors ? tag.description.split(/^## /m)[0] : tag.description,
      isErrors && section('Problem codes', `| code | status | meaning |\n|---|---|---|\n${rows.join('\n')}`),
      section('Operations', operationList(site, operations)),
      section('Events', eventList(eventsOf(contract).filter(isHere))),
    ),
  };
}

function eventPage({ contract }: Site, operation: Operation): Page {
  const [lead, rest] = sentences(operation.description);
  const [media] = Object.values(operation.requestBody?.content ?? {});
  const [example] = examplesOf(contract, media);
  const headers = (operation.parameters ?? []).map((each) => resolve(contract, each));
  const lines = headers.map(({ name, example: value }) => `${name}: ${value}`);
  return {
    path: eventPath(operation.operationId),
    title: operation.summary,
    description: plain(lead),
    badge: { label: 'POST' },
    tag: operation.tags[0],
    head: blocks(
      'The service sends the event to the `url` of your webhook.',
      lead,
      `[Code of receivers](${guidePath('Receiving webhooks')}) · [Retry schedule](${guidePath('Webhooks')}#retry-schedule)`,
    ),
    samples: [
      exampleGroup('body', 'Body', examplesOf(contract, media)),
      { name: 'headers', label: 'Headers', samples: [{ label: 'Headers', language: 'text', text: lines.join('\n') }] },
    ],
    details: blocks(
      rest,
      section('Body', valueText(contract, media?.schema ?? {}, 'body', example?.value)),
      section('Headers', parameterList(contract, headers, 'header')),
    ),
  };
}

function problemPage(site: Site, code: string, { status, title, explanation }: ProblemCode): Page {
  const { contract } = site;
  const returning = listOperations(contract).filter(({ operation }) =>
    statusByErrorCode(contract, operation).has(code),
  );
  const all = contract.components['examples'] as Record<string, Example> | undefined;
  const examples = examplesOf(contract, { examples: all ?? {} }).filter(
    ({ value }) => (value as { code?: string } | undefined)?.code === code,
  );
  return {
    path: problemPath(code),
    title: code,
    description: `${title}: the cause of the problem ${code} with status ${status}, and how to fix it.`,
    tag: ERRORS_TAG,
    badge: { label: String(status) },
    head: blocks(`**${title}.**`, explanation),
    samples: [exampleGroup('response', 'Response', examples)],
    details: blocks(
      code === 'validation_failed' &&
        section('Codes in errors', descriptionOf(contract.components.schemas['ViolationCode'])),
      section('Operations with this problem', operationList(site, returning)),
    ),
  };
}

export function pagesOf(site: Site, changelog: string): Page[] {
  const { contract } = site;
  const { title, summary, description } = contract.info;
  const pages: Page[] = [
    { path: `${ROOT}index.html`, title, description: summary, head: summary, details: description },
    ...contract.tags.map((tag) => guidePage(site, tag)),
    ...operationGroups(contract).flatMap((group) => group.map((located) => operationPage(site, located, group))),
    ...eventsOf(contract).map((operation) => eventPage(site, operation)),
    ...Object.entries(problemsOf(contract) ?? {}).map(([code, problem]) => problemPage(site, code, problem)),
    {
      path: `${ROOT}changelog.html`,
      title: 'Changelog',
      description: 'The changes in each version of the contract.',
      head: '',
      details: changelog.replace(/^# .*\n/, ''),
    },
  ];
  const list = section('All pages', linkList(pages.map(({ title, path }) => [title, path])));
  const search = 'Type in the search field at the top of the page.';
  const missing = `There is no page at this address. ${search}`;
  pages.push(
    { path: `${ROOT}search.html`, title: 'Search', description: 'Search the reference.', head: search, details: list },
    { path: `${ROOT}404.html`, title: 'Page not found', description: missing, head: missing, details: list },
  );
  const inMenu = pages.filter(({ path, menuPath = path }) => path === menuPath);
  return pages.map((page) => {
    const place = inMenu.findIndex(({ path }) => path === (page.menuPath ?? page.path));
    return { ...page, previous: inMenu[place - 1], next: inMenu[place + 1] };
  });
}
