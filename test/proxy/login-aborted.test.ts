import { expect, it } from 'vitest';
import { memoryStorage } from '../../src/proxy/index.ts';
import { login } from '../../src/proxy/routes/login.ts';
import type { Dependencies } from '../../src/proxy/dependencies.ts';
import { createSessions } from '../../src/proxy/storage/sessions.ts';
import { ANN, basic } from './support/open-proxy.ts';

/** Signs Ann in; with `closes` the client closes the connection while her profile is looked up. */
async function signIn(closes: boolean) {
  const { texts } = memoryStorage();
  const stored = new Set<string>();
  const sessions = createSessions({
    texts: {
      ...texts,
      set: (key, value, lifetimeMs) => (stored.add(key), texts.set(key, value, lifetimeMs)),
      delete: (key) => (stored.delete(key), texts.delete(key)),
    },
    shop: async () => 'shop',
    lifetimeMs: 3_600_000,
    now: Date.now,
  });
  const client = new AbortController();
  const done = async () => {};
  const dependencies = {
    config: { log: () => {}, now: Date.now, loginGridMs: 1 },
    directory: { authenticate: async () => ANN },
    profileSync: {
      profileOf: async () => {
        if (closes) client.abort();
        return 'profile-1001';
      },
    },
    sessions,
    loginLimits: { consume: async () => ({ giveBackToAccount: done, succeed: done }), consumeAddress: done },
  } as unknown as Dependencies;
  const request = new Request('https://proxy.example/login', {
    method: 'POST',
    headers: { Authorization: basic(ANN.email, ANN.password) },
  });
  const status = await login(dependencies, {
    request,
    signal: client.signal,
    address: '',
    clientAddress: '',
  }).then(
    (answer) => answer.status,
    (refusal: { status: number }) => refusal.status,
  );
  return { status, stored: [...stored] };
}

it('login › stores no session when the client has closed the connection, because no page has the token to end it', async () => {
  expect(await signIn(true)).toEqual({ status: 504, stored: [] });
  expect(await signIn(false)).toEqual({ status: 200, stored: [expect.stringMatching(/^session:/)] });
});
