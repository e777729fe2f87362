import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { load } from 'js-yaml';
import { constant } from './operations.ts';

interface PageTable {
  actions: Record<string, string>;
  pages: Record<string, { title: string; status: number; actions: string[] }>;
  states: Record<string, string>;
  links: Record<string, Record<string, Record<string, string>>>;
  questions: Record<string, { title: string; button: string }>;
  outcomes: Record<string, { path?: string; title: string; status: number }>;
  notices: Record<string, { path: string; title: string; status: number }>;
}

const VIEWERS = ['signedOut', 'owner', 'other'];

export async function renderPages(specFolder: string): Promise<string> {
  const table = load(await readFile(path.join(specFolder, 'pages.yaml'), 'utf8')) as PageTable;
  const defects = defectsOf(table);
  if (defects.length > 0) throw new Error(`spec/pages.yaml: ${defects.join('; ')}`);
  const { actions, pages, links, questions, outcomes, notices } = table;
  return [
    constant('Text key of the button or link of each action.', 'actions', actions),
    constant('Pages behind a link: text key of the title, HTTP status, and actions.', 'pages', pages),
    constant('Page for each kind of link, state, and viewer.', 'links', links),
    constant('Questions before an irreversible action, by action.', 'questions', questions),
    constant('Pages right after an action, by action.', 'outcomes', outcomes),
    constant('Pages with a fixed address, for people who are not signed in.', 'notices', notices),
    'export type PageName = keyof typeof pages;',
    'export type LinkKind = keyof typeof links;',
    'export type LinkState = keyof (typeof links)[LinkKind];',
    "/** A signed-in person: the owner, or somebody else. */\nexport type Viewer = 'owner' | 'other';\n",
  ].join('\n');
}

function defectsOf({ actions, pages, states, links, questions }: PageTable): string[] {
  const cells = Object.entries(links).flatMap(([kind, rows]) =>
    Object.keys({ ...states, ...rows }).flatMap((state) =>
      [...new Set([...VIEWERS, ...Object.keys(rows[state] ?? {})])].map((viewer) => ({
        cell: `${kind}, ${state}, ${viewer}`,
        isKnown: state in states && VIEWERS.includes(viewer),
        page: rows[state]?.[viewer],
      })),
    ),
  );
  const shown = new Set(cells.map(({ page }) => page));
  const offered = new Set(Object.values(pages).flatMap((page) => page.actions));
  return [
    ...cells.filter(({ isKnown }) => !isKnown).map(({ cell }) => `unknown state or viewer: ${cell}`),
    ...cells.filter(({ page }) => page === undefined).map(({ cell }) => `no page for ${cell}`),
    ...[...shown].filter((page) => page && page !== 'never' && !(page in pages)).map((page) => `unknown page: ${page}`),
    ...Object.keys(pages).flatMap((page) => (shown.has(page) ? [] : `no cell shows the page ${page}`)),
    ...[...offered, ...Object.keys(questions)].flatMap((action) =>
      action in actions ? [] : `unknown action: ${action}`,
    ),
    ...Object.keys(actions).flatMap((action) => (offered.has(action) ? [] : `no page offers the action ${action}`)),
  ];
}
