import { load } from 'js-yaml';
import { type OpenAPIOverlayOptions, type OpenApiDocument, openapiOverlay } from 'openapi-format';
import type { Contract } from '../contract/openapi.ts';

/** Applies an Overlay (YAML) to a copy of the contract. Rejects if an action is invalid or changes nothing. */
export async function applyOverlay(contract: Contract, overlay: string): Promise<Contract> {
  const overlaySet = load(overlay) as OpenAPIOverlayOptions['overlaySet'];
  const { data, resultData } = await openapiOverlay(structuredClone(contract) as object as OpenApiDocument, {
    overlaySet,
  });
  const unused = resultData['unusedActions'] as unknown[];
  if (unused.length > 0) throw new Error(`Actions of the Overlay change nothing: ${JSON.stringify(unused, null, 2)}`);
  return data as unknown as Contract;
}

/** Returns a document as JSON in ASCII, because some YAML parsers reject unescaped control characters. */
export const asciiJson = (document: unknown, space?: number): string =>
  `${toAscii(JSON.stringify(document, null, space))}\n`;

/** Escapes all characters of a JSON text that are not in ASCII. */
export const toAscii = (json: string): string =>
  json.replace(/[\x7F-\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
