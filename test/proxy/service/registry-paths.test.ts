import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as on from '../../../src/services/contract/endpoints/index.ts';
import { fill } from '../../support/service-open.ts';
import { SHOP } from '../support/open-proxy.ts';
import { openServiceProxy, type ServiceProxy } from '../support/open-service-proxy.ts';

// Rules of a registry compare its old state with the new one. Writes that are allowed one by one must not lead around them.

const DAY = '2099-06-01';
const WANTED = 3;

type Write =
  | { readonly by: 'owner'; readonly change: 'day'; readonly to: string | null }
  | { readonly by: 'owner'; readonly change: 'wanted'; readonly to: number | null }
  | { readonly by: 'owner'; readonly change: 'visibility' | 'links'; readonly to: unknown }
  | { readonly by: 'giver'; readonly change: 'status'; readonly to: string | null }
  | { readonly by: 'giver'; readonly change: 'pieces'; readonly to: number | null }
  | { readonly by: 'giver'; readonly change: 'another'; readonly to: number };

const writes: fc.Arbitrary<Write> = fc.oneof(
  fc.record({
    by: fc.constant('owner' as const),
    change: fc.constant('day' as const),
    to: fc.constantFrom(null, '', 'soon', '2020-01-01', DAY, `${DAY}T00:00:00+14:00`, '2100-01-01'),
  }),
  fc.record({
    by: fc.constant('owner' as const),
    change: fc.constant('wanted' as const),
    to: fc.constantFrom(null, 0, 1, 2, 5),
  }),
  fc.record({
    by: fc.constant('owner' as const),
    change: fc.constantFrom('visibility' as const, 'links' as const),
    to: fc.constantFrom(null, 'private', 'public'),
  }),
  fc.record({
    by: fc.constant('giver' as const),
    change: fc.constant('status' as const),
    to: fc.constantFrom(null, 'cancelled', 'reserved', 'purchased'),
  }),
  fc.record({
    by: fc.constant('giver' as const),
    change: fc.constant('pieces' as const),
    to: fc.constantFrom(null, 0, 1, 2, 3, 4),
  }),
  fc.record({
    by: fc.constant('giver' as const),
    change: fc.constant('another' as const),
    to: fc.constantFrom(1, 3),
  }),
);

describe('writes of a registry through the proxy', () => {
  let proxy: ServiceProxy;
  let owner: string;
  let staff: string;
  let number = 0;
  const profile = 'profile-1003';
  beforeAll(async () => {
    proxy = await openServiceProxy(
      { limits: { guestPerAddress: 100_000, wrongLinksPerAddress: 100_000 } },
      { linkRequestsPerMinute: 100_000, wrongLinksPerMinute: 100_000, requestsPerMinute: 100_000 },
    );
    [owner, staff] = await Promise.all([proxy.signIn('1003'), proxy.service.machineToken()]);
  });
  beforeEach(() => proxy.service.db.deleteFrom('request_windows').execute());
  afterAll(() => proxy.stop());

  /** A request of a giver without an account. */
  async function asGiver(
    { method, path: template }: { readonly method: string; readonly path: string },
    path: Record<string, string>,
    query: string,
    body: unknown,
  ) {
    const response = await fetch(`${proxy.url}${fill(template, path)}?${query}`, {
      method,
      headers: { Origin: SHOP, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      body: (await response.json()) as { data: { id: number; secret: string } },
    };
  }

  async function openRegistry() {
    const list = `registry-${++number}`;
    const body = { type: 'registry', handle: list, name: 'Wedding', event_at: DAY };
    await proxy.call(on.addList, { token: owner, path: { profile }, body });
    const path = { profile, list };
    const added = await proxy.call(on.addListItem, {
      token: owner,
      path,
      body: { product_id: 'hp-1001', quantity: WANTED },
    });
    const item = String(added.body.data.id);
    const shared = await proxy.call(on.addProfileListShare, { token: owner, path, body: {} });
    const { id: share, handle: link } = shared.body.data;
    const reserved = await asGiver(on.addListItemReservation, { itemId: item }, `share=${link}`, {
      name: 'Uncle Bo',
    });
    expect(reserved.status).toBe(200);
    const { id, secret } = reserved.body.data;

    const editReservation = (values: object) =>
      asGiver(
        on.editListItemReservation,
        { itemId: item, reservationId: String(id) },
        `secret=${secret}`,
        values,
      );
    let isLinkEnded = false;
    const apply = async ({ change, to }: Write): Promise<unknown> => {
      const value = to === 'soon' ? new Date(Date.now() + 1_000).toISOString() : to;
      if (change === 'day')
        return proxy.call(on.editProfileList, { token: owner, path, body: { event_at: value } });
      if (change === 'wanted')
        return proxy.call(on.editProfileListItem, {
          token: owner,
          path: { ...path, item },
          body: { quantity: value },
        });
      if (change === 'visibility')
        return proxy.call(on.editProfileList, { token: owner, path, body: { visibility: value } });
      if (change === 'status') return editReservation({ status: value });
      if (change === 'pieces') return editReservation({ quantity: value });
      if (change === 'another')
        return asGiver(on.addListItemReservation, { itemId: item }, `share=${link}`, {
          name: 'Aunt Ada',
          quantity: value,
        });
      isLinkEnded = true;
      return proxy.call(on.deleteProfileListShare, { token: owner, path: { ...path, share: String(share) } });
    };

    /** What staff sees of it now. */
    const state = async () => {
      const asStaff = { token: staff, path };
      const items = (await proxy.service.call(on.listItems, asStaff)).body.data as Record<string, number>[];
      const given = await proxy.service.call(on.listItemReservations, {
        token: staff,
        path: { itemId: item },
      });
      const open = (given.body.data as { status: string; quantity: number }[]).filter(
        ({ status }) => status !== 'cancelled',
      );
      return {
        wanted: items[0]!['quantity']!,
        given: open.reduce((sum, { quantity }) => sum + quantity, 0),
      };
    };
    const seenByOwner = async () => {
      const { status, body } = await proxy.call(on.listItemReservations, {
        token: owner,
        path: { itemId: item },
      });
      return status === 200 ? (body.data as { name: string }[]).map(({ name }) => name) : [];
    };
    return { apply, state, seenByOwner, isLinkEnded: () => isLinkEnded };
  }

  it('no path of three shows a giver before the day, gives more than is wanted, or adds after the link ended', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(writes, { minLength: 3, maxLength: 3 }), async (path) => {
        const registry = await openRegistry();
        let before = await registry.state();
        for (const write of path) {
          const wasEnded = registry.isLinkEnded();
          await registry.apply(write);
          const after = await registry.state();
          expect(await registry.seenByOwner()).toEqual([]);
          expect(after.given).toBeLessThanOrEqual(after.wanted);
          if (wasEnded) expect(after.given).toBeLessThanOrEqual(before.given);
          before = after;
        }
      }),
      {
        numRuns: 40,
        examples: [
          [
            [
              { by: 'owner', change: 'day', to: null },
              { by: 'owner', change: 'day', to: 'soon' },
              { by: 'owner', change: 'day', to: DAY },
            ],
          ],
          [
            [
              { by: 'giver', change: 'status', to: 'cancelled' },
              { by: 'giver', change: 'another', to: 3 },
              { by: 'giver', change: 'status', to: 'reserved' },
            ],
          ],
          [
            [
              { by: 'giver', change: 'status', to: 'cancelled' },
              { by: 'owner', change: 'links', to: null },
              { by: 'giver', change: 'status', to: 'reserved' },
            ],
          ],
        ],
      },
    );
  });
});
