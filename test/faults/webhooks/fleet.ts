import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Acknowledgement, FromInstance, InstanceSetup, ToInstance, UserStep } from './messages.ts';

/** `unanswered`: the instance ended first, or was not there. Nobody knows whether the change was made. */
export type Answer = Acknowledgement | 'unanswered';

/** So many instances of the service, each started again when it was killed. */
export interface Fleet {
  /** Resolves when all are ready. */
  start(): Promise<void>;
  /** The places of the instances that are ready. */
  ready(): number[];
  change(place: number, step: UserStep): Promise<Answer>;
  /** `kill -9`, and a new instance in its place. Resolves when the old one has ended. */
  kill(place: number): Promise<void>;
  stopExpiring(): void;
  /** Ends all in order. Resolves to what they ended with. */
  stop(): Promise<(number | NodeJS.Signals | null)[]>;
  /** Ends all at once; for a run that failed. */
  destroy(): void;
  /** The lines that the instances have written. */
  readonly output: readonly string[];
  readonly kills: number;
}

interface Member {
  child: ChildProcess;
  ended: Promise<number | NodeJS.Signals | null>;
  isReady: boolean;
  waiting: Map<number, (answer: Answer) => void>;
  whenReady: Promise<void>;
}

const FILE = fileURLToPath(new URL('instance.ts', import.meta.url));

export function createFleet(
  size: number,
  setup: Omit<InstanceSetup, 'seed' | 'expires'>,
  seed: number,
  file = FILE,
): Fleet {
  const members: Member[] = [];
  const output: string[] = [];
  let nextId = 0;
  let nextSeed = seed;
  let kills = 0;
  let expires = true;

  function launch(): Member {
    const child = fork(file, [JSON.stringify({ ...setup, seed: nextSeed++, expires })], {
      execArgv: file === FILE ? ['--import', 'tsx'] : [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Nothing of the settings of the run itself, which may run under a test runner.
      env: { ...(process.env['PATH'] !== undefined && { PATH: process.env['PATH'] }) },
    });
    const rests = [child.stdout, child.stderr].map((stream) => collectLines(stream, output));
    const waiting: Member['waiting'] = new Map();
    let readied = () => {};
    const whenReady = new Promise<void>((resolve) => {
      readied = resolve;
    });
    const ended = once(child, 'close').then(([code, signal]) => {
      member.isReady = false;
      for (const answer of waiting.values()) answer('unanswered');
      waiting.clear();
      // What was being written when it was killed says nothing.
      if (signal !== 'SIGKILL') for (const rest of rests) output.push(...rest());
      return code ?? signal;
    });
    const member: Member = { child, ended, isReady: false, waiting, whenReady };
    child.on('message', (message: FromInstance) => {
      if (message.type === 'ready') {
        member.isReady = true;
        readied();
        return;
      }
      const answer = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.type === 'unavailable') output.push(message.message);
      const { type, id, ...rest } = message;
      answer?.(type === 'acknowledged' ? (rest as Acknowledgement) : 'unanswered');
    });
    return member;
  }

  const tell = ({ child }: Member, message: ToInstance) => {
    if (child.connected) child.send(message, () => {});
  };

  return {
    output,
    get kills() {
      return kills;
    },
    async start() {
      while (members.length < size) members.push(launch());
      const tooEarly = members.map(({ ended }) =>
        ended.then((end) => Promise.reject(new Error(`An instance ended with ${end}:\n${output.join('\n')}`))),
      );
      for (const each of tooEarly) each.catch(() => {});
      await Promise.race([Promise.all(members.map(({ whenReady }) => whenReady)), ...tooEarly]);
    },
    ready: () => members.flatMap(({ isReady }, place) => (isReady ? [place] : [])),
    change(place, step) {
      const member = members[place];
      if (!member?.isReady) return Promise.resolve('unanswered');
      const id = nextId++;
      return new Promise((resolve) => {
        member.waiting.set(id, resolve);
        tell(member, { type: 'change', id, ...step });
      });
    },
    async kill(place) {
      const member = members[place];
      if (member === undefined) return;
      kills++;
      member.isReady = false;
      member.child.kill('SIGKILL');
      await member.ended;
      members[place] = launch();
    },
    stopExpiring() {
      expires = false;
      for (const member of members) tell(member, { type: 'stopExpiring' });
    },
    async stop() {
      await Promise.all(members.map(({ whenReady, ended }) => Promise.race([whenReady, ended])));
      for (const member of members) tell(member, { type: 'stop' });
      return Promise.all(members.map(({ ended }) => ended));
    },
    destroy() {
      for (const { child } of members) child.kill('SIGKILL');
    },
  };
}

/** Adds the lines to `lines` as they end. The answer tells of what came after the last of them. */
function collectLines(stream: Readable | null, lines: string[]): () => string[] {
  let rest = '';
  stream?.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts.filter((line) => line !== ''));
  });
  return () => (rest === '' ? [] : [rest]);
}
