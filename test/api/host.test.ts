import { expect, test } from 'vitest';
import { forHost } from '../../server/api/host.ts';

const [api, app] = ['https://api.test/partner', 'https://app.test:8443/people'];
const [one, other] = ['http://localhost:3000', 'http://localhost:4000/people'];

test.each([
  ['only the API on its own host', api, app, 'api.test', [true, false]],
  ['only the pages on their own host', api, app, 'app.test', [false, true]],
  ['both on the address that a health check uses', api, app, '127.0.0.1', [true, true]],
  ['both on a host with a similar name', api, app, 'app.test.evil.test', [true, true]],
  ['both on a shared host, regardless of the ports', one, other, 'localhost', [true, true]],
  ['both on any host, if they share a host', one, other, 'x.test', [true, true]],
] as const)('the host of a request decides whether the service serves the API, the pages, or both: %s', (_, baseUrl, appUrl, host, served) => {
  const { isApi, isApp } = forHost(baseUrl, appUrl);
  expect([isApi(host), isApp(host)]).toEqual(served);
});
