import { service } from '../../generated/operations.ts';

const { max_depth: MAX_DEPTH, max_values: MAX_VALUES } = service.json_files;

/** Whether a file is a JSON object in UTF-8, no larger than `json_files` of the contract allows. */
export function isJsonObject(bytes: Uint8Array): boolean {
  if (!isParsedSoon(bytes)) return false;
  try {
    // The decoder drops a byte order mark, which RFC 8259 8.1 allows.
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/**
 * Counts levels and values before there is an object for each: 10 MiB of nested lists take the parser more than a
 * second, in which nobody else is answered.
 */
function isParsedSoon(json: Uint8Array): boolean {
  let depth = 0;
  let values = 1;
  let isInString = false;
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case 0x22: // "
        isInString = !isInString;
        break;
      case 0x5c: // A backslash, and what it escapes (RFC 8259, section 7).
        if (isInString) at++;
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (isInString) break;
        depth++;
        // Its first value; each further one comes after a comma.
        values++;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        if (!isInString) depth--;
        break;
      case 0x2c: // ,
        if (!isInString) values++;
        break;
    }
    if (depth > MAX_DEPTH || values > MAX_VALUES) return false;
  }
  return true;
}
