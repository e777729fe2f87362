import {
  type Contract,
  type LocatedOperation,
  listOperations,
  type MediaType,
  type Parameter,
  resolve,
} from './contract.ts';

/**
 * Gives every operation its `x-codeSamples`, made of the first examples of its parameters and body. They stand in the
 * contract that partners download, because the tools which render it there show them too.
 */
export function tellCodeSamples(contract: Contract): void {
  for (const located of listOperations(contract)) {
    const call = sampleCall(contract, located);
    located.operation['x-codeSamples'] = [
      { lang: 'Shell', label: 'curl', source: curlSample(call) },
      {
        lang: 'TypeScript',
        label: 'TypeScript',
        source: typescriptSample(call, String(contract['x-service']['npm_package'])),
      },
      { lang: 'Python', label: 'Python', source: pythonSample(call) },
    ];
  }
}

/** A value that the reader has in an environment variable, because it is the reader's own or secret. */
class Variable {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** The request that the samples of an operation send, in any language. */
export interface SampleCall {
  operationId: string;
  /** Upper case. */
  method: string;
  /** The path template. A file goes to an upload link instead. */
  path: string;
  /** Examples, and variables for what the service makes up. */
  pathParameters: Record<string, unknown>;
  /** The required parameters: a sample is the first call of its kind, and has no page before it. */
  query: Record<string, unknown>;
  /** Whether the request carries an access token. */
  isAuthorized: boolean;
  body:
    | { kind: 'json'; value: unknown }
    | { kind: 'form'; value: Record<string, unknown> }
    /** A file, which goes to a link that an earlier response gave out. */
    | { kind: 'file'; assetType: string; mediaType: string }
    | undefined;
}

const UPLOAD_LINK = 'UPLOAD_URL is the link that addCredentialBatch gave for the asset.';
const FORM = 'application/x-www-form-urlencoded';
const CREDENTIALS = { client_id: new Variable('CLIENT_ID'), client_secret: new Variable('CLIENT_SECRET') };

/** The identifiers that the service makes up, by the names of their parameters in the contract. */
const MADE_UP: Record<string, Variable> = {
  WebhookRef: new Variable('WEBHOOK_ID'),
  DeliveryRef: new Variable('DELIVERY_ID'),
};

/** The call that the first examples of an operation make. Throws when the contract lacks an example for it. */
function sampleCall(contract: Contract, { method, path, operation }: LocatedOperation): SampleCall {
  const parameters = (operation.parameters ?? []).map((each) => {
    const madeUp = '$ref' in each ? MADE_UP[each.$ref.slice(each.$ref.lastIndexOf('/') + 1)] : undefined;
    return { ...resolve<Parameter>(contract, each), ...(madeUp !== undefined && { example: madeUp }) };
  });
  const examplesOf = (place: Parameter['in']) =>
    Object.fromEntries(
      parameters
        .filter((each) => each.in === place && each.required === true)
        .map(({ name, example }) => {
          if (example === undefined) throw new Error(`${operation.operationId}: ${name} has no example`);
          return [name, example];
        }),
    );
  const [content] = Object.entries(operation.requestBody?.content ?? {});
  const body = content && sampleBody(contract, ...content);
  // The link that a file goes to has all of its parameters in it.
  const isUpload = body?.kind === 'file';
  return {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    path,
    pathParameters: isUpload ? {} : examplesOf('path'),
    query: isUpload ? {} : examplesOf('query'),
    isAuthorized: operation.security.some((scheme) => 'oauth2' in scheme),
    body,
  };
}

function sampleBody(contract: Contract, mediaType: string, content: MediaType): SampleCall['body'] {
  const assetType = content['x-asset-type'];
  if (assetType !== undefined) return { kind: 'file', assetType, mediaType };
  const [example] = Object.values(content.examples ?? {});
  if (example === undefined) throw new Error(`A body of ${mediaType} has no example`);
  const { value } = resolve<{ value: unknown }>(contract, example);
  return mediaType === FORM
    ? { kind: 'form', value: { ...(value as object), ...CREDENTIALS } }
    : { kind: 'json', value };
}

/** The path of a call with its parameters in place: examples percent-encoded, variables as the language writes them. */
function pathOf({ path, pathParameters }: SampleCall, write: (name: string) => string): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name) => {
    const value = pathParameters[name];
    return value instanceof Variable ? write(value.name) : encodeURIComponent(String(value));
  });
}

