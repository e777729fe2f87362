import type { Server as HttpServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { temporaryFolder } from './folders.ts';

/** A server of the protocol of Amazon S3, with one bucket. */
export interface S3Server {
  place: { endpoint: string; bucket: string; prefix: string; region: string };
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** The settings of the service for it. */
  settings: Record<'FILES_URL' | 'FILES_ACCESS_KEY_ID' | 'FILES_SECRET_ACCESS_KEY', string>;
  /** Where it keeps its objects. */
  folder: string;
  /** Answers nobody until it is started again. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

interface S3rver {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
  httpServer: HttpServer;
}

// It has no types.
const Server: new (options: object) => S3rver = createRequire(import.meta.url)('@20minutes/s3rver');

const BUCKET = 'files';

export async function startS3Server(prefix = 'service/'): Promise<S3Server> {
  const directory = await temporaryFolder();
  const open = async (port: number) => {
    const configureBuckets = [{ name: BUCKET }];
    const server = new Server({ port, address: '127.0.0.1', silent: true, directory, configureBuckets });
    return { server, port: (await server.run()).port };
  };
  let running: Awaited<ReturnType<typeof open>> | undefined = await open(0);
  const { port } = running;
  const endpoint = `http://127.0.0.1:${port}`;
  // Those that it has for tests.
  const [accessKeyId, secretAccessKey] = ['S3RVER', 'S3RVER'];
  const pause = async () => {
    const closed = running?.server.close();
    // It waits for connections that are in use, and under load they stay so.
    running?.server.httpServer.closeAllConnections();
    await closed;
    running = undefined;
  };
  return {
    place: { endpoint, bucket: BUCKET, prefix, region: 'us-east-1' },
    credentials: { accessKeyId, secretAccessKey },
    settings: {
      FILES_URL: `s3://${BUCKET}/${prefix}?endpoint=${endpoint}`,
      FILES_ACCESS_KEY_ID: accessKeyId,
      FILES_SECRET_ACCESS_KEY: secretAccessKey,
    },
    folder: path.join(directory, BUCKET),
    pause,
    async resume() {
      running ??= await open(port);
    },
    stop: pause,
  };
}
