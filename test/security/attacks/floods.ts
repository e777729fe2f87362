import { operations } from '../../../generated/operations.ts';
import { sized } from '../../support/size.ts';
import { type Attack, countsOf } from '../attack.ts';
import { type Installation, requestToken } from '../installation.ts';

const wrong = { client_id: 'acme', client_secret: 'wrong' };
const right = ({ secrets }: Installation) => ({ client_id: 'acme', client_secret: secrets.acme });

/** Requests a token from the addresses in the header of a client that the load balancer extended. */
const requestFrom = ({ call }: Installation, fields: Record<string, string>, forwardedFor: string) =>
  call('POST', operations.createTokenV2.path, {
    body: new URLSearchParams({ grant_type: 'client_credentials', ...fields }),
    headers: { 'X-Forwarded-For': forwardedFor },
  });

/** Headers in which one client, whose address comes last, hides behind other addresses. */
const disguises: Record<string, (i: number) => string> = {
  'invented addresses before its own': (i) => `52.9.${i}.1, 52.8.0.1`,
  'a different port each time': (i) => `52.8.0.2:${40_000 + i}`,
  'the addresses of its IPv6 network': (i) => `2a00:1450:4001:800::${i}`,
};

export const floodAttacks: readonly Attack[] = [
  {
    attack: '40 wrong secrets from one address',
    expected: '20 x 401, 20 x 429, and the right secret from another address: 200',
    async run(installation) {
      const statuses: number[] = [];
      while (statuses.length < 40) statuses.push((await requestToken(installation, wrong)).status);
      installation.changeAddress();
      const { status } = await requestToken(installation, right(installation));
      return `${countsOf(statuses)}, and the right secret from another address: ${status}`;
    },
  },
  ...Object.entries(disguises).map(([name, forwardedFor]) => ({
    attack: `25 wrong secrets of a client with ${name}`,
    expected: '20 x 401, 5 x 429',
    async run(installation: Installation) {
      const statuses: number[] = [];
      for (let i = 0; i < 25; i++) statuses.push((await requestFrom(installation, wrong, forwardedFor(i))).status);
      return countsOf(statuses);
    },
  })),
  ...sized<Attack[]>(
    [],
    [
      {
        attack: '300 wrong secrets from 60 addresses, and then the right secret',
        expected: '200',
        async run(installation) {
          for (let i = 0; i < 300; i++) {
            if (i % 5 === 0) installation.changeAddress();
            await requestToken(installation, wrong);
          }
          installation.changeAddress();
          return String((await requestToken(installation, right(installation))).status);
        },
      },
    ],
  ),
];
