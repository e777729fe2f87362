import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/project/root.ts';
import type { Found } from './explained.ts';

const VERSION = '4.32.5';
const venv = path.join(root, 'node_modules', '.cache', `schemathesis-${VERSION}`);
const program = path.join(venv, 'bin', 'schemathesis');

/** Runs a program. Resolves to its exit code and output. */
async function run(
  command: string,
  parameters: readonly string[],
  cwd = root,
): Promise<{ code: number; text: string }> {
  const child = spawn(command, parameters, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
  const [code] = await once(child, 'close');
  return { code, text };
}

/** Installs Schemathesis in node_modules/.cache. Needs python3. */
export async function installSchemathesis(): Promise<void> {
  if (existsSync(program)) return;
  const steps: [string, string[]][] = [
    ['python3', ['-m', 'venv', venv]],
    [path.join(venv, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`]],
  ];
  for (const [command, parameters] of steps) {
    const { code, text } = await run(command, parameters);
    if (code !== 0) throw new Error(`${command} ${parameters.join(' ')}\n${text}`);
  }
}

/** Parses the findings in the output, which has a heading for each operation, and the response status in brackets. */
function findingsIn(text: string, isStateful: boolean): Found[] {
  const [, failures = ''] = /^=+ FAILURES =+$([\s\S]*?)^=+ (?:WARNINGS|SUMMARY) =+$/m.exec(text) ?? [];
  return failures.split(/^_{3,} (?=\S)/m).flatMap((part) => {
    const [, operation = ''] = /^(.+?) _{3,}$/m.exec(part) ?? [];
    return part
      .split(/^\d+\. Test Case ID/m)
      .slice(1)
      .flatMap((one) => {
        const [, status = '0', body = ''] = /^\[(\d+)\][^\n]*:\n\n\s*`([\s\S]*?)`$/m.exec(one) ?? [];
        const about = { operation, status: Number(status), body, isStateful };
        return [...one.matchAll(/^- (ST\d+) (.*)$/gm)].map(([, code = '', title = '']) => ({ ...about, code, title }));
      });
  });
}

/** Runs all phases and checks of Schemathesis against a server, for at most `seconds`. */
export async function runSchemathesis(
  contract: string,
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
  { seconds, isStateful }: { seconds: number; isStateful: boolean },
): Promise<{ text: string; found: Found[]; cases: number; unique: number; seconds: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'schemathesis-'));
  try {
    const { text } = await run(
      program,
      [
        ...['run', contract, '--url', baseUrl],
        ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
        ...['--checks', 'all', '--max-time', String(seconds), '--continue-on-failure', '--seed', '1', '--no-color'],
        ...['--output-truncate', 'false', '--report', 'json', '--report-json-path', path.join(folder, 'report.json')],
      ],
      folder,
    );
    const report = JSON.parse(await readFile(path.join(folder, 'report.json'), 'utf8'));
    const { generated, unique_failures: unique } = report.test_cases;
    return { text, found: findingsIn(text, isStateful), cases: generated, unique, seconds: report.running_time };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
