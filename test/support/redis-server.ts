import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

export interface RedisServer {
  url: string;
  /** Ends it at once. */
  down(): Promise<void>;
  up(): Promise<void>;
}

/** Whether this machine has one: Debian's `redis-server`. */
export function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version']);
    return true;
  } catch {
    return false;
  }
}

/** A Redis server that keeps nothing on the disk. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const open = async () => {
    const process = spawn('redis-server', ['--port', String(port), '--save', '', '--bind', '127.0.0.1'], {
      stdio: 'ignore',
    });
    for (;;) {
      const socket = createConnection(port, '127.0.0.1');
      const isOpen = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      socket.destroy();
      if (isOpen) return process;
      await sleep(20);
    }
  };
  let running = await open();
  return {
    url: `redis://127.0.0.1:${port}`,
    async down() {
      running.kill('SIGKILL');
      if (running.exitCode === null && running.signalCode === null) await once(running, 'exit');
    },
    async up() {
      running = await open();
    },
  };
}
