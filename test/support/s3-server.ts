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

/** An S3-compatible server with one bucket. */
export interface S3Server {
  place: { endpoint: string; bucket: string; prefix: string; region: string };
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** Settings for a service that stores its files on this server. */
  settings: Record<'FILES_URL' | 'FILES_ACCESS_KEY_ID' | 'FILES_SECRET_ACCESS_KEY', string>;
  /** Folder that contains the stored objects. */
  folder: string;
  /** Stops the server until `resume` is called. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const BUCKET = 'files';

/** Starts a server by calling `open`, which resolves to a function that stops the server. */
async function serve(
  { port, folder, credentials }: Pick<S3Server, 'folder' | 'credentials'> & { port: number },
  open: () => Promise<() => Promise<unknown>>,
): Promise<S3Server> {
  const place = { endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET, prefix: 'service/', region: 'us-east-1' };
  let close: Awaited<ReturnType<typeof open>> | undefined = await open();
  const pause = async () => {
    await close?.();
    close = undefined;
  };
  return {
    place,
    credentials,
    settings: {
      FILES_URL: `s3://${BUCKET}/${place.prefix}?endpoint=${place.endpoint}`,
      FILES_ACCESS_KEY_ID: credentials.accessKeyId,
      FILES_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
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

// The package has no type declarations.
const Server: new (options: object) => S3rver = createRequire(import.meta.url)('@20minutes/s3rver');

/** Starts s3rver in this process. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await temporaryFolder();
  const port = await freePort();
  // s3rver accepts only these credentials.
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  return serve({ port, folder: path.join(directory, BUCKET), credentials }, async () => {
    const configureBuckets = [{ name: BUCKET }];
    const server = new Server({ port, address: '127.0.0.1', silent: true, directory, configureBuckets });
    await server.run();
    return () => {
      const closed = server.close();
      // `close` waits for active connections, which stay active under load.
      server.httpServer.closeAllConnections();
      return closed;
    };
  });
}

const VERSION = 'v1.8.0';
const BIN = path.join(ROOT, 'node_modules/.cache/versitygw');

/** Returns whether Go is installed. It is needed to build versitygw. */
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
  const credentials = { accessKeyId: 'tests', secretAccessKey: 'of-the-service' };
  return serve({ port, folder, credentials }, async () => {
    const keys = ['--access', credentials.accessKeyId, '--secret', credentials.secretAccessKey];
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
