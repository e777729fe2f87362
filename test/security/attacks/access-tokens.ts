import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { exportJWK } from 'jose';
import { operations } from '../../../generated/operations.ts';
import { type Attack, attacksOf, outcomeOf } from '../attack.ts';
import { type Installation, type Partner, requestToken } from '../installation.ts';

const LIST = operations.listWebhooks.path;

type Json = Record<string, unknown>;

interface Genuine {
  token: string;
  header: Json;
  claims: Json;
  /** Encoded header, claims, and signature. */
  parts: [string, string, string];
  publicKey: KeyObject;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string): Json => JSON.parse(Buffer.from(part, 'base64url').toString());

async function genuineToken({ call, tokens }: Installation): Promise<Genuine> {
  const parts = tokens.acme.split('.') as Genuine['parts'];
  const header = decode(parts[0]);
  const { body } = await call('GET', operations.getJwks.path);
  const jwk = body.keys.find(({ kid }: Json) => kid === header['kid']);
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  return { token: tokens.acme, header, claims: decode(parts[1]), parts, publicKey };
}

const attacker = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const attackerJwk = await exportJWK(attacker.publicKey);

function signed({ header, claims }: Genuine, changes: Json = {}, dsaEncoding: 'ieee-p1363' | 'der' = 'ieee-p1363') {
  const input = `${encode({ ...header, ...changes })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(input), { key: attacker.privateKey, dsaEncoding });
  return `${input}.${signature.toString('base64url')}`;
}

function withSecret({ header, claims }: Genuine, secret: string | Buffer, changes: Json = {}): string {
  const input = `${encode({ ...header, alg: 'HS256', ...changes })}.${encode(claims)}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

const unsigned = (alg: string) => (genuine: Genuine) =>
  `${encode({ ...genuine.header, alg })}.${genuine.parts[1]}.${genuine.parts[2]}`;
const withClaims =
  (changes: Json) =>
  ({ claims, parts: [header, , signature] }: Genuine) =>
    `${header}.${encode({ ...claims, ...changes })}.${signature}`;
const withHeader =
  (changes: Json) =>
  ({ header, parts: [, claims, signature] }: Genuine) =>
    `${encode({ ...header, ...changes })}.${claims}.${signature}`;
const withSignature =
  (change: (signature: string) => string) =>
  ({ parts: [header, claims, signature] }: Genuine) =>
    `${header}.${claims}.${change(signature)}`;
const bytes = (length: number, fill: number) => () => Buffer.alloc(length, fill).toString('base64url');

/** Order of the P-256 group. Verifiers without range checks accept signatures of zeros or of multiples of the order. */
const ORDER = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551';

const pem = ({ publicKey }: Genuine) => publicKey.export({ type: 'spki', format: 'pem' }).toString();
const der = ({ publicKey }: Genuine) => publicKey.export({ type: 'spki', format: 'der' });

const forgeries: Record<string, (genuine: Genuine) => string> = {
  'a token without a signature': ({ parts: [header, claims] }) => `${header}.${claims}.`,
  'a token with alg none and no signature': ({ header, parts }) => `${encode({ ...header, alg: 'none' })}.${parts[1]}.`,
  'a token with alg none': unsigned('none'),
  'a token with alg None': unsigned('None'),
  'a token with alg nOnE': unsigned('nOnE'),
  'a token with an empty alg': unsigned(''),
  'a token with alg ES384': unsigned('ES384'),
  'a token with HS256 and the public key in PEM': (genuine) => withSecret(genuine, pem(genuine)),
  'a token with HS256 and the public key in PEM without its last line end': (genuine) =>
    withSecret(genuine, pem(genuine).trim()),
  'a token with HS256 and the public key in DER': (genuine) => withSecret(genuine, der(genuine)),
  'a token with HS256 and the point of the public key': (genuine) => withSecret(genuine, der(genuine).subarray(-65)),
  'a token with HS256 and the public key as a JWK': (genuine) =>
    withSecret(genuine, JSON.stringify(genuine.publicKey.export({ format: 'jwk' }))),
  'a token with HS256 and an empty secret': (genuine) => withSecret(genuine, ''),
  'a token with HS256 and a key file without content': (genuine) =>
    withSecret(genuine, '', { kid: '../../../../../../dev/null' }),
  'a token of another key': (genuine) => signed(genuine),
  'a token of another key with a DER signature': (genuine) => signed(genuine, {}, 'der'),
  'a token of another key without a key ID': (genuine) => signed(genuine, { kid: undefined }),
  'a token with its own key in jwk': (genuine) => signed(genuine, { jwk: attackerJwk }),
  'a token with its own key in jwk and no key ID': (genuine) => signed(genuine, { jwk: attackerJwk, kid: undefined }),
  'a token with the URL of its own key in jku': (genuine) =>
    signed(genuine, { jku: 'https://127.0.0.1/jwks.json', kid: 'own' }),
  'a token with the URL of its own certificate in x5u': (genuine) =>
    signed(genuine, { x5u: 'https://127.0.0.1/certificate.pem' }),
  'a token with its own certificate in x5c': (genuine) => signed(genuine, { x5c: [der(genuine).toString('base64')] }),
  'a token with a critical header parameter': (genuine) => signed(genuine, { crit: ['exp'], exp: 1 }),
  'a token with an unencoded payload': (genuine) => signed(genuine, { b64: false, crit: ['b64'] }),
  ...Object.fromEntries(
    ['', '__proto__', 'constructor', '../../etc/passwd', "' or '1'='1", 'a\0b', 'https://evil.test/', 7, ['a'], {}].map(
      (kid) => [`a token with the key ID ${JSON.stringify(kid)}`, (genuine: Genuine) => signed(genuine, { kid })],
    ),
  ),
  'a token for another partner': withClaims({ client_id: 'globex', sub: 'globex' }),
  'a token with another issuer': withClaims({ iss: 'https://evil.test' }),
  'a token with another audience': withClaims({ aud: 'https://evil.test' }),
  'a token with a later expiry': withClaims({ exp: 99_999_999_999 }),
  'a token with more scopes': withClaims({ scope: 'admin' }),
  'a token with another type in its header': withHeader({ typ: 'JWT' }),
  'a token with an additional header parameter': withHeader({ cty: 'JWT' }),
  'a token with a signature of 64 zeros': withSignature(bytes(64, 0)),
  'a token with a signature of 64 ones': withSignature(bytes(64, 0xff)),
  'a token with a signature of multiples of the order': withSignature(() =>
    Buffer.from(ORDER + ORDER, 'hex').toString('base64url'),
  ),
  'a token with half a signature': withSignature((signature) => signature.slice(0, 43)),
  'a token with a longer signature': withSignature((signature) => `${signature}AA`),
  'a token with padding': withSignature((signature) => `${signature}==`),
  'a token in upper case': ({ token }) => token.toUpperCase(),
  'a token with four parts': ({ token }) => `${token}.x`,
  'a token with five parts': ({ token }) => `${token}.x.y`,
  'a token as a JSON object': ({ parts: [header, payload, signature] }) =>
    encode({ protected: header, payload, signature }),
  'a token with a signature of 9,000 characters': ({ parts: [header, claims] }) =>
    `${header}.${claims}.${'A'.repeat(9_000)}`,
};

const use = async ({ call }: Installation, token: string) => outcomeOf(await call('GET', LIST, { token }));
const REFUSED = '401 unauthenticated';

const misplacedTokens: Record<string, (token: string) => { target?: string; headers?: Record<string, string> }> = {
  'a token in the query': (token) => ({ target: `${LIST}?access_token=${token}` }),
  'a token in a cookie': (token) => ({ headers: { Cookie: `access_token=${token}; Authorization=Bearer ${token}` } }),
  'a token with another scheme': (token) => ({ headers: { Authorization: `DPoP ${token}` } }),
  'a token in Proxy-Authorization': (token) => ({ headers: { 'Proxy-Authorization': `Bearer ${token}` } }),
  'a token with a second token after a comma': (token) => ({
    headers: { Authorization: `Bearer ${token}, Bearer ${token}` },
  }),
};

const foreignTokens: Record<string, (installation: Installation) => string> = {
  'a token from the sandbox of a partner with the same ID': ({ sandbox }) => sandbox.token,
  'a token with a valid signature and the issuer and audience of another installation': ({ stagingToken }) =>
    stagingToken,
  'the token of a partner that the operator disabled': ({ tokens }) => tokens.disabled,
  'a token from before the operator ended all tokens of the partner': ({ tokens }) => tokens.revoked,
};

const tokenRequestChanges: Record<string, Record<string, (secrets: Record<Partner, string>) => Json>> = {
  '401 invalid_client': {
    'a token request with the secret of another partner': ({ globex }) => ({ client_secret: globex }),
    'a token request with an empty secret': () => ({ client_secret: '' }),
    'a token request with a secret without its last character': ({ acme }) => ({ client_secret: acme.slice(0, -1) }),
    ...Object.fromEntries(
      ['ACME', 'acme ', 'acme\0', "' or 1=1 --", '%', '__proto__'].map((client_id) => [
        `a token request with the client ID ${JSON.stringify(client_id)}`,
        () => ({ client_id }),
      ]),
    ),
    'a token request of a disabled partner': ({ disabled }) => ({ client_id: 'disabled', client_secret: disabled }),
    'a token request with the public secret of the sandbox': () => ({
      client_id: 'sandbox-partner',
      client_secret: 'sandbox-secret',
    }),
  },
  '400 invalid_scope': { 'a token request for a scope that does not exist': () => ({ scope: 'admin' }) },
  '400 unsupported_grant_type': { 'a token request with another grant type': () => ({ grant_type: 'password' }) },
};

export const accessTokenAttacks: readonly Attack[] = [
  {
    attack: 'the unchanged token',
    expected: '200',
    run: (installation) => use(installation, installation.tokens.acme),
  },
  ...attacksOf({ [REFUSED]: forgeries }, async (installation, forge) =>
    use(installation, forge(await genuineToken(installation))),
  ),
  ...attacksOf({ [REFUSED]: misplacedTokens }, async ({ call, tokens }, requestWith) => {
    const { target = LIST, headers = {} } = requestWith(tokens.acme);
    return outcomeOf(await call('GET', target, { headers }));
  }),
  ...attacksOf({ [REFUSED]: foreignTokens }, (installation, tokenIn) => use(installation, tokenIn(installation))),
  ...attacksOf(tokenRequestChanges, async (installation, change) => {
    const { secrets } = installation;
    const fields = { client_id: 'acme', client_secret: secrets.acme, ...change(secrets) };
    return outcomeOf(await requestToken(installation, fields));
  }),
];
