import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CACHE, empty, once, shell } from '../../generators/shell.ts';

const VERSION = '4.32.5';
const INSTALLED = path.join(CACHE, `schemathesis-${VERSION}`);
const INSTALL = `python3 -m venv venv && venv/bin/pip install --quiet schemathesis==${VERSION}`;

interface Found {
  operation: string;
  status: number;
  code: string;
  title: string;
}

/** Installs Schemathesis with `python3`, unless Schemathesis is already installed. */
export const installSchemathesis = () => once(INSTALLED, INSTALL, () => empty(INSTALLED));

/** Parses the output of Schemathesis, which has a heading for each operation and shows the status in brackets. */
function findingsIn(text: string): Found[] {
  const [, failures = ''] = /^=+ FAILURES =+$([\s\S]*?)^=+ (?:WARNINGS|SUMMARY) =+$/m.exec(text) ?? [];
  return failures.split(/^_{3,} (?=\S)/m).flatMap((part) => {
    const [, operation = ''] = /^(.+?) _{3,}$/m.exec(part) ?? [];
    return part
      .split(/^\d+\. Test Case ID/m)
      .slice(1)
      .flatMap((one) => {
        const [, status = '0'] = /^\[(\d+)\][^\n]*:\n\n\s*`/m.exec(one) ?? [];
        const about = { operation, status: Number(status) };
        return [...one.matchAll(/^- (ST\d+) (.*)$/gm)].map(([, code = '', title = '']) => ({ ...about, code, title }));
      });
  });
}

export async function runSchemathesis(
  contract: string,
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
  maxSeconds: number,
): Promise<{ found: Found[]; seconds: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'schemathesis-'));
  try {
    const options = [
      ...Object.entries(headers).map(([name, value]) => `--header '${name}: ${value}'`),
      `--checks all --max-time ${maxSeconds} --continue-on-failure --seed 1 --no-color --output-truncate false`,
      '--report json --report-json-path report.json',
    ];
    const command = `${INSTALLED}/venv/bin/schemathesis run ${contract} --url ${baseUrl} ${options.join(' ')}`;
    // Ignores the exit code, which is not 0 if there are findings.
    const text = await shell(folder, `${command} 2>&1 || true`);
    const report = JSON.parse(await readFile(path.join(folder, 'report.json'), 'utf8'));
    return { found: findingsIn(text), seconds: report.running_time };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
