import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profileBalances, readProfile } from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

// A tenant is a service with a database of its own (spec 1.2). Both have the same sample customers, so that their ids collide.

describe('two tenants', () => {
  let acme: OpenService;
  let other: OpenService;
  const path = { profile: 'profile-1002' };

  beforeAll(async () => {
    [acme, other] = await Promise.all([openService(), openService()]);
    await other.db
      .updateTable('profiles')
      .set({ first_name: 'Only-here' })
      .where('id', '=', path.profile)
      .execute();
  });
  afterAll(async () => {
    await acme.drop();
    await other.drop();
  });

  it.each([
    ['customer', (service: OpenService) => service.tokenOf('1002')],
    ['machine', (service: OpenService) => service.machineToken()],
  ] as const)(
    'refuse a %s token of the other tenant, although both have the profile id',
    async (_, tokenAt) => {
      const token = await tokenAt(acme);
      expect((await acme.call(readProfile, { token, path })).status).toBe(200);
      for (const endpoint of [readProfile, profileBalances]) {
        const answer = await other.call(endpoint, { token, path });
        expect(answer.status).toBe(401);
        expect(Object.keys(answer.body)).toEqual(['message']);
        expect(answer.text).not.toMatch(/Only-here|profile-1002/);
      }
    },
  );

  it('accept their own tokens', async () => {
    const answer = await other.call(readProfile, { token: await other.tokenOf('1002'), path });
    expect(answer).toMatchObject({ status: 200, body: { data: { first_name: 'Only-here' } } });
  });
});
