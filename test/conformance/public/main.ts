// Checks servers of public contracts with the conformance kit: without a fault, and with planted faults. Prints a table.
// Arguments select servers by a word in their names. `--schemathesis SECONDS` also runs Schemathesis on each server, for
// at most SECONDS. Needs network access once, and installs the servers in node_modules/.cache or $GENERATORS_CACHE.
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Finding } from '../../../scripts/conformance/kit-types.ts';
import { causesOf } from '../../../scripts/conformance/report/terminal.ts';
import { readContract } from '../../../scripts/contract/read-contract.ts';
import { root } from '../../../scripts/project/root.ts';
import { CACHE, empty, missingTools, once } from '../../generators/shell.ts';
import { freePort } from '../../support/free-port.ts';
import { check } from '../check.ts';
import { credentialsOf, startFaulty } from './faults.ts';
import { installSchemathesis, runSchemathesis } from './schemathesis.ts';
import { type PublicServer, servers } from './servers.ts';

const PROGRAMS = path.join(root, 'test', 'conformance', 'public');
const SETTINGS = `export NODE_ENV=production PROGRAMS='${PROGRAMS}'`;
const START_MS = 60_000;

const options = { schemathesis: { type: 'string' } } as const;
const { values, positionals: words } = parseArgs({ options, allowPositionals: true });
const limit = values.schemathesis === undefined ? null : Number(values.schemathesis);

/** Skips the installation if the same commands already ran in the folder of the server. Resolves to the folder. */
async function install({ name, install: commands }: PublicServer): Promise<string> {
  const folder = path.join(CACHE, 'servers', name.replace(/\W+/g, '-'));
  await once(folder, `${SETTINGS}\n${commands}`, () => empty(folder));
  return folder;
}

async function start(server: PublicServer, folder: string): Promise<{ child: ChildProcess; port: number }> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port) };
  const child = spawn('bash', ['-euc', `${SETTINGS}\n${server.start}`], { cwd: folder, env, stdio: 'ignore' });
  for (const until = Date.now() + START_MS; Date.now() < until && child.exitCode === null; await sleep(200))
    if (await fetch(`http://127.0.0.1:${port}/`).catch(() => null)) return { child, port };
  child.kill();
  throw new Error(`${server.name} did not start.`);
}

/** Resolves to the path of the contract file. Downloads a contract that the server generates. */
async function contractOf({ contract }: PublicServer, folder: string, baseUrl: string): Promise<string> {
  if (!contract.startsWith('/')) return path.join(folder, contract);
  const file = path.join(folder, 'contract.json');
  await writeFile(file, await (await fetch(baseUrl + contract)).text());
  return file;
}

interface Result {
  /** Causes of the findings, without values that differ between runs, such as IDs. */
  causes: ReadonlySet<string>;
  seconds: number;
}

if (limit !== null) await installSchemathesis();
const rows: string[][] = [['server', 'language', 'faults', 'kit', 'seconds', 'Schemathesis', 'seconds']];
for (const server of servers.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))) {
  const missing = await missingTools(server.tools);
  if (missing.length > 0) {
    console.log(`skipped: ${server.name} (not installed: ${missing})`);
    continue;
  }
  const folder = await install(server);
  const file = await withServer(server, folder, (url) => contractOf(server, folder, url));
  const contract = await readContract(file);
  const causeOf = ({ operation, mismatches }: Finding) => `${operation} ${mismatches.join(' ').replace(/\d+/g, '0')}`;
  const withKit = async (baseUrl: string): Promise<Result & { findings: readonly Finding[] }> => {
    const partner = { clientId: '', clientSecret: '', registeredDomains: ['*'], headers: credentialsOf(server) };
    const limits = { sequences: 4, maxSeconds: 300 };
    const report = await check({ name: server.name, baseUrl, ...partner }, { contract, ...limits });
    const causes = causesOf(report.findings).flat().map(causeOf);
    return { findings: report.findings, causes: new Set(causes), seconds: report.seconds };
  };
  const withSchemathesis = async (url: string): Promise<Result> => {
    const { found, seconds } = await runSchemathesis(file, url, server.headers, limit ?? 0);
    return { causes: new Set(found.map((one) => `${one.operation} ${one.code} ${one.title} ${one.status}`)), seconds };
  };

  const healthy = await withServer(server, folder, withKit);
  const isDefect = (text: string) => Object.values(server.defects).some((mismatch) => mismatch.test(text));
  const wrong = healthy.findings.filter(({ mismatches }) => !mismatches.every(isDefect));
  for (const { operation, case: name, mismatches } of causesOf(wrong).flatMap(([first]) => first ?? [])) {
    process.exitCode = 1;
    console.log(`${server.name}: unexplained finding in ${name} (${operation}): ${mismatches.join(' ')}`);
  }
  // Runs Schemathesis twice, because its findings vary between runs.
  const runsBefore: Result[] = [];
  while (limit !== null && runsBefore.length < 2) runsBefore.push(await withServer(server, folder, withSchemathesis));
  const [first] = runsBefore;
  const known = first && { ...first, causes: new Set(runsBefore.flatMap(({ causes }) => [...causes])) };
  const seconds = [healthy.seconds, known?.seconds ?? 0];
  const found = [0, 0];
  for (const fault of server.faults) {
    const results: [Result, Result][] = [[await withFault(server, folder, fault, withKit), healthy]];
    if (known !== undefined) results.push([await withFault(server, folder, fault, withSchemathesis), known]);
    for (const [index, [now, before]] of results.entries()) {
      const cause = [...now.causes].find((one) => !before.causes.has(one));
      if (cause !== undefined) found[index] = (found[index] ?? 0) + 1;
      else if (index === 0) process.exitCode = 1;
      seconds[index] = (seconds[index] ?? 0) + now.seconds;
      console.log(`${server.name}: ${fault}: ${index === 0 ? 'kit' : 'Schemathesis'}: ${cause ?? 'NOT FOUND'}`);
    }
  }
  const runs = server.faults.length + 1;
  const each = seconds.map((all) => (all / runs).toFixed(0));
  const texts = found.map(String);
  rows.push([server.name, server.language, String(server.faults.length), texts[0] ?? '', each[0] ?? '']);
  if (known !== undefined) rows.at(-1)?.push(texts[1] ?? '', each[1] ?? '');
}
for (const row of rows) console.log(`| ${row.join(' | ')} |`);

/** Runs `work` with a new server, because each run changes the data of its server. */
async function withServer<T>(server: PublicServer, folder: string, work: (url: string, port: number) => Promise<T>) {
  const { child, port } = await start(server, folder);
  try {
    return await work(`http://127.0.0.1:${port}`, port);
  } finally {
    child.kill();
  }
}

function withFault<T>(server: PublicServer, folder: string, fault: string, work: (url: string) => Promise<T>) {
  return withServer(server, folder, async (_, port) => {
    const proxy = await startFaulty(server, port, fault);
    try {
      return await work(proxy.baseUrl);
    } finally {
      proxy.stop();
    }
  });
}
