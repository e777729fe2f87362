import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  type Block,
  blocksOf,
  freePort,
  hasShell,
  isEvent,
  normalise,
  paste,
  startPastedSandbox,
} from './paste.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The code blocks of a section. */
function blocksUnder(title: string): Block[] {
  return blocksOf(new RegExp(`## ${title}\n([\\s\\S]*?)\n## `).exec(readme)?.[1] ?? '');
}

const quickstart = blocksUnder('From a token to a status');
const verification = blocksUnder('From a verification request to a signed event');

test.skipIf(!hasShell)(
  "the README's quickstart and its webhook, pasted line by line, give what the README says",
  { timeout: 30_000 },
  async () => {
    const service = await startPastedSandbox();
    try {
      expect(quickstart.length).toBeGreaterThan(8);
      expect(verification.length).toBeGreaterThan(8);
      const blocks = [...quickstart, ...verification];
      const events = await paste(blocks, service, await freePort(), 2);
      const shown = verification.flatMap(({ text }) => text.split('\n').filter(isEvent));
      expect(events.map(normalise).sort()).toEqual(shown.map(normalise).sort());
    } finally {
      await service.stop();
    }
  },
);
