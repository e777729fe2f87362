import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const section = /## From a token to a status\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? '';

interface Block {
  language: string;
  text: string;
}

const blocks: Block[] = [...section.matchAll(/```(\w*)\n([\s\S]*?)```/g)].map(
  ([, language = '', text = '']) => ({
    language,
    text,
  }),
);

/** What differs from run to run. */
const normalise = (text: string) =>
  text.trim().replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>');

// The quickstart is for a shell with curl; the service itself needs neither.
const hasShell = ['bash', 'curl'].every((tool) => spawnSync(tool, ['--version']).status === 0);

test.skipIf(!hasShell)(
  "the README's quickstart, pasted line by line, gives what the README says",
  async () => {
    const service = await startService({
      env: { BASE_URL: 'http://localhost:3000', APP_URL: 'http://localhost:3000' },
    });
    try {
      const commands = blocks.filter(({ language }) => language === 'sh');
      expect(commands.length).toBeGreaterThan(4);
      const separator = '=====';
      // The sandbox of the README has port 3000; this one has a port of its own, in what is sent and in the links that come back.
      const curl = `curl() { command curl "$@" | sed 's#http://localhost:3000#${service.url}#g'; }`;
      const script = commands.map(({ text }) => `${text}\necho; echo ${separator}`).join('\n');
      const there = script.replaceAll('http://localhost:3000', service.url);
      const { stdout } = await promisify(execFile)('bash', ['-c', `set -euo pipefail; ${curl}\n${there}`]);
      const outputs = stdout.split(separator);
      for (const [i, block] of blocks.entries()) {
        const answer = blocks[i + 1];
        if (block.language !== 'sh' || answer === undefined || answer.language === 'sh') continue;
        const output = outputs[commands.indexOf(block)] ?? '';
        expect(normalise(output).replaceAll(service.url, 'http://localhost:3000'), block.text).toBe(
          normalise(answer.text),
        );
      }
    } finally {
      await service.stop();
    }
  },
);
