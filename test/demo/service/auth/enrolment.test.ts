import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { enrol } from '../../../../demo/service/profiles/enrol.ts';
import type { Enrolment } from '../../../../demo/service/settings.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openService, sign, type OpenService } from '../../../support/service-open.ts';

// A signed customer without a profile at the storefront token endpoint (spec 5.3).

let service: OpenService;
afterEach(() => service.drop());

const open = async (enrolment?: Enrolment) => {
  service = await openService(enrolment ? { enrolment } : {});
};
const ask = (id: string, more: object = {}) =>
  service.call(on.storefrontToken, {
    path: { storefront_platform: 'harbour', version: 'v1' },
    body: { id, signature: sign(id), ...more },
  });
const profiles = (id: string) =>
  service.db.selectFrom('identities').selectAll().where('value', '=', id).execute();

describe('a signed customer without a profile', () => {
  it('is refused without the setting, even with consent', async () => {
    await open();
    expect((await ask('new-1', { consent: true })).status).toBe(401);
    expect(await profiles('new-1')).toEqual([]);
  });

  it('is enrolled with consent, and the token reads the new profile', async () => {
    await open('consent');
    expect((await ask('new-1')).status).toBe(401);
    expect((await ask('new-1', { consent: false })).status).toBe(401);
    const { status, body } = await ask('new-1', { consent: true });
    expect(status).toBe(200);
    const { token } = body.data;
    const found = await service.call(on.searchProfile, { path: { identifier: 'new-1' }, token });
    expect(found.body.data.identities).toEqual([{ namespace: 'harbour', value: 'new-1' }]);
    const path = { profile: found.body.data.id };
    const balances = await service.call(on.profileBalances, { path, token });
    expect(balances.body.data.points.available).toBe(0);
    expect((await service.call(on.profileTier, { path, token })).status).toBe(200);
    expect((await ask('new-1')).status).toBe(200);
  });

  it('is enrolled without consent if the setting is always', async () => {
    await open('always');
    expect((await ask('new-1')).status).toBe(200);
  });

  it('is not enrolled with a wrong signature', async () => {
    await open('always');
    expect((await ask('new-1', { signature: sign('new-2') })).status).toBe(401);
    expect(await profiles('new-1')).toEqual([]);
  });

  it('gets one profile from many concurrent requests, and one event with the consent', async () => {
    await open('consent');
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('new-1', { consent: true })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await profiles('new-1')).toHaveLength(1);
    const events = await service.db
      .selectFrom('events')
      .select('payload')
      .where('trigger', '=', 'profile.created')
      .execute();
    expect(events.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ platform: 'harbour', customer_id: 'new-1', consent: true }),
    ]);
  });

  it('is refused after 1,000 enrolments of an address in an hour', async () => {
    await open('always');
    expect((await ask('new-1')).status).toBe(200);
    await sql`update request_windows set requests = 999 where key like 'enrol-address:%'`.execute(service.db);
    expect((await ask('new-2')).status).toBe(200);
    expect((await ask('new-3')).status).toBe(429);
    expect(await profiles('new-3')).toEqual([]);
    expect((await ask('new-1')).status).toBe(200);
  });

  it('is not enrolled when the profile was added and deleted after it was looked up', async () => {
    await open('always');
    await ask('new-1');
    const [identity] = await profiles('new-1');
    const token = await service.machineToken();
    await service.call(on.deleteProfile, { path: { profile: identity!.profile_id }, token });
    const customer = { platform: 'harbour', customerId: 'new-1' };
    const enrolled = await service.db.transaction().execute((work) => enrol(work, customer, true));
    expect(enrolled).toBeUndefined();
  });

  it('is not enrolled again after the profile was deleted', async () => {
    await open('always');
    await ask('new-1');
    const [identity] = await profiles('new-1');
    const token = await service.machineToken();
    await service.call(on.deleteProfile, { path: { profile: identity!.profile_id }, token });
    expect((await ask('new-1', { consent: true })).status).toBe(401);
  });
});
