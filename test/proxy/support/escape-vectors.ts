import { seededRandom } from '../../../demo/sample/seeded-random.ts';
import { pick } from './random.ts';

/** A request target and its headers that try to reach another endpoint or server. */
export interface Vector {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

const OWN = '/v3/profiles/profile-1001/balances';

/** Spellings of a dot segment. */
const DOTS = [
  '..',
  '.',
  '%2e%2e',
  '%2E%2E',
  '.%2e',
  '%2e.',
  '%252e%252e',
  '%25252e%25252e',
  '..;',
  '..;x=1',
  '%2e%2e%3b',
  '..%00',
  '..%20',
  '..%09',
  '%c0%ae%c0%ae',
  '%c0%2e%c0%2e',
  '%e0%80%ae%e0%80%ae',
  '%f0%80%80%ae%f0%80%80%ae',
  '%uff0e%uff0e',
  '%EF%BC%8E%EF%BC%8E',
  '%E2%80%A5',
  '%E2%80%A6',
  '%u002e%u002e',
  '0x2e0x2e',
  '..%c0%af',
  '...',
  '....',
  '..%2f',
  '..%5c',
  '%2e%2e%2f',
  '%2e%2e%5c',
  '..%ef%bc%8f',
  '．．',
  '..\u2215',
  '%00',
  '%0d%0a',
  '%ff',
  '%',
  '%2',
  '%zz',
  '',
  ' ',
  '*',
  '~',
  '@',
  ':',
  '%40',
  '%3a',
] as const;

/** Spellings of the separator between segments. */
const SLASHES = [
  '/',
  '//',
  '///',
  '\\',
  '/\\',
  '\\/',
  '%2f',
  '%2F',
  '%5c',
  '%252f',
  '%255c',
  '%c0%af',
  '%c1%9c',
  '%e0%80%af',
  '%ef%bc%8f',
  '/./',
  ';/',
  '/;/',
  '%3b/',
  '%23/',
  '#/',
  '?/',
  '/?/',
  '%3f/',
  '/%20/',
  '/%00/',
  '%09/',
  '\t/',
  '/%e2%80%8b/',
  '／',
] as const;

/** Paths that an attacker wants to reach. */
const GOALS = [
  'profile-1002/balances',
  'profiles/profile-1002/balances',
  'v3/profiles/profile-1002/balances',
  'v3/webhooks',
  'v3/auth/token',
  'v3/transactions/batch.json',
  'v3/profiles',
  'v3/rewards',
  'admin',
  'api/v3/webhooks',
  'balances',
  'purge',
  'merge',
  'transactions/t1/unattach',
  'tiers/calculate',
  'aggregations/calculate',
  'harbour/api/v1/auth/token',
  'lists/wishlist/items',
] as const;

const QUERIES = ['x=%00', 'a=/../..', 'profile_id=profile-1002', 'x=\\'] as const;

const METHODS = ['GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE'] as const;

/** Paths with traversal, split, hidden or encoded separators: all different, the same in every run. */
export function traversalVectors(count: number): Vector[] {
  const random = seededRandom(20_260);
  const start = OWN.split('/').slice(1);
  const vectors = new Map<string, Vector>();
  while (vectors.size < count) {
    const prefix = start.slice(0, Math.floor(random() * (start.length + 1)));
    const steps = Array.from({ length: Math.floor(random() * 3) }, () => pick(random, DOTS));
    const parts = [...prefix, ...steps, ...pick(random, GOALS).split('/')];
    const path = parts.reduce(
      (text, part) => text + (random() < 0.9 ? '/' : pick(random, SLASHES)) + part,
      '',
    );
    const query = random() < 0.15 ? `?${pick(random, QUERIES)}` : '';
    const vector = { method: pick(random, METHODS), target: path + query, headers: [] };
    vectors.set(`${vector.method} ${vector.target}`, vector);
  }
  return [...vectors.values()];
}

/** Targets and headers that name another server. `foreign` is its `host:port`. */
export function foreignVectors(foreign: string, count: number): Vector[] {
  const random = seededRandom(4_711);
  const path = OWN;
  const targets = [
    `http://${foreign}${path}`,
    `https://${foreign}${path}`,
    `HTTP://${foreign}${path}`,
    `//${foreign}${path}`,
    `///${foreign}${path}`,
    `/\\${foreign}${path}`,
    `\\\\${foreign}${path}`,
    `/@${foreign}${path}`,
    `@${foreign}${path}`,
    `:80@${foreign}${path}`,
    `/${foreign}${path}`,
    `/v3/@${foreign}/x`,
    `/v3//${foreign}/x`,
    `/v3/http://${foreign}/x`,
    `/v3/http:%2f%2f${foreign}/x`,
    `http:${foreign}`,
    `http:/${foreign}${path}`,
    `ws://${foreign}${path}`,
    `file:///etc/passwd`,
    `http://user:word@${foreign}${path}`,
    `/v3/profiles/profile-1001/balances?url=http://${foreign}/`,
    `/v3/profiles/profile-1001/balances#@${foreign}`,
    `/v3/profiles/profile-1001@${foreign}/balances`,
    `/v3/profiles/http:%2F%2F${foreign}/balances`,
    `*`,
    `${foreign}`,
    '',
    path,
    `/.${foreign}${path}`,
    `/%2f${foreign}${path}`,
    `/%5c${foreign}${path}`,
    `/\t/${foreign}${path}`,
    `http://[::1]/${path}`,
  ];
  const headers = [
    ['Host', foreign],
    ['Host', `x@${foreign}`],
    ['Host', `${foreign}/x`],
    ['Host', `127.0.0.1\t${foreign}`],
    ['Host', '[::1'],
    ['X-Forwarded-Host', foreign],
    ['X-Forwarded-Server', foreign],
    ['X-Host', foreign],
    ['X-Original-URL', `http://${foreign}/`],
    ['X-Rewrite-URL', '/v3/webhooks'],
    ['Forwarded', `host=${foreign};proto=https`],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['Referer', `http://${foreign}/`],
    ['Destination', `http://${foreign}/`],
    ['X-Forwarded-Prefix', '/../..'],
    ['Via', foreign],
    ['X-Forwarded-Port', '1'],
    ['X-Accel-Redirect', '/x'],
    ['Proxy-Authorization', 'Basic eDp4'],
    ['Upgrade', 'websocket'],
  ] as const;
  return Array.from({ length: count }, (_, at) => ({
    method: pick(random, [...METHODS, 'CONNECT', 'OPTIONS', 'HEAD', 'TRACE', 'PATCH', 'PROPFIND']),
    target: targets[at % targets.length] as string,
    headers: Array.from({ length: Math.floor(random() * 3) }, () => pick(random, headers)),
  }));
}
