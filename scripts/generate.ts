// Generates the files in generated/ from spec/: `npm run generate`.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Contract, listOperations, type Response, resolve } from './contract/openapi.ts';
import { redocly, workflowFiles } from './contract/redocly.ts';
import { renderClient } from './generate/client-operations.ts';
import { fillFigures } from './generate/figures.ts';
import { type ArazzoFile, fillGuides } from './generate/guide-parts.ts';
import { deprecationHeaders, renderOperations } from './generate/operations.ts';
import { renderPages } from './generate/pages.ts';
import { applyOverlay, asciiJson, mergeVariants } from './generate/portable.ts';
import { addProblems } from './generate/problems.ts';
import { renderServer } from './generate/server.ts';
import { renderTypes } from './generate/types.ts';
import { renderValidators, validatorDeclarations } from './generate/validators.ts';
import { isMain, root } from './project/root.ts';

const banner = '// Generated from spec/ by `npm run generate`. Do not edit: change spec/ and generate again.\n';

async function bundleSpec(specFolder: string): Promise<{ contract: Contract; workflows: ArazzoFile[] }> {
  const files = await workflowFiles(specFolder);
  const folder = await mkdtemp(path.join(tmpdir(), 'contract-'));
  const read = async (name: string) => JSON.parse(await readFile(path.join(folder, `${name}.json`), 'utf8'));
  try {
    const index = path.join(specFolder, 'openapi.yaml');
    await redocly(specFolder, ['bundle', index, ...files, `--output=${folder}`, '--ext=json']);
    const workflows = await Promise.all(files.map((file) => read(path.basename(file, '.yaml'))));
    return { contract: await read('openapi'), workflows };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Adds rate limit and deprecation headers, except to `default` responses, whose requests count toward no limit. */
export function addResponseHeaders(contract: Contract): void {
  for (const { operation } of listOperations(contract)) {
    const { default: _, ...responses } = operation.responses;
    const { headers = {} } = resolve<Response>(contract, responses['429'] ?? {});
    const limits = Object.entries(headers).filter(([name]) => name.startsWith('RateLimit'));
    const stated = Object.entries(deprecationHeaders(operation) ?? {}).map(
      ([name, value]) => [name, { required: true, schema: { type: 'string', const: value } }] as const,
    );
    for (const [status, each] of Object.entries(responses)) {
      const response = resolve<Response>(contract, each);
      response.headers = { ...response.headers, ...Object.fromEntries(limits) };
      const copy = { ...response, headers: { ...response.headers, ...Object.fromEntries(stated) } };
      if (stated.length > 0) operation.responses[status] = copy;
    }
  }
}

export async function generate(specFolder = path.join(root, 'spec')): Promise<Map<string, string>> {
  const { contract: bundled, workflows } = await bundleSpec(specFolder);
  const contract = fillFigures(bundled);
  addProblems(contract);
  addResponseHeaders(contract);
  fillGuides(contract, workflows, path.join(specFolder, 'samples'));
  const document = asciiJson(contract, 2);
  const overlay = await readFile(path.join(specFolder, 'portable.overlay.yaml'), 'utf8');
  const portable = asciiJson(await applyOverlay(mergeVariants(contract), overlay), 2);
  // Handlers never return `default` responses, which are for requests that the service rejects before routing.
  for (const { operation } of listOperations(contract)) delete operation.responses['default'];
  return new Map([
    ['openapi.json', document],
    ['openapi.portable.json', portable],
    ['types.ts', banner + (await renderTypes(contract))],
    ['validators.js', banner + (await renderValidators(contract))],
    ['validators.d.ts', banner + validatorDeclarations],
    ['operations.ts', banner + renderOperations(contract)],
    ['server.ts', banner + renderServer(contract)],
    ['client.ts', banner + renderClient(contract)],
    ['pages.ts', banner + (await renderPages(specFolder))],
  ]);
}

export async function writeGenerated(): Promise<void> {
  const folder = path.join(root, 'generated');
  await mkdir(folder, { recursive: true });
  for (const [name, text] of await generate()) await writeFile(path.join(folder, name), text);
}

export async function drift(folder: string): Promise<string[]> {
  const expected = await generate();
  const names = await readdir(folder);
  const findings = names.filter((name) => !expected.has(name) && name !== 'reference').map((name) => `extra: ${name}`);
  for (const [name, text] of expected) {
    if (!names.includes(name)) findings.push(`missing: ${name}`);
    else if ((await readFile(path.join(folder, name), 'utf8')) !== text) findings.push(`changed: ${name}`);
  }
  return findings;
}

export async function checkGenerated(): Promise<string> {
  const findings = await drift(path.join(root, 'generated'));
  if (findings.length === 0) return 'generated/ is up to date with spec/';
  throw new Error(`${findings.join('\n')}\ngenerated/ is not up to date with spec/. Run npm run generate.`);
}

if (isMain(import.meta.url)) await writeGenerated();
