import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generatedFiles } from '../../../server/generated-files.ts';
import type { Contract } from '../../generate/contract.ts';

/** This project's contract. */
export const contract: Contract = JSON.parse(readFileSync(generatedFiles.contract, 'utf8'));

/** The folder of its journeys, as Arazzo files. */
export const workflows = fileURLToPath(new URL('../../../spec/workflows', import.meta.url));
