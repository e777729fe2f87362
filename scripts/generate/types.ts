import { createRequire } from 'node:module';
import type { OpenAPI3 } from 'openapi-typescript';
import type { Contract, Schema } from './contract.ts';

// As CommonJS: before it imports CommonJS as a module, Node looks through all megabytes of the compiler for exports.
const require = createRequire(import.meta.url);
const ts: typeof import('typescript') = require('typescript');
const { default: openapiTypescript, astToString }: typeof import('openapi-typescript') = require('openapi-typescript');

const MODULE = `/**
 * The types of the contract.
 *
 * @example
 * import type { components } from 'partner-credential-kit/types';
 * type Submission = components['schemas']['EducationSubmission'];
 *
 * @module
 */

`;

const typeNamed = (name: string) => ts.factory.createTypeReferenceNode(name);

/** TypeScript types of every schema and operation. The bytes of a file are what `fetch` takes for them. */
export async function renderTypes(contract: Contract): Promise<string> {
  const nodes = await openapiTypescript(structuredClone(contract) as unknown as OpenAPI3, {
    transform: (schema) => {
      const { format, not } = schema as Schema;
      if (format === 'binary') return ts.factory.createUnionTypeNode([typeNamed('Blob'), typeNamed('Uint8Array')]);
      // A text or null that is no text: many generators know no type that is null alone.
      return (not as Schema | undefined)?.type === 'string'
        ? ts.factory.createLiteralTypeNode(ts.factory.createNull())
        : undefined;
    },
  });
  return MODULE + astToString(nodes);
}
