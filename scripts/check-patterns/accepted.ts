/** Patterns that recheck does not call safe, as they are written, with the reason why they may stay. */
export const ACCEPTED: ReadonlyMap<string, string> = new Map([
  [String.raw`/(<!-- x -->${'\n'})[\s\S]*?(<!-- /x -->)/`, 'it reads our own READMEs'],
  [
    String.raw`/(?<![\w.])\d+([,.]\d+)*\s+(a\s+)?(second|minute|hour|day|byte|[KM]iB|character|digit|item|id|asset|credential|microcredential|submission|request|webhook|deliver|attempt|redirect|violation)\w*/gi`,
    'it reads our own contract',
  ],
  [String.raw`/\/+$/`, 'it reads an address that who starts the program gives'],
  [
    String.raw`/\b(SELECT\b.{1,200}\bFROM|INSERT INTO|UPDATE\b.{1,100}\bSET|DELETE FROM)\b|\bSQLITE_[A-Z]+|\bSQLSTATE\b/`,
    'each repetition is bounded, so that no start is tried longer than 200 characters',
  ],
  [
    String.raw`/\bat [\w.<>$ []{1,200}\]? ?\(.{1,300}:\d{1,9}(:\d{1,9})?\)|Traceback \(most recent call last\)|\.java:\d+\)/`,
    'each repetition is bounded, so that no start is tried longer than some hundred characters',
  ],
  [
    String.raw`/^(?:https?|ftp):\/\/(?:\S+(?::\S*)?@)?(?:(?!(?:10|127)(?:\.\d{1,3}){3})(?!(?:169\.254|192\.168)(?:\.\d{1,3}){2})(?!172\.(?:1[6-9]|2\d|3[0-1])(?:\.\d{1,3}){2})(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])(?:\.(?:1?\d{1,2}|2[0-4]\d|25[0-5])){2}(?:\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4]))|(?:(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)(?:\.(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)*(?:\.(?:[a-z\u{00a1}-\u{ffff}]{2,})))(?::\d{2,5})?(?:\/[^\s]*)?$/iu`,
    'ajv-formats has it for a format (`url`) that the contract does not use',
  ],
  [String.raw`/^([\w!#$%&'*+.^${'`'}|~-]+):\s*(.+)$/`, 'it reads a header that who starts the kit gives'],
  [String.raw`/^(\S+)\W+(\w+)$/`, 'it reads names that the kit has made'],
  [String.raw`/^[^\p{L}\p{N}]*([\p{L}\p{M}.\s]+)(?![\p{L}\p{M}\p{N}])/u`, 'a name has at most 500 characters'],
  [String.raw`/^\{(\d+)(,?)(\d*)\}/`, 'it reads the patterns of a contract, which have a few characters'],
  [String.raw`/^${'`'}${'`'}${'`'}(\w+)\n([\s\S]*?)^${'`'}${'`'}${'`'}$/gm`, 'it reads our own guides'],
  [String.raw`/^${'`'}${'`'}${'`'}[\s\S]*?^${'`'}${'`'}${'`'}$/gm`, 'it reads our own guides'],
  ['/<!--.*?-->/g', 'it reads our own guides'],
  [String.raw`/${'`'}[^${'`'}\n]*${'`'}|\]\([^)\s]*\)|\{\{[^}]*\}\}/g`, 'it reads our own guides'],
  [String.raw`/\S*\w\S*/g`, 'it reads our own guides'],
]);
