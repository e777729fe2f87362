import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir } from 'node:fs/promises';
import type { Server as HttpServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { temporaryFolder } from './folders.ts';
import { freePort } from './free-port.ts';
import { ROOT } from './process.ts';

export interface S3Server {
  place: { endpoint: string; bucket: string; prefix: string; region: string };
  /** Environment variables with which a service in another process stores its files on this server. */
  settings: Record<'FILES_URL' | keyof typeof CREDENTIALS, string>;
  folder: string;
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const BUCKET = 'files';

export const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/**
 * Starts a server by calling `open`, which resolves to a function that stops the server. Adds the credentials to
 * `process.env`, where services in this process read them.
 */
async function serve(
  { port, folder }: { port: number; folder: string },
  open: () => Promise<() => Promise<unknown>>,
): Promise<S3Server> {
  Object.assign(process.env, CREDENTIALS);
  const place = { endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET, prefix: 'service/', region: 'us-east-1' };
  let close: Awaited<ReturnType<typeof open>> | undefined = await open();
  const pause = async () => {
    await close?.();
    close = undefined;
  };
  return {
    place,
    settings: { FILES_URL: `s3://${BUCKET}/${place.prefix}?endpoint=${place.endpoint}`, ...CREDENTIALS },
    folder,
    pause,
    async resume() {
      close ??= await open();
    },
    stop: pause,
  };
}

interface S3rver {
  run(): Promise<unknown>;
  close(): Promise<void>;
  httpServer: HttpServer;
}

// Declares the type, because the package has no type declarations.
const Server: new (options: object) => S3rver = createRequire(import.meta.url)('@20minutes/s3rver');

export async function startS3Server(): Promise<S3Server> {
  const directory = await temporaryFolder();
  const port = await freePort();
  return serve({ port, folder: path.join(directory, BUCKET) }, async () => {
    const configureBuckets = [{ name: BUCKET }];
    // Allows wrong signatures, because s3rver rejects correct signatures of paths that end with a slash (bucket lists).
    const options = { allowMismatchedSignatures: true, silent: true, directory, configureBuckets };
    const server = new Server({ port, address: '127.0.0.1', ...options });
    await server.run();
    return () => {
      const closed = server.close();
      // Closes active connections, because `close` waits for them, and they stay active under load.
      server.httpServer.closeAllConnections();
      return closed;
    };
  });
}

const VERSION = 'v1.8.0';
const BIN = path.join(ROOT, 'node_modules/.cache/versitygw');

/** Returns whether Go is installed, which the build of versitygw needs. */
export function hasGo(): boolean {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts Versity's S3 gateway, an S3 server for production use. The first start builds the gateway, which takes
 * minutes and needs network access.
 */
export async function startVersitygw(): Promise<S3Server> {
  const program = path.join(BIN, 'versitygw');
  await access(program).catch(() =>
    promisify(execFile)('go', ['install', `github.com/versity/versitygw/cmd/versitygw@${VERSION}`], {
      env: { ...process.env, GOBIN: BIN },
    }),
  );
  const home = await temporaryFolder();
  const folder = path.join(home, 'objects', BUCKET);
  await mkdir(folder, { recursive: true });
  await mkdir(path.join(home, 'about'));
  const port = await freePort();
  return serve({ port, folder }, async () => {
    const keys = ['--access', CREDENTIALS.AWS_ACCESS_KEY_ID, '--secret', CREDENTIALS.AWS_SECRET_ACCESS_KEY];
    // Stores metadata in a separate folder, because some file systems have no extended attributes.
    const storage = ['posix', '--sidecar', path.join(home, 'about'), path.join(home, 'objects')];
    const args = ['--port', `127.0.0.1:${port}`, '--quiet', ...keys, ...storage];
    const child = spawn(program, args, { stdio: 'ignore' });
    const isUp = () => fetch(`http://127.0.0.1:${port}`).catch(() => null);
    while (child.exitCode === null && (await isUp()) === null) await sleep(20);
    return async () => {
      if (child.kill('SIGKILL')) await once(child, 'exit');
    };
  });
}
