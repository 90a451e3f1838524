import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../../demo/service/database/transactions.ts';
import { lockItem } from '../../../../demo/service/lists/reserved-quantities.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';
import { waitsForLock } from '../../../support/waits-for-lock.ts';

// Scenarios of a gift registry over HTTP: from the list of its owner to the reservations of givers.

describe('gift registry', () => {
  let service: OpenService;
  let staff: string;
  let owner: string;
  let friend: string;
  let aunt: string;
  let number = 0;
  const profile = 'profile-1003';

  interface Registry {
    readonly list: string;
    readonly item: string;
    readonly link: string;
    readonly shareId: string;
  }
  const asOwner = { profile };

  /** A registry for a future day, with an item of which three are wanted, and a share. */
  async function registry(list: object = {}, share: object = {}, quantity = 3): Promise<Registry> {
    const handle = `registry-${++number}`;
    const body = { type: 'registry', handle, name: 'Wedding', event_at: '2099-06-01', ...list };
    const made = await service.call(on.addList, { path: asOwner, body, token: owner });
    const item = await service.call(on.addListItem, {
      path: { profile, list: handle },
      body: { product_id: 'hp-1001', quantity },
      token: owner,
    });
    const shared = await service.call(on.addProfileListShare, {
      path: { profile, list: handle },
      body: share,
      token: owner,
    });
    const { id, handle: link } = shared.body.data;
    return {
      list: String(made.body.data.id),
      item: String(item.body.data.id),
      link,
      shareId: String(id),
    };
  }
  const open = (link: string, token?: string) =>
    service.call(on.readListShareWithoutProfile, { path: { handle: link }, ...(token && { token }) });
  const claim = (link: string, token: string) =>
    service.call(on.claimListShare, { path: { handle: link }, token });
  /** A request with the link and without a token. */
  const reserve = ({ item, link }: Registry, body: object = {}, more: object = {}) =>
    service.call(on.addListItemReservation, {
      path: { itemId: item },
      query: `?share=${link}`,
      body: { name: 'Uncle Bo', ...body },
      ...more,
    });
  const withSecret = (
    endpoint:
      | typeof on.readListItemReservation
      | typeof on.editListItemReservation
      | typeof on.deleteListItemReservation,
    { item }: Registry,
    { id, secret }: { id: number; secret: string },
    more: object = {},
  ) =>
    service.call(endpoint, {
      path: { itemId: item, reservationId: String(id) },
      query: `?secret=${secret}`,
      ...more,
    });
  const quantities = async (link: string) => {
    const [item] = (await open(link)).body.data.items;
    return [item.quantity, item.quantity_reserved, item.quantity_purchased];
  };
  const givers = async ({ item }: Registry, token: string) => {
    const { status, body } = await service.call(on.listItemReservations, { path: { itemId: item }, token });
    expect(status).toBe(200);
    return body.data.map(({ name }: { name: string }) => name);
  };
  const setting = async (key: string, value: unknown) =>
    service.call(on.addSetting, { body: { key, value }, token: staff });

  beforeAll(async () => {
    service = await openService();
    staff = await service.machineToken();
    [owner = '', friend = '', aunt = ''] = await Promise.all(
      ['1003', '1002', '1001'].map((id) => service.tokenOf(id)),
    );
  });
  beforeEach(async () => {
    await service.db.deleteFrom('request_windows').execute();
    await service.db.deleteFrom('records').where('resource', '=', 'setting').execute();
  });
  afterAll(() => service.drop());

  describe('link', () => {
    it('several people can open and claim one link', async () => {
      const { link } = await registry();
      for (const token of [friend, aunt]) {
        expect((await claim(link, token)).status).toBe(200);
        expect((await service.call(on.readListShare, { path: { handle: link }, token })).status).toBe(200);
      }
      expect((await open(link)).status).toBe(200);
    });

    it('a link for one person is closed after the first claim', async () => {
      const { link } = await registry({}, { max_claims: 1 });
      expect((await claim(link, friend)).body.data).toMatchObject({ claims: 1, claimed_by: 'profile-1002' });
      expect((await claim(link, aunt)).status).toBe(404);
      expect((await open(link)).status).toBe(404);
      expect((await open(link, friend)).status).toBe(200);
    });

    it('a link for two is claimed by two of many concurrent requests', async () => {
      const { link } = await registry({}, { max_claims: 2, is_public: true });
      const mara = await service.tokenOf('1004');
      const answers = await Promise.all([friend, aunt, mara].map((token) => claim(link, token)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
    });

    it('without an account the list is shown without the profile of its owner', async () => {
      const { link } = await registry();
      const { status, body, text } = await open(link);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ name: 'Wedding', profile_id: null, owner_name: null });
      expect(text).not.toContain(profile);
    });

    it('many wrong links without an account limit the address', async () => {
      const { link } = await registry();
      const from = '127.0.0.7';
      const guess = (handle: string, address = from) =>
        service.call(on.readListShareWithoutProfile, { path: { handle }, from: address });
      let misses = 0;
      while (misses < 40 && (await guess('g'.repeat(32))).status === 404) misses++;
      expect(misses).toBeLessThanOrEqual(20);
      expect((await guess(link)).status).toBe(429);
      expect((await guess(link, '127.0.0.8')).status).toBe(200);
    });

    it('with the setting lists.shares_need_token, reading and reserving need a token', async () => {
      const made = await registry();
      await setting('lists.shares_need_token', true);
      expect((await open(made.link)).status).toBe(401);
      expect((await reserve(made)).status).toBe(401);
      expect((await open(made.link, friend)).status).toBe(200);
    });
  });

  describe('reservation', () => {
    it('a giver reserves with the link alone; the list shows wanted, reserved and bought quantities', async () => {
      const made = await registry();
      expect(await quantities(made.link)).toEqual([3, 0, 0]);
      const { status, body } = await reserve(made, { quantity: 2, message: 'With love' });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        name: 'Uncle Bo',
        quantity: 2,
        status: 'reserved',
        profile_id: null,
      });
      expect(await quantities(made.link)).toEqual([3, 2, 0]);
      await withSecret(on.editListItemReservation, made, body.data, { body: { status: 'purchased' } });
      expect(await quantities(made.link)).toEqual([3, 0, 2]);
    });

    it('the last piece goes to one of two concurrent givers', async () => {
      const made = await registry({}, {}, 1);
      const answers = await Promise.all([reserve(made), reserve(made, { name: 'Aunt Fay' })]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    });

    it('the giver cancels with the secret, and the piece can be reserved again', async () => {
      const made = await registry();
      const { data } = (await reserve(made, { quantity: 3 })).body;
      expect(Buffer.from(data.secret, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
      expect((await withSecret(on.readListItemReservation, made, data)).body.data).toMatchObject({
        id: data.id,
        secret: null,
      });
      expect((await withSecret(on.deleteListItemReservation, made, data)).status).toBe(204);
      expect(await quantities(made.link)).toEqual([3, 0, 0]);
      expect((await withSecret(on.deleteListItemReservation, made, data)).status).toBe(404);
    });

    it('the secret of another reservation answers 404 and changes nothing', async () => {
      const [made, other] = [await registry(), await registry()];
      const [mine, theirs] = [(await reserve(made)).body.data, (await reserve(other)).body.data];
      for (const secret of [theirs.secret, 'x'.repeat(43), '']) {
        const answer = await withSecret(on.deleteListItemReservation, made, { id: mine.id, secret });
        expect(answer.status).toBe(404);
      }
      const from = '127.0.0.9';
      let misses = 0;
      const guess = () =>
        withSecret(on.deleteListItemReservation, made, { id: mine.id, secret: 'y'.repeat(43) }, { from });
      while (misses < 40 && (await guess()).status === 404) misses++;
      expect(misses).toBeLessThanOrEqual(20);
      expect((await withSecret(on.deleteListItemReservation, made, mine, { from })).status).toBe(429);
      expect(await quantities(made.link)).toEqual([3, 1, 0]);
    });

    it('a repetition with the same Idempotency-Key reserves nothing twice, and gets a new secret', async () => {
      const made = await registry({}, {}, 3);
      const headers = { 'Idempotency-Key': 'a'.repeat(32) };
      const answers = await Promise.all(
        [1, 2, 3, 4, 5].map(() => reserve(made, { quantity: 2 }, { headers })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(await quantities(made.link)).toEqual([3, 2, 0]);
      const [one, ...others] = answers.map(({ body }) => body.data);
      expect(new Set(others.map(({ id }) => id))).toEqual(new Set([one.id]));
      const statuses = await Promise.all(
        [one, ...others].map(
          async (reservation) => (await withSecret(on.readListItemReservation, made, reservation)).status,
        ),
      );
      expect(statuses.sort()).toEqual([200, 404, 404, 404, 404]); // only the last secret opens it
      const raised = await service.db
        .selectFrom('events')
        .select(['trigger', 'payload'])
        .orderBy('id')
        .execute();
      const about = raised.filter(({ payload }) => (payload as { id?: number }).id === one.id);
      expect(about.map(({ trigger }) => trigger)).toEqual(['reservation.created']);
    });

    it('the key of another request, and what is no key, answer 422', async () => {
      const made = await registry();
      const headers = { 'Idempotency-Key': 'b'.repeat(32) };
      expect((await reserve(made, { quantity: 1 }, { headers })).status).toBe(200);
      expect((await reserve(made, { quantity: 2 }, { headers })).status).toBe(422);
      expect((await reserve(made, {}, { headers: { 'Idempotency-Key': 'x'.repeat(256) } })).status).toBe(422);
      expect(await quantities(made.link)).toEqual([3, 1, 0]);
    });

    it('the link of another list answers 404', async () => {
      const [made, other] = [await registry(), await registry()];
      expect((await reserve({ ...made, link: other.link })).status).toBe(404);
      expect((await reserve({ ...made, link: '' })).status).toBe(404);
      const noLink = await service.call(on.addListItemReservation, {
        path: { itemId: made.item },
        body: { name: 'Uncle Bo' },
      });
      expect(noLink.status).toBe(401);
      expect((await reserve(made, {}, { token: aunt })).status).toBe(200);
    });

    it('a server that reserves for a visitor gets a secret, which the stored answer does not have', async () => {
      const made = await registry();
      const sent = { token: staff, headers: { 'Idempotency-Key': 'visitor-1' } };
      const { secret } = (await reserve(made, {}, sent)).body.data;
      const again = await reserve(made, {}, sent);
      expect(again.body.data).toMatchObject({ name: 'Uncle Bo', secret: null });
      expect(await quantities(made.link)).toEqual([3, 1, 0]);
      const kept = await Promise.all(
        (['idempotency_keys', 'events', 'audits', 'records'] as const).map((table) =>
          service.db.selectFrom(table).selectAll().execute(),
        ),
      );
      expect(JSON.stringify(kept)).not.toContain(secret);
    });

    it('reserving and cancelling without an account publish events', async () => {
      const made = await registry();
      const { data } = (await reserve(made)).body;
      await withSecret(on.deleteListItemReservation, made, data);
      const raised = await service.db
        .selectFrom('events')
        .select(['trigger', 'payload'])
        // Records of other kinds may have the same id.
        .where('trigger', 'like', 'reservation.%')
        .orderBy('id')
        .execute();
      const about = raised.filter(({ payload }) => (payload as { id?: number }).id === data.id);
      expect(about.map(({ trigger }) => trigger)).toEqual(['reservation.created', 'reservation.cancelled']);
    });
  });

  describe('after the links have ended', () => {
    const endLinks = {
      'the owner ended every link': async ({ list, shareId }: Registry) =>
        service.call(on.deleteProfileListShare, {
          path: { profile, list, share: shareId },
          token: owner,
        }),
      'the share expired': async ({ list, shareId }: Registry) =>
        service.call(on.editProfileListShare, {
          path: { profile, list, share: shareId },
          body: { expires_at: '2020-01-01T00:00:00Z' },
          token: owner,
        }),
    };
    for (const [when, end] of Object.entries(endLinks)) {
      it(`a giver without an account undoes the reservation and reserves nothing new, when ${when}`, async () => {
        const made = await registry();
        const { data } = (await reserve(made, { quantity: 2 })).body;
        await end(made);
        const put = async (body: object) =>
          (await withSecret(on.editListItemReservation, made, data, { body })).status;
        expect((await withSecret(on.readListItemReservation, made, data)).status).toBe(200);
        expect(await put({ quantity: 3 })).toBe(422);
        expect(await put({ quantity: 1 })).toBe(200);
        expect(await put({ status: 'cancelled' })).toBe(200);
        expect(await put({ status: 'reserved' })).toBe(422);
        expect((await reserve(made)).status).toBe(404);
      });

      it.each([true, false])(`a customer does so, too, when ${when} (claimed: %s)`, async (isClaimed) => {
        const made = await registry();
        if (isClaimed) await claim(made.link, friend);
        const { data } = (await reserve(made, {}, { token: friend })).body;
        await end(made);
        const path = { itemId: made.item, reservationId: String(data.id) };
        const put = async (body: object) =>
          (await service.call(on.editListItemReservation, { path, body, token: friend })).status;
        const more = { path: { itemId: made.item }, body: { name: 'Mara' }, token: friend };
        expect((await service.call(on.addListItemReservation, more)).status).toBe(404);
        expect(await put({ quantity: 2 })).toBe(422);
        expect(await put({ status: 'cancelled' })).toBe(200);
        expect(await put({ status: 'reserved' })).toBe(422);
        expect((await service.call(on.readListItemReservation, { path, token: friend })).status).toBe(200);
        expect((await service.call(on.deleteListItemReservation, { path, token: friend })).status).toBe(204);
      });
    }

    it('an expired share gives an editor no rights', async () => {
      const made = await registry({}, { role: 'editor' });
      await claim(made.link, friend);
      await endLinks['the share expired'](made);
      const path = { profile: 'profile-1002', list: made.list };
      const add = service.call(on.addListItem, { path, body: { product_id: 'hp-1002' }, token: friend });
      expect((await add).status).toBe(404);
      expect((await service.call(on.listItems, { path, token: friend })).status).toBe(404);
    });

    it('another open link keeps a reservation changeable', async () => {
      const made = await registry();
      const { data } = (await reserve(made)).body;
      await service.call(on.addProfileListShare, {
        path: { profile, list: made.list },
        body: {},
        token: owner,
      });
      await endLinks['the owner ended every link'](made);
      expect(
        (await withSecret(on.editListItemReservation, made, data, { body: { quantity: 2 } })).status,
      ).toBe(200);
    });
  });

  describe('visibility of givers', () => {
    it('before the day the owner sees quantities and no givers', async () => {
      const made = await registry();
      await reserve(made, { message: 'Secret surprise' });
      await claim(made.link, friend);
      await reserve(made, { name: 'Mara' }, { token: friend });
      expect(await givers(made, owner)).toEqual([]);
      const items = await service.call(on.listItems, { path: { profile, list: made.list }, token: owner });
      expect(items.body.data[0]).toMatchObject({ quantity: 3, quantity_reserved: 2, quantity_purchased: 0 });
      for (const text of [items.text, (await open(made.link, owner)).text])
        expect(text).not.toMatch(/Uncle|surprise|Mara|profile-1002/);
      expect(await givers(made, friend)).toEqual(['Mara']);
      expect((await givers(made, staff)).sort()).toEqual(['Mara', 'Uncle Bo']);
    });

    it('before the day the owner learns nothing by filters or ids', async () => {
      const made = await registry();
      const { data } = (await reserve(made)).body;
      const browsed = await service.call(on.listItemReservations, {
        path: { itemId: made.item },
        query: '?filter[name]=Uncle%20Bo',
        token: owner,
      });
      expect(browsed.body).toMatchObject({ data: [], meta: { total: 0 } });
      const path = { itemId: made.item, reservationId: String(data.id) };
      for (const endpoint of [on.readListItemReservation, on.deleteListItemReservation])
        expect((await service.call(endpoint, { path, token: owner })).status).toBe(404);
    });
  });

  describe('removal', () => {
    const remove = ({ list, item }: Registry, query = '', token = owner, of = profile) =>
      service.call(on.removeListItem, { path: { profile: of, list, item }, query, token });

    it('deleting an item with reservations needs a confirmation', async () => {
      const made = await registry();
      await reserve(made, { quantity: 2 });
      const asked = await remove(made);
      expect(asked.status).toBe(409);
      expect(asked.body.message).toMatch(/1 reservation.*2 pieces.*confirm=true/);
      expect(asked.text).not.toContain('Uncle');
      expect(await quantities(made.link)).toEqual([3, 2, 0]);
      expect((await remove(made, '?confirm=true')).status).toBe(204);
      const cancelled = await service.db
        .selectFrom('events')
        .select('payload')
        .where('trigger', '=', 'reservation.cancelled')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(cancelled.payload).toMatchObject({ item_id: Number(made.item), name: 'Uncle Bo' });
    });

    it('deleting an item whose reservations are all cancelled needs none', async () => {
      const made = await registry();
      const { data } = (await reserve(made)).body;
      await withSecret(on.editListItemReservation, made, data, { body: { status: 'cancelled' } });
      expect((await remove(made)).status).toBe(204);
    });

    it('deleting a list with reservations needs a confirmation', async () => {
      const made = await registry();
      await reserve(made);
      const path = { profile, list: made.list };
      const drop = (query: string) => service.call(on.deleteProfileList, { path, query, token: owner });
      expect(await drop('')).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('confirm=true') },
      });
      expect((await drop('?confirm=true')).status).toBe(204);
    });

    it('the wanted quantity cannot be less than what is reserved', async () => {
      const made = await registry();
      await reserve(made, { quantity: 2 });
      const path = { profile, list: made.list, item: made.item };
      const want = (quantity: number) =>
        service.call(on.editProfileListItem, { path, body: { quantity }, token: owner });
      expect(await want(1)).toMatchObject({
        status: 422,
        body: { errors: { quantity: [expect.any(String)] } },
      });
      expect((await want(2)).status).toBe(200);
    });

    it('the wanted quantity is compared with a reservation that was being made', async () => {
      const made = await registry();
      await reserve(made, { quantity: 1 });
      const path = { profile, list: made.list, item: made.item };
      let changed: Promise<unknown> = Promise.resolve();
      await inTransaction(service.db, async (work) => {
        await lockItem(work, Number(made.item));
        await sql`update records set fields = fields || '{"quantity": 2}'
          where resource = 'reservation' and parent = ${`list-item:${made.item}`}`.execute(work);
        changed = service.call(on.editProfileListItem, { path, body: { quantity: 1 }, token: owner });
        await expect.poll(() => waitsForLock(service.db)).toBe(true);
      });
      expect(await changed).toMatchObject({ status: 422 });
    });
  });

  describe('editor', () => {
    const mine = { profile: 'profile-1002' };
    const add = ({ list }: Registry, token = friend, path: { profile: string } = mine) =>
      service.call(on.addListItem, { path: { ...path, list }, body: { product_id: 'hp-1002' }, token });

    it('a claimed link for editors allows adding, changing and deleting items', async () => {
      const made = await registry({}, { role: 'editor' });
      expect((await add(made)).status).toBe(404);
      await claim(made.link, friend);
      const added = await add(made);
      expect(added.status).toBe(200);
      const path = { ...mine, list: made.list, item: String(added.body.data.id) };
      const note = { body: { note: 'The blue one', quantity: 4 }, token: friend };
      expect((await service.call(on.editProfileListItem, { path, ...note })).body.data).toMatchObject(
        note.body,
      );
      const theirs = await service.call(on.listItems, { path: { profile, list: made.list }, token: owner });
      expect(theirs.body.data[0]).toMatchObject({ product_id: 'hp-1002', note: 'The blue one' });
      expect((await service.call(on.removeListItem, { path, token: friend })).status).toBe(204);
    });

    it('a claimed link for viewers allows no changes', async () => {
      const made = await registry({}, { role: 'viewer' });
      await claim(made.link, friend);
      expect((await add(made)).status).toBe(404);
    });

    it('an editor loses access when the owner ends the share or makes it one for viewers', async () => {
      const made = await registry({}, { role: 'editor' });
      await claim(made.link, friend);
      const path = { profile, list: made.list, share: made.shareId };
      await service.call(on.editProfileListShare, { path, body: { role: 'viewer' }, token: owner });
      expect((await add(made)).status).toBe(404);
      await service.call(on.editProfileListShare, { path, body: { role: 'editor' }, token: owner });
      expect((await add(made)).status).toBe(200);
      await service.call(on.deleteProfileListShare, { path, token: owner });
      expect((await add(made)).status).toBe(404);
    });

    it('an editor cannot change the name, the shares or the list itself', async () => {
      const made = await registry({}, { role: 'editor' });
      await claim(made.link, friend);
      const path = { ...mine, list: made.list };
      const refused = [
        service.call(on.editProfileList, { path, body: { name: 'Mine' }, token: friend }),
        service.call(on.deleteProfileList, { path, query: '?confirm=true', token: friend }),
        service.call(on.addProfileListShare, { path, body: {}, token: friend }),
        service.call(on.profileListShares, { path, token: friend }),
      ];
      for (const { status } of await Promise.all(refused)) expect(status).toBe(404);
    });
  });
});
