import type { Prepared, Session } from '../target/session.ts';
import type { Answer, Arrival } from '../types.ts';

type Keeper = Pick<Session, 'credentials' | 'target'>;

const SHOWN = 2000;

/** A request as a command that sends it again. The token, the secret and the signature of a link are left out. */
export function requestText({ wire, sent }: Prepared, session: Keeper): string {
  const { authorization, ...headers } = wire.headers;
  const shown = Object.entries({
    ...headers,
    ...(authorization !== undefined && {
      authorization: sent.scopes === null ? '<as the name of the case says>' : 'Bearer $TOKEN',
    }),
  });
  const body = wire.body === undefined ? null : Buffer.from(wire.body);
  const isText = body?.equals(Buffer.from(body.toString()));
  const bodyText = body === null ? '' : isText ? bounded(body.toString()) : `<${body.length} bytes>`;
  return withoutSecrets(
    [
      `curl -X ${wire.method} ${quoted(session.target.baseUrl + wire.target)}`,
      ...shown.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
      ...(bodyText === '' ? [] : [`--data-binary ${quoted(bodyText)}`]),
    ].join(' \\\n  '),
    session,
  );
}

/** The status line, the headers and the beginning of the body. */
export function answerText({ status, headers, text }: Answer, session: Keeper): string {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  return withoutSecrets([`HTTP ${status}`, ...lines, '', bounded(text)].join('\n'), session);
}

/** A delivery as it came. */
export function deliveryText({ method, headers, body }: Arrival): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [method, ...lines, '', bounded(body.toString())].join('\n');
}

const bounded = (text: string) =>
  text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}... (${text.length} characters)`;

/** For a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function withoutSecrets(text: string, { credentials, target }: Keeper): string {
  const { headers = {}, other } = target;
  const secrets = [credentials.clientSecret, target.clientSecret, other?.clientSecret ?? '', ...Object.values(headers)];
  const spellings = secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]);
  return spellings
    .filter((secret) => secret !== '')
    .reduce((shown, secret) => shown.replaceAll(secret, '<client secret>'), text)
    .replace(/("(?:access_token|secret)"\s*:\s*")[^"]*/g, '$1<left out>')
    .replace(/(signature=)[\w%-]+/g, '$1<left out>');
}
