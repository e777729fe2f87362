import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
export const samples = fileURLToPath(new URL('../../../spec/samples/receive-webhook/', import.meta.url));
const harness = (name: string) => path.join(here, name);
const sample = (name: string) => path.join(samples, name);

export type Command = readonly [command: string, ...args: string[]];

export interface Language {
  name: string;
  /** File name in `spec/samples/receive-webhook/`. */
  file: string;
  tool: string;
  build?(folder: string): Promise<Command>;
  /** Returns the command that reads test vectors, and prints a verdict for each vector. */
  vectors(folder: string): Command;
  /** Returns the command of a receiver that prints the port (`port 1234`) and each stored event (`event <id>`). */
  serve(folder: string, secrets: string): Command;
  env?(folder: string, secrets: string): Record<string, string>;
}

const goSettings = { GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local' };

export const languages: readonly Language[] = [
  {
    name: 'TypeScript',
    file: 'typescript.ts',
    tool: 'node',
    vectors: () => [process.execPath, '--import', 'tsx', harness('harness.ts'), 'vectors'],
    serve: (_folder, secrets) => [process.execPath, '--import', 'tsx', harness('harness.ts'), 'serve', secrets],
  },
  {
    name: 'Python',
    file: 'python.py',
    tool: 'python3',
    vectors: () => ['python3', harness('harness.py'), sample('python.py'), 'vectors'],
    serve: (_folder, secrets) => ['python3', harness('harness.py'), sample('python.py'), 'serve', secrets],
    env: () => ({ PYTHONDONTWRITEBYTECODE: '1' }),
  },
  {
    name: 'Ruby',
    file: 'ruby.rb',
    tool: 'ruby',
    vectors: () => ['ruby', harness('harness.rb'), sample('ruby.rb'), 'vectors'],
    serve: (_folder, secrets) => ['ruby', harness('harness.rb'), sample('ruby.rb'), 'serve', secrets],
  },
  {
    name: 'Go',
    file: 'go.go',
    tool: 'go',
    async build(folder) {
      await mkdir(path.join(folder, 'webhooks'));
      await copyFile(sample('go.go'), path.join(folder, 'webhooks', 'webhooks.go'));
      await copyFile(harness('harness.go'), path.join(folder, 'main.go'));
      await writeFile(path.join(folder, 'go.mod'), 'module example\n\ngo 1.21\n');
      return ['go', 'build', '-o', 'harness', '.'];
    },
    vectors: (folder) => [path.join(folder, 'harness'), 'vectors'],
    serve: (folder, secrets) => [path.join(folder, 'harness'), 'serve', secrets],
    env: () => goSettings,
  },
  {
    name: 'Java',
    file: 'java.java',
    tool: 'javac',
    async build(folder) {
      // Renames the sample, because Java requires that a file has the name of its class.
      await copyFile(sample('java.java'), path.join(folder, 'WebhookReceiver.java'));
      await copyFile(harness('Harness.java'), path.join(folder, 'Harness.java'));
      return ['javac', '-Xlint:all', '-Werror', 'WebhookReceiver.java', 'Harness.java'];
    },
    vectors: (folder) => ['java', '-cp', folder, 'Harness', 'vectors'],
    serve: (folder, secrets) => ['java', '-cp', folder, 'Harness', 'serve', secrets],
  },
  {
    name: 'C#',
    file: 'csharp.cs',
    tool: 'mcs',
    build: async (folder) => {
      const output = ['-r:System.Runtime.Serialization', `-out:${folder}/harness.exe`];
      return ['mcs', ...output, sample('csharp.cs'), harness('Harness.cs')];
    },
    vectors: (folder) => ['mono', path.join(folder, 'harness.exe'), 'vectors'],
    serve: (folder, secrets) => ['mono', path.join(folder, 'harness.exe'), 'serve', secrets],
  },
  {
    name: 'PHP',
    file: 'php.php',
    tool: 'php',
    vectors: () => ['php', harness('harness.php')],
    serve: () => ['php', '-S', '127.0.0.1:0', harness('harness.php')],
    env: (folder, secrets) => ({ SAMPLE: sample('php.php'), INBOX: folder, SECRETS: secrets }),
  },
];

/** Environment variables for the samples, which must not depend on other variables of the test process. */
export const environment = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };

export const isInstalled = (tool: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${tool}`], { env: environment }).status === 0;
