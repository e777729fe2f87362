import { createHmac } from 'node:crypto';
import {
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import type { Person } from '../../pages/person.ts';
import { type Attack, attacksOf, changeCharacter } from '../attack.ts';
import { type Installation, MOBILE_AUDIENCE } from '../installation.ts';

/** Returns the status of the response, and whether the person is then signed in. */
async function signedIn({ tab }: Person, response: Response): Promise<string> {
  const { status } = await tab.send('/credentials');
  return `${response.status} ${status === 200 ? 'signed in' : 'signed out'}`;
}

const isCallback = (url: URL) => url.pathname === '/sign-in/callback';

async function startSignIn({ tab }: Person, path = '/sign-in'): Promise<URL> {
  return new URL((await tab.send(path)).headers.get('location') ?? '');
}

/** In the browser of `who`, signs in at the provider as `mallory`. Resolves to the callback URL without opening it. */
async function callbackOf({ provider }: Installation, who: Person, from?: URL): Promise<URL> {
  provider.account = 'mallory';
  return who.tab.follow(from ?? (await startSignIn(who)), isCallback);
}

const callbacks: Record<string, Record<string, (query: URLSearchParams) => void>> = {
  '303 signed in': { 'an unchanged callback': () => {} },
  '400 signed out': {
    'a callback without a state': (query) => query.delete('state'),
    'a callback with an empty state': (query) => query.set('state', ''),
    'a callback with a changed state': (query) => query.set('state', changeCharacter(query.get('state') ?? '', 60)),
  },
  '403 signed out': {
    'a callback with two states': (query) => query.append('state', 'x'),
    'a callback without a code': (query) => query.delete('code'),
    'a callback with a changed code': (query) => query.set('code', `${query.get('code')}A`),
    'a callback with two codes': (query) => query.append('code', 'x'),
    'a callback from another issuer': (query) => query.set('iss', 'https://evil.test'),
    'a callback without an issuer': (query) => query.delete('iss'),
  },
  '503 signed out': {
    'a callback with tokens': (query) => {
      query.delete('code');
      for (const name of ['id_token', 'access_token']) query.set(name, 'x');
    },
  },
};

const foreign = await generateKeyPair('RS256');

const HEADER = { alg: 'RS256', kid: 'test' };

type Forge = (claims: JWTPayload, installation: Installation) => string | Promise<string>;
const sign =
  (changes: Record<string, unknown>): Forge =>
  (claims, { provider }) =>
    new SignJWT({ ...claims, ...changes }).setProtectedHeader(HEADER).sign(provider.signingKey);
const EARLIER = Math.floor(Date.now() / 1000) - 3600;

const withForeignKey: Forge = (claims) => new SignJWT(claims).setProtectedHeader(HEADER).sign(foreign.privateKey);
const withoutSignature: Forge = (claims) => new UnsecuredJWT(claims).encode();

const idTokens: Record<string, Record<string, Forge>> = {
  '303 signed in': { 'a valid ID token': sign({}) },
  '403 signed out': {
    'an ID token for another nonce': sign({ nonce: 'x' }),
    'an ID token without a nonce': sign({ nonce: undefined }),
    'an ID token for another client': sign({ aud: 'other' }),
    'an ID token for another client too': sign({ aud: ['service', 'other'] }),
    'an ID token for another authorized party': sign({ aud: ['service', 'other'], azp: 'other' }),
    'an ID token without an audience': sign({ aud: undefined }),
    'an ID token from another issuer': sign({ iss: 'https://evil.test' }),
    'an ID token from an issuer with a slash': (claims, bench) => sign({ iss: `${claims.iss}/` })(claims, bench),
    'an expired ID token': sign({ iat: EARLIER - 60, exp: EARLIER }),
    'an ID token without an expiry': sign({ exp: undefined }),
    'an ID token without a subject': sign({ sub: undefined }),
    'an ID token of another key': withForeignKey,
    'an ID token with its own key': async (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', jwk: await exportJWK(foreign.publicKey) })
        .sign(foreign.privateKey),
    'an ID token with alg none': withoutSignature,
    'an ID token signed with the client secret': (claims, { provider }) =>
      new SignJWT(claims)
        .setProtectedHeader({ ...HEADER, alg: 'HS256' })
        .sign(new TextEncoder().encode(provider.settings.clientSecret)),
    'an empty ID token': () => '',
  },
  '503 signed out': { 'an ID token with text in place of JSON': () => 'eyJ.eyJ.x' },
};

const REDIRECT_QUERIES = [
  ...['link=https://evil.test/', 'link=//evil.test', 'redirect_uri=https://evil.test/', 'next=https://evil.test/'],
  ...['return_to=//evil.test', 'url=https://evil.test', 'state=https://evil.test'],
];

const mobile =
  (forge: Forge): Forge =>
  (claims, installation) =>
    forge({ ...claims, aud: MOBILE_AUDIENCE }, installation);

const mobileTokens: Record<string, Record<string, Forge>> = {
  '204': { 'a valid mobile token': mobile(sign({})) },
  '401': {
    'a mobile token for the pages': sign({}),
    'a mobile token from another issuer': mobile(sign({ iss: 'https://evil.test' })),
    'a mobile token of another client': mobile(sign({ azp: 'other' })),
    'a logout token in place of a mobile token': mobile(sign({ events: {} })),
    'an expired mobile token': mobile(sign({ exp: EARLIER })),
    'a mobile token without an expiry': mobile(sign({ exp: undefined })),
    'a mobile token of another key': mobile(withForeignKey),
    'a mobile token with alg none': mobile(withoutSignature),
    'a mobile token with HS256 and the public key': mobile(async (claims, { provider }) => {
      const { d, p, q, dp, dq, qi, ...jwk } = await exportJWK(provider.signingKey);
      const pem = await exportSPKI((await importJWK(jwk, 'RS256')) as CryptoKey);
      const parts = [{ ...HEADER, alg: 'HS256' }, claims].map((part) => Buffer.from(JSON.stringify(part)));
      const input = parts.map((part) => part.toString('base64url')).join('.');
      return `${input}.${createHmac('sha256', pem).update(input).digest('base64url')}`;
    }),
  },
};

const claimsFor = ({ provider }: Installation, nonce: string | null): JWTPayload => {
  const now = Math.floor(Date.now() / 1000);
  const { issuer, clientId } = provider.settings;
  return { iss: issuer, aud: clientId, sub: 'mallory', iat: now, exp: now + 300, ...(nonce !== null && { nonce }) };
};

export const signInAttacks: readonly Attack[] = [
  ...attacksOf(callbacks, async (installation, change) => {
    const who = installation.visitor();
    const callback = await callbackOf(installation, who);
    change(callback.searchParams);
    return signedIn(who, await who.tab.send(callback));
  }),
  ...attacksOf(idTokens, async (installation, forge) => {
    const { provider, visitor } = installation;
    const who = visitor();
    const url = await startSignIn(who);
    const callback = await callbackOf(installation, who, url);
    const token = await forge(claimsFor(installation, url.searchParams.get('nonce')), installation);
    provider.intercept = (request, response) => {
      if (request.url !== '/token') return false;
      const body = { access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: token };
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
      return true;
    };
    try {
      return await signedIn(who, await who.tab.send(callback));
    } finally {
      provider.intercept = () => false;
    }
  }),
  {
    attack: 'a callback of another browser',
    expected: '400 signed out',
    async run(installation) {
      const [mallory, victim] = [installation.visitor(), installation.visitor()];
      await startSignIn(victim);
      return signedIn(victim, await victim.tab.send(await callbackOf(installation, mallory)));
    },
  },
  {
    attack: 'a callback with the state of another browser',
    expected: '400 signed out',
    async run(installation) {
      const [mallory, victim] = [installation.visitor(), installation.visitor()];
      const callback = await callbackOf(installation, victim);
      callback.searchParams.set('state', (await startSignIn(mallory)).searchParams.get('state') ?? '');
      return signedIn(victim, await victim.tab.send(callback));
    },
  },
  {
    attack: 'a callback with the code of another sign-in',
    expected: '403 signed out',
    async run(installation) {
      const [mallory, victim] = [installation.visitor(), installation.visitor()];
      const [stolen, callback] = [await callbackOf(installation, victim), await callbackOf(installation, mallory)];
      callback.searchParams.set('code', stolen.searchParams.get('code') ?? '');
      return signedIn(mallory, await mallory.tab.send(callback));
    },
  },
  {
    attack: 'a callback without the session cookie',
    expected: '403 signed out',
    async run(installation) {
      const who = installation.visitor();
      const callback = await callbackOf(installation, who);
      who.tab.cookies.clear();
      return signedIn(who, await who.tab.send(callback));
    },
  },
  {
    attack: 'a callback that is sent twice, to both instances',
    expected: '403 signed out',
    async run(installation) {
      const who = installation.visitor();
      const callback = await callbackOf(installation, who);
      const before = new Map(who.tab.cookies);
      await who.tab.send(callback);
      for (const [name, value] of before) who.tab.cookies.set(name, value);
      return signedIn(who, await who.tab.send(callback));
    },
  },
  ...['nonce', 'code_challenge'].map((name) => ({
    attack: `a sign-in whose ${name} was replaced`,
    expected: '403 signed out',
    async run(installation: Installation) {
      const who = installation.visitor();
      const url = await startSignIn(who);
      url.searchParams.set(name, 'x'.repeat(43));
      return signedIn(who, await who.tab.send(await callbackOf(installation, who, url)));
    },
  })),
  {
    attack: 'an error of the provider with markup',
    expected: '403 signed out, no markup',
    async run(installation) {
      const who = installation.visitor();
      const callback = await callbackOf(installation, who);
      callback.searchParams.delete('code');
      callback.searchParams.set('error', '<script>alert(1)</script>');
      callback.searchParams.set('error_description', '"><img src=x onerror=alert(1)>');
      callback.searchParams.set('error_uri', 'javascript:alert(1)');
      const response = await who.tab.send(callback);
      const html = await response.text();
      return `${await signedIn(who, response)}, ${/alert\(1\)/.test(html) ? 'markup' : 'no markup'}`;
    },
  },
  ...REDIRECT_QUERIES.map((query) => ({
    attack: `a sign-in with ?${query}`,
    expected: 'https://people.partner.example/credentials',
    async run(installation: Installation) {
      const who = installation.visitor();
      const callback = await callbackOf(installation, who, await startSignIn(who, `/sign-in?${query}`));
      return String((await who.tab.send(callback)).headers.get('location'));
    },
  })),
  {
    attack: 'a session that another person planted before the sign-in',
    expected: 'the victim: 303 signed in, the attacker: 303 signed out',
    async run(installation) {
      const [mallory, victim] = [installation.visitor(), installation.visitor()];
      await mallory.tab.send('/sign-in');
      for (const [name, value] of mallory.tab.cookies) victim.tab.cookies.set(name, value);
      const callback = await callbackOf(installation, victim);
      const outcome = await signedIn(victim, await victim.tab.send(callback));
      return `the victim: ${outcome}, the attacker: ${await signedIn(mallory, await mallory.tab.send('/credentials'))}`;
    },
  },
  ...attacksOf(mobileTokens, async (installation, forge) => {
    const headers = { authorization: `Bearer ${await forge(claimsFor(installation, null), installation)}` };
    return String((await installation.visitor().tab.send('/mobile/sign-in', { form: {}, headers })).status);
  }),
];
