import {
  type Contract,
  type LocatedOperation,
  listOperations,
  type MediaType,
  type Parameter,
  resolve,
} from './contract.ts';

/** Adds `x-codeSamples` to every operation, generated from the first examples of its parameters and body. */
export function addCodeSamples(contract: Contract): void {
  for (const located of listOperations(contract)) {
    const call = sampleCall(contract, located);
    const typescript = typescriptSample(call, String(contract['x-service']['npm_package']));
    located.operation['x-codeSamples'] = [
      { lang: 'Shell', label: 'curl', source: curlSample(call) },
      { lang: 'TypeScript', label: 'TypeScript', source: typescript },
      { lang: 'Python', label: 'Python', source: pythonSample(call) },
    ];
  }
}

/** The request in the samples of an operation, for any language. */
export interface SampleCall {
  operationId: string;
  /** HTTP method in upper case. */
  method: string;
  /** Path template. A file is sent to an upload link instead. */
  path: string;
  pathParameters: Record<string, unknown>;
  /** Required query parameters: a sample is the first call of its kind. */
  query: Record<string, unknown>;
  isAuthorized: boolean;
  /** Media type of the body, which is a JSON value, the fields of a form, or a file. */
  mediaType?: string;
  json?: unknown;
  form?: Record<string, unknown>;
  assetType?: string;
}

/** Prefix of a value from an environment variable of that name, because it is secret or generated. */
const MARK = '\ue000';

const isVariable = (value: unknown): value is string => typeof value === 'string' && value.startsWith(MARK);

const UPLOAD_LINK = 'UPLOAD_URL is the link that addCredentialBatch gave for the asset.';
const FORM = 'application/x-www-form-urlencoded';
const CREDENTIALS = { client_id: `${MARK}CLIENT_ID`, client_secret: `${MARK}CLIENT_SECRET` };

/** Identifiers that the service generates, by their parameters in the contract. */
const GENERATED: Record<string, string> = {
  '#/components/parameters/WebhookRef': `${MARK}WEBHOOK_ID`,
  '#/components/parameters/DeliveryRef': `${MARK}DELIVERY_ID`,
};

/** Returns the call with the first examples of an operation. Throws when the contract lacks an example. */
function sampleCall(contract: Contract, { method, path, operation }: LocatedOperation): SampleCall {
  const { operationId, parameters = [], requestBody, security } = operation;
  const [content] = Object.entries(requestBody?.content ?? {});
  const body = content && sampleBody(contract, ...content);
  const examplesOf = (place: Parameter['in']) =>
    Object.fromEntries(
      parameters.flatMap((each) => {
        const { name, in: at, required, example } = resolve<Parameter>(contract, each);
        // The upload link contains all parameters.
        if (at !== place || required !== true || body?.assetType !== undefined) return [];
        const value = ('$ref' in each ? GENERATED[each.$ref] : undefined) ?? example;
        if (value === undefined) throw new Error(`${operationId}: ${name} has no example`);
        return [[name, value]];
      }),
    );
  return {
    ...{ operationId, method: method.toUpperCase(), path },
    pathParameters: examplesOf('path'),
    query: examplesOf('query'),
    isAuthorized: security.some((scheme) => 'oauth2' in scheme),
    ...body,
  };
}

function sampleBody(contract: Contract, mediaType: string, content: MediaType): Partial<SampleCall> {
  const assetType = content['x-asset-type'];
  if (assetType !== undefined) return { mediaType, assetType };
  const [example] = Object.values(content.examples ?? {});
  if (example === undefined) throw new Error(`A body of ${mediaType} has no example`);
  const { value } = resolve<{ value: unknown }>(contract, example);
  return { mediaType, ...(mediaType === FORM ? { form: { ...(value as object), ...CREDENTIALS } } : { json: value }) };
}

/** Returns the path of a call with percent-encoded examples, and variables in the syntax of the language. */
function pathOf({ path, pathParameters }: SampleCall, write: (name: string) => string): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name) => {
    const value = pathParameters[name];
    return isVariable(value) ? write(value.slice(1)) : encodeURIComponent(String(value));
  });
}

/** Joins the lines of a sample without false ones. */
const joined = (lines: (string | false | undefined)[], separator = '\n') =>
  lines.filter((line) => line !== false && line !== undefined).join(separator);

/** Maximum number of columns, because the panel with samples is narrow. */
const MAX_COLUMNS = 60;

/** Returns a value as JSON. `write` translates strings, names (with the colon), and words to another language. */
function literal(value: unknown, write: (token: string) => string, indent = 2): string {
  const json = JSON.stringify(value, null, indent);
  return onFewerLines(json.replace(/"(?:[^"\\]|\\.)*":?|\b(?:true|false|null)\b/g, write));
}

/** Puts a collection without inner collections on one line if it fits. */
const onFewerLines = (text: string) =>
  text.replace(/^(.*[[{])\n\s+([^[\]{}]*?)\n\s*([\]}].*)$/gm, (whole, before, inner, after) => {
    const space = before.endsWith('{') ? ' ' : '';
    const line = before + space + inner.replace(/\n\s+/g, ' ') + space + after;
    return line.length <= MAX_COLUMNS ? line : whole;
  });

/** Returns the name of a variable; undefined for another token. */
const variableIn = (token: string) => (token.startsWith(`"${MARK}`) ? token.slice(2, -1) : undefined);

