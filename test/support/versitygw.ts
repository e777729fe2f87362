import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { temporaryFolder } from './folders.ts';
import { freePort } from './free-port.ts';
import { ROOT } from './process.ts';
import type { S3Server } from './s3-server.ts';

const VERSION = 'v1.8.0';
const BIN = path.join(ROOT, 'node_modules/.cache/versitygw');

/** Returns whether Go is installed, which builds versitygw. */
export function hasGo(): boolean {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts Versity's S3 gateway, which is made for production. The first start builds it, which needs minutes and a network. */
export async function startVersitygw(): Promise<S3Server> {
  const program = path.join(BIN, 'versitygw');
  await access(program).catch(() =>
    promisify(execFile)('go', ['install', `github.com/versity/versitygw/cmd/versitygw@${VERSION}`], {
      env: { ...process.env, GOBIN: BIN },
    }),
  );
  const home = await temporaryFolder();
  const folder = path.join(home, 'objects/files');
  await mkdir(folder, { recursive: true });
  await mkdir(path.join(home, 'about'));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: 'tests', secretAccessKey: 'of-the-service' };
  const open = async (): Promise<ChildProcess> => {
    const keys = ['--access', credentials.accessKeyId, '--secret', credentials.secretAccessKey];
    // Not every file system has extended attributes.
    const storage = ['posix', '--sidecar', path.join(home, 'about'), path.join(home, 'objects')];
    const args = ['--port', `127.0.0.1:${port}`, '--quiet', ...keys, ...storage];
    const child = spawn(program, args, { stdio: 'ignore' });
    while (child.exitCode === null && (await fetch(endpoint).catch(() => null)) === null) await sleep(20);
    return child;
  };
  let running: ChildProcess | undefined = await open();
  const pause = async () => {
    if (running?.kill('SIGKILL')) await once(running, 'exit');
    running = undefined;
  };
  return {
    place: { endpoint, bucket: 'files', prefix: 'service/', region: 'us-east-1' },
    credentials,
    settings: {
      FILES_URL: `s3://files/service/?endpoint=${endpoint}`,
      FILES_ACCESS_KEY_ID: credentials.accessKeyId,
      FILES_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    folder,
    pause,
    async resume() {
      running ??= await open();
    },
    stop: pause,
  };
}
