import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where a program may connect to. */
interface Reachable {
  baseUrl: string;
  /** What the target calls itself: whoever asks for it is led to `baseUrl`. */
  serverUrl: string | undefined;
}

export interface Guard {
  /** For Node's command line. */
  option: string;
  /** The hosts, with their ports, that it was kept from. */
  refused(): Promise<string[]>;
}

/**
 * An option for Node that keeps another program's connections to the target, wherever the target's answers lead: a link
 * in an answer could name any host that this machine can reach. Writes a module into the folder.
 */
export async function onlyTarget(folder: string, { baseUrl, serverUrl = baseUrl }: Reachable): Promise<Guard> {
  const target = endOf(baseUrl);
  const known = [target, endOf(serverUrl)].map(({ host, port }) => `${host}:${port}`);
  const file = path.join(folder, 'only-target.mjs');
  const refused = path.join(folder, 'refused-hosts.txt');
  await writeFile(refused, '');
  await writeFile(
    file,
    `import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';
const { connect } = Socket.prototype;
const known = ${JSON.stringify(known)};
Socket.prototype.connect = function (...given) {
  // Node passes on a list of options and listener.
  const [options, listener] = Array.isArray(given[0]) ? given[0] : given;
  const end = options.host + ':' + options.port;
  if (known.includes(end))
    return connect.call(this, { ...options, ...${JSON.stringify(target)} }, listener);
  appendFileSync(${JSON.stringify(refused)}, end + '\\n');
  queueMicrotask(() => this.destroy(new Error('not the target')));
  return this;
};
`,
  );
  return {
    option: `--import=${pathToFileURL(file).href}`,
    async refused() {
      const lines = (await readFile(refused, 'utf8')).split('\n');
      return [...new Set(lines.filter((line) => line !== ''))];
    },
  };
}

/** The name or address, without the brackets of IPv6, and the port of a URL. */
function endOf(url: string): { host: string; port: number } {
  const { hostname, port, protocol } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) };
}