/** Returns a sample for POSIX shells, with long option names, which are easier to read. */
export function curlSample(call: SampleCall): string {
  const { method, query, isAuthorized, mediaType, json, form = {}, assetType } = call;
  const parameters = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => `${name}=${one}`));
  const fields = Object.entries(form).map(([name, value]) =>
    isVariable(value) ? `"${name}=$${value.slice(1)}"` : quotedForShell(`${name}=${value}`),
  );
  // curl uses POST for data, and PUT for an uploaded file.
  const isKnown = assetType !== undefined || method === 'GET' || (method === 'POST' && mediaType !== undefined);
  const verb = parameters.length > 0 ? '--get ' : isKnown ? '' : `--request ${method} `;
  const address = assetType ? '"$UPLOAD_URL"' : `"$BASE_URL${pathOf(call, (name) => `$${name}`)}"`;
  const options = [
    `curl ${verb}${address}`,
    isAuthorized && '--header "Authorization: Bearer $TOKEN"',
    ...[...parameters.map(quotedForShell), ...fields].map((pair) => `--data-urlencode ${pair}`),
    mediaType !== FORM && mediaType && `--header 'Content-Type: ${mediaType}'`,
    assetType && `--upload-file file.${assetType}`,
    json !== undefined && `--data ${quotedForShell(literal(json, String).replaceAll('\n', '\n  '))}`,
  ];
  return joined([assetType && `# ${UPLOAD_LINK}`, joined(options, ' \\\n  ')]);
}

/** Quotes a text for a shell, unless all characters are safe. */
const quotedForShell = (text: string) => (/^[\w=.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

const PYTHON_WORDS: Record<string, string> = { true: 'True', false: 'False', null: 'None' };

/** Returns a sample for Python 3 with the standard library only, so that it runs without installing anything. */
export function pythonSample(call: SampleCall): string {
  const { method, query, isAuthorized, mediaType, json, form, assetType } = call;
  const hasQuery = Object.keys(query).length > 0;
  const write = (token: string) => {
    const variable = variableIn(token);
    // Python has the same escapes as `JSON.stringify`.
    return variable === undefined ? (PYTHON_WORDS[token] ?? token) : `os.environ["${variable}"]`;
  };
  const inText = (name: string) => `{os.environ['${name}']}`;
  const url = `f"${inText('BASE_URL')}${pathOf(call, inText)}${hasQuery ? '?{urlencode(query, doseq=True)}' : ''}"`;
  const data = assetType ? 'file' : form ? 'urlencode(form).encode()' : 'json.dumps(body).encode()';
  const hasHeaders = isAuthorized || mediaType !== undefined;
  return joined([
    json !== undefined && 'import json',
    'import os',
    'from urllib.error import HTTPError',
    (hasQuery || form !== undefined) && 'from urllib.parse import urlencode',
    'from urllib.request import Request, urlopen',
    '',
    hasQuery && `query = ${literal(query, write, 4)}`,
    assetType && `with open("file.${assetType}", "rb") as opened:\n    file = opened.read()\n# ${UPLOAD_LINK}`,
    json !== undefined && `body = ${literal(json, write, 4)}`,
    form && `form = ${literal(form, write, 4)}`,
    'request = Request(',
    `    ${assetType ? 'os.environ["UPLOAD_URL"]' : url},`,
    `    method="${method}",`,
    hasHeaders && '    headers={',
    isAuthorized && `        "Authorization": f"Bearer ${inText('TOKEN')}",`,
    mediaType && `        "Content-Type": "${mediaType}",`,
    hasHeaders && '    },',
    mediaType && `    data=${data},`,
    `)
try:
    with urlopen(request) as response:
        print(response.read().decode())
except HTTPError as error:
    # The problem says what is wrong and where.
    raise SystemExit(f"{error.code}: {error.read().decode()}")`,
  ]);
}

/** Returns a sample for the partner's client, imported from `specifier`. The client gets the token itself. */
export function typescriptSample(call: SampleCall, specifier: string): string {
  const { operationId, pathParameters, query, json, form, assetType } = call;
  // Omits empty parameters and a missing body.
  const given = Object.entries({ path: pathParameters, query }).filter(([, values]) => Object.keys(values).length > 0);
  const options = { ...(given.length > 0 && { params: Object.fromEntries(given) }), body: json ?? form };
  const text = literal(options, typescriptToken);
  const argument = assetType ? `upload, await openAsBlob('file.${assetType}')` : text === '{}' ? '' : text;
  return joined([
    assetType && "import { openAsBlob } from 'node:fs';",
    `import { createPartnerClient, unwrap } from '${specifier}';

const client = createPartnerClient({
  baseUrl: ${environment('BASE_URL')},
  clientId: ${environment('CLIENT_ID')},
  clientSecret: ${environment('CLIENT_SECRET')},
});
`,
    assetType &&
      `// ${UPLOAD_LINK}\nconst upload = { url: ${environment('UPLOAD_URL')}, asset_type: '${assetType}' } as const;`,
    form && '// The client gets its tokens itself. This one is yours to use elsewhere.',
    `const answer = await unwrap(client.${operationId}(${argument}));`,
    'console.log(answer);',
  ]);
}

/** The client rejects an empty text, and names the missing option. */
const environment = (name: string) => `process.env.${name} ?? ''`;

/** Returns names without quotes if possible, and texts in single quotes. TypeScript has the escapes of JSON. */
function typescriptToken(token: string): string {
  const variable = variableIn(token);
  if (variable !== undefined) return environment(variable);
  if (/^"[A-Za-z_$][\w$]*":$/.test(token)) return token.replaceAll('"', '');
  return token.replace(/^"([\s\S]*)"/, (_, inner) => `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`);
}
