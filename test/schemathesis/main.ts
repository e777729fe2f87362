// Runs all phases of Schemathesis (https://schemathesis.readthedocs.io) against the server and the mock: `npm run
// nightly -- schemathesis`. An argument of this file sets the time limit for each target in seconds (default: 600).
// explained.ts must explain each finding. Needs python3, and installs Schemathesis in node_modules/.cache.
import { spawn } from 'node:child_process';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startOwnMock } from '../../scripts/conformance/own/own-mock.ts';
import { startOwnServer } from '../../scripts/conformance/own/own-server.ts';
import { root } from '../../scripts/root.ts';
import { EXPLAINED, type Found } from './explained.ts';

const VERSION = '4.32.5';
const seconds = Number(process.argv[2] ?? 600);
const venv = path.join(root, 'node_modules', '.cache', `schemathesis-${VERSION}`);
const program = path.join(venv, 'bin', 'schemathesis');

/** Runs a program. Resolves to its exit code and output. */
function run(
  command: string,
  parameters: readonly string[],
  cwd = root,
): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (more: string) => {
        text += more;
      });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, text }));
  });
}

async function install(): Promise<void> {
  if (
    await access(program).then(
      () => true,
      () => false,
    )
  )
    return;
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
        return [...one.matchAll(/^- (ST\d+) (.*)$/gm)].map(([, code = '', title = '']) => ({
          operation,
          code,
          title,
          status: Number(status),
          body,
          isStateful,
        }));
      });
  });
}

await install();
for (const [name, start] of [
  ['server', startOwnServer],
  ['mock', startOwnMock],
] as const) {
  const { target, stop } = await start(name);
  const folder = await mkdtemp(path.join(tmpdir(), 'schemathesis-'));
  try {
    const credentials = { client_id: target.clientId, client_secret: target.clientSecret };
    const answer = await fetch(`${target.baseUrl}/api/partner/v2/oauth/token.json`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', ...credentials }),
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const { text } = await run(
      program,
      [
        ...[
          'run',
          path.join(root, 'generated', 'openapi.json'),
          '--url',
          target.baseUrl,
          '--header',
          `Authorization: Bearer ${token}`,
        ],
        ...['--checks', 'all', '--max-time', String(seconds), '--continue-on-failure', '--seed', '1', '--no-color'],
        ...['--output-truncate', 'false', '--report', 'json', '--report-json-path', path.join(folder, 'report.json')],
      ],
      folder,
    );
    const report = JSON.parse(await readFile(path.join(folder, 'report.json'), 'utf8'));
    const found = findingsIn(text, target.other !== undefined);
    const counted = new Map<string, number>();
    for (const each of found) {
      const reason = EXPLAINED.find(({ is }) => is(each))?.reason;
      const line = reason ?? `NOT EXPLAINED: ${each.code} ${each.title}: ${each.operation} ${each.status} ${each.body}`;
      counted.set(line, (counted.get(line) ?? 0) + 1);
      if (reason === undefined) process.exitCode = 1;
    }
    const { generated, unique_failures: unique } = report.test_cases;
    console.log(`${name}: ${generated} cases in ${Math.round(report.running_time)} s, ${unique} findings`);
    for (const [line, count] of counted) console.log(`  ${count}  ${line}`);
    // If the output contains fewer findings than the report, the parser missed some of them.
    if (found.length < unique || generated === 0) {
      console.log(text);
      process.exitCode = 1;
    }
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}
