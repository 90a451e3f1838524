import { afterEach, describe, expect, it } from 'vitest';
import { profileBalances } from '../../../src/services/contract/endpoints/index.ts';
import { openServiceProxy, type ServiceProxy } from '../support/open-service-proxy.ts';

// The signature of a customer's id that the proxy sends (spec 5.3), with and without its time, with the reference service.

let proxy: ServiceProxy | undefined;
afterEach(() => proxy?.stop());

async function balances(signTime: boolean | undefined, requireSignedAt: boolean) {
  proxy = await openServiceProxy({ signTime }, { requireSignedAt });
  const token = await proxy.signIn('1003');
  return (await proxy.call(profileBalances, { token, path: { profile: 'profile-1003' } })).status;
}

describe('signature of a customer id', () => {
  it.each([
    [true, 'accepts only signatures with a time', true],
    [true, 'accepts both', false],
    [undefined, 'accepts both', false],
  ])('with signTime %s is accepted by a service that %s', async (signTime, _, requireSignedAt) => {
    expect(await balances(signTime, requireSignedAt)).toBe(200);
  });

  it('without signTime is refused by a service that requires a time, and the log names the setting', async () => {
    expect(await balances(undefined, true)).toBe(502);
    expect(proxy?.log).toContainEqual(
      expect.objectContaining({
        event: 'token_refused',
        diagnostic: expect.stringContaining('LOYALTY_SIGN_TIME=1'),
      }),
    );
  });
});
