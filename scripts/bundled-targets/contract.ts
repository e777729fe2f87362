import { readFileSync } from 'node:fs';
import { referenceFilesIn } from '../../server/api/reference-files.ts';
import type { Contract } from '../contract/openapi.ts';

export const referenceFiles = referenceFilesIn(new URL('../../generated/', import.meta.url));
export const contract: Contract = JSON.parse(readFileSync(referenceFiles.contract, 'utf8'));
export const reference = `${contract.servers[0]?.url}/reference`;
