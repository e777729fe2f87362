// Asks a URL over and over, whether or not the answer before has come, in a process that does nothing else: what keeps
// the bench or the sender of load must not be counted as the server's. It says when it is ready, starts when it gets the URL,
// and with the next message sends how many milliseconds each answer took.
import { setTimeout as sleep } from 'node:timers/promises';

const ASK_EVERY_MS = 5;

process.once('message', async (url: string) => {
  const asked: Promise<number>[] = [];
  let isOver = false;
  process.once('message', () => {
    isOver = true;
  });
  for (; !isOver; await sleep(ASK_EVERY_MS)) {
    const startedAt = performance.now();
    const answer = fetch(url).then((response) => response.arrayBuffer());
    asked.push(answer.then(() => performance.now() - startedAt));
  }
  process.send?.(await Promise.all(asked));
});
process.send?.('ready');
