import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../src/services/contract/endpoints/index.ts';
import { openServiceProxy, type ServiceProxy } from './support/open-service-proxy.ts';

const GONE = 'This account isn’t in the programme. Contact the shop.';

describe('a customer whose profile was deleted', () => {
  let proxy: ServiceProxy;
  let session: string;
  beforeAll(async () => {
    proxy = await openServiceProxy();
    session = await proxy.signIn('1002');
    const token = await proxy.service.machineToken();
    const deleted = await proxy.service.call(on.deleteProfile, { path: { profile: 'profile-1002' }, token });
    expect(deleted.status).toBe(204);
  });
  afterAll(() => proxy.stop());

  it('is refused by 401 with that sentence, in the old session', async () => {
    const answer = await proxy.call(on.profileBalances, {
      token: session,
      path: { profile: 'profile-1002' },
    });
    expect(answer).toMatchObject({ status: 401, body: { message: GONE, errors: { account: [GONE] } } });
    expect(proxy.log.map(({ event }) => event)).toContain('profile_gone');
    expect(proxy.log.map(({ event }) => event)).not.toContain('token_refused');
  });

  it('is refused so in each part of a page', async () => {
    const answer = await fetch(`${proxy.url}/page?show=balances,tier`, {
      headers: { Authorization: `Bearer ${session}` },
    });
    const { parts } = (await answer.json()) as { parts: Record<string, { status: number; body: object }> };
    for (const part of Object.values(parts))
      expect(part).toMatchObject({ status: 401, body: { message: GONE } });
  });

  it('signs in to no other profile: 409, and the shop has to decide', async () => {
    await expect(proxy.signIn('1002')).rejects.toThrow('login answered 409');
    await expect(proxy.signIn('1002')).rejects.toThrow('login answered 409');
    expect((await proxy.signIn('1003')).length).toBeGreaterThan(0);
  });

  it('a service that refuses the signature of a profile that is there is a failure of the settings', async () => {
    const other = await openServiceProxy({ shopSecret: 'another secret' });
    const token = await other.signIn('1003');
    const answer = await other.call(on.profileBalances, { token, path: { profile: 'profile-1003' } });
    expect(answer.status).toBe(502);
    expect(other.log.map(({ event }) => event)).toContain('token_refused');
    await other.stop();
  });
});
