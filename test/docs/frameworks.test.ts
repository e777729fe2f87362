import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { contract } from '../support/contract.ts';
import { freePort } from '../support/free-port.ts';
import { currentSecret, previousSecret } from '../webhooks/vectors.ts';
import { frameworks, whyNot } from './frameworks/frameworks.ts';
import { environment } from './receivers/languages.ts';
import { holdToHttp } from './receivers/listen.ts';

/** Most of it to install a framework. */
const LIMIT_MS = 600_000;

test('every section of the guide is tried', () => {
  const { description } = contract.tags.find((tag: { name: string }) => tag.name === 'Frameworks');
  const titles = [...description.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  expect(frameworks.map(({ name }) => name)).toEqual(titles);
});

for (const framework of frameworks) {
  const reason = whyNot(framework);
  const title = `the receiver for ${framework.name} believes the service, and nobody else`;
  test.skipIf(reason !== undefined)(
    reason === undefined ? title : `${title} (not run: ${reason})`,
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'framework-'));
      try {
        await framework.prepare(folder);
        const WEBHOOK_SECRET = `${currentSecret},${previousSecret}`;
        const env = { ...environment, WEBHOOK_SECRET, PORT: String(await freePort()) };
        await holdToHttp(framework.serve(folder, WEBHOOK_SECRET), env, '/webhooks');
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    LIMIT_MS,
  );
}
