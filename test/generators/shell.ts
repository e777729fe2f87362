import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/project/root.ts';

/** Cache folder for installed generators. Several checkouts can share the folder. */
export const CACHE = process.env['GENERATORS_CACHE'] ?? path.join(root, 'node_modules', '.cache', 'generators');

const BUNDLES = ['openapi.json', 'openapi.portable.json'] as const;

// Removes npm's variables, because the commands in the guide must not use the folder of this project.
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
export class Failed extends Error {
  readonly stdout: string;

  constructor(output: string, stdout: string) {
    super(output);
    this.stdout = stdout;
  }
}

// These options shorten the start of Java by omitting optimizations, which do not pay off in a run of seconds.
const JAVA_TOOL_OPTIONS =
  '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote';

/** Resolves to stdout. Rejects with stdout and stderr if a command fails. */
export function shell(folder: string, commands: string, more: NodeJS.ProcessEnv = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', `set -euo pipefail\n${commands}`], {
      cwd: folder,
      env: { ...environment, NO_COLOR: '1', JAVA_TOOL_OPTIONS, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(stdout) : reject(new Failed(`${commands}\n${output}exit code ${code}\n`, stdout)),
    );
  });
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** Runs `first`, and then commands in a folder, unless the same commands already ran in the folder. */
export async function once(folder: string, commands: string, first = async () => {}): Promise<void> {
  const mark = path.join(folder, `.done-${createHash('sha256').update(commands).digest('hex').slice(0, 16)}`);
  if (await exists(mark)) return;
  await first();
  await shell(folder, commands);
  await writeFile(mark, '');
}

export async function copyBundles(folder: string): Promise<void> {
  for (const name of BUNDLES) await copyFile(path.join(root, 'generated', name), path.join(folder, name));
}

export async function empty(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}

export async function missingTools(tools: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const tool of tools) await shell(root, `command -v ${tool} || dpkg -s ${tool}`).catch(() => missing.push(tool));
  return missing;
}
