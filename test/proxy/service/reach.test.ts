import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../src/services/contract/endpoints/index.ts';
import { openServiceProxy, type ServiceProxy } from '../support/open-service-proxy.ts';

// Requests of a customer other than lists, rewards and points, through the proxy to the reference service.

let proxy: ServiceProxy;
let ann: string;
let ben: string;
let staff: string;
beforeAll(async () => {
  proxy = await openServiceProxy();
  [ann, ben] = await Promise.all([proxy.signIn('1003'), proxy.signIn('1002')]);
  staff = await proxy.service.machineToken();
});
afterAll(() => proxy.stop());

const own = { profile: 'profile-1003' };

describe('customer through the proxy', () => {
  it('reads the own profile and tier, not those of another customer', async () => {
    const profile = await proxy.call(on.readProfile, { token: ann, path: own });
    expect([profile.status, profile.body.data.id]).toEqual([200, 'profile-1003']);
    expect((await proxy.call(on.profileTier, { token: ann, path: own })).status).toBe(200);
    for (const endpoint of [on.readProfile, on.profileTier])
      expect((await proxy.call(endpoint, { token: ann, path: { profile: 'profile-1002' } })).status).toBe(
        404,
      );
  });

  it('can neither edit nor delete the profile, because the platform owns its data', async () => {
    const edited = await proxy.call(on.editProfile, { token: ann, path: own, body: { first_name: 'X' } });
    const deleted = await proxy.call(on.deleteProfile, { token: ann, path: own });
    expect([edited.status, deleted.status]).toEqual([405, 405]);
  });

  it('reads the available tiers with their benefits, and no internal notes', async () => {
    const { body: tiers } = await proxy.call(on.tierDefinitions, { token: ann });
    expect(tiers.data.length).toBeGreaterThan(1);
    const [first] = tiers.data;
    const about = { tier_definition_id: first.id, is_published: true, points_cost: 5 };
    const benefit = {
      ...about,
      name: 'Late checkout',
      handle: 'late-checkout',
      short_description: 'Until 2 pm',
    };
    await proxy.service.call(on.addBenefitDefinition, { token: staff, body: benefit });
    const hidden = { ...benefit, handle: 'hidden', is_published: false };
    await proxy.service.call(on.addBenefitDefinition, { token: staff, body: hidden });
    await proxy.service.call(on.addRewardDefinition, {
      token: staff,
      body: { ...about, name: 'Tote bag', handle: 'tote-bag-of-tier' },
    });
    const { body } = await proxy.call(on.readTierDefinition, {
      token: ann,
      path: { definition: String(first.id) },
    });
    expect(body.data.benefits).toEqual([
      expect.objectContaining({ name: 'Late checkout', short_description: 'Until 2 pm', points_cost: 5 }),
    ]);
    expect(body.data.rewards).toContainEqual(expect.objectContaining({ name: 'Tote bag' }));
    expect(Object.keys(body.data)).not.toContain('internal_notes');
  });

  it('does not see a hidden tier', async () => {
    const hidden = { name: 'Secret', handle: 'secret', points_required: 900_000, is_published: false };
    const added = await proxy.service.call(on.addTierDefinition, { token: staff, body: hidden });
    const { body } = await proxy.call(on.tierDefinitions, { token: ann });
    expect(body.data.map(({ name }: { name: string }) => name)).not.toContain('Secret');
    const path = { definition: String(added.body.data.id) };
    expect((await proxy.call(on.readTierDefinition, { token: ann, path })).status).toBe(404);
    expect((await proxy.service.call(on.readTierDefinition, { token: staff, path })).status).toBe(200);
  });

  it('shares a list; another customer opens and claims the share, and reserves an item', async () => {
    const list = { ...own, list: 'wishlist' };
    const shared = await proxy.call(on.addProfileListShare, { token: ann, path: list, body: {} });
    const path = { handle: shared.body.data.handle };
    const opened = await proxy.call(on.readListShare, { token: ben, path });
    expect([opened.status, opened.body.data.profile_id]).toEqual([200, null]);
    const nameless = await proxy.call(on.readListShareWithoutProfile, { token: ben, path });
    expect([nameless.status, nameless.body.data.owner_name]).toEqual([200, null]);
    expect((await proxy.call(on.claimListShare, { token: ben, path })).status).toBe(200);

    const item = { itemId: String(opened.body.data.items[0].id) };
    const reserved = await proxy.call(on.addListItemReservation, {
      token: ben,
      path: item,
      body: { name: 'Ben', quantity: 1 },
    });
    expect([reserved.status, reserved.body.data.profile_id]).toEqual([200, 'profile-1002']);
    const reservation = { ...item, reservationId: String(reserved.body.data.id) };
    const read = await proxy.call(on.readListItemReservation, { token: ben, path: reservation });
    expect(read.body.data.name).toBe('Ben');
    const asAnother = { name: 'Ben', profile_id: 'profile-1003' };
    const refused = await proxy.call(on.addListItemReservation, { token: ben, path: item, body: asAnother });
    expect(refused.status).toBe(403);
    expect((await proxy.call(on.deleteListItemReservation, { token: ben, path: reservation })).status).toBe(
      204,
    );
  });

  it('claims a receipt, reads the claim and withdraws it', async () => {
    const body = { receipt_ref: 'R-2026-77', total: 12.5 };
    const claimed = await proxy.call(on.addProfileTransactionClaim, { token: ann, path: own, body });
    expect([claimed.status, claimed.body.data.receipt_ref]).toEqual([200, 'R-2026-77']);
    const path = { ...own, transactionClaim: String(claimed.body.data.id) };
    expect((await proxy.call(on.readProfileTransactionClaim, { token: ann, path })).status).toBe(200);
    expect((await proxy.call(on.deleteProfileTransactionClaim, { token: ann, path })).status).toBe(204);
    const other = { profile: 'profile-1002' };
    const refused = await proxy.call(on.addProfileTransactionClaim, { token: ann, path: other, body });
    expect(refused.status).toBe(404);
  });

  it('gets the estimate of a purchase, for its lines too, and only for the own profile', async () => {
    const body = { total: 100, currency: 'EUR', items: [{ sku: 'A-1', quantity: 2 }] };
    const estimate = await proxy.call(on.estimateIncentives, { token: ann, body });
    expect([estimate.status, typeof estimate.body.data.points]).toEqual([200, 'number']);
    for (const more of [{ profile_id: 'profile-1002' }, { items: [{ profile_id: 'profile-1002' }] }]) {
      const refused = await proxy.call(on.estimateIncentives, { token: ann, body: { ...body, ...more } });
      expect(refused.status).toBe(403);
    }
  });
});

it('POST /create › refuses the e-mail address of a deleted profile before the platform creates a customer', async () => {
  const email = 'deleted@example.com';
  const { body } = await proxy.service.call(on.addProfile, { token: staff, body: { email } });
  await proxy.service.call(on.deleteProfile, { token: staff, path: { profile: body.data.id } });
  const create = async (address: string) => {
    const response = await fetch(`${proxy.url}/create`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: address, password: 'long enough' }),
    });
    return { status: response.status, body: await response.json() };
  };
  const refused = await create(email);
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['email']]);
  expect((await create('free@example.com')).status).toBe(200);
});

it('proxy with its own token › opens neither shared lists nor reservations', async () => {
  const withOwnToken = await openServiceProxy({ upstream: 'service' });
  const token = await withOwnToken.signIn('1003');
  const item = { itemId: '1' };
  expect((await withOwnToken.call(on.readListShare, { token, path: { handle: 'a' } })).status).toBe(404);
  expect((await withOwnToken.call(on.listItemReservations, { token, path: item })).status).toBe(404);
  expect((await withOwnToken.call(on.tierDefinitions, { token })).status).toBe(200);
  await withOwnToken.stop();
});
