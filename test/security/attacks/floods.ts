import { operations, service } from '../../../generated/operations.ts';
import { type Attack, countsOf } from '../attack.ts';
import { type Installation, requestToken } from '../installation.ts';

const wrong = { client_id: 'acme', client_secret: 'wrong' };
const right = ({ secrets }: Installation) => ({ client_id: 'acme', client_secret: secrets.acme });

const requestTokenFrom = ({ call }: Installation, fields: Record<string, string>, forwardedFor: string) =>
  call('POST', operations.createTokenV2.path, {
    body: new URLSearchParams({ grant_type: 'client_credentials', ...fields }),
    headers: { 'X-Forwarded-For': forwardedFor },
  });

/** Number of wrong secrets before a 429 response. Each of the two instances counts separately. */
const most = 2 * service.rate_limits.wrong_credentials.of_address;

/** Values of `X-Forwarded-For` for attempt `i`. The load balancer adds the real address of the client at the end. */
const disguises: Record<string, (i: number) => string> = {
  'invented addresses before its own': (i) => `52.9.${i}.1, 52.8.0.1`,
  'a different port each time': (i) => `52.8.0.2:${40_000 + i}`,
  'the addresses of its IPv6 network': (i) => `2a00:1450:4001:800::${i}`,
};

export const floodAttacks: readonly Attack[] = [
  {
    attack: `${2 * most} wrong secrets from one address`,
    expected: `${most} x 401, ${most} x 429, and the right secret from another address: 200`,
    async run(installation) {
      const statuses: number[] = [];
      while (statuses.length < 2 * most) statuses.push((await requestToken(installation, wrong)).status);
      installation.changeAddress();
      const { status } = await requestToken(installation, right(installation));
      return `${countsOf(statuses)}, and the right secret from another address: ${status}`;
    },
  },
  ...Object.entries(disguises).map(([name, forwardedFor]) => ({
    attack: `${most + 10} wrong secrets of a client with ${name}`,
    expected: `${most} x 401, 10 x 429`,
    async run(installation: Installation) {
      const statuses: number[] = [];
      for (let i = 0; i < most + 10; i++)
        statuses.push((await requestTokenFrom(installation, wrong, forwardedFor(i))).status);
      return countsOf(statuses);
    },
  })),
];
