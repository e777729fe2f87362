import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Contract, ContractRefused } from './contract.ts';
import { figuresThatDiffer } from './figures.ts';
import { type JourneyFile, workflowFiles } from './journeys.ts';
import { wrongKeywords } from './keyword-forms.ts';
import { redocly } from './redocly.ts';

/**
 * The contract as one document, its components in place and referred to by `#/components/...`, and the journeys. Throws
 * `ContractRefused` for a wrong keyword of our own, and for a figure that is not what it repeats.
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
    const index = await readFile(contract, 'utf8');
    const wrong = [...wrongKeywords(bundle.contract, bundle.journeys, index), ...figuresThatDiffer(bundle.contract)];
    if (wrong.length > 0) throw new ContractRefused(wrong.join('\n'));
    return bundle;
  } finally {
    await rm(folder, { recursive: true });
  }
}
