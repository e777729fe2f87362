import { readFileSync } from 'node:fs';
import { workflows as generated } from '../../generated/workflows.ts';
import { referenceFilesIn } from '../../server/api/reference-files.ts';
import type { Workflow } from '../conformance/kit-types.ts';
import type { Contract } from '../contract/openapi.ts';

export const referenceFiles = referenceFilesIn(new URL('../../generated/', import.meta.url));
export const contract: Contract = JSON.parse(readFileSync(referenceFiles.contract, 'utf8'));
export const reference = `${contract.servers[0]?.url}/reference`;
export const workflows: readonly Workflow[] = generated;
