import { literal, type Notation } from './literal.ts';
import { pathOf, type SampleCall, UPLOAD_LINK, Variable } from './sample-call.ts';

const json: Notation = {
  text: (value) => JSON.stringify(value),
  name: (value) => JSON.stringify(value),
  variable: (name) => {
    throw new Error(`A shell does not fill in ${name} between single quotes`);
  },
  words: { true: 'true', false: 'false', null: 'null' },
  padding: ' ',
  trailingComma: '',
  indent: 2,
};

/** For POSIX shells. Options by their long names: a sample is read more often than it is typed. */
export function curlSample(call: SampleCall): string {
  const { method, query, isAuthorized, body } = call;
  const isUpload = body?.kind === 'file';
  const address = isUpload ? '"$UPLOAD_URL"' : `"$BASE_URL${pathOf(call, ({ name }) => `$${name}`)}"`;
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  const options = [
    ...(isAuthorized ? ['--header "Authorization: Bearer $TOKEN"'] : []),
    ...pairs.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
    ...bodyOptions(body),
  ];
  // curl makes a POST of what has data, and a PUT of what uploads a file.
  const known = isUpload || method === 'GET' || (method === 'POST' && body !== undefined);
  const verb = pairs.length > 0 ? '--get ' : known ? '' : `--request ${method} `;
  const comment = isUpload ? `# ${UPLOAD_LINK}\n` : '';
  return comment + [`curl ${verb}${address}`, ...options].join(' \\\n  ');
}

function bodyOptions(body: SampleCall['body']): string[] {
  switch (body?.kind) {
    case undefined:
      return [];
    case 'file':
      return [`--header 'Content-Type: ${body.mediaType}'`, `--upload-file file.${body.assetType}`];
    case 'form':
      return Object.entries(body.fields).map(([name, value]) =>
        value instanceof Variable
          ? `--data-urlencode "${name}=$${value.name}"`
          : `--data-urlencode ${quoted(`${name}=${value}`)}`,
      );
    case 'json':
      return [
        "--header 'Content-Type: application/json'",
        `--data ${quoted(literal(body.value, json, { indent: 2, column: 10, after: 1 }))}`,
      ];
  }
}

/** Between single quotes, unless a shell would take every character as it is. */
const quoted = (text: string) => (/^[\w=.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