/** The panel that the samples are read in is narrow: a little more than this fits in it. */
const MAX_COLUMNS = 60;
/** Before the name of a variable that stands as a string in JSON. */
const MARK = '\ue000';

/** A value as JSON whose strings, names (with the colon), and words `write` writes in another language. */
function literal(value: unknown, write: (token: string) => string, indent = 2): string {
  const json = JSON.stringify(value, (_, member) => (member instanceof Variable ? MARK + member.name : member), indent);
  return onFewerLines(json.replace(/"(?:[^"\\]|\\.)*":?|\b(?:true|false|null)\b/g, write));
}

/** Puts a collection without inner collections on one line where it fits. */
const onFewerLines = (text: string) =>
  text.replace(/^(.*[[{])\n\s+([^[\]{}]*?)\n\s*([\]}].*)$/gm, (whole, before, inner, after) => {
    const space = before.endsWith('{') ? ' ' : '';
    const line = before + space + inner.replace(/\n\s+/g, ' ') + space + after;
    return line.length <= MAX_COLUMNS ? line : whole;
  });

const indented = (text: string, spaces: number) => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

/** The name of a variable, or undefined when the token is anything else. */
const variableIn = (token: string) => (token.startsWith(`"${MARK}`) ? token.slice(2, -1) : undefined);

/** For POSIX shells. Options by their long names: a sample is read more often than it is typed. */
export function curlSample(call: SampleCall): string {
  const { method, query, isAuthorized, body } = call;
  const isUpload = body?.kind === 'file';
  const address = isUpload ? '"$UPLOAD_URL"' : `"$BASE_URL${pathOf(call, (name) => `$${name}`)}"`;
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  const options = [
    ...(isAuthorized ? ['--header "Authorization: Bearer $TOKEN"'] : []),
    ...pairs.map(([name, value]) => `--data-urlencode ${quotedForShell(`${name}=${value}`)}`),
  ];
  if (isUpload) options.push(`--header 'Content-Type: ${body.mediaType}'`, `--upload-file file.${body.assetType}`);
  if (body?.kind === 'json')
    options.push(
      "--header 'Content-Type: application/json'",
      `--data ${quotedForShell(indented(literal(body.value, String), 2))}`,
    );
  if (body?.kind === 'form')
    for (const [name, value] of Object.entries(body.value))
      options.push(
        `--data-urlencode ${value instanceof Variable ? `"${name}=$${value.name}"` : quotedForShell(`${name}=${value}`)}`,
      );
  // curl makes a POST of what has data, and a PUT of what uploads a file.
  const known = isUpload || method === 'GET' || (method === 'POST' && body !== undefined);
  const verb = pairs.length > 0 ? '--get ' : known ? '' : `--request ${method} `;
  const comment = isUpload ? `# ${UPLOAD_LINK}\n` : '';
  return comment + [`curl ${verb}${address}`, ...options].join(' \\\n  ');
}

