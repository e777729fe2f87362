import type { Contract } from '../generate/contract.ts';
import { type Collection, DESCRIPTION, type Step } from './collection.ts';

/** Before a request: an access token, which is kept until a minute before it ends. */
const tokenScript = (tokenUrl: string) => `if (!(Number(pm.collectionVariables.get('TOKEN_ENDS')) > Date.now())) {
  const request = {
    url: pm.variables.get('BASE_URL') + '${tokenUrl}',
    method: 'POST',
    header: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: {
      mode: 'urlencoded',
      urlencoded: [
        { key: 'grant_type', value: 'client_credentials' },
        { key: 'client_id', value: pm.variables.get('CLIENT_ID') },
        { key: 'client_secret', value: pm.variables.get('CLIENT_SECRET') },
      ],
    },
  };
  pm.sendRequest(request, (error, response) => {
    if (error || response.code !== 200) throw new Error('No access token: check BASE_URL, CLIENT_ID and CLIENT_SECRET');
    const { access_token, expires_in } = response.json();
    pm.collectionVariables.set('TOKEN', access_token);
    pm.collectionVariables.set('TOKEN_ENDS', Date.now() + (expires_in - 60) * 1000);
  });
}`;

const script = (listen: 'prerequest' | 'test', code: string) => ({
  listen,
  script: { type: 'text/javascript', exec: code.split('\n') },
});

/** A collection of Postman (format 2.1.0). It gets its access token by itself. */
export function postmanCollection({ steps, variables, tokenUrl }: Collection, { info }: Contract) {
  const folders = [...new Set(steps.map(({ folder }) => folder))];
  return {
    info: {
      name: info.title,
      description: DESCRIPTION,
      version: info.version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{TOKEN}}', type: 'string' }] },
    event: [script('prerequest', tokenScript(tokenUrl))],
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
    item: folders.map((name) => ({ name, item: steps.filter(({ folder }) => folder === name).map(itemOf) })),
  };
}

function itemOf({ name, method, url, isAuthorized, body, status, sets, description }: Step) {
  const kept = Object.entries(sets).map(
    ([variable, place]) => `pm.collectionVariables.set('${variable}', pm.response.json().${place});`,
  );
  const test = `pm.test('${status}', () => pm.response.to.have.status(${status}));`;
  return {
    name,
    event: [script('test', [test, ...kept].join('\n'))],
    request: {
      method,
      description,
      ...(!isAuthorized && { auth: { type: 'noauth' } }),
      header: body !== undefined && 'text' in body ? [{ key: 'Content-Type', value: body.mediaType }] : [],
      url,
      ...(body !== undefined && { body: bodyOf(body) }),
    },
  };
}

function bodyOf(body: NonNullable<Step['body']>) {
  if ('fields' in body)
    return { mode: 'urlencoded', urlencoded: body.fields.map(([key, value]) => ({ key, value, type: 'text' })) };
  const isJson = body.mediaType === 'application/json';
  return { mode: 'raw', raw: body.text, ...(isJson && { options: { raw: { language: 'json' } } }) };
}
