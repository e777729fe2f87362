import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Contract } from './contract.ts';
import { type JourneyFile, workflowFiles } from './journeys.ts';
import { checkKeywordForms } from './keyword-forms.ts';
import { redocly } from './redocly.ts';

/**
 * The contract as one document, its components in place and referred to by `#/components/...`, and the journeys. Throws
 * `KeywordsRefused`.
 */
export async function bundleSpec(specFolder: string): Promise<{ contract: Contract; journeys: JourneyFile[] }> {
  const files = await workflowFiles(specFolder);
  const folder = await mkdtemp(path.join(tmpdir(), 'contract-'));
  const read = async (name: string) => JSON.parse(await readFile(path.join(folder, `${name}.json`), 'utf8'));
  try {
    const contract = path.join(specFolder, 'openapi.yaml');
    await redocly(specFolder, 'bundle', contract, ...files, `--output=${folder}`, '--ext=json');
    const journeys = files.map(async (file) => {
      const { info, workflows } = await read(path.basename(file, '.yaml'));
      return { file: path.basename(file), description: info.description, workflows };
    });
    const bundle = { contract: (await read('openapi')) as Contract, journeys: await Promise.all(journeys) };
    await checkKeywordForms(bundle.contract, bundle.journeys, specFolder);
    return bundle;
  } finally {
    await rm(folder, { recursive: true });
  }
}
