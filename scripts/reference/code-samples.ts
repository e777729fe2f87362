import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import mustache from 'mustache';
import {
  type Contract,
  listOperations,
  type MediaType,
  type Operation,
  type Parameter,
  resolve,
} from '../contract/openapi.ts';
import { toAscii } from '../generate/portable.ts';
import { root } from '../project/root.ts';

/** A program that sends an operation's request. */
interface CodeSample {
  /** Name of the language for readers, such as `C#`. */
  label: string;
  /** Name of the language for syntax highlighting, such as `csharp`. It is also the name of the template. */
  language: string;
  source: string;
}

/** Folder of the templates of requests, and of the receivers of webhook events. */
const SAMPLES = path.join(root, 'spec/samples');

/**
 * Returns a sample in every language. The samples of an operation are generated from the first examples of its
 * parameters and body. The samples of a webhook event are its receivers. Throws an `Error` if the contract has no such
 * operation, or no example for a required value.
 */
export function codeSamples(contract: Contract, operationId: string): CodeSample[] {
  if (Object.values(contract.webhooks).some(({ post }) => post.operationId === operationId)) return receivers();
  const call = sampleCall(contract, operationId);
  return LANGUAGES.map((language) => renderSample(call, language));
}

function receivers(): CodeSample[] {
  const folder = path.join(SAMPLES, 'receive-webhook');
  const files = readdirSync(folder);
  return LANGUAGES.map(({ label, language }) => {
    const file = files.find((name) => path.parse(name).name === language);
    if (file === undefined) throw new Error(`There is no receiver in ${label}`);
    return { label, language, source: readFileSync(path.join(folder, file), 'utf8').trimEnd() };
  });
}

/** Request that an operation's samples send, independent of the language. */
interface SampleCall {
  operationId: string;
  /** HTTP method in upper case. */
  method: string;
  /** URL of the request, without the query. */
  url: string;
  /** Required query parameters. Samples omit optional parameters. */
  query: Record<string, unknown>;
  isAuthorized: boolean;
  /** Media type of the body. The body is the value in `json`, the form in `form`, or a file of type `assetType`. */
  mediaType?: string;
  json?: unknown;
  form?: Record<string, unknown>;
  assetType?: string;
  /** Content of the file, if it is text. */
  file?: unknown;
  /** Parameters and body of the call with the TypeScript client. */
  options: { params?: Record<string, object>; body?: unknown };
  /** Name of the npm package with the TypeScript client. */
  package: string;
}

/** Marks an environment variable in a text. Samples use variables for secrets and generated values. */
const variable = (name: string) => `\ue000${name}\ue001`;
const VARIABLES = /\ue000(\w+)\ue001/g;

const FORM = 'application/x-www-form-urlencoded';
const CREDENTIALS = { client_id: variable('CLIENT_ID'), client_secret: variable('CLIENT_SECRET') };

/** Variables for IDs that the service generates, by reference to the parameter. */
const GENERATED: Record<string, string> = {
  '#/components/parameters/WebhookRef': variable('WEBHOOK_ID'),
  '#/components/parameters/DeliveryRef': variable('DELIVERY_ID'),
};

function sampleCall(contract: Contract, id: string): SampleCall {
  const located = listOperations(contract).find(({ operation }) => operation.operationId === id);
  if (located === undefined) throw new Error(`The contract has no operation ${id}`);
  const { method, path: template, operation } = located;
  const body = sampleBody(contract, operation);
  // An upload link contains all parameters.
  const parameters = body.assetType === undefined ? requiredParameters(contract, operation) : {};
  const given = Object.entries(parameters).filter(([, values]) => Object.keys(values).length > 0);
  const url = template.replace(/\{(\w+)\}/g, (_whole, name) =>
    withEncodedConstants(String(parameters['path']?.[name])),
  );
  return {
    operationId: id,
    method: method.toUpperCase(),
    url: body.assetType === undefined ? variable('BASE_URL') + url : variable('UPLOAD_URL'),
    query: parameters['query'] ?? {},
    isAuthorized: operation.security.some((scheme) => 'oauth2' in scheme),
    ...body,
    options: { ...(given.length > 0 && { params: Object.fromEntries(given) }), body: body.json ?? body.form },
    package: String(contract['x-service']['npm_package']),
  };
}

/** Returns the examples of the required parameters, by place and name. */
function requiredParameters(contract: Contract, { operationId, parameters = [] }: Operation) {
  const examples: Record<string, Record<string, unknown>> = {};
  for (const each of parameters) {
    const { name, in: place, required, example } = resolve<Parameter>(contract, each);
    if (required !== true) continue;
    const value = ('$ref' in each ? GENERATED[each.$ref] : undefined) ?? example;
    if (value === undefined) throw new Error(`${operationId}: ${name} has no example`);
    examples[place] = { ...examples[place], [name]: value };
  }
  return examples;
}

