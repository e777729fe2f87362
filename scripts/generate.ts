// Turns spec/ into generated/: `npm run generate`. `npm run check:generated` compares what it would write.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleSpec } from './generate/bundle.ts';
import { renderClient } from './generate/client.ts';
import { tellCodeSamples } from './generate/code-samples.ts';
import { ContractRefused, listOperations } from './generate/contract.ts';
import { embedSamples } from './generate/embed-samples.ts';
import { fillFigures } from './generate/figures.ts';
import { isMain } from './generate/is-main.ts';
import { renderJourneys, tellJourneys } from './generate/journeys.ts';
import { renderOperations } from './generate/operations.ts';
import { tellRateLimits } from './generate/rate-limit-fields.ts';
import { renderServer } from './generate/server.ts';
import { renderTypes } from './generate/types.ts';
import { renderValidatorDeclarations, renderValidators } from './generate/validators.ts';
import { root } from './root.ts';

const banner = '// Generated from spec/ by `npm run generate`. Do not edit: change spec/ and generate again.\n';

/** Every generated file, by its name, with its text. */
export async function generate(): Promise<Map<string, string>> {
  const specFolder = path.join(root, 'spec');
  const { contract: bundled, journeys } = await bundleSpec(specFolder);
  const contract = await fillFigures(bundled, specFolder);
  tellJourneys(contract, journeys);
  tellRateLimits(contract);
  await embedSamples(contract, path.join(specFolder, 'samples'));
  tellCodeSamples(contract);
  const document = `${JSON.stringify(contract, null, 2)}\n`;
  // What is refused before it is a request of an operation is no answer of its handler.
  for (const { operation } of listOperations(contract)) delete operation.responses['default'];
  return new Map([
    ['openapi.json', document],
    ['types.ts', banner + (await renderTypes(contract))],
    ['validators.js', banner + (await renderValidators(contract))],
    ['validators.d.ts', banner + renderValidatorDeclarations()],
    ['operations.ts', banner + renderOperations(contract)],
    ['server.ts', banner + renderServer(contract)],
    ['client.ts', banner + renderClient(contract)],
    ['journeys.ts', banner + renderJourneys(journeys)],
  ]);
}

/** Writes generated/ anew. */
export async function writeGenerated(): Promise<void> {
  const folder = path.join(root, 'generated');
  await mkdir(folder, { recursive: true });
  for (const [name, text] of await generate()) await writeFile(path.join(folder, name), text);
}

if (isMain(import.meta.url))
  await writeGenerated().catch((error: unknown) => {
    if (!(error instanceof ContractRefused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
