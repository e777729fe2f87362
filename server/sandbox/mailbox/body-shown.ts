export interface BodyShown {
  bytes: number;
  /** Decoded with every character; null when it is not UTF-8. */
  text: string | null;
  /** A line for each member if it is a flat JSON object, as events are; null otherwise. */
  pretty: string | null;
  /** The first bytes in hex, with their offsets. */
  hex: string;
  /** How many bytes `hex` leaves out. */
  hexLeftOut: number;
}

const HEX_BYTES = 1024;
const HEX_COLUMNS = 16;

// A byte order mark is part of the signed bytes, so it must not be dropped.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function bodyShown(body: Uint8Array): BodyShown {
  const text = decode(body);
  return {
    bytes: body.byteLength,
    text,
    pretty: text === null ? null : prettyOf(text),
    hex: hexOf(body.subarray(0, HEX_BYTES)),
    hexLeftOut: Math.max(0, body.byteLength - HEX_BYTES),
  };
}

function decode(body: Uint8Array): string | null {
  try {
    return utf8.decode(body);
  } catch {
    return null;
  }
}

/** Not for nested values: a few thousand brackets would be indented with megabytes of spaces. */
function prettyOf(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const isFlat = Object.values(value).every((member) => typeof member !== 'object' || member === null);
    return isFlat ? JSON.stringify(value, null, 2) : null;
  } catch {
    return null;
  }
}

function hexOf(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += HEX_COLUMNS) {
    const digits = Buffer.from(bytes.subarray(offset, offset + HEX_COLUMNS)).toString('hex');
    lines.push(`${offset.toString(16).padStart(4, '0')}  ${digits.replace(/(..)(?=.)/g, '$1 ')}`);
  }
  return lines.join('\n');
}

/** The longest text that a command is made of. */
const MAX_COMMAND_TEXT = 4096;

/** A command that computes the hex signature with `$WEBHOOK_SECRET`; null for a text that cannot be pasted as it is. */
export function signCommand(prefix: string, text: string | null): string | null {
  const signed = prefix + text;
  // Control characters do not survive being pasted.
  if (text === null || signed.length > MAX_COMMAND_TEXT || /\p{Cc}/u.test(signed)) return null;
  return `printf '%s' '${signed.replaceAll("'", "'\\''")}' \\\n  | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET"`;
}
