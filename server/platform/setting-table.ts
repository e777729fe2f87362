import { readFileSync } from 'node:fs';
import { nearestName } from './nearest-name.ts';

export interface Setting {
  name: string;
  /** `<NAME>` stands for the value of the setting NAME, which must precede this setting. */
  default?: string;
  productionDefault?: string;
  requiredInProduction?: true;
  isFlag?: boolean;
  description: string;
  /** True if the value is secret. Operators can then store the value in a file that `<NAME>_FILE` names. */
  secret?: true;
  /** Throws `InvalidSetting` for an invalid value. An empty `value` means an unset variable without a default. */
  read(value: string, production: boolean): unknown;
}

type SettingTable = Readonly<Record<string, Setting>>;

type Unnamed = Omit<Setting, 'name'> & { name?: string };
type Named<Table> = { readonly [K in keyof Table]: Table[K] & { name: string } };

/** Derives missing variable names from the keys: `baseUrl` becomes BASE_URL. */
export function nameSettings<Table extends Readonly<Record<string, Unnamed>>>(table: Table): Named<Table> {
  const named = Object.entries(table).map(([key, setting]) => {
    const name = key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
    return [key, { name, ...setting }];
  });
  return Object.fromEntries(named);
}

export type ValuesOf<Table extends SettingTable> = { readonly [K in keyof Table]: ReturnType<Table[K]['read']> };

/** The message lists all invalid or missing settings, but no values, because values can be secret. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** The message continues a sentence that begins with the name of the setting. */
export class InvalidSetting extends Error {}

const variable = (env: NodeJS.ProcessEnv, name: string): string => env[name]?.trim() ?? '';

/** Treats a blank variable as unset. The returned `given` contains the names of the settings that `env` sets. */
export function readSettings<Table extends SettingTable>(table: Table, env: NodeJS.ProcessEnv, production: boolean) {
  const problems = misspelledNames(Object.values(table), env);
  const texts = new Map<string, string>();
  const given = new Set<string>();
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(table)) {
    try {
      const set = givenText(setting, env);
      if (set !== '') given.add(setting.name);
      const text = set || defaultText(setting, production, texts);
      if (text === null) continue;
      values[key] = setting.read(text, production);
      texts.set(setting.name, text);
    } catch (error) {
      if (!(error instanceof InvalidSetting)) throw error;
      problems.push(`${setting.name} ${error.message}`);
    }
  }
  return { values: values as Partial<ValuesOf<Table>>, given, problems };
}

/** Ignores names that other programs often use: short names, and names without an underscore, such as HOME. */
function misspelledNames(settings: readonly Setting[], env: NodeJS.ProcessEnv): string[] {
  const known = settings
    .flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name]))
    .filter((name) => name.includes('_') && name.length > 7);
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || !name.includes('_') || variable(env, name) === '') return [];
    const letters = sortedLettersOf(name);
    const nearest = known.find((each) => sortedLettersOf(each) === letters) ?? nearestName(name, known, 1 / 10);
    return nearest === undefined ? [] : [`${name} is not a setting. Did you mean ${nearest}?`];
  });
}

const sortedLettersOf = (name: string): string => [...name].sort().join('');

function givenText({ name, secret }: Setting, env: NodeJS.ProcessEnv): string {
  const text = variable(env, name);
  const file = secret ? variable(env, `${name}_FILE`) : '';
  if (file === '') return text;
  if (text !== '') throw new InvalidSetting(`and ${name}_FILE are both set. Set only one of them`);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InvalidSetting(`cannot be read from the file in ${name}_FILE: ${code}`);
  }
}

/** Returns null if the default refers to an invalid setting. */
function defaultText(setting: Setting, production: boolean, texts: ReadonlyMap<string, string>): string | null {
  if (production && setting.requiredInProduction) throw new InvalidSetting('is required in production');
  const template = (production ? setting.productionDefault : undefined) ?? setting.default ?? '';
  const names = [...template.matchAll(/<([A-Z_]+)>/g)].map(([, name = '']) => name);
  if (names.some((name) => !texts.has(name))) return null;
  return names.reduce((text, name) => text.replace(`<${name}>`, texts.get(name) ?? ''), template);
}

export const optional =
  <T>(read: (value: string, production: boolean) => T) =>
  (value: string, production: boolean): T | null =>
    value === '' ? null : read(value, production);

export const integer = (min: number, max: number) => (value: string) => {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) throw new InvalidSetting(`must be a whole number from ${min} to ${max}`);
  return number;
};

export const oneOf =
  <T extends string>(values: readonly T[]) =>
  (value: string): T => {
    const match = values.find((known) => known === value);
    if (match === undefined) throw new InvalidSetting(`must be one of ${values.join(', ')}`);
    return match;
  };

export const list = (what: string, isEntry: (entry: string) => boolean) => (value: string) => {
  if (value === '') return [];
  const entries = value.split(',').map((entry) => entry.trim());
  const bad = entries.flatMap((entry, index) => (isEntry(entry) ? [] : [index + 1]));
  if (bad.length === 0) return entries;
  throw new InvalidSetting(`must be ${what}, separated by commas. Invalid entries at positions: ${bad.join(', ')}`);
};

const BARE_URL = /^https?:\/\/[^\s\\?#@]+$/i;

/** Tests the string before parsing it, because `new URL` would repair `http:host`, backslashes, and spaces. */
export const parseUrl = (value: string, form = BARE_URL): URL | null =>
  form.test(value) && URL.canParse(value) ? new URL(value) : null;

export function webUrl(value: string, production: boolean, form: RegExp, excluded: string): URL {
  const url = parseUrl(value, form);
  if (url !== null && (!production || url.protocol === 'https:')) return url;
  throw new InvalidSetting(`must be an absolute ${production ? 'https' : 'http or https'} URL without ${excluded}`);
}

/** Normalizes the URL for comparisons with the issuer of a token and the host of a request. */
export function publicUrl(value: string, production: boolean): string {
  const excluded = 'user information, query, fragment or trailing slash';
  const url = webUrl(value, production, /^https?:\/\/[^\s\\?#@]*[^\s\\?#@/]$/i, excluded);
  return url.pathname === '/' ? url.origin : url.origin + url.pathname;
}

export const matching = (form: RegExp, problem: string) => (value: string) => {
  if (!form.test(value)) throw new InvalidSetting(problem);
  return value;
};

export const hostName = matching(/^[\w.:%-]+$/, 'must be an IP address or a host name to listen on');

/** Settings that the server and the mock share. */
export const ADDRESS_SETTINGS = nameSettings({
  port: {
    default: '3000',
    description: 'Port to listen on. 0 selects a free port and requires BASE_URL',
    read: integer(0, 65_535),
  },
  host: {
    default: '127.0.0.1',
    productionDefault: '0.0.0.0',
    description: 'Address to listen on',
    read: hostName,
  },
  baseUrl: {
    default: 'http://localhost:<PORT>',
    requiredInProduction: true,
    description:
      'Public URL of the API, without a trailing slash; https in production. Issuer and audience of access tokens',
    read: publicUrl,
  },
});
