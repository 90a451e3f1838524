import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkSettings } from '../../src/proxy/check.ts';
import {
  memoryStorage,
  openidProof,
  ownSessionProof,
  platformDirectory,
  type ProxySettings,
} from '../../src/proxy/index.ts';
import { settingsFor, SHOP } from './support/open-proxy.ts';
import { startProxyProcess, variablesFor } from './support/process.ts';
import { listen, type Twin } from './support/twin.ts';
import { startUpstream, type StubUpstream } from './support/upstream.ts';

let upstream: StubUpstream;
let platform: Twin;
/** Status and body of the platform by path. */
let answers: Record<string, { status: number; body?: string; headers?: Record<string, string> }>;
beforeAll(async () => {
  upstream = await startUpstream();
  platform = await listen(({ url = '' }, response) => {
    const { status, body, headers } = answers[url] ?? { status: 404 };
    response.writeHead(status, headers).end(body);
  });
});
afterAll(async () => {
  await platform.stop();
  await upstream.stop();
});
const CUSTOMER = JSON.stringify({ id: 1, email: 'ann@example.com' });
beforeEach(() => {
  answers = {
    '/': { status: 200 },
    '/login': { status: 401 },
    '/me': { status: 401 },
    '/jwks': { status: 200, body: JSON.stringify({ keys: [{ kty: 'oct', k: 'eA' }] }) },
  };
});

/** Everything that can be tried, against the platform. */
const settings = (): ProxySettings => ({
  ...settingsFor(upstream.baseUrl),
  origins: [platform.url],
  directory: platformDirectory({ loginUrl: `${platform.url}/login` }),
  proofs: [
    ownSessionProof({ url: `${platform.url}/me`, cookies: ['sid'] }),
    openidProof({ issuer: 'i', audience: 'a', jwksUrl: `${platform.url}/jwks` }),
  ],
  code: { findCustomer: async () => undefined, sendCode: () => Promise.reject(new Error('not tried')) },
});
async function problemsOf(over: Partial<ProxySettings> = {}) {
  const problems: string[] = [];
  for await (const { problem } of checkSettings({ ...settings(), ...over }))
    if (problem !== undefined) problems.push(problem);
  expect(problems.join()).not.toMatch(/canary/);
  return problems;
}

describe('checkSettings', () => {
  it('finds nothing wrong with a proxy that works, and changes nothing', async () => {
    expect(await problemsOf()).toEqual([]);
    expect(upstream.profiles).toEqual([]);
  });

  it.each<[what: string, over: () => Partial<ProxySettings>, problem: RegExp]>([
    [
      'wrong credentials',
      () => ({ credentials: { ...settings().credentials, clientSecret: 'canary-wrong' } }),
      /^The service gives no token for these client credentials/,
    ],
    ['another service', () => ({ baseUrl: `${platform.url}/api` }), /^The service gives no token/],
    ['no service', () => ({ baseUrl: 'http://127.0.0.1:9/api' }), /does not answer a search for a profile/],
    [
      'a storage that cannot be reached',
      () => ({
        storage: {
          ...memoryStorage(),
          texts: { ...memoryStorage().texts, get: () => Promise.reject(new Error('canary')) },
        },
      }),
      /^The storage cannot be reached/,
    ],
    [
      'a storage that loses texts',
      () => ({
        storage: { ...memoryStorage(), texts: { ...memoryStorage().texts, get: async () => undefined } },
      }),
      /^The storage does not keep/,
    ],
    [
      'an origin that does not answer',
      () => ({ origins: ['http://127.0.0.1:9'] }),
      /does not answer. Check LOYALTY_ORIGINS/,
    ],
  ])('finds %s', async (_, over, problem) => {
    expect(await problemsOf(over())).toEqual([expect.stringMatching(problem)]);
  });

  it.each<[path: string, answer: (typeof answers)[string], problem: RegExp]>([
    [
      '/',
      { status: 301, headers: { Location: `${SHOP}/de` } },
      /sends browsers on to https:\/\/shop\.example/,
    ],
    ['/login', { status: 500 }, /^PLATFORM_LOGIN_URL does not answer a wrong password with 401/],
    [
      '/login',
      { status: 200, body: CUSTOMER },
      /^PLATFORM_LOGIN_URL answers a wrong password with a customer/,
    ],
    ['/me', { status: 500 }, /^session of the shop cannot be checked/],
    ['/me', { status: 200, body: CUSTOMER }, /^PLATFORM_SESSION_URL answers with a customer for a session/],
    ['/jwks', { status: 404 }, /^OpenID provider cannot be checked/],
    ['/jwks', { status: 200, body: '{"keys":[]}' }, /^OIDC_JWKS_URL publishes no key/],
  ])('finds an answer of %s that is wrong: %j', async (path, answer, problem) => {
    answers[path] = answer;
    expect(await problemsOf()).toEqual([expect.stringMatching(problem)]);
  });

  it('finds a platform that knows everybody, or nobody at all', async () => {
    const { code } = settings();
    const everybody = { id: '1', email: 'ann@example.com', firstName: '', lastName: '' };
    expect(await problemsOf({ code: { ...code!, findCustomer: async () => everybody } })).toEqual([
      expect.stringMatching(/^PLATFORM_CUSTOMER_URL answers with a customer/),
    ]);
    const fails = { ...code!, findCustomer: () => Promise.reject(new Error('canary')) };
    expect(await problemsOf({ code: fails })).toEqual([
      expect.stringMatching(/^PLATFORM_CUSTOMER_URL does not answer with 404/),
    ]);
  });
});

describe('loyalty-proxy --check', () => {
  /** Exit code and output: the command ends instead of listening. */
  const run = (variables: Record<string, string>): Promise<string> =>
    startProxyProcess(
      { ...variablesFor(upstream.baseUrl), LOYALTY_ORIGINS: platform.url, ...variables },
      { args: ['--import', 'tsx', 'src/proxy/main.ts', '--check'] },
    ).then(
      () => 'listens',
      (error: Error) => error.message,
    );

  it('prints one line for each thing that it tried', async () => {
    const output = await run({});
    expect(output).toMatch(
      /^exit 0\nright {2}storage\nright {2}loyalty service\nright {2}passwords of the platform\nright {2}origin/,
    );
    expect(output).not.toMatch(/canary|WRONG/);
  });

  it('says what is wrong', async () => {
    const output = await run({ LOYALTY_CLIENT_SECRET: 'canary-other' });
    expect(output).toMatch(/^exit 1\n/);
    expect(output).toMatch(/WRONG {2}loyalty service: The service gives no token/);
    expect(output).not.toMatch(/canary/);
  });
});
