import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/process.ts';
import { breaches, circles, readArrows } from './arrows.ts';
import { RULES, STORE_RULES } from './rooms.ts';

const FOLDERS = ['generated', 'mock', 'scripts', 'server'];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`),
);
const arrows = readArrows(ROOT, files);

test('every import follows the dependency rules', () => {
  expect(arrows.length).toBeGreaterThan(1000);
  expect(breaches(arrows, RULES)).toEqual([]);
});

test('the conformance kit shares no code with the server that it checks', () => {
  const isOfKit = (file: string) => /^scripts\/conformance\/(?!own\/)/.test(file);
  const ofKit = arrows.filter(({ from }) => isOfKit(from));
  expect(ofKit.length).toBeGreaterThan(100);
  expect(ofKit.filter(({ to }) => /^(server|mock)\//.test(to))).toEqual([]);
});

test('each folder of the store imports only the folders below it', () => {
  const isInSlice = (file: string) => /^server\/store\/.+\//.test(file);
  const inStore = arrows.filter(({ from, to }) => isInSlice(from) && to.startsWith('server/store/'));
  expect(inStore.length).toBeGreaterThan(50);
  expect(breaches(inStore, STORE_RULES)).toEqual([]);
  const planted = { from: 'server/store/engine/a.ts', to: 'server/store/store.ts' };
  expect(breaches([planted], STORE_RULES)).toHaveLength(1);
});

test('no files import each other in a cycle', () => {
  expect(circles(arrows)).toEqual([]);
});

test('the dependency rules have no cycle', () => {
  const rules = Object.entries(RULES.rooms).flatMap(([from, targets]) => targets.map((to) => ({ from, to })));
  expect(circles(rules)).toEqual([]);
});

test('the check finds a cycle of any length', () => {
  const planted = ['ab', 'bc', 'ca', 'cd'].map(([from = '', to = '']) => ({ from, to }));
  expect(circles(planted)).toEqual([['a', 'b', 'c']]);
});

test('the check finds a violation of each rule', () => {
  const rooms = Object.keys(RULES.rooms);
  const fileIn = (room: string) => (room.endsWith('/') ? `${room}planted.ts` : room);
  for (const room of rooms) {
    const allowed = [room, ...(RULES.rooms[room] ?? [])];
    if (!room.startsWith('scripts/conformance/')) allowed.push('generated/');
    const forbidden = rooms.filter((other) => !allowed.includes(other));
    const planted = forbidden.map((other) => ({ from: fileIn(room), to: fileIn(other) }));
    expect(breaches(planted, RULES)).toEqual(planted.map(({ from, to }) => `${from}: ${room} does not import ${to}`));
    expect(planted.length).toBeGreaterThan(0);
  }
  for (const room of Object.keys(RULES.packages)) {
    const packages = ['hono', 'node:fs/promises', '@hono/node-server'];
    expect(
      breaches(
        packages.map((to) => ({ from: fileIn(room), to })),
        RULES,
      ),
    ).toHaveLength(packages.length);
  }
  const unknown = { from: 'server/new/a.ts', to: 'hono' };
  expect(breaches([unknown], RULES)).toEqual(['server/new/a.ts is in a room that has no rule']);
});
