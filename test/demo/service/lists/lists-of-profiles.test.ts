import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { listItemShape, listShape, reservationShape } from '../../../../src/services/contract/lists.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

describe('lists of profiles', () => {
  let service: OpenService;
  let staff: string;
  let owner: string;
  let friend: string;
  const profile = 'profile-1003';
  const registry = {
    type: 'registry',
    handle: 'wedding',
    name: 'Wedding',
    event_at: '2027-06-01',
    description: 'Ours',
  };

  const items = (list: string, token = owner) =>
    service.call(on.listItems, { path: { profile, list }, token });
  const put = (list: string, product_id: string, more: object = {}) =>
    service.call(on.addListItem, { path: { profile, list }, body: { product_id, ...more }, token: owner });

  beforeAll(async () => {
    service = await openService();
    staff = await service.machineToken();
    owner = await service.tokenOf('1003');
    friend = await service.tokenOf('1002');
    await service.call(on.addList, { path: { profile }, body: registry, token: owner });
  });
  afterAll(() => service.drop());

  it('are browsed, read by id or handle, and edited by their owner', async () => {
    const { body } = await service.call(on.profileLists, { path: { profile }, token: owner });
    expect(body.data.map(({ handle }: { handle: string }) => handle).sort()).toEqual(['wedding', 'wishlist']);
    const read = (list: string) =>
      service.call(on.readProfileList, { path: { profile, list }, token: owner });
    const one = await read('wedding');
    expect(v.safeParse(listShape.sent, one.body.data).issues).toBeUndefined();
    expect(one.body.data).toMatchObject({
      ...registry,
      event_at: '2027-06-01T00:00:00.000000Z',
      profile_id: profile,
    });
    expect((await read(String(one.body.data.id))).body).toEqual(one.body);
    const edited = await service.call(on.editProfileList, {
      path: { profile, list: 'wedding' },
      token: owner,
      body: { name: 'Our wedding', handle: 'stolen', type: 'x', list_definition_id: 1 },
    });
    expect(edited.body.data).toMatchObject({ name: 'Our wedding', handle: 'wedding', type: 'registry' });
    expect(
      (await service.call(on.readProfileList, { path: { profile, list: 'wedding' }, token: friend })).status,
    ).toBe(404);
  });

  it('of all profiles are read and searched by users only', async () => {
    const { body } = await service.call(on.searchProductLists, {
      query: '?filter[type]=registry',
      token: staff,
    });
    expect(body.data).toEqual([expect.objectContaining({ handle: 'wedding' })]);
    const list = String(body.data[0].id);
    expect((await service.call(on.readList, { path: { list }, token: staff })).body.data.id).toBe(
      body.data[0].id,
    );
    expect((await service.call(on.readList, { path: { list: 'wedding' }, token: staff })).status).toBe(404);
    expect((await service.call(on.readList, { path: { list }, token: owner })).status).toBe(403);
    expect((await service.call(on.searchProductLists, { token: owner })).status).toBe(403);
  });

  it('have items that are read and edited', async () => {
    const { id } = (await put('wedding', 'hp-1001', { note: 'Blue' })).body.data;
    const path = { profile, list: 'wedding', item: String(id) };
    const edited = await service.call(on.editProfileListItem, {
      path,
      token: owner,
      body: { quantity: 4, product_id: 'hp-1002' },
    });
    expect(v.safeParse(listItemShape.sent, edited.body.data).issues).toBeUndefined();
    expect(edited.body.data).toMatchObject({ quantity: 4, note: 'Blue', product_id: 'hp-1001' });
    expect((await service.call(on.readProfileListItem, { path, token: owner })).body).toEqual(edited.body);
    const other = { ...path, list: 'wishlist' };
    expect((await service.call(on.readProfileListItem, { path: other, token: owner })).status).toBe(404);
    expect(
      (await service.call(on.editProfileListItem, { path, token: owner, body: { quantity: 0 } })).status,
    ).toBe(422);
  });

  it('accept custom products from users', async () => {
    const sent = {
      path: { profile, handle: 'wedding' },
      body: { name: 'Honeymoon', price: '500.00', currency: 'EUR' },
    };
    expect((await service.call(on.addProfileListCustomProduct, { ...sent, token: owner })).status).toBe(403);
    const { status, body } = await service.call(on.addProfileListCustomProduct, { ...sent, token: staff });
    expect(status).toBe(200);
    expect(body.data.product).toMatchObject({ name: 'Honeymoon', price: '500.00', currency: 'EUR' });
    const listed = (await items('wedding')).body.data.find(({ id }: { id: number }) => id === body.data.id);
    expect(listed).toEqual(body.data);
  });

  it('hold at most as many items as their definition allows, also with concurrent requests', async () => {
    const { body } = await service.call(on.addListDefinition, {
      body: { name: 'Short list', type: 'short', max_items: 2 },
      token: staff,
    });
    expect(body.data).toMatchObject({ handle: 'short-list', max_items: 2, is_shareable: true });
    const list = { type: 'short', handle: 'short', name: 'Short' };
    await service.call(on.addList, { path: { profile }, body: list, token: owner });
    await put('short', 'hp-1001');
    const answers = await Promise.all([
      put('short', 'hp-1002'),
      put('short', 'hp-1003'),
      put('short', 'hp-1004'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect((await put('short', 'hp-1001')).status).toBe(200);
    expect((await items('short')).body.meta.total).toBe(2);
  });

  describe('reservations by others', () => {
    let item: string;
    const reserve = (body: object, token = friend) =>
      service.call(on.addListItemReservation, { path: { itemId: item }, body, token });
    const browse = (token: string) =>
      service.call(on.listItemReservations, { path: { itemId: item }, token });

    beforeAll(async () => {
      item = String((await put('wedding', 'hp-1005', { quantity: 3 })).body.data.id);
    });

    it('need a claimed share: without one the item answers 404', async () => {
      expect((await reserve({ name: 'Mara' })).status).toBe(404);
      expect((await browse(friend)).status).toBe(404);
      const shared = await service.call(on.addProfileListShare, {
        path: { profile, list: 'wedding' },
        body: {},
        token: owner,
      });
      await service.call(on.claimListShare, { path: { handle: shared.body.data.handle }, token: friend });
      const { status, body } = await reserve({
        name: 'Mara',
        quantity: 1,
        profile_id: 'profile-1001',
        status: 'purchased',
      });
      expect(status).toBe(200);
      expect(v.safeParse(reservationShape.sent, body.data).issues).toBeUndefined();
      expect(body.data).toMatchObject({
        item_id: Number(item),
        profile_id: 'profile-1002',
        status: 'reserved',
      });
    });

    it('never exceed the quantity, also with concurrent requests', async () => {
      expect((await reserve({ name: 'Mara', quantity: 3 })).status).toBe(422);
      const both = await Promise.all([
        reserve({ name: 'A', quantity: 2 }),
        reserve({ name: 'B', quantity: 2 }, staff),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
      expect((await reserve({ name: 'C' })).status).toBe(422);
    });

    it('are shown to their givers, not to the owner before the day, and all of them to users', async () => {
      const more = { path: { profile, list: 'wedding', item }, body: { quantity: 5 }, token: owner };
      await service.call(on.editProfileListItem, more);
      const theirs = (await reserve({ name: 'Uncle', message: 'Surprise' }, staff)).body.data;
      const names = async (token: string) =>
        (await browse(token)).body.data.map(({ name }: { name: string }) => name);
      expect(await names(friend)).not.toContain('Uncle');
      expect(await names(owner)).toEqual([]);
      expect(await names(staff)).toContain('Uncle');
      const one = { path: { itemId: item, reservationId: String(theirs.id) } };
      expect((await service.call(on.readListItemReservation, { ...one, token: friend })).status).toBe(404);
      expect((await service.call(on.deleteListItemReservation, { ...one, token: friend })).status).toBe(404);
      const edited = await service.call(on.editListItemReservation, {
        ...one,
        token: staff,
        body: { status: 'purchased' },
      });
      expect(edited.body.data).toMatchObject({ status: 'purchased', name: 'Uncle' });
      expect(
        (await service.call(on.editListItemReservation, { ...one, token: staff, body: { quantity: 99 } }))
          .status,
      ).toBe(422);
      expect((await service.call(on.deleteListItemReservation, { ...one, token: staff })).status).toBe(204);
    });

    it('are deleted with their item', async () => {
      await service.call(on.removeListItem, {
        path: { profile, list: 'wedding', item },
        query: '?confirm=true',
        token: owner,
      });
      expect((await browse(staff)).status).toBe(404);
      const left = await service.db
        .selectFrom('records')
        .select('id')
        .where('parent', '=', `list-item:${item}`)
        .execute();
      expect(left).toEqual([]);
    });
  });
});
