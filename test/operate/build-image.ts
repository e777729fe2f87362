import { execFile } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/project/root.ts';

const run = promisify(execFile);

export interface Image {
  folder: string;
  env: Record<string, string>;
  workdir: string;
  command: string[];
  healthCheck: string[];
}

/**
 * Builds the image without Docker: runs the Dockerfile's instructions in local folders with the installed Node and npm.
 * Supports only the instructions that the Dockerfile uses. A base image is an empty folder. The caller creates `/data`.
 */
export async function buildImage(folder: string): Promise<Image> {
  const text = await readFile(path.join(root, 'server/operate/Dockerfile'), 'utf8');
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: Image[] = [];
  const names = new Map<string, Image>();
  for (const line of lines) {
    const [, instruction = '', rest = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    if (instruction === 'ARG') continue;
    if (instruction === 'FROM') {
      const stage = {
        folder: path.join(folder, String(stages.length)),
        env: {},
        workdir: '/',
        command: [],
        healthCheck: [],
      };
      stages.push(stage);
      const [, name] = / AS (\w+)$/.exec(rest) ?? [];
      if (name !== undefined) names.set(name, stage);
      continue;
    }
    const stage = stages.at(-1);
    if (stage === undefined) throw new Error(`${instruction} must come after FROM`);
    const at = (target: string) => path.join(stage.folder, path.posix.resolve(stage.workdir, target));
    switch (instruction) {
      case 'WORKDIR':
        stage.workdir = rest;
        await mkdir(at('.'), { recursive: true });
        break;
      case 'ENV':
        Object.assign(stage.env, Object.fromEntries(rest.split(' ').map((pair) => pair.split('='))));
        break;
      case 'COPY':
        await copy(rest, at, names);
        break;
      case 'RUN':
        if (!rest.startsWith('install -d '))
          await run('sh', ['-c', rest], { cwd: at('.'), maxBuffer: 64 * 1024 ** 2, env: environment(stage.env) });
        break;
      case 'CMD':
        stage.command = JSON.parse(rest);
        break;
      case 'HEALTHCHECK':
        stage.healthCheck = JSON.parse(rest.slice(rest.indexOf('[')));
        break;
      case 'LABEL':
      case 'VOLUME':
      case 'USER':
      case 'EXPOSE':
        break;
      default:
        throw new Error(`The instruction ${instruction} is not supported`);
    }
  }
  const image = stages.at(-1);
  if (image === undefined) throw new Error('The Dockerfile has no FROM');
  return image;
}

async function copy(rest: string, at: (target: string) => string, names: Map<string, Image>): Promise<void> {
  const [, stage, files = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(rest) ?? [];
  const sources = files.split(' ');
  const target = sources.pop() ?? '';
  for (const source of sources) {
    const from = stage === undefined ? root : names.get(stage)?.folder;
    if (from === undefined) throw new Error(`The Dockerfile has no stage ${stage}`);
    const whole = source === '.';
    const given = whole ? await filesInBuildContext() : [source];
    for (const each of given) {
      const into = whole ? path.join(target, each) : target.endsWith('/') ? target + path.basename(each) : target;
      await cp(path.join(from, each), at(into), { recursive: true, verbatimSymlinks: true });
    }
  }
}

async function filesInBuildContext(): Promise<string[]> {
  const lines = (await readFile(path.join(root, '.dockerignore'), 'utf8')).split('\n');
  return lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
}

const environment = (more: Record<string, string>) => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  ...more,
});
