import type { Server as HttpServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { temporaryFolder } from './folders.ts';

/** A server with the protocol of Amazon S3, and one bucket. */
export interface S3Server {
  place: { endpoint: string; bucket: string; prefix: string; region: string };
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** Settings of a service that stores its files there. */
  settings: Record<'FILES_URL' | 'FILES_ACCESS_KEY_ID' | 'FILES_SECRET_ACCESS_KEY', string>;
  /** Folder of the objects. */
  folder: string;
  /** Stops the server until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

interface S3rver {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
  httpServer: HttpServer;
}

// The package has no types.
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
  // The fixed credentials of s3rver.
  const [accessKeyId, secretAccessKey] = ['S3RVER', 'S3RVER'];
  const pause = async () => {
    const closed = running?.server.close();
    // `close` waits for connections in use, which under load do not end.
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
