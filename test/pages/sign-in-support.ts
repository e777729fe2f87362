import { createSecretKey } from 'node:crypto';
import { Hono } from 'hono';
import { createInFlightBodies } from '../../server/api/in-flight-bodies.ts';
import { createAddressLimit, createUnknownLinkLimit, unlimited } from '../../server/api/limits/rate-limit.ts';
import type { Clock } from '../../server/domain/clock.ts';
import { csrfToken } from '../../server/pages/csrf.tsx';
import type { IdentityProvider } from '../../server/pages/identity/identity-provider.ts';
import { carriedLink, writeLink } from '../../server/pages/opened-links.ts';
import { signInRoutes } from '../../server/pages/routes/sign-in.tsx';
import { setSecurityHeaders } from '../../server/pages/security-headers.ts';
import { withServices } from '../../server/pages/services.ts';
import { loadSession, openSession, readSession } from '../../server/pages/session.ts';
import { createLogger } from '../../server/platform/log.ts';
import { clientAddressBehind, createSecurityLog } from '../../server/platform/security-log.ts';
import type { User, userStore } from '../../server/storage/database/users/user-store.ts';
import { Encryptor } from '../../server/storage/encryption/encryptor.ts';
import { testClock } from '../support/service.ts';
import { brand } from './pages.ts';

export const APP_URL = 'http://app.test';

export function encryptorOf(...ids: string[]): Encryptor {
  return new Encryptor(ids.map((id) => ({ id, secret: createSecretKey(Buffer.alloc(32, id)) })));
}

export function memoryUsers(clock: Clock = testClock()) {
  const ended = new Set<string>();
  const all: User[] = [];
  const find = (member: 'id' | 'accountHash', value: string) => all.find((user) => user[member] === value) ?? null;
  const store: Omit<ReturnType<typeof userStore>, 'forgetUsers' | 'endSessions'> = {
    async ensureUser(candidate) {
      const known = find('accountHash', candidate.accountHash);
      const user = known ?? { ...candidate, createdAt: clock.now(), mobileSignedInAt: null };
      if (known === null) all.push(user);
      return user;
    },
    findUser: async (id) => find('id', id),
    findUserByAccount: async (accountHash) => find('accountHash', accountHash),
    async deleteUser(id) {
      all.splice(0, all.length, ...all.filter((user) => user.id !== id));
    },
    noteSignIn: async (id) => find('id', id) !== null,
    isSessionOpen: async ({ id, userId }) => !ended.has(id) && find('id', userId) !== null,
    isSessionEnded: async (id) => ended.has(id),
    async endSession(id) {
      ended.add(id);
    },
    async noteMobileSignIn(id) {
      const user = find('id', id);
      if (user !== null) user.mobileSignedInAt ??= clock.now();
      return user !== null;
    },
  };
  return { ...store, all };
}

const unlimitedVisits = {
  sourceOf: () => undefined,
  bodies: createInFlightBodies(),
  visitRateLimits: {
    ofAddress: createAddressLimit({ of_address: 0, within_seconds: 1 }, { isOff: true }),
    ofSession: unlimited,
  },
  unknownLinks: createUnknownLinkLimit({ isOff: true }),
  refusedTokens: createAddressLimit({ of_address: 0, within_seconds: 1 }, { isOff: true }),
};

/** Creates an app with the sign-in routes, and with test routes that return the session, CSRF tokens, and links. */
export function signInBench(options: { provider?: IdentityProvider; clock?: ReturnType<typeof testClock> }) {
  const clock = options.clock ?? testClock();
  const encryptor = encryptorOf('a');
  const store = { ...memoryUsers(clock), findPartner: async () => null, changeSubmission: async () => null };
  const logged: string[] = [];
  const log = createLogger('info', { write: (line: string) => logged.push(line) });
  const security = createSecurityLog(createLogger('silent'), clientAddressBehind([]));
  const identityProvider = options.provider ?? null;
  const partners = { findActive: async () => null, isLookalike: async () => false };
  const base = { appUrl: APP_URL, encryptor, clock, store, partners, log, security, identityProvider };
  const services = { ...base, ...unlimitedVisits, brand, baseUrl: 'http://api.test' };
  const app = new Hono();
  app.use(withServices(services as never), setSecurityHeaders, loadSession);
  app.get('/me', (c) => c.json(readSession(c)));
  app.get('/csrf', (c) => c.json(csrfToken(openSession(c))));
  app.get('/opened', (c) =>
    c.json(writeLink(c, { kind: 'add', clientId: 'acme', requestId: c.req.query('id') ?? '' })),
  );
  app.get('/open', (c) => c.json(carriedLink(c)));
  app.route('/', signInRoutes(identityProvider));
  return { ...services, app, logged };
}

export type Browser = ReturnType<typeof browser>;

/** Simulates a browser with cookies. Sends requests for `appUrl` to `app`, and other requests to `elsewhere`. */
export function browser(
  app: { fetch(request: Request): Response | Promise<Response> },
  { appUrl = APP_URL, elsewhere = fetch }: { appUrl?: string; elsewhere?: typeof app.fetch } = {},
) {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: URL) => {
    const jar = jars.get(url.origin) ?? new Map<string, string>();
    jars.set(url.origin, jar);
    return jar;
  };

  async function send(
    address: string | URL,
    options: { form?: Record<string, string>; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const url = new URL(address, appUrl);
    const jar = jarOf(url);
    const request = new Request(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; '), ...options.headers },
      ...(options.form !== undefined && { method: 'POST', body: new URLSearchParams(options.form) }),
    });
    const response = await (url.origin === appUrl ? app.fetch(request) : elsewhere(request));
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  return {
    cookies: jarOf(new URL(appUrl)),
    send,
    /** Follows redirects. Stops at the last redirect, or at the first address that `until` accepts. */
    async follow(address: string | URL, until: (url: URL) => boolean = () => false): Promise<URL> {
      let url = new URL(address, appUrl);
      for (let hops = 0; hops < 20; hops += 1) {
        if (until(url)) return url;
        const location = (await send(url)).headers.get('location');
        if (location === null) return url;
        url = new URL(location, url);
      }
      throw new Error('Too many redirects');
    },
    async form(address: string | URL) {
      return formIn(await (await send(address)).text());
    },
    // biome-ignore lint/suspicious/noExplicitAny: tests read the properties that they expect
    json: async (address: string | URL): Promise<any> => (await send(address)).json(),
  };
}

/** Simulates a browser behind a proxy that reports the given client address. */
export const browserAt = ({ url: serviceUrl }: { url: string }, address: string): Browser =>
  browser({
    async fetch(request) {
      const { method, headers } = request;
      const { pathname, search } = new URL(request.url);
      return fetch(serviceUrl + pathname + search, {
        method,
        headers: { ...Object.fromEntries(headers), 'X-Forwarded-For': address },
        redirect: 'manual',
        body: request.body && (await request.text()),
      });
    },
  });

export function formIn(html: string) {
  const found = (pattern: RegExp) => pattern.exec(html)?.[1]?.replaceAll('&quot;', '"').replaceAll('&gt;', '>') ?? '';
  return {
    action: found(/<form[^>]* action="([^"]*)"/),
    csrf: found(/name="csrf" value="([^"]*)"/),
    email: found(/name="email"[^>]* value="([^"]*)"/).replaceAll('&lt;', '<'),
    isRefused: html.includes('id="email-error"'),
  };
}
