import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type ToReceiver =
  /** Tell of each request. */
  | { type: 'each' }
  /** Tell when so many have arrived. */
  | { type: 'count'; count: number };

export type FromReceiver =
  | { type: 'listening'; port: number }
  | { type: 'set' }
  /** `at`: in nanoseconds. */
  | { type: 'received'; requestId: string; status: string; at: string }
  | { type: 'counted' };

export interface ReceiverProcess {
  url: string;
  /** Resolves to when the event of this change arrives, in nanoseconds of the monotonic clock. */
  received(requestId: string, status: string): Promise<bigint>;
  /** Resolves, once it counts, to a promise of the moment at which so many have arrived. */
  count(count: number): Promise<{ reached: Promise<void> }>;
  /** Goes back to telling of each request. */
  each(): Promise<void>;
  stop(): void;
}

/** Gives `work` a receiver of its own. */
export async function withReceiver<T>(work: (receiver: ReceiverProcess) => Promise<T>): Promise<T> {
  const receiver = await startReceiver();
  try {
    return await work(receiver);
  } finally {
    receiver.stop();
  }
}

async function startReceiver(): Promise<ReceiverProcess> {
  const child = fork(fileURLToPath(new URL('receiver.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  const waiting = new Map<string, (message: FromReceiver) => void>();
  const early = new Map<string, FromReceiver>();
  const nameOf = (message: FromReceiver) =>
    message.type === 'received' ? `${message.requestId} ${message.status}` : message.type;
  const next = (name: string): Promise<FromReceiver> => {
    const message = early.get(name);
    early.delete(name);
    return message ? Promise.resolve(message) : new Promise((resolve) => waiting.set(name, resolve));
  };
  child.on('message', (message: FromReceiver) => {
    const name = nameOf(message);
    const tell = waiting.get(name);
    waiting.delete(name);
    if (tell) tell(message);
    else early.set(name, message);
  });
  const set = async (message: ToReceiver) => {
    child.send(message);
    await next('set');
  };

  const listening = await next('listening');
  const port = listening.type === 'listening' ? listening.port : 0;
  return {
    url: `http://127.0.0.1:${port}/events`,
    async received(requestId, status) {
      const message = await next(`${requestId} ${status}`);
      return message.type === 'received' ? BigInt(message.at) : 0n;
    },
    async count(count) {
      await set({ type: 'count', count });
      return { reached: next('counted').then(() => {}) };
    },
    each: () => set({ type: 'each' }),
    stop: () => child.disconnect(),
  };
}
