import type { Contract } from '../generate/contract.ts';
import { type Collection, DESCRIPTION, type Step } from './collection.ts';

/** A block of a `.bru` file. */
const block = (head: string, text: string) => `${head} {\n${text.replace(/^(?=.)/gm, '  ')}\n}\n`;
const dictionary = (head: string, entries: Record<string, string | number | boolean>) =>
  block(
    head,
    Object.entries(entries)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  );

/** The files of a collection of Bruno, by their places. It gets its access token by itself. */
export function brunoFiles({ steps, variables, tokenUrl }: Collection, { info, servers }: Contract) {
  const folders = [...new Set(steps.map(({ folder }) => folder))];
  const file = (number: number, name: string) => `${String(number).padStart(2, '0')} ${name}`;
  const files = new Map<string, string>([
    ['bruno.json', `${JSON.stringify({ version: '1', name: info.title, type: 'collection' }, null, 2)}\n`],
    [
      'collection.bru',
      [
        dictionary('auth', { mode: 'oauth2' }),
        dictionary('auth:oauth2', {
          grant_type: 'client_credentials',
          access_token_url: `{{BASE_URL}}${tokenUrl}`,
          client_id: '{{CLIENT_ID}}',
          client_secret: '{{CLIENT_SECRET}}',
          credentials_placement: 'body',
          credentials_id: 'credentials',
          token_placement: 'header',
          token_header_prefix: 'Bearer',
          auto_fetch_token: true,
          auto_refresh_token: false,
        }),
        block('docs', DESCRIPTION),
      ].join('\n'),
    ],
  ]);
  for (const { url, 'x-environment': name } of servers) {
    const vars = { ...variables, BASE_URL: url, ...(name !== 'sandbox' && { CLIENT_ID: '', CLIENT_SECRET: '' }) };
    files.set(`environments/${name}.bru`, dictionary('vars', vars));
  }
  for (const [at, name] of folders.entries()) {
    const folder = file(at + 1, name);
    files.set(`${folder}/folder.bru`, dictionary('meta', { name, seq: at + 1 }));
    for (const [seq, step] of steps.filter((step) => step.folder === name).entries())
      files.set(`${folder}/${file(seq + 1, step.name)}.bru`, requestOf(step, seq + 1));
  }
  return files;
}

function requestOf({ name, method, url, isAuthorized, body, status, sets, description }: Step, seq: number): string {
  const kind = body === undefined ? 'none' : 'fields' in body ? 'formUrlEncoded' : kindOf(body.mediaType);
  const kept = Object.entries(sets).map(([variable, place]) => `bru.setVar('${variable}', res.body.${place});`);
  const parts = [
    dictionary('meta', { name, type: 'http', seq }),
    dictionary(method.toLowerCase(), { url, body: kind, auth: isAuthorized ? 'inherit' : 'none' }),
    ...(body !== undefined && 'text' in body
      ? [dictionary('headers', { 'Content-Type': body.mediaType }), block(`body:${kind}`, body.text)]
      : []),
    ...(body !== undefined && 'fields' in body
      ? [dictionary('body:form-urlencoded', Object.fromEntries(body.fields))]
      : []),
    dictionary('assert', { 'res.status': `eq ${status}` }),
    ...(kept.length > 0 ? [block('script:post-response', kept.join('\n'))] : []),
    block('docs', description),
  ];
  return parts.join('\n');
}

const kindOf = (mediaType: string) => (mediaType === 'application/json' ? 'json' : 'text');