/** Between single quotes, unless a shell would take every character as it is. */
const quotedForShell = (text: string) => (/^[\w=.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

const PYTHON_WORDS: Record<string, string> = { true: 'True', false: 'False', null: 'None' };

/** For Python 3 with its standard library alone, so that a sample runs as it is pasted, with nothing to install. */
export function pythonSample(call: SampleCall): string {
  const { method, query, isAuthorized, body } = call;
  const hasQuery = Object.keys(query).length > 0;
  const python = (token: string) => {
    const variable = variableIn(token);
    // Python reads all that `JSON.stringify` escapes alike.
    return variable === undefined ? (PYTHON_WORDS[token] ?? token) : `os.environ["${variable}"]`;
  };
  const inText = (name: string) => `{os.environ['${name}']}`;
  const url = `f"${inText('BASE_URL')}${pathOf(call, inText)}${hasQuery ? '?{urlencode(query, doseq=True)}' : ''}"`;
  const mediaType = { json: 'application/json', form: FORM, file: body?.kind === 'file' && body.mediaType };
  const data = { json: 'json.dumps(body).encode()', form: 'urlencode(form).encode()', file: 'file' };
  return [
    ...(body?.kind === 'json' ? ['import json'] : []),
    'import os',
    'from urllib.error import HTTPError',
    ...(hasQuery || body?.kind === 'form' ? ['from urllib.parse import urlencode'] : []),
    'from urllib.request import Request, urlopen',
    '',
    ...(hasQuery ? [`query = ${literal(query, python, 4)}`] : []),
    ...(body?.kind === 'file'
      ? [`with open("file.${body.assetType}", "rb") as opened:`, '    file = opened.read()']
      : []),
    ...(body?.kind === 'json' ? [`body = ${literal(body.value, python, 4)}`] : []),
    ...(body?.kind === 'form' ? [`form = ${literal(body.value, python, 4)}`] : []),
    ...(body?.kind === 'file' ? [`# ${UPLOAD_LINK}`] : []),
    'request = Request(',
    `    ${body?.kind === 'file' ? 'os.environ["UPLOAD_URL"]' : url},`,
    `    method="${method}",`,
    '    headers={',
    ...(isAuthorized ? [`        "Authorization": f"Bearer ${inText('TOKEN')}",`] : []),
    ...(body === undefined ? [] : [`        "Content-Type": "${mediaType[body.kind]}",`]),
    '    },',
    ...(body === undefined ? [] : [`    data=${data[body.kind]},`]),
    ')',
    'try:',
    '    with urlopen(request) as response:',
    '        print(response.read().decode())',
    'except HTTPError as error:',
    '    # The problem says what is wrong and where.',
    '    raise SystemExit(f"{error.code}: {error.read().decode()}")',
  ]
    .join('\n')
    .replace('    headers={\n    },\n', '');
}

/** For the partner's client, imported from `specifier`; the client gets the token itself. */
export function typescriptSample(call: SampleCall, specifier: string): string {
  const { operationId, body, pathParameters, query } = call;
  const params = {
    ...(Object.keys(pathParameters).length > 0 && { path: pathParameters }),
    ...(Object.keys(query).length > 0 && { query }),
  };
  const given = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(body !== undefined && body.kind !== 'file' && { body: body.value }),
  };
  const options = Object.keys(given).length === 0 ? '' : literal(given, typescriptToken);
  const upload = body?.kind === 'file' ? body.assetType : undefined;
  return [
    ...(upload ? ["import { openAsBlob } from 'node:fs';"] : []),
    `import { createPartnerClient, unwrap } from '${specifier}';`,
    '',
    'const client = createPartnerClient({',
    `  baseUrl: ${environment('BASE_URL')},`,
    `  clientId: ${environment('CLIENT_ID')},`,
    `  clientSecret: ${environment('CLIENT_SECRET')},`,
    '});',
    '',
    ...(upload
      ? [`// ${UPLOAD_LINK}`, `const upload = { url: ${environment('UPLOAD_URL')}, asset_type: '${upload}' } as const;`]
      : []),
    ...(body?.kind === 'form' ? ['// The client gets its tokens itself. This one is yours to use elsewhere.'] : []),
    `const answer = await unwrap(client.${operationId}(${upload ? `upload, await openAsBlob('file.${upload}')` : options}));`,
    'console.log(answer);',
  ].join('\n');
}

/** The client refuses an empty text, and says what is missing. */
const environment = (name: string) => `process.env.${name} ?? ''`;

/** Names without quotes where they need none, texts between single quotes. The escapes of JSON are TypeScript's too. */
function typescriptToken(token: string): string {
  const variable = variableIn(token);
  if (variable !== undefined) return environment(variable);
  if (/^"[A-Za-z_$][\w$]*":$/.test(token)) return token.replaceAll('"', '');
  return token.replace(/^"([\s\S]*)"/, (_, inner) => `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`);
}
