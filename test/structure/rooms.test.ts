import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
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

test('every import goes the way that the rules allow', () => {
  expect(arrows.length).toBeGreaterThan(1000);
  expect(breaches(arrows, RULES)).toEqual([]);
});

test('the conformance kit shares no code with the server that it judges', () => {
  const isOfKit = (file: string) => /^scripts\/conformance\/(?!own\/)/.test(file);
  const ofKit = arrows.filter(({ from }) => isOfKit(from));
  expect(ofKit.length).toBeGreaterThan(100);
  expect(ofKit.filter(({ to }) => /^(server|mock)\//.test(to))).toEqual([]);
});

test('a slice of the store imports only those below it', () => {
  const isInSlice = (file: string) => /^server\/store\/.+\//.test(file);
  const inStore = arrows.filter(({ from, to }) => isInSlice(from) && to.startsWith('server/store/'));
  expect(inStore.length).toBeGreaterThan(50);
  expect(breaches(inStore, STORE_RULES)).toEqual([]);
  const planted = { from: 'server/store/engine/a.ts', to: 'server/store/store.ts' };
  expect(breaches([planted], STORE_RULES)).toHaveLength(1);
});

test('no files import each other in a circle', () => {
  expect(circles(arrows)).toEqual([]);
});

test('the rules themselves have no circle', () => {
  const rules = Object.entries(RULES.rooms).flatMap(([from, targets]) => targets.map((to) => ({ from, to })));
  expect(circles(rules)).toEqual([]);
});

test('a circle is found however many files it goes through', () => {
  const planted = [
    { from: 'server/domain/a.ts', to: 'server/domain/b.ts' },
    { from: 'server/domain/b.ts', to: 'server/domain/c.ts' },
    { from: 'server/domain/c.ts', to: 'server/domain/a.ts' },
    { from: 'server/domain/c.ts', to: 'server/domain/d.ts' },
  ];
  expect(circles(planted)).toEqual([['server/domain/a.ts', 'server/domain/b.ts', 'server/domain/c.ts']]);
});

describe('a breach of each rule is found:', () => {
  const rooms = Object.keys(RULES.rooms);
  const fileIn = (room: string) => (room.endsWith('/') ? `${room}planted.ts` : room);

  test.each(rooms)('%s imports what it may not', (room) => {
    const forbidden = rooms.filter(
      (other) =>
        other !== room &&
        (other !== 'generated/' || room.startsWith('scripts/conformance/')) &&
        !RULES.rooms[room]?.includes(other),
    );
    const planted = forbidden.map((other) => ({ from: fileIn(room), to: fileIn(other) }));
    expect(breaches(planted, RULES)).toEqual(planted.map(({ from, to }) => `${from}: ${room} does not import ${to}`));
    expect(planted.length).toBeGreaterThan(0);
  });

  test.each(Object.keys(RULES.packages))('%s uses a package that it may not', (room) => {
    const planted = ['hono', 'node:fs/promises', '@hono/node-server'].map((to) => ({
      from: fileIn(room),
      to,
    }));
    expect(breaches(planted, RULES)).toHaveLength(planted.length);
  });

  test('a room that no rule knows', () => {
    expect(breaches([{ from: 'server/new/a.ts', to: 'hono' }], RULES)).toEqual([
      'server/new/a.ts is in a room that has no rule',
    ]);
  });
});
