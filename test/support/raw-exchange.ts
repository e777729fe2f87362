import { connect } from 'node:net';

export interface RawResponse {
  status: number;
  headers: Headers;
  body: string;
}

export interface ExchangeOptions {
  /** Number of responses to wait for (default: 1). */
  count?: number;
  /** True to close the sending side of the connection after the last part. */
  end?: boolean;
  /** Time in milliseconds after which the client closes the connection (default: no limit). */
  patienceMs?: number;
}

/** Writes the parts to a local port. Reads until `count` responses have arrived or the server closes the connection. */
export function exchangeAt(
  port: number,
  parts: readonly (string | Buffer)[],
  { count = 1, end = false, patienceMs }: ExchangeOptions = {},
): Promise<RawResponse[]> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1');
    const patience = patienceMs === undefined ? undefined : setTimeout(() => socket.destroy(), patienceMs);
    const finish = () => {
      clearTimeout(patience);
      socket.destroy();
      resolve(responsesIn(text));
    };
    socket.setEncoding('latin1');
    socket.on('data', (data) => {
      text += data;
      if (responsesIn(text).length >= count) finish();
    });
    // Returns the responses that arrived before an error: a server that stops reading resets the connection.
    socket.on('error', finish);
    socket.on('close', finish);
    for (const part of parts) socket.write(part);
    if (end) socket.end();
  });
}

function responsesIn(text: string): RawResponse[] {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return [];
  const [statusLine = '', ...lines] = text.slice(0, headEnd).split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
  const bodyEnd = headEnd + 4 + Number(headers.get('content-length') ?? 0);
  if (text.length < bodyEnd) return [];
  const response = { status: Number(statusLine.split(' ')[1]), headers, body: text.slice(headEnd + 4, bodyEnd) };
  return [...(response.status === 100 ? [] : [response]), ...responsesIn(text.slice(bodyEnd))];
}