function sampleBody(contract: Contract, { requestBody }: Operation): Partial<SampleCall> {
  const [content] = Object.entries<MediaType>(requestBody?.content ?? {});
  if (content === undefined) return {};
  const [mediaType, { 'x-asset-type': assetType, examples = {} }] = content;
  const [example] = Object.values(examples);
  if (example === undefined) throw new Error(`A request body of type ${mediaType} has no example`);
  const { value } = resolve<{ value: unknown }>(contract, example);
  if (assetType !== undefined) return { mediaType, assetType, file: value };
  return { mediaType, ...(mediaType === FORM ? { form: { ...(value as object), ...CREDENTIALS } } : { json: value }) };
}

/** An HTTP request. In its URL and form, `{{NAME}}` is a variable. */
interface ExampleRequest {
  /** HTTP method in upper case. */
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Body that is not a form. */
  body?: string;
  form?: Record<string, string>;
}

/** Returns the request that the samples of an operation send. Throws in the same cases as `codeSamples`. */
export function exampleRequest(contract: Contract, operationId: string): ExampleRequest {
  const { method, url, query, isAuthorized, mediaType, json, form, file } = sampleCall(contract, operationId);
  const named = (text: string) => text.replaceAll(VARIABLES, '{{$1}}');
  const search = pairsIn(query).map((pair) => pair.join('='));
  return {
    method,
    url: named([url, search.join('&')].filter(Boolean).join('?')),
    headers: {
      ...(isAuthorized && { Authorization: 'Bearer {{TOKEN}}' }),
      ...(mediaType !== undefined && { 'Content-Type': mediaType }),
    },
    ...(json !== undefined && { body: JSON.stringify(json, null, 2) }),
    ...(file !== undefined && { body: String(file) }),
    ...(form && { form: Object.fromEntries(pairsIn(form).map(([name, value]) => [name, named(value)])) }),
  };
}

/** Returns names and values. A list has one entry for each value. */
const pairsIn = (values: Record<string, unknown>) =>
  Object.entries(values).flatMap(([name, each]) => [each].flat().map((one): [string, string] => [name, String(one)]));

/** Splits a text into constants and variables. Each variable is at an odd index. */
const partsOf = (text: string) => text.split(VARIABLES);

/** Percent-encodes a text, except its variables. */
const withEncodedConstants = (text: string) =>
  partsOf(text)
    .map((part, at) => (at % 2 === 1 ? variable(part) : encodeURIComponent(part)))
    .join('');

/** Syntax of a language. */
interface Language extends Omit<CodeSample, 'source'> {
  /** Returns a string literal. */
  quote(text: string): string;
  /** Returns an expression that reads an environment variable. */
  variable(name: string): string;
  /** Operator that concatenates strings, or the start of a string with variables and the form of a variable in it. */
  concatenation: string | { start: string; variable(name: string): string };
  /** Returns a JSON value as an expression. */
  value(value: unknown, language: Language): string;
  /** End of the URL if the template writes the query. Otherwise, the URL contains the percent-encoded query. */
  search?: string;
}

/** Renders the template of a language. */
function renderSample(call: SampleCall, language: Language): CodeSample {
  const { method, query, form, json, mediaType, assetType, isAuthorized, options } = call;
  const pairs = pairsIn(query);
  const hasQuery = pairs.length > 0;
  const search = hasQuery ? (language.search ?? `?${new URLSearchParams(pairs)}`) : '';
  const hasBody = mediaType !== undefined;
  // Libraries add the media type of a form.
  const contentType = mediaType === FORM ? undefined : mediaType;
  // By default, curl uses POST to send data and PUT to upload a file.
  const isCurlDefault = assetType !== undefined || method === 'GET' || (method === 'POST' && hasBody);
  const fieldOf = ([name = '', text]: readonly unknown[]) => ({
    name: language.quote(String(name)),
    start: language.quote(`${name}=`),
    value: textOf(String(text), language),
    pair: textOf(`${name}=${text}`, language),
  });
  const literalOf = (value: unknown) => (value === undefined ? undefined : language.value(value, language));
  const view = {
    ...call,
    hasBody,
    hasQuery,
    hasForm: form !== undefined,
    url: textOf(call.url + search, language),
    verb: method.charAt(0) + method.slice(1).toLowerCase(),
    curlMethod: isCurlDefault ? undefined : method,
    hasHeaders: isAuthorized || contentType !== undefined,
    isFileOrAuthorized: isAuthorized || assetType !== undefined,
    isFormOrQuery: form !== undefined || hasQuery,
    isFormOrJson: form !== undefined || json !== undefined,
    contentType,
    query: pairs.map(fieldOf),
    queryObject: hasQuery && literalOf(query),
    form: Object.entries(form ?? {}).map(fieldOf),
    formObject: literalOf(form),
    json: literalOf(json),
    file: assetType && `file.${assetType}`,
    options: Object.keys(options).length > 0 && literalOf(options),
  };
  const template = readFileSync(path.join(SAMPLES, `request/${language.language}.mustache`), 'utf8');
  const source = mustache.render(template, view, {}, { escape: String }).trimEnd();
  return { label: language.label, language: language.language, source };
}

