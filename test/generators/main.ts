// Generates a client with each generator in the guide "Clients in other languages", compiles it, and sends the first
// requests of a partner. Arguments select the generators whose headings contain one of the words. Installations are
// cached in node_modules/.cache/generators, or in the folder GENERATORS_CACHE, which several clones can share. With
// --unless-passed, skips the test if all clients passed with the same contract, guide, and programs (passed.txt), and
// otherwise omits the slow generators.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Target } from '../../scripts/conformance/kit-types.ts';
import { root } from '../../scripts/project/root.ts';
import { startChangedServer, type WrapFetch } from '../support/changed-server.ts';
import { answersTo, asTypeScript, callsTo } from './calls.ts';
import { type Generator, generators, PROGRAMS } from './generators.ts';
import { type Recipe, readRecipes } from './guide.ts';
import { openRecord } from './passed.ts';
import { CACHE, copyBundles, empty, type Failed, missingTools, once, shell } from './shell.ts';

interface Outcome {
  title: string;
  version: string;
  generated: boolean;
  compiled: boolean;
  answered: number;
  calls: number;
  seconds: number;
  output: string;
}

const installed = path.join(root, 'node_modules');
/** Environment whose PATH starts with the compilers of this project, so that the test programs use them. */
const own = {
  PATH: [path.join(installed, 'typescript-7', 'bin'), path.join(installed, '.bin'), process.env['PATH']].join(
    path.delimiter,
  ),
};

const installing = new Map<string, Promise<void>>();

/** Returns the folder of a chapter. Empties the folder and reinstalls if the installation commands changed. */
async function folderOf({ chapter, install }: Recipe): Promise<string> {
  const folder = path.join(CACHE, chapter.replace(/\W/g, ''));
  const done = installing.get(chapter) ?? once(folder, install, () => empty(folder));
  installing.set(chapter, done);
  await done;
  await copyBundles(folder);
  return folder;
}

/** Returns an outcome that shows, after a failure, which steps succeeded. */
async function testClient(recipe: Recipe, generator: Generator, target: Target): Promise<Outcome> {
  const { title, version, generate, complete, example = '' } = recipe;
  const calls = callsTo(target);
  const answers = answersTo(calls);
  const startedAt = performance.now();
  const outcome = { title, version, generated: false, compiled: false, answered: 0, calls: answers.length, output: '' };
  try {
    const folder = await folderOf(recipe);
    const put = async (place: string, text: string) => {
      await mkdir(path.dirname(path.join(folder, place)), { recursive: true });
      await writeFile(path.join(folder, place), text);
    };
    await rm(path.join(folder, generator.output), { recursive: true, force: true });
    await shell(folder, generate);
    outcome.generated = true;
    for (const commands of [complete, generator.prepare]) if (commands !== undefined) await once(folder, commands);

    const given = `${generator.program}.json`;
    await put(given, JSON.stringify(calls));
    await put('bodies.ts', asTypeScript(calls));
    await put(generator.example, example);
    await put(generator.place, await readFile(path.join(PROGRAMS, generator.program), 'utf8'));
    await shell(folder, generator.compile, own);
    outcome.compiled = true;

    const settings = { BASE_URL: calls.base_url, CLIENT_ID: calls.client_id, CLIENT_SECRET: calls.client_secret };
    const link = await shell(folder, generator.run(generator.example), settings);
    if (!/^https?:\S+\/partner\/add\/microcredential#\S+\n$/.test(link)) throw new Error(`The example printed ${link}`);

    const count = (stdout: string) => {
      const lines = stdout.trimEnd().split('\n');
      const wrong = answers.findIndex((answer, at) => !answer.test(lines[at] ?? ''));
      outcome.answered = answers.filter((answer, at) => answer.test(lines[at] ?? '')).length;
      if (wrong !== -1) outcome.output += `Expected ${answers[wrong]}, but got ${lines[wrong] ?? 'no line'}\n`;
    };
    await shell(folder, `${generator.run(generator.place)} ${given}`).then(count, (error: Failed) => {
      count(error.stdout);
      throw error;
    });
  } catch (error) {
    outcome.output += `${(error as Error).message}\n`;
  }
  return { ...outcome, seconds: (performance.now() - startedAt) / 1000 };
}

/** Simulates a later version of the service, which adds a property to every object in its responses. */
const later: WrapFetch = (fetch) => async (request, env) => {
  const answer = await fetch(request, env);
  if (!answer.headers.get('content-type')?.includes('json')) return answer;
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const body = JSON.parse(await answer.text(), (_name, value) =>
    isObject(value) ? { ...value, added_later: 'to every object' } : value,
  );
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(JSON.stringify(body), { status: answer.status, headers });
};

const recipes = await readRecipes();
const titles = (all: readonly { title: string }[]) => all.map(({ title }) => title).join('; ');
const sorted = (all: readonly { title: string }[]) => titles(all.toSorted((a, b) => a.title.localeCompare(b.title)));
if (sorted(recipes) !== sorted(generators))
  throw new Error(`The guide has ${sorted(recipes)}, but the test has ${sorted(generators)}`);
const filters = process.argv.slice(2).filter((argument) => argument !== '--unless-passed');
const record = await openRecord();
const unlessPassed = process.argv.includes('--unless-passed');
const before = unlessPassed ? await record.read() : null;
if (before !== null) {
  console.log(`${before}Skipped: the contract, the guide, and the programs have not changed since this result.`);
  process.exit();
}
const chosen = recipes.flatMap((recipe) => {
  const generator = generators.find(({ title }) => title === recipe.title);
  if (generator === undefined || (unlessPassed && generator.slow)) return [];
  const isSelected = filters.length === 0 || filters.some((filter) => recipe.title.includes(filter));
  return isSelected ? [{ recipe, generator }] : [];
});

const outcomes: Outcome[] = [];
const queue = [...chosen];
const work = async () => {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { recipe, generator } = next;
    const missing = await missingTools(generator.tools);
    if (missing.length > 0) {
      console.log(`skipped: ${recipe.title} (not installed: ${missing.join(', ')})`);
      continue;
    }
    const server = await startChangedServer('generators', later);
    try {
      outcomes.push(await testClient(recipe, generator, server.target));
    } finally {
      await server.stop();
    }
  }
};
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));

const isSuccess = ({ answered, calls, output }: Outcome) => answered === calls && output === '';
for (const { title, output } of outcomes.filter((each) => !isSuccess(each))) console.error(`${title}:\n${output}`);
const yes = (is: boolean) => (is ? 'yes' : 'no');
const rows = outcomes
  .toSorted((a, b) => titles(recipes).indexOf(a.title) - titles(recipes).indexOf(b.title))
  .map(({ title, version, generated, compiled, answered, calls, seconds }) => [
    title,
    version,
    yes(generated),
    yes(compiled),
    `${answered} of ${calls}`,
    seconds.toFixed(1),
  ]);
const table = [['generator', 'version', 'generated', 'compiled', 'calls', 'seconds'], ...rows];
const widthOf = (column: number) => Math.max(...table.map((row) => row[column]?.length ?? 0));
const lines = table.map((row) =>
  row
    .map((cell, column) => cell.padEnd(widthOf(column)))
    .join('  ')
    .trimEnd(),
);
const summary = `${lines.join('\n')}\n${outcomes.filter(isSuccess).length} of ${outcomes.length} clients passed every call\n`;
process.stdout.write(summary);
if (!outcomes.every(isSuccess)) process.exitCode = 1;
else if (outcomes.length === recipes.length) await record.write(summary);
