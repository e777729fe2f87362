import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The parts of a CPU profile (`node --cpu-prof`) that this module reads. */
interface CpuProfile {
  /** Monotonic time in microseconds. */
  startTime: number;
  samples: number[];
  /** Microseconds from the previous sample to each sample. */
  timeDeltas: number[];
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[];
}

interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
}

export interface Share {
  part: string;
  percent: number;
}

const PARTS_SHOWN = 8;

/** Returns the packages and folders that used the most CPU time after `fromMicros` on the monotonic clock. */
export async function readProfile(folder: string, bundle: string, fromMicros: number): Promise<Share[]> {
  const [name = ''] = await readdir(folder);
  const profile: CpuProfile = JSON.parse(await readFile(path.join(folder, name), 'utf8'));
  const partOfNode = partsOf(profile, await readFile(bundle, 'utf8'));
  const micros = new Map<string, number>();
  let at = profile.startTime;
  for (const [index, node] of profile.samples.entries()) {
    const delta = profile.timeDeltas[index] ?? 0;
    at += delta;
    const part = partOfNode.get(node);
    if (at < fromMicros || part === undefined) continue;
    micros.set(part, (micros.get(part) ?? 0) + delta);
  }
  const total = [...micros.values()].reduce((sum, each) => sum + each, 0);
  const shares = [...micros].map(([part, each]) => ({ part, percent: (100 * each) / total }));
  return shares.sort((a, b) => b.percent - a.percent).slice(0, PARTS_SHOWN);
}

/** Maps each node ID to a package or folder: for a native function, that of the caller. Omits idle nodes. */
function partsOf({ nodes }: CpuProfile, bundle: string): Map<number, string> {
  const sources = sourceOfEachLine(bundle);
  const parts = new Map<number, string>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const visit = (id: number, ofCaller: string | undefined) => {
    const node = byId.get(id);
    if (node === undefined) return;
    const part = partOf(node.callFrame, sources) ?? ofCaller;
    if (part !== undefined) parts.set(id, part);
    for (const child of node.children ?? []) visit(child, part);
  };
  visit(nodes[0]?.id ?? 0, undefined);
  return parts;
}

function partOf({ functionName, url, lineNumber }: CallFrame, sources: readonly string[]): string | undefined {
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (url.startsWith('node:internal/crypto')) return 'node:crypto';
  if (url.startsWith('node:')) return 'other modules of Node.js';
  if (url === '') return undefined;
  const source = url.includes('node_modules') ? url : (sources[lineNumber] ?? '');
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  return name ?? source.split('/').slice(0, 2).join('/');
}

/** Reads the source paths from the comments that esbuild writes before the code of each file. */
function sourceOfEachLine(bundle: string): string[] {
  let source = '';
  return bundle.split('\n').map((line) => {
    source = /^\/\/ ([\w@.-]+\/\S+)$/.exec(line)?.[1] ?? source;
    return source;
  });
}
