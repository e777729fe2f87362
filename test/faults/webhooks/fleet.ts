import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { Acknowledgement, FromInstance, InstanceSetup, ToInstance, UserStep } from './shared.ts';

/** `unanswered`: the instance ended before it answered, so the change may or may not be stored. */
export type Answer = Acknowledgement | 'unanswered';

interface Member {
  child: ChildProcess;
  ended: Promise<number | NodeJS.Signals | null>;
  isReady: boolean;
  waiting: Map<number, (answer: Answer) => void>;
  whenReady: Promise<void>;
}

export type Fleet = ReturnType<typeof createFleet>;

/** Starts `size` instances of the bundled program `file`, and replaces each one that is killed. */
export function createFleet(size: number, setup: Omit<InstanceSetup, 'seed' | 'expires'>, seed: number, file: string) {
  const output: string[] = [];
  let nextId = 0;
  let nextSeed = seed;
  let kills = 0;
  let expires = true;

  function launch(): Member {
    const child = fork(file, [JSON.stringify({ ...setup, seed: nextSeed++, expires })], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Without the settings of the test run.
      env: { ...(process.env['PATH'] !== undefined && { PATH: process.env['PATH'] }) },
    });
    for (const stream of [child.stdout, child.stderr]) collectLines(stream, output);
    const waiting: Member['waiting'] = new Map();
    let readied = () => {};
    const whenReady = new Promise<void>((resolve) => {
      readied = resolve;
    });
    const ended = once(child, 'close').then(([code, signal]) => {
      member.isReady = false;
      for (const answer of waiting.values()) answer('unanswered');
      waiting.clear();
      return code ?? signal;
    });
    const member: Member = { child, ended, isReady: false, waiting, whenReady };
    child.on('message', (message: FromInstance) => {
      if (message.type === 'ready') {
        member.isReady = true;
        return readied();
      }
      if (message.type === 'unavailable') output.push(message.message);
      const { type, id, ...rest } = message;
      waiting.get(id)?.(type === 'acknowledged' ? (rest as Acknowledgement) : 'unanswered');
      waiting.delete(id);
    });
    return member;
  }

  const members = Array.from({ length: size }, launch);
  const tell = ({ child }: Member, message: ToInstance) => {
    if (child.connected) child.send(message, () => {});
  };

  return {
    /** The complete lines that the instances wrote. */
    output,
    kills: () => kills,
    /** Resolves when all instances are ready. Rejects if one ends first. */
    async started(): Promise<void> {
      const ready = members.map(async ({ whenReady, ended }) => {
        const end = await Promise.race([whenReady.then(() => 'ready'), ended]);
        if (end !== 'ready') throw new Error(`An instance ended with ${end}:\n${output.join('\n')}`);
      });
      await Promise.all(ready);
    },
    /** Returns the indexes of the instances that are ready. */
    ready: () => members.flatMap(({ isReady }, index) => (isReady ? [index] : [])),
    change(index: number, step: UserStep): Promise<Answer> {
      const member = members[index];
      if (!member?.isReady) return Promise.resolve('unanswered');
      const id = nextId++;
      return new Promise((resolve) => {
        member.waiting.set(id, resolve);
        tell(member, { type: 'change', id, ...step });
      });
    },
    /** Ends an instance with `kill -9` and starts another one. Resolves when the old one has ended. */
    async kill(index: number): Promise<void> {
      const member = members[index];
      if (member === undefined) return;
      kills++;
      member.isReady = false;
      member.child.kill('SIGKILL');
      await member.ended;
      members[index] = launch();
    },
    stopExpiring(): void {
      expires = false;
      for (const member of members) tell(member, { type: 'stopExpiring' });
    },
    /** Stops all instances gracefully. Resolves to their exit codes or signals. */
    async stop(): Promise<(number | NodeJS.Signals | null)[]> {
      await Promise.all(members.map(({ whenReady, ended }) => Promise.race([whenReady, ended])));
      for (const member of members) tell(member, { type: 'stop' });
      return Promise.all(members.map(({ ended }) => ended));
    },
    /** Kills all instances of a run that failed. */
    destroy(): void {
      for (const { child } of members) child.kill('SIGKILL');
    },
  };
}

/** Appends each complete line; a killed instance may leave an incomplete one. */
function collectLines(stream: Readable | null, lines: string[]): void {
  let rest = '';
  stream?.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts.filter((line) => line !== ''));
  });
}
