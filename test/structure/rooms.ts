import type { Rules } from './arrows.ts';

const PROCESS = ['server/cannot-start.ts', 'server/config.ts', 'server/log.ts', 'server/stop-asked.ts'];

/**
 * Which room imports from which: what is pure stands first, what puts all together last, and no arrow leads back. A new arrow
 * is a decision that is made here. All may import what is generated from the contract.
 */
export const RULES: Rules = {
  rooms: {
    'generated/': [],

    'server/domain/': [],
    'server/contract/': ['server/domain/'],
    'server/work/': ['server/domain/'],
    'server/outbound/': ['server/domain/'],
    'server/crypto/': ['server/domain/'],
    'server/config.ts': ['server/crypto/', 'server/domain/'],
    'server/log.ts': ['server/config.ts'],
    'server/cannot-start.ts': ['server/domain/'],
    'server/stop-asked.ts': [],
    'server/files/': ['server/crypto/', 'server/domain/'],
    'server/store/': ['server/crypto/', 'server/domain/', 'server/work/'],
    'server/oauth/': ['server/contract/', 'server/crypto/', 'server/domain/', 'server/store/'],
    'server/identity/': ['server/config.ts', 'server/crypto/', 'server/domain/', 'server/store/'],
    'server/lifecycle/': [
      'server/crypto/',
      'server/domain/',
      'server/files/',
      'server/log.ts',
      'server/store/',
    ],
    'server/delivery/': [
      'server/crypto/',
      'server/domain/',
      'server/log.ts',
      'server/outbound/',
      'server/store/',
      'server/work/',
    ],
    'server/documents/': [
      'server/crypto/',
      'server/domain/',
      'server/files/',
      'server/lifecycle/',
      'server/log.ts',
      'server/outbound/',
      'server/store/',
      'server/work/',
    ],
    'server/http/': [
      'server/cannot-start.ts',
      'server/contract/',
      'server/domain/',
      'server/log.ts',
      'server/oauth/',
      'server/store/',
    ],
    // Types alone: what the service is put together of.
    'server/services.ts': [
      'server/crypto/',
      'server/delivery/',
      'server/documents/',
      'server/domain/',
      'server/files/',
      'server/http/',
      'server/identity/',
      'server/log.ts',
      'server/oauth/',
      'server/store/',
    ],
    'server/operations/': [
      'server/contract/',
      'server/crypto/',
      'server/documents/',
      'server/domain/',
      'server/http/',
      'server/oauth/',
      'server/services.ts',
      'server/store/',
    ],
    'server/user-app/': [
      'server/contract/',
      'server/crypto/',
      'server/domain/',
      'server/http/',
      'server/identity/',
      'server/lifecycle/',
      'server/log.ts',
      'server/services.ts',
      'server/store/',
    ],
    'server/partner-kit/client/': ['server/domain/'],
    'server/partner-kit/': ['server/domain/'],
    'server/sandbox/': [
      'server/cannot-start.ts',
      'server/contract/',
      'server/crypto/',
      'server/domain/',
      'server/files/',
      'server/http/',
      'server/oauth/',
      'server/partner-kit/',
      'server/services.ts',
      'server/store/',
      'server/user-app/',
    ],
    'server/cli/': [
      'server/domain/',
      'server/lifecycle/',
      'server/oauth/',
      'server/services.ts',
      'server/store/',
    ],
    'server/app.ts': [
      'server/contract/',
      'server/http/',
      'server/operations/',
      'server/sandbox/',
      'server/services.ts',
      'server/user-app/',
    ],
    'server/create-services.ts': [
      'server/cannot-start.ts',
      'server/config.ts',
      'server/crypto/',
      'server/delivery/',
      'server/documents/',
      'server/domain/',
      'server/files/',
      'server/http/',
      'server/identity/',
      'server/log.ts',
      'server/oauth/',
      'server/sandbox/',
      'server/services.ts',
      'server/store/',
    ],
    'server/main.ts': [
      ...PROCESS,
      'server/app.ts',
      'server/create-services.ts',
      'server/domain/',
      'server/http/',
      'server/lifecycle/',
      'server/services.ts',
    ],
    'server/cli.ts': [
      ...PROCESS,
      'server/cli/',
      'server/create-services.ts',
      'server/domain/',
      'server/lifecycle/',
    ],

    'mock/': [
      ...PROCESS,
      'server/contract/',
      'server/crypto/',
      'server/delivery/',
      'server/domain/',
      'server/http/',
      'server/oauth/',
      'server/outbound/',
      'server/sandbox/',
      'server/services.ts',
      'server/store/',
    ],
  },
  packages: {
    'server/domain/': ['node:crypto', 'node:net', 'ipaddr.js'],
    'server/contract/': [],
    'server/work/': [],
    'server/partner-kit/client/': ['openapi-fetch'],
  },
};

const ENGINE = 'server/store/engine/';
const LOOSE_FILES = 'server/store/files/';
const SUBMISSIONS = 'server/store/submissions/';
const WEBHOOKS = 'server/store/webhooks/';

/** Which slice of the store imports from which. Its own files stand above them all and put them together. */
export const STORE_RULES: Rules = {
  rooms: {
    [ENGINE]: [],
    [LOOSE_FILES]: [ENGINE],
    'server/store/partners/': [ENGINE],
    'server/store/users/': [ENGINE],
    [SUBMISSIONS]: [ENGINE, LOOSE_FILES],
    'server/store/documents/': [ENGINE, LOOSE_FILES, SUBMISSIONS],
    [WEBHOOKS]: [ENGINE],
    'server/store/verifications/': [ENGINE, WEBHOOKS],
  },
  packages: {},
};
