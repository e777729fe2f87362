import { transform } from 'esbuild';
import { type Contract, listOperations } from '../../../scripts/generate/contract.ts';
import { renderOperations } from '../../../scripts/generate/operations.ts';
import { renderValidators } from '../../../scripts/generate/validators.ts';

/** The text of each generated module that the server runs on, by its file name. */
export type GeneratedModules = Readonly<Record<'operations.js' | 'validators.js', string>>;

/** What the server runs on, generated from a contract. Rejects when nothing can be generated from it. */
export async function generateModules(contract: Contract): Promise<GeneratedModules> {
  const { code } = await transform(renderOperations(contract), { loader: 'ts', format: 'esm' });
  return { 'operations.js': code, 'validators.js': await renderValidators(withoutAnswers(contract)) };
}

/** The server validates no answer: without their validators it takes half the time. */
function withoutAnswers(contract: Contract): Contract {
  const lean = { ...contract, paths: structuredClone(contract.paths) };
  for (const { operation } of listOperations(lean)) operation.responses = {};
  return lean;
}
