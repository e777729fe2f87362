import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { ownHeaders, previousSecret } from '../../sdk/webhooks/vectors.ts';
import { example } from '../../support/contract.ts';
import { ROOT } from '../../support/process.ts';
import type { Command } from './languages.ts';

/** Checks that a receiver responds with 200 to signed events, stores each event once, and rejects unsigned events. */
export async function checkDeliveries(serve: Command, env: NodeJS.ProcessEnv, path = '/'): Promise<void> {
  const { post, events, stop } = await listen(serve, env, path);
  try {
    const [first, second] = ['EventVerified', 'EventCanceled'].map(example);
    const delivery = signed(Buffer.from(JSON.stringify(first)));
    expect(await Promise.all([1, 2, 3].map(() => post(delivery)))).toEqual([200, 200, 200]);
    expect(await post(delivery)).toBe(200);
    expect(await post({ ...delivery, body: Buffer.from(JSON.stringify(second)) })).toBe(400);
    expect(await post({ ...delivery, headers: { 'X-Signature': delivery.headers['X-Signature'] ?? '' } })).toBe(400);
    expect(await post(signed(Buffer.alloc(65_537, ' ')))).not.toBe(200);
    // Signs with two secrets of which the receiver knows only the second, so that it must check both signatures.
    const other = signed(Buffer.from(JSON.stringify(second)), ['d'.repeat(64), previousSecret]);
    expect(await post(other)).toBe(200);
    await expect.poll(events, { timeout: 15_000 }).toEqual([first.event_id, second.event_id]);
  } finally {
    await stop();
  }
}

/** Checks that a receiver skips retries and older events, and distinguishes resources of two types with the same ID. */
export async function checkOrder(serve: Command, env: NodeJS.ProcessEnv): Promise<void> {
  const { post, events, stop } = await listen(serve, env, '/');
  try {
    const id = 'ORDER-1';
    const ofRequest = (name: string) => ({ ...example(name), request_id: id });
    const [oldest, newer, newest] = ['EventIncomplete', 'EventVerified', 'EventCanceled'].map(ofRequest);
    const submission = { ...example('SubmissionEventVerified'), submission_id: id };
    for (const event of [newer, newer, oldest, newer, oldest, submission, newest, oldest, newer, submission])
      expect(await post(signed(Buffer.from(JSON.stringify(event))))).toBe(200);
    const stored = [newer.event_id, submission.event_id, newest.event_id];
    await expect.poll(events, { timeout: 15_000 }).toEqual(stored);
  } finally {
    await stop();
  }
}

interface Delivery {
  body: Buffer;
  headers: Record<string, string>;
}

const signed = (body: Buffer, secrets?: [string, string?]): Delivery => ({
  body,
  headers: ownHeaders(body, Math.floor(Date.now() / 1000), secrets),
});

export async function listen([command, ...args]: Command, env: NodeJS.ProcessEnv, path: string) {
  const child: ChildProcess = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  let printed = '';
  for (const output of [child.stdout, child.stderr]) {
    output?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const stop = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  // Also matches the format in which PHP's built-in server prints the port.
  const portOf = () => /^port (\d+)$|127\.0\.0\.1:(\d+)\) started/m.exec(printed);
  try {
    await expect.poll(portOf, { timeout: 20_000, message: 'the receiver prints its port' }).not.toBeNull();
  } catch (error) {
    await stop();
    throw new Error(`The receiver does not listen:\n${printed}`, { cause: error });
  }
  const [, port, phpPort] = portOf() ?? [];
  const url = `http://127.0.0.1:${port ?? phpPort}${path}`;
  return {
    url,
    stop,
    events: () => [...printed.matchAll(/^event (\S+)$/gm)].map(([, id = '']) => id),
    /** Sends a delivery. Resolves to the status, or to 0 if the receiver closes the connection, as for a large body. */
    post: ({ headers, body }: Delivery): Promise<number> =>
      fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: new Uint8Array(body),
      })
        .then(async (response) => {
          await response.arrayBuffer();
          return response.status;
        })
        .catch(() => 0),
  };
}
