import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { forHost, onlyOnHost } from '../../server/user-app/host.ts';

/** What the addresses answer, asked at each host. */
async function answers(baseUrl: string, appUrl: string, hosts: readonly string[]) {
  const { isApi, isApp } = forHost(baseUrl, appUrl);
  const app = new Hono();
  app.use('/api/*', onlyOnHost(isApi));
  app.get('/api/x', (c) => c.text('api'));
  const pages = new Hono();
  pages.use(onlyOnHost(isApp, (c) => c.text('no page', 404)));
  pages.get('/page', (c) => c.text('page'));
  app.route('/', pages);
  app.notFound((c) => c.text('nothing', 404));
  const ask = async (host: string, path: string) => (await app.request(`${host}${path}`)).text();
  return Promise.all(hosts.map(async (host) => [host, await ask(host, '/api/x'), await ask(host, '/page')].join(' ')));
}

describe('on two hosts', () => {
  test('each one answers for its own', async () => {
    const hosts = ['https://api.test', 'https://API.test:443', 'https://app.test', 'http://app.test:8080'];
    expect(await answers('https://api.test', 'https://app.test', hosts)).toEqual([
      'https://api.test api no page',
      'https://API.test:443 api no page',
      'https://app.test nothing page',
      'http://app.test:8080 nothing page',
    ]);
  });

  test('one that is neither gets both: a probe, or a proxy that does not hand on the name', async () => {
    const hosts = ['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://internal', 'https://app.test.evil.test'];
    expect(await answers('https://api.test/partner', 'https://app.test/people', hosts)).toEqual(
      hosts.map((host) => `${host} api page`),
    );
  });
});

test('one host answers everything, whatever the ports and paths are', async () => {
  for (const appUrl of ['http://localhost:3000', 'http://localhost:4000', 'http://localhost:3000/people']) {
    expect(await answers('http://localhost:3000', appUrl, ['http://localhost:3000', 'http://x.test'])).toEqual([
      'http://localhost:3000 api page',
      'http://x.test api page',
    ]);
  }
});
