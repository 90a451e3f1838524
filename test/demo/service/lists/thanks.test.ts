import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type Answered, type OpenService } from '../../../support/service-open.ts';

// After the day the owner reads who gave what, and notes who was thanked.

const DAY = '2099-06-01';
const BEFORE = Date.parse(DAY) - 1;
const AFTER = Date.parse(DAY);

describe('who gave what', () => {
  let service: OpenService;
  let [staff, owner, friend, editor] = ['', '', '', ''];
  const profile = 'profile-1003';
  let made = 0;

  beforeAll(async () => {
    service = await openService();
    staff = await service.machineToken();
    [owner = '', friend = '', editor = ''] = await Promise.all(
      ['1003', '1002', '1001'].map((id) => service.tokenOf(id)),
    );
  });
  beforeEach(() => service.db.deleteFrom('request_windows').execute());
  afterAll(() => service.drop());

  /** A registry with the reservation of a guest, the one of a customer, and a pledge. */
  async function given(day = DAY) {
    const handle = `thanks-${++made}`;
    const path = { profile, list: handle };
    const body = { type: 'registry', handle, name: 'Wedding', event_at: day };
    const list = (await service.call(on.addList, { path: { profile }, body, token: owner })).body.data;
    const add = async (product_id: string) =>
      (await service.call(on.addListItem, { path, body: { product_id, quantity: 4 }, token: owner })).body
        .data;
    const [item, together] = [await add('hp-1001'), await add('hp-1002')];
    await service.call(on.editProfileListItem, {
      path: { ...path, item: String(together.id) },
      body: { chip_in: { target: '200.00', currency: 'EUR' } },
      token: owner,
    });
    const share = async (sent: object) =>
      (await service.call(on.addProfileListShare, { path, body: sent, token: owner })).body.data
        .handle as string;
    const [link, invitation] = [await share({}), await share({ role: 'editor' })];
    await service.call(on.claimListShare, { path: { handle: invitation }, token: editor });
    const reserve = async (itemId: string, sent: object, token?: string) =>
      (
        await service.call(on.addListItemReservation, {
          path: { itemId },
          query: `?share=${link}`,
          body: sent,
          ...(token && { token }),
        })
      ).body.data;
    const itemId = String(item.id);
    const guests = await reserve(itemId, { name: 'Uncle Bo', quantity: 2, message: 'Be happy' });
    const friends = await reserve(itemId, { name: 'Anonymous' }, friend);
    const pledge = await reserve(String(together.id), { name: 'Ida', amount: '20.50', currency: 'EUR' });
    return { list, itemId, togetherId: String(together.id), link, guests, friends, pledge };
  }

  /** Reads or changes at a time. */
  async function at<T>(time: number, act: () => Promise<T>): Promise<T> {
    vi.useFakeTimers({ toFake: ['Date'], now: time });
    try {
      return await act();
    } finally {
      vi.useRealTimers();
    }
  }
  const read = async (itemId: string, token: string): Promise<Record<string, unknown>[]> =>
    (await service.call(on.listItemReservations, { path: { itemId }, token })).body.data ?? [];
  const thank = (itemId: string, id: unknown, token: string, is_thanked: unknown = true): Promise<Answered> =>
    service.call(on.editListItemReservation, {
      path: { itemId, reservationId: String(id) },
      body: { is_thanked },
      token,
    });
  const stored = async (id: unknown) =>
    (
      await service.db
        .selectFrom('records')
        .select('fields')
        .where('id', '=', Number(id))
        .executeTakeFirstOrThrow()
    ).fields['is_thanked'] ?? null;

  it('is read by the owner from the day on, with quantities, amounts and messages', async () => {
    const { itemId, togetherId } = await given();
    await at(AFTER, async () => {
      expect(await read(itemId, owner)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ name: 'Uncle Bo', quantity: 2, message: 'Be happy', is_thanked: null }),
          expect.objectContaining({ name: 'Anonymous', quantity: 1, amount: null }),
        ]),
      );
      expect(await read(togetherId, owner)).toEqual([
        expect.objectContaining({ name: 'Ida', amount: '20.50', currency: 'EUR' }),
      ]);
    });
  });

  it('is noted as thanked and undone by the owner, once whatever is sent again', async () => {
    const { itemId, guests } = await given();
    await at(AFTER, async () => {
      const replies = await Promise.all([1, 2, 3].map(() => thank(itemId, guests.id, owner)));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(replies.map(({ body }) => body.data.is_thanked)).toEqual([true, true, true]);
      expect(await stored(guests.id)).toBe(true);
      expect((await thank(itemId, guests.id, owner, false)).body.data.is_thanked).toBe(false);
      expect((await thank(itemId, guests.id, owner, null)).body.data.is_thanked).toBeNull();
      const wrong = await thank(itemId, guests.id, owner, 'yes');
      expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['is_thanked']]);
    });
  });

  it('gives nothing before the day to the owner, and never to an editor, a friend and others', async () => {
    const { itemId, togetherId, guests, pledge } = await given();
    for (const [time, token] of [
      [BEFORE, owner],
      [BEFORE, editor],
      [AFTER, editor],
      [AFTER, friend],
    ] as const)
      await at(time, async () => {
        const names = [...(await read(itemId, token)), ...(await read(togetherId, token))];
        // A friend reads the own reservation alone.
        expect(names.map(({ name }) => name)).toEqual(token === friend ? ['Anonymous'] : []);
        expect((await thank(itemId, guests.id, token)).status).toBe(404);
        expect((await thank(togetherId, pledge.id, token)).status).toBe(404);
      });
    expect([await stored(guests.id), await stored(pledge.id)]).toEqual([null, null]);
  });

  it('takes the note of no giver, neither with the secret nor with the own token', async () => {
    const { itemId, guests, friends, link } = await given();
    const bySecret = (body: object) =>
      service.call(on.editListItemReservation, {
        path: { itemId, reservationId: String(guests.id) },
        query: `?secret=${guests.secret}`,
        body,
      });
    const refusals = [
      await bySecret({ is_thanked: true }),
      await thank(itemId, friends.id, friend),
      await service.call(on.addListItemReservation, {
        path: { itemId },
        query: `?share=${link}`,
        body: { name: 'Mara', is_thanked: true },
      }),
      await service.call(on.addListItemReservation, {
        path: { itemId },
        query: `?share=${link}`,
        body: { name: 'Mara', is_thanked: true },
        token: editor,
      }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    expect(Object.keys(refusals[0]!.body.errors)).toEqual(['is_thanked']);
    // Before the day the owner has no note of an own reservation either.
    const own = await service.call(on.addListItemReservation, {
      path: { itemId },
      body: { name: 'Me' },
      token: owner,
    });
    expect((await thank(itemId, own.body.data.id, owner)).status).toBe(422);
  });

  it('keeps the note when a giver sends back what they have read, and shows it to no giver', async () => {
    const { itemId, guests, friends } = await given();
    await at(AFTER, async () => {
      await thank(itemId, guests.id, owner);
      await thank(itemId, friends.id, owner);
      const own = (await read(itemId, friend))[0]!;
      expect(own['is_thanked']).toBeNull();
      const edit = { path: { itemId, reservationId: String(friends.id) }, token: friend };
      const kept = await service.call(on.editListItemReservation, {
        ...edit,
        body: { name: 'A friend', is_thanked: null },
      });
      expect(kept.body.data).toMatchObject({ name: 'A friend', is_thanked: null });
      const query = `?secret=${guests.secret}`;
      const secret = { path: { itemId, reservationId: String(guests.id) }, query };
      expect((await service.call(on.readListItemReservation, secret)).body.data.is_thanked).toBeNull();
      const bought = { status: 'purchased', is_thanked: null };
      const changed = await service.call(on.editListItemReservation, { ...secret, body: bought });
      expect(changed.body.data.is_thanked).toBeNull();
      const filtered = await service.call(on.listItemReservations, {
        path: { itemId },
        query: '?filter[is_thanked]=true',
        token: friend,
      });
      expect(filtered.status).toBe(422);
      expect((await read(itemId, staff)).map((one) => one['is_thanked'])).toEqual([true, true]);
    });
    expect([await stored(guests.id), await stored(friends.id)]).toEqual([true, true]);
  });

  it('is hidden again when the day moves on, and keeps who was thanked', async () => {
    const { list, itemId, guests } = await given();
    const move = (day: string) =>
      service.call(on.editProfileList, {
        path: { profile, list: String(list.id) },
        body: { event_at: day },
        token: owner,
      });
    await at(AFTER, async () => {
      await thank(itemId, guests.id, owner);
      await move('2100-01-01');
      expect(await read(itemId, owner)).toEqual([]);
      expect((await thank(itemId, guests.id, owner, false)).status).toBe(404);
      // Givers may have read the later day: moving it back shows nothing.
      await move(DAY);
      expect(await read(itemId, owner)).toEqual([]);
    });
    await at(Date.parse('2100-01-01'), async () => {
      const bo = (await read(itemId, owner)).find(({ name }) => name === 'Uncle Bo');
      expect(bo).toMatchObject({ is_thanked: true });
    });
  });

  it('is gone with the list, and with the reservation', async () => {
    const { list, itemId, guests, pledge, togetherId } = await given();
    await at(AFTER, async () => {
      await service.call(on.deleteListItemReservation, {
        path: { itemId, reservationId: String(guests.id) },
        query: `?secret=${guests.secret}`,
      });
      expect((await thank(itemId, guests.id, owner)).status).toBe(404);
      await service.call(on.deleteProfileList, {
        path: { profile, list: String(list.id) },
        query: '?confirm=true',
        token: owner,
      });
      expect((await thank(togetherId, pledge.id, owner)).status).toBe(404);
    });
  });
});
