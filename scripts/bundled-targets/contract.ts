import { readFileSync } from 'node:fs';
import { workflows as generated } from '../../generated/workflows.ts';
import { generatedFiles } from '../../server/generated-files.ts';
import type { Workflow } from '../conformance/kit-types.ts';
import type { Contract } from '../contract/openapi.ts';

export const contract: Contract = JSON.parse(readFileSync(generatedFiles.contract, 'utf8'));
export const reference = `${contract.servers[0]?.url}/reference`;
export const workflows: readonly Workflow[] = generated;
