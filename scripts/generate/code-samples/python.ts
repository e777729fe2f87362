import { literal, type Notation } from './literal.ts';
import { pathOf, type SampleCall, UPLOAD_LINK, variablesOf } from './sample-call.ts';

const python: Notation = {
  // Python reads all that `JSON.stringify` escapes alike.
  text: (value) => JSON.stringify(value),
  name: (value) => JSON.stringify(value),
  variable: (name) => `os.environ["${name}"]`,
  words: { true: 'True', false: 'False', null: 'None' },
  padding: '',
  trailingComma: ',',
  indent: 4,
};

/** For Python 3 with its standard library alone, so that a sample runs as it is pasted, with nothing to install. */
export function pythonSample(call: SampleCall): string {
  const { method, query, isAuthorized, body, hasAnswer } = call;
  const isUpload = body?.kind === 'file';
  const hasQuery = Object.keys(query).length > 0;
  const parse = [...(hasQuery || body?.kind === 'form' ? ['urlencode'] : [])];
  const imports = [
    ...(hasAnswer || body?.kind === 'json' ? ['import json'] : []),
    'import os',
    'from urllib.error import HTTPError',
    ...parse.map((name) => `from urllib.parse import ${name}`),
    'from urllib.request import Request, urlopen',
  ];
  const variables = isUpload
    ? [`# ${UPLOAD_LINK}`, 'url = os.environ["UPLOAD_URL"]']
    : [
        'base_url = os.environ["BASE_URL"]',
        ...(isAuthorized ? ['token = os.environ["TOKEN"]'] : []),
        ...variablesOf(call).map(({ name }) => `${name.toLowerCase()} = os.environ["${name}"]`),
      ];
  const path = pathOf(call, ({ name }) => `{${name.toLowerCase()}}`);
  const headers = [
    ...(isAuthorized ? ['"Authorization": f"Bearer {token}"'] : []),
    ...(body?.kind === 'json' ? ['"Content-Type": "application/json"'] : []),
    ...(isUpload ? [`"Content-Type": "${body.mediaType}"`] : []),
  ];
  const argumentsOfRequest = [
    isUpload ? 'url' : `f"{base_url}${path}${hasQuery ? '?{urlencode(query, doseq=True)}' : ''}"`,
    ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`method="${method}"`]),
    ...headersArgument(headers),
    ...dataArgument(body),
  ];
  return [
    ...imports,
    '',
    ...variables,
    ...(hasQuery ? [statement('query', query)] : []),
    ...bodyStatement(body),
    ...requestStatement(argumentsOfRequest),
    'try:',
    '    with urlopen(request) as response:',
    `        print(${hasAnswer ? 'json.load(response)' : 'response.status'})`,
    'except HTTPError as error:',
    '    # The problem says what is wrong and where.',
    '    raise SystemExit(f"{error.code}: {error.read().decode()}")',
  ].join('\n');
}

function requestStatement(given: readonly string[]): string[] {
  if (given.length === 1) return [`request = Request(${given[0]})`];
  return ['request = Request(', ...given.map((each) => `    ${each},`), ')'];
}

function headersArgument(headers: readonly string[]): string[] {
  if (headers.length === 0) return [];
  if (headers.length === 1) return [`headers={${headers[0]}}`];
  return [`headers={\n${headers.map((each) => `        ${each},\n`).join('')}    }`];
}

function dataArgument(body: SampleCall['body']): string[] {
  switch (body?.kind) {
    case undefined:
      return [];
    case 'file':
      return ['data=file'];
    case 'form':
      return ['data=urlencode(form).encode()'];
    case 'json':
      return ['data=json.dumps(body).encode()'];
  }
}

function bodyStatement(body: SampleCall['body']): string[] {
  switch (body?.kind) {
    case undefined:
      return [];
    case 'file':
      return [`with open("file.${body.assetType}", "rb") as opened:`, '    file = opened.read()'];
    case 'form':
      return [statement('form', body.fields)];
    case 'json':
      return [statement('body', body.value)];
  }
}

const statement = (name: string, value: unknown) => `${name} = ${literal(value, python, { column: name.length + 3 })}`;
