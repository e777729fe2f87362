import { readFileSync } from 'node:fs';
import path from 'node:path';
import mustache from 'mustache';
import { FORM } from '../contract/bodies.ts';
import { type Contract, listOperations, type Operation, resolve } from '../contract/openapi.ts';
import { toAscii } from '../generate/portable.ts';
import { root } from '../project/root.ts';
import type { Sample } from './page.ts';

const SAMPLES = path.join(root, 'spec/samples/request');

export function codeSamples(contract: Contract, operationId: string): Sample[] {
  const call = sampleCall(contract, operationId);
  return LANGUAGES.map((language) => renderSample(call, language));
}

/** `{{NAME}}` in a string stands for an environment variable. */
interface SampleCall {
  operationId: string;
  method: string;
  url: string;
  isAuthorized: boolean;
  isConditional: boolean;
  mediaType?: string;
  json?: unknown;
  form?: Record<string, string>;
  assetType?: string;
  file?: unknown;
  /** Arguments of the TypeScript client's method: the required parameters, the body, and the options. */
  args: unknown[];
  package: string;
}

const VARIABLE = /\{\{(\w+)\}\}/;
const CREDENTIALS = { client_id: '{{CLIENT_ID}}', client_secret: '{{CLIENT_SECRET}}' };

const VARIABLES_FOR_GENERATED_IDS: Record<string, string> = {
  '#/components/parameters/WebhookRef': '{{WEBHOOK_ID}}',
  '#/components/parameters/DeliveryRef': '{{DELIVERY_ID}}',
};

export function sampleCall(contract: Contract, id: string): SampleCall {
  const located = listOperations(contract).find(({ operation }) => operation.operationId === id);
  if (located === undefined) throw new Error(`The contract has no operation ${id}`);
  const { method, path: template, operation } = located;
  const body = sampleBody(contract, operation);
  // Omits the parameters for a file, because the upload link already contains them.
  const params = body.assetType === undefined ? requiredParameters(contract, operation) : {};
  const address = template.replace(/\{(\w+)\}/g, (_whole, name) => {
    const value = String(params['path']?.[name]);
    return VARIABLE.test(value) ? value : encodeURIComponent(value);
  });
  const query = Object.entries(params['query'] ?? {}).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  const values = Object.values(params).flatMap(Object.values);
  const parameters = (operation.parameters ?? []).map((each) => resolve(contract, each));
  const isConditional = parameters.some(({ name }) => name === 'If-Match');
  const options = isConditional ? { ifMatch: '{{WEBHOOK_ETAG}}' } : undefined;
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : '';
  return {
    operationId: id,
    method: method.toUpperCase(),
    url: body.assetType === undefined ? `{{BASE_URL}}${address}${search}` : '{{UPLOAD_URL}}',
    isAuthorized: operation.security.some((scheme) => 'oauth2' in scheme),
    isConditional,
    ...body,
    args: [...values, body.json ?? body.form, options].filter((arg) => arg !== undefined),
    package: String(contract['x-service']['npm_package']),
  };
}

export function httpMessage(call: SampleCall): string {
  const { method, url, isAuthorized, isConditional, mediaType, json, form = {}, file } = call;
  const lines = [`${method} ${url}`];
  if (isAuthorized) lines.push('Authorization: Bearer {{TOKEN}}');
  if (isConditional) lines.push('If-Match: {{WEBHOOK_ETAG}}');
  if (mediaType !== undefined) lines.push(`Content-Type: ${mediaType}`);
  const fields = Object.entries(form).map((field) => field.join('='));
  const body = json === undefined ? String(file ?? fields.join('&')) : JSON.stringify(json, null, 2);
  return [...lines, '', body].join('\n');
}

function requiredParameters(contract: Contract, { operationId, parameters = [] }: Operation) {
  const examples: Record<string, Record<string, unknown>> = {};
  for (const each of parameters) {
    const { name, in: place, required, example } = resolve(contract, each);
    if (required !== true) continue;
    const value = ('$ref' in each ? VARIABLES_FOR_GENERATED_IDS[each.$ref] : undefined) ?? example;
    if (value === undefined) throw new Error(`${operationId}: ${name} has no example`);
    examples[place] = { ...examples[place], [name]: value };
  }
  return examples;
}

function sampleBody(contract: Contract, { requestBody }: Operation): Partial<SampleCall> {
  const [content] = Object.entries(requestBody?.content ?? {});
  if (content === undefined) return {};
  const [mediaType, { 'x-asset-type': assetType, examples = {} }] = content;
  const [example] = Object.values(examples);
  if (example === undefined) throw new Error(`A request body of type ${mediaType} has no example`);
  const { value } = resolve(contract, example);
  if (assetType !== undefined) return { mediaType, assetType, file: value };
  return { mediaType, ...(mediaType === FORM ? { form: { ...(value as object), ...CREDENTIALS } } : { json: value }) };
}

interface Language {
  label: string;
  /** Name of the language in highlight.js and of the template file, such as `csharp`. */
  language: string;
  quote(text: string): string;
  readEnv(name: string): string;
  concatenationOperator?: string;
  value(value: unknown, language: Language): string;
}