/** Returns an expression for a text. */
function textOf(text: string, { quote, variable, concatenation }: Language): string {
  const parts = partsOf(text);
  const used = parts.map((part, at) => ({ part, isVariable: at % 2 === 1 })).filter(({ part }) => part !== '');
  if (typeof concatenation === 'string' || used.length <= 1) {
    const operands = used.map(({ part, isVariable }) => (isVariable ? variable(part) : quote(part)));
    return operands.join(String(concatenation)) || quote('');
  }
  const inside = used.map(({ part, isVariable }) => (isVariable ? concatenation.variable(part) : part));
  return `${concatenation.start}${inside.join('')}"`;
}

/** Maximum line length in columns. The reference shows samples in a narrow panel. */
const MAX_COLUMNS = 60;

/** Returns a value as JSON. Puts an array or object that contains no other array or object on one line if it fits. */
function compactJson(value: unknown, indent: number): string {
  const json = JSON.stringify(value, null, indent);
  return json.replace(/^(.*[[{])\n\s+([^[\]{}]*?)\n\s*([\]}].*)$/gm, (whole, before, inner, after) => {
    const space = before.endsWith('{') ? ' ' : '';
    const line = before + space + inner.replace(/\n\s+/g, ' ') + space + after;
    return line.length <= MAX_COLUMNS ? line : whole;
  });
}

/** Returns a function that writes a value with the literals of a language, which `words` and `key` translate. */
const literal =
  (indent: number, key: (name: string) => string, words: Record<string, string> = {}): Language['value'] =>
  (value, language) =>
    compactJson(value, indent).replace(/"(?:[^"\\]|\\.)*":?|\b(?:true|false|null)\b|\{\}|[{}]/g, (token) => {
      if (token.endsWith('":')) return key(JSON.parse(token.slice(0, -1)));
      return token.startsWith('"') ? textOf(JSON.parse(token), language) : (words[token] ?? token);
    });

/** Returns a function that writes a value as JSON in a string literal. */
const jsonText =
  (quote: (json: string) => string): Language['value'] =>
  (value) =>
    quote(compactJson(value, 2));

const IDENTIFIER = /^[A-Za-z_]\w*$/;
const doubleQuoted = (text: string) => JSON.stringify(text);
const singleQuoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
/** Quotes a string for TypeScript, which does not support line breaks in a string literal. */
const singleQuotedLine = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
/** Quotes a string for a shell, unless all its characters are safe. */
const shellQuoted = (text: string) => (/^[\w=.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** The languages, in the order of the reference. Each has a template in `spec/samples/request/`. */
const LANGUAGES: readonly Language[] = [
  {
    label: 'curl',
    language: 'shell',
    search: '',
    quote: shellQuoted,
    variable: (name) => `"$${name}"`,
    concatenation: { start: '"', variable: (name) => `$${name}` },
    value: jsonText((json) => shellQuoted(json.replaceAll('\n', '\n  '))),
  },
  {
    label: 'TypeScript',
    language: 'typescript',
    quote: singleQuotedLine,
    variable: (name) => `process.env.${name} ?? ''`,
    concatenation: ' + ',
    value: literal(2, (name) => `${IDENTIFIER.test(name) ? name : singleQuotedLine(name)}:`),
  },
  {
    label: 'Python',
    language: 'python',
    search: '?{urlencode(query, doseq=True)}',
    quote: doubleQuoted,
    variable: (name) => `os.environ["${name}"]`,
    concatenation: { start: 'f"', variable: (name) => `{os.environ['${name}']}` },
    value: literal(4, (name) => `${doubleQuoted(name)}:`, { true: 'True', false: 'False', null: 'None' }),
  },
  {
    label: 'Go',
    language: 'go',
    quote: doubleQuoted,
    variable: (name) => `os.Getenv("${name}")`,
    concatenation: ' + ',
    value: jsonText((json) => `\`${json.replaceAll('`', '\\u0060')}\``),
  },
  {
    label: 'Java',
    language: 'java',
    quote: doubleQuoted,
    variable: (name) => `System.getenv("${name}")`,
    concatenation: ' + ',
    value: jsonText((json) => {
      // Before version 18, Java reads source files in the encoding of the machine.
      const lines = toAscii(json).replaceAll('\\', '\\\\').split('\n');
      return ['"""', ...lines, '"""'].join(`\n${' '.repeat(12)}`);
    }),
  },
  {
    label: 'C#',
    language: 'csharp',
    quote: doubleQuoted,
    variable: (name) => `Environment.GetEnvironmentVariable("${name}")`,
    concatenation: ' + ',
    value: jsonText((json) => `@"${json.replaceAll('"', '""')}"`),
  },
  {
    label: 'PHP',
    language: 'php',
    quote: singleQuoted,
    variable: (name) => `getenv('${name}')`,
    concatenation: ' . ',
    value: literal(4, (name) => `${singleQuoted(name)} =>`, { '{': '[', '}': ']', '{}': 'new stdClass()' }),
  },
  {
    label: 'Ruby',
    language: 'ruby',
    quote: singleQuoted,
    variable: (name) => `ENV.fetch('${name}')`,
    concatenation: { start: '"', variable: (name) => `#{ENV.fetch('${name}')}` },
    value: literal(2, (name) => `${IDENTIFIER.test(name) ? name : singleQuoted(name)}:`, { null: 'nil' }),
  },
];
