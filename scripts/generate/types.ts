import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import type { Contract } from './contract.ts';

/** TypeScript types of every schema and operation. */
export async function renderTypes(contract: Contract): Promise<string> {
  return astToString(await openapiTypescript(structuredClone(contract) as unknown as OpenAPI3));
}
