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

/** Request that an operation's code samples send, independent of the language. */
export interface SampleCall {
  operationId: string;
  /** HTTP method in upper case. */
  method: string;
  /** Path template. File uploads use the upload link instead. */
  path: string;
  pathParameters: Record<string, unknown>;
  /** Required query parameters. Samples omit optional parameters. */
  query: Record<string, unknown>;
  isAuthorized: boolean;
  /** Media type of the body. The body is the value in `json`, the form in `form`, or a file of type `assetType`. */
  mediaType?: string;
  json?: unknown;
  form?: Record<string, unknown>;
  assetType?: string;
}

/** Prefix that marks the name of an environment variable. Samples use variables for secrets and generated values. */
const MARK = '\ue000';

const isVariable = (value: unknown): value is string => typeof value === 'string' && value.startsWith(MARK);

const UPLOAD_LINK = 'UPLOAD_URL is the link that addCredentialBatch gave for the asset.';
const FORM = 'application/x-www-form-urlencoded';
const CREDENTIALS = { client_id: `${MARK}CLIENT_ID`, client_secret: `${MARK}CLIENT_SECRET` };

/** Variables for IDs that the service generates, by reference to the parameter. */
const GENERATED: Record<string, string> = {
  '#/components/parameters/WebhookRef': `${MARK}WEBHOOK_ID`,
  '#/components/parameters/DeliveryRef': `${MARK}DELIVERY_ID`,
};

/** Returns a call with an operation's first examples. Throws if the contract has no example for a required value. */
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
  if (example === undefined) throw new Error(`A request body of type ${mediaType} has no example`);
  const { value } = resolve<{ value: unknown }>(contract, example);
  return { mediaType, ...(mediaType === FORM ? { form: { ...(value as object), ...CREDENTIALS } } : { json: value }) };
}

/** Returns the path of a call with percent-encoded example values. `write` formats a variable for the language. */
function pathOf({ path, pathParameters }: SampleCall, write: (name: string) => string): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name) => {
    const value = pathParameters[name];
    return isVariable(value) ? write(value.slice(1)) : encodeURIComponent(String(value));
  });
}

/** Joins the lines of a sample. Skips lines that are false or undefined. */
const joined = (lines: (string | false | undefined)[], separator = '\n') =>
  lines.filter((line) => line !== false && line !== undefined).join(separator);

/** Maximum line length in columns. The reference shows samples in a narrow panel. */
const MAX_COLUMNS = 60;

/** Returns a value as a literal. `write` converts JSON strings, keys (with the colon), and keywords to a language. */
function literal(value: unknown, write: (token: string) => string, indent = 2): string {
  const json = JSON.stringify(value, null, indent);
  return onFewerLines(json.replace(/"(?:[^"\\]|\\.)*":?|\b(?:true|false|null)\b/g, write));
}

/** Puts an array or object that contains no other array or object on one line if it fits. */
const onFewerLines = (text: string) =>
  text.replace(/^(.*[[{])\n\s+([^[\]{}]*?)\n\s*([\]}].*)$/gm, (whole, before, inner, after) => {
    const space = before.endsWith('{') ? ' ' : '';
    const line = before + space + inner.replace(/\n\s+/g, ' ') + space + after;
    return line.length <= MAX_COLUMNS ? line : whole;
  });

/** Returns the name of the variable in a token, or undefined if the token is not a variable. */
const variableIn = (token: string) => (token.startsWith(`"${MARK}`) ? token.slice(2, -1) : undefined);

/** Returns a curl sample for POSIX shells. It uses long option names, which are easier to read. */
export function curlSample(call: SampleCall): string {
  const { method, query, isAuthorized, mediaType, json, form = {}, assetType } = call;
  const parameters = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => `${name}=${one}`));
  const fields = Object.entries(form).map(([name, value]) =>
    isVariable(value) ? `"${name}=$${value.slice(1)}"` : quotedForShell(`${name}=${value}`),
  );
  // By default, curl uses POST to send data and PUT to upload a file.
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

/** Quotes a string for a shell, unless all its characters are safe. */
const quotedForShell = (text: string) => (/^[\w=.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

const PYTHON_WORDS: Record<string, string> = { true: 'True', false: 'False', null: 'None' };

/** Returns a sample for Python 3. It uses only the standard library, so that it runs without installed packages. */
export function pythonSample(call: SampleCall): string {
  const { method, query, isAuthorized, mediaType, json, form, assetType } = call;
  const hasQuery = Object.keys(query).length > 0;
  const write = (token: string) => {
    const variable = variableIn(token);
    // Python supports all escape sequences that `JSON.stringify` writes.
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

/** Returns a sample that uses the partner client, imported from `specifier`. The client requests its own tokens. */
export function typescriptSample(call: SampleCall, specifier: string): string {
  const { operationId, pathParameters, query, json, form, assetType } = call;
  // Omits empty groups of parameters. `JSON.stringify` omits an undefined body.
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

/** Returns an expression that reads a variable. The client reports an empty string as a missing option. */
const environment = (name: string) => `process.env.${name} ?? ''`;

/** Converts a JSON token to TypeScript. Removes the quotes of keys if possible, and puts strings in single quotes. */
function typescriptToken(token: string): string {
  const variable = variableIn(token);
  if (variable !== undefined) return environment(variable);
  if (/^"[A-Za-z_$][\w$]*":$/.test(token)) return token.replaceAll('"', '');
  return token.replace(/^"([\s\S]*)"/, (_, inner) => `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`);
}
