import { fileURLToPath } from 'node:url';
import type { Bench, Figure } from './bench.ts';
import { inTurns } from './in-turns.ts';
import { FRESH, installPackages } from './load.ts';
import type { Server } from './processes.ts';
import { education, post, sample, send, shareOf } from './requests.ts';

export const PEERS = ['fastify', 'hono', 'openapi-backend', 'express-openapi-validator'] as const;

/** Our contract layer beside other ways to take a token, check a body against the same schema and answer. */
export async function measurePeers(bench: Bench): Promise<Figure[]> {
  installPackages();
  const own = await bench.start({ command: [await bench.bundle('test/bench/servers/contract-layer.ts')] });
  const token = (await send(own, { method: 'GET', path: '/token' })).body.toString();
  const start = (name: string) =>
    bench.start({
      command: [fileURLToPath(new URL(`peers/${name}.js`, import.meta.url))],
      env: { TOKEN: token, NODE_ENV: 'production' },
    });
  const peers = await Promise.all(PEERS.map(start));
  const servers = [own, ...peers];
  const request = post('addEducation', token, education(FRESH));
  const wrong = [
    post('addEducation', 'x', education(FRESH)),
    post('addEducation', token, { ...education(FRESH), data: {} }),
  ];
  for (const server of servers) {
    // A peer that refuses nothing would be fast.
    const answers = await Promise.all([request, ...wrong].map((one) => sample(server, [one])));
    const [taken = 0, ...refused] = answers.map(({ status }) => status);
    if (taken !== 201 || refused.some((status) => status < 400 || status >= 500))
      throw new Error(`A server answers ${taken} to a sound request, and ${refused} to broken ones`);
  }
  const sideOf = (server: Server) => ({ server, requests: [request], status: 201 });
  const [measured, ...others] = await inTurns(bench, [sideOf(own), ...peers.map(sideOf)]);
  await Promise.all(servers.map((server) => server.stop()));
  return others.map((peer) => shareOf(measured, peer));
}