function renderSample(call: SampleCall, language: Language): Sample {
  const { method, url, form, json, mediaType, assetType, isAuthorized, args } = call;
  // Omits the Content-Type of a form, because HTTP libraries set it.
  const contentType = mediaType === FORM ? undefined : mediaType;
  const literalOf = (value: unknown) => (value === undefined ? undefined : language.value(value, language));
  const view = {
    ...call,
    url: textOf(url, language),
    verb: method.charAt(0) + method.slice(1).toLowerCase(),
    hasHeaders: isAuthorized || contentType !== undefined,
    contentType,
    form: form && {
      literal: literalOf(form),
      fields: Object.entries(form).map(([name, value]) => ({
        name: language.quote(name),
        start: language.quote(`${name}=`),
        value: textOf(value, language),
        pair: textOf(`${name}=${value}`, language),
      })),
    },
    json: literalOf(json),
    file: assetType && `file.${assetType}`,
    args: args.map(literalOf).join(', '),
  };
  const template = readFileSync(path.join(SAMPLES, `${language.language}.mustache`), 'utf8');
  const text = mustache.render(template, view, {}, { escape: String }).trimEnd();
  return { label: language.label, language: language.language, text };
}

function textOf(text: string, { quote, readEnv, concatenationOperator = ' + ' }: Language): string {
  // `VARIABLE` captures the name, so `split` returns a variable name at each odd index.
  const operands = text.split(VARIABLE).map((part, at) => (at % 2 === 1 ? readEnv(part) : part && quote(part)));
  return operands.filter(Boolean).join(concatenationOperator) || quote('');
}

/** Returns a function that writes a value as a literal. `key` formats names, and `words` replaces words like `null`. */
const literal =
  (indent: number, key: (name: string) => string, words: Record<string, string> = {}): Language['value'] =>
  (value, language) =>
    JSON.stringify(value, null, indent).replace(/"(?:[^"\\]|\\.)*":?|\b(?:true|false|null)\b|\{\}|[{}]/g, (token) => {
      if (token.endsWith('":')) return key(JSON.parse(token.slice(0, -1)));
      return token.startsWith('"') ? textOf(JSON.parse(token), language) : (words[token] ?? token);
    });

const jsonText =
  (quote: (json: string) => string): Language['value'] =>
  (value) =>
    quote(JSON.stringify(value, null, 2));

const IDENTIFIER = /^[A-Za-z_]\w*$/;
const doubleQuoted = (text: string) => JSON.stringify(text);
const singleQuoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
/** Escapes line breaks, which a quoted string in TypeScript cannot contain. */
const singleQuotedLine = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
const shellQuoted = (text: string) => (/^[\w=.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

const LANGUAGES: readonly Language[] = [
  {
    label: 'curl',
    language: 'bash',
    quote: shellQuoted,
    readEnv: (name) => `"$${name}"`,
    concatenationOperator: '',
    value: jsonText((json) => shellQuoted(json.replaceAll('\n', '\n  '))),
  },
  {
    label: 'TypeScript',
    language: 'typescript',
    quote: singleQuotedLine,
    readEnv: (name) => `process.env.${name} ?? ''`,
    value: literal(2, (name) => `${IDENTIFIER.test(name) ? name : singleQuotedLine(name)}:`),
  },
  {
    label: 'Python',
    language: 'python',
    quote: doubleQuoted,
    readEnv: (name) => `os.environ["${name}"]`,
    value: literal(4, (name) => `${doubleQuoted(name)}:`, { true: 'True', false: 'False', null: 'None' }),
  },
  {
    label: 'Go',
    language: 'go',
    quote: doubleQuoted,
    readEnv: (name) => `os.Getenv("${name}")`,
    value: jsonText((json) => `\`${json.replaceAll('`', '\\u0060')}\``),
  },
  {
    label: 'Java',
    language: 'java',
    quote: doubleQuoted,
    readEnv: (name) => `System.getenv("${name}")`,
    value: jsonText((json) => {
      // Escapes characters outside ASCII, because Java before version 18 reads files in the encoding of the machine.
      const lines = toAscii(json).replaceAll('\\', '\\\\').split('\n');
      return ['"""', ...lines, '"""'].join(`\n${' '.repeat(12)}`);
    }),
  },
  {
    label: 'C#',
    language: 'csharp',
    quote: doubleQuoted,
    readEnv: (name) => `Environment.GetEnvironmentVariable("${name}")`,
    value: jsonText((json) => `@"${json.replaceAll('"', '""')}"`),
  },
  {
    label: 'PHP',
    language: 'php',
    quote: singleQuoted,
    readEnv: (name) => `getenv('${name}')`,
    concatenationOperator: ' . ',
    value: literal(4, (name) => `${singleQuoted(name)} =>`, { '{': '[', '}': ']', '{}': 'new stdClass()' }),
  },
  {
    label: 'Ruby',
    language: 'ruby',
    quote: singleQuoted,
    readEnv: (name) => `ENV.fetch('${name}')`,
    value: literal(2, (name) => `${IDENTIFIER.test(name) ? name : singleQuoted(name)}:`, { null: 'nil' }),
  },
];
