import { SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';

export const SECRET = 'a client secret of the app, 32+ bytes';
/** The time of the proofs in tests: the files of a process share it. A whole second, so that tests reach limits exactly. */
export const NOW = Math.floor(Date.now() / 1_000) * 1_000;
const seconds = NOW / 1_000;

/** As the platform documents the token. */
export const CLAIMS = {
  customer: { id: 4927, email: 'ann@example.com', group_id: '6' },
  iss: 'bc/apps',
  sub: 'abc123',
  iat: seconds - 10,
  exp: seconds + 890,
  version: 1,
  aud: 'client-1',
  application_id: 'client-1',
  store_hash: 'abc123',
  operation: 'current_customer',
};
export const sign = (over: object = {}, secret = SECRET, alg = 'HS256') =>
  new SignJWT({ ...CLAIMS, ...over } as JWTPayload)
    .setProtectedHeader({ alg, typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));

/** Tokens that prove nobody. */
export const ATTACKS: readonly (readonly [what: string, token: () => Promise<string> | string])[] = [
  ['another secret', () => sign({}, 'another secret of another app, 32 bytes')],
  ['another audience', () => sign({ aud: 'client-2' })],
  ['no audience', () => sign({ aud: undefined })],
  ['another store', () => sign({ sub: 'other1' })],
  ['another operation', () => sign({ operation: 'control_panel' })],
  ['no operation', () => sign({ operation: undefined })],
  ['an expired token', () => sign({ exp: seconds - 31 })],
  ['a token without an end', () => sign({ exp: undefined })],
  ['a token of the future', () => sign({ iat: seconds + 90 })],
  ['a token that begins later', () => sign({ nbf: seconds + 90 })],
  ['a guest', () => sign({ customer: { id: 0, email: '' } })],
  ['no customer', () => sign({ customer: undefined })],
  ['a customer id that is an object', () => sign({ customer: { id: { $ne: 1 } } })],
  ['alg none', () => new UnsecuredJWT(CLAIMS as unknown as JWTPayload).encode()],
  [
    'alg none in other capitals',
    () => {
      const encoded = [{ alg: 'nOnE' }, CLAIMS].map((part) =>
        Buffer.from(JSON.stringify(part)).toString('base64url'),
      );
      return `${encoded.join('.')}.`;
    },
  ],
  [
    'changed claims',
    async () => {
      const [head, , signature] = (await sign()).split('.');
      const claims = { ...CLAIMS, customer: { id: 1 } };
      return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
    },
  ],
  ['no signature', async () => (await sign()).replace(/[^.]+$/, '')],
];
