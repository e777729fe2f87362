import { literal, MAX_COLUMNS, type Notation } from './literal.ts';
import { type SampleCall, UPLOAD_LINK } from './sample-call.ts';

const typescript: Notation = {
  text: quoted,
  name: (value) => (/^[A-Za-z_$][\w$]*$/.test(value) ? value : quoted(value)),
  variable: environment,
  words: { true: 'true', false: 'false', null: 'null' },
  padding: ' ',
  trailingComma: ',',
  indent: 2,
};

/** For the partner's client, imported from `specifier`; it gets the token itself. */
export function typescriptSample(call: SampleCall, specifier: string): string {
  const { operationId, body, hasAnswer } = call;
  const isUpload = body?.kind === 'file';
  const sent = (column: number, indent: number) =>
    isUpload ? `upload, await openAsBlob('file.${body.assetType}')` : argument(call, column, indent);
  const start = hasAnswer ? 'const answer = await unwrap(' : 'await unwrap(';
  const callee = `client.${operationId}(`;
  const line = `${start}${callee}${sent(0, 0)}));`;
  const statement =
    line.length <= MAX_COLUMNS && !line.includes('\n')
      ? line
      : `${start}\n  ${callee}${sent(2 + callee.length, 2)}),\n);`;
  return [
    ...(isUpload ? ["import { openAsBlob } from 'node:fs';"] : []),
    `import { createPartnerClient, unwrap } from '${specifier}';`,
    '',
    'const client = createPartnerClient({',
    `  baseUrl: ${environment('BASE_URL')},`,
    `  clientId: ${environment('CLIENT_ID')},`,
    `  clientSecret: ${environment('CLIENT_SECRET')},`,
    '});',
    '',
    ...(isUpload
      ? [
          `// ${UPLOAD_LINK}`,
          `const upload = { url: ${environment('UPLOAD_URL')}, asset_type: '${body.assetType}' } as const;`,
        ]
      : []),
    ...(body?.kind === 'form' ? ['// The client gets its tokens itself. This one is yours to use elsewhere.'] : []),
    statement,
    ...(hasAnswer ? ['console.log(answer);'] : []),
  ].join('\n');
}

/** The client refuses an empty text, and says what is missing. */
function environment(name: string): string {
  return `process.env.${name} ?? ''`;
}

/** The one argument of the client's functions; nothing where there is nothing to say. */
function argument({ pathParameters, query, body }: SampleCall, column: number, indent: number): string {
  const params = {
    ...(Object.keys(pathParameters).length > 0 && { path: pathParameters }),
    ...(Object.keys(query).length > 0 && { query }),
  };
  const given = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(body?.kind === 'json' && { body: body.value }),
    ...(body?.kind === 'form' && { body: body.fields }),
  };
  return Object.keys(given).length === 0 ? '' : literal(given, typescript, { column, indent, after: 2 });
}

/** Between single quotes, with the escapes of JSON, which are TypeScript's too. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
