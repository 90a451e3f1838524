import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type Answered, type OpenService } from '../../../support/service-open.ts';

describe('lists that several edit', () => {
  let service: OpenService;
  let staff: string;
  let owner: string;
  let friend: string;
  let stranger: string;
  const profile = 'profile-1003';
  const ours = { profile: 'profile-1002' };
  const theirs = { profile: 'profile-1001' };
  const PAST = '2020-01-01T00:00:00Z';
  let made = 0;

  beforeAll(async () => {
    service = await openService();
    staff = await service.machineToken();
    [owner = '', friend = '', stranger = ''] = await Promise.all(
      ['1003', '1002', '1001'].map((id) => service.tokenOf(id)),
    );
    await service.db.updateTable('profiles').set({ first_name: 'Noor' }).where('id', '=', profile).execute();
    await service.db
      .updateTable('profiles')
      .set({ first_name: 'Ben' })
      .where('id', '=', ours.profile)
      .execute();
  });
  afterAll(() => service.drop());

  /** A list of the owner with an invitation for one editor. */
  async function invite(body: object = {}) {
    const handle = `together-${++made}`;
    const { id } = (
      await service.call(on.addList, {
        path: { profile },
        token: owner,
        body: { type: 'wishlist', handle, name: 'Together' },
      })
    ).body.data;
    const list = String(id);
    const share = (
      await service.call(on.addProfileListShare, {
        path: { profile, list },
        token: owner,
        body: { role: 'editor', max_claims: 1, ...body },
      })
    ).body.data;
    return { list, handle: share.handle as string, share: String(share.id) };
  }
  type Invited = Awaited<ReturnType<typeof invite>>;
  const claim = ({ handle }: Invited, token = friend): Promise<Answered> =>
    service.call(on.claimListShare, { path: { handle }, token });
  const open = ({ handle }: Invited, token = friend): Promise<Answered> =>
    service.call(on.readListShare, { path: { handle }, token });
  const edit = ({ share, list }: Invited, body: object): Promise<Answered> =>
    service.call(on.editProfileListShare, { path: { profile, list, share }, token: owner, body });
  const add = ({ list }: Invited, token = friend, at: { profile: string } = ours, body: object = {}) =>
    service.call(on.addListItem, {
      path: { ...at, list },
      token,
      body: { product_id: 'hp-1002', ...body },
    });
  const remove = ({ share, list }: Invited, token: string, at: { profile: string }) =>
    service.call(on.deleteProfileListShare, { path: { ...at, list, share }, token });
  const items = async ({ list }: Invited, token: string, at: { profile: string }) =>
    (await service.call(on.listItems, { path: { ...at, list }, token })).body.data;
  const listed = async ({ list }: Invited, token: string, at: { profile: string }) =>
    (await service.call(on.profileLists, { path: at, token, query: `?filter[id]=${list}` })).body.data;

  describe('an invitation', () => {
    it('tells the invited who invites, and is claimed by the request to claim alone', async () => {
      const made = await invite();
      for (let times = 0; times < 3; times++) {
        const { body } = await open(made);
        expect(body.data).toMatchObject({ owner_name: 'Noor', profile_id: null });
        expect(body.data.share).toMatchObject({ role: 'editor', claims: 0, claimed_by: null });
      }
      expect((await add(made)).status).toBe(404);
      expect((await claim(made)).status).toBe(200);
      expect((await claim(made)).body.data).toMatchObject({ claims: 1, claimed_by: ours.profile });
      expect((await open(made)).body.data.share.claimed_by).toBe(ours.profile);
    });

    it('is known to its owner as the own list, with the name of the editor', async () => {
      const made = await invite();
      expect((await open(made, owner)).body.data.profile_id).toBe(profile);
      expect((await claim(made, owner)).status).toBe(409);
      await claim(made);
      const path = { profile, list: made.list, share: made.share };
      const { data } = (await service.call(on.readProfileListShare, { path, token: owner })).body;
      expect(data).toMatchObject({ claimed_by: ours.profile, claimed_by_name: 'Ben' });
      expect((await open(made)).body.data.share.claimed_by_name).toBe(null);
      const named = (name: string) =>
        service.call(on.profileListShares, {
          path: { profile, list: made.list },
          token: owner,
          query: `?filter[claimed_by_name]=${name}`,
        });
      expect((await named('Ben')).body.data).toHaveLength(1);
      expect((await named('Noor')).body.data).toEqual([]);
    });

    it('that others have taken answers 409, one that has ended 410, one that is stopped 404', async () => {
      const taken = await invite();
      await claim(taken);
      for (const ask of [open, claim]) expect((await ask(taken, stranger)).status).toBe(409);
      for (const end of [{ expires_at: PAST }, { claimable_until: PAST }]) {
        const ended = await invite(end);
        for (const ask of [open, claim]) expect((await ask(ended)).status).toBe(410);
        expect((await add(ended)).status).toBe(404);
      }
      const stopped = await invite();
      await remove(stopped, owner, { profile });
      for (const ask of [open, claim]) expect((await ask(stopped)).status).toBe(404);
    });

    it('that has ended or is taken is nothing to guests and to those who look for its list', async () => {
      const taken = await invite();
      await claim(taken);
      const nameless = (made: Invited, token?: string) =>
        service.call(on.readListShareWithoutProfile, {
          path: { handle: made.handle },
          ...(token && { token }),
        });
      for (const made of [taken, await invite({ claimable_until: PAST })])
        for (const token of [undefined, stranger]) expect((await nameless(made, token)).status).toBe(404);
    });

    it('for viewers does not say why it opens nothing', async () => {
      const made = await invite({ role: 'viewer' });
      await claim(made);
      expect((await open(made, stranger)).status).toBe(404);
      await edit(made, { expires_at: PAST });
      expect((await open(made)).status).toBe(404);
    });

    it('lets those who have claimed it edit after it can no longer be claimed', async () => {
      const made = await invite();
      await claim(made);
      await edit(made, { claimable_until: PAST });
      expect((await add(made)).status).toBe(200);
      expect((await claim(made)).status).toBe(200);
      expect((await claim(made, stranger)).status).toBe(410);
      await edit(made, { expires_at: PAST });
      expect((await add(made)).status).toBe(404);
    });
  });

  it('stand among the lists of the editor with the first name of the owner', async () => {
    const made = await invite();
    await claim(made);
    const [found] = await listed(made, friend, ours);
    expect(found).toMatchObject({ owner_name: 'Noor', share_id: Number(made.share), handle: made.list });
    const path = { ...ours, list: made.list };
    expect((await service.call(on.readProfileList, { path, token: friend })).body.data).toEqual(found);
    const [own] = await listed(made, owner, { profile });
    expect(own).toMatchObject({ owner_name: null, share_id: null });
  });

  describe('the one who added an item', () => {
    it('is named to the owner and the editors alone, and only where several edit', async () => {
      const made = await invite();
      await add(made, owner, { profile }, { product_id: 'hp-1003' });
      const names = async (token: string, at: { profile: string }) =>
        Object.fromEntries(
          (await items(made, token, at)).map((one: Record<string, string>) => [
            one['product_id'],
            one['added_by_name'],
          ]),
        );
      expect(await names(owner, { profile })).toEqual({ 'hp-1003': null });
      await claim(made);
      await add(made);
      const both = { 'hp-1002': 'Ben', 'hp-1003': 'Noor' };
      expect(await names(owner, { profile })).toEqual(both);
      expect(await names(friend, ours)).toEqual(both);
      const link = (
        await service.call(on.addProfileListShare, {
          path: { profile, list: made.list },
          token: owner,
          body: {},
        })
      ).body.data.handle;
      for (const [endpoint, token] of [
        [on.readListShare, stranger],
        [on.readListShareWithoutProfile, stranger],
        [on.readListShareWithoutProfile, undefined],
      ] as const) {
        const { body } = await service.call(endpoint, { path: { handle: link }, ...(token && { token }) });
        expect(body.data.items).toHaveLength(2);
        for (const item of body.data.items) expect(item.added_by_name).toBe(null);
      }
    });

    it('is the profile of the token, whatever the request says', async () => {
      const made = await invite();
      await claim(made);
      const body = { added_by: profile, added_by_profile_id: profile, added_by_name: 'Noor' };
      expect((await add(made, friend, ours, body)).status).not.toBe(500);
      await add(made);
      expect(await items(made, owner, { profile })).toMatchObject([
        { added_by: ours.profile, added_by_name: 'Ben' },
      ]);
    });

    it('has no name after the profile is erased, and that of the profile into which it is merged', async () => {
      const register = async (email: string, name: string) =>
        (
          await service.call(on.addProfile, {
            token: staff,
            body: { email, first_name: name, last_name: 'Editor' },
          })
        ).body.data.id as string;
      const [erased, merged, survivor] = [
        await register('erased@example.com', 'Ida'),
        await register('merged@example.com', 'Kim'),
        await register('survivor@example.com', 'Lou'),
      ];
      const made = await invite({ max_claims: null });
      await claim(made);
      for (const [id, product] of [
        [erased, 'hp-1003'],
        [merged, 'hp-1004'],
      ] as const) {
        await service.db
          .insertInto('records')
          .values({
            resource: 'list-share-claim',
            parent: `list-share:${made.share}`,
            profile_id: id,
            fields: JSON.stringify({ handle: 'claim' }),
          })
          .execute();
        await service.call(on.addListItem, {
          path: { profile: id, list: made.list },
          token: staff,
          body: { product_id: product },
        });
      }
      const names = async () =>
        (await items(made, owner, { profile })).map((one: Record<string, string>) => one['added_by_name']);
      expect(await names()).toEqual(['Kim', 'Ida']);
      await service.call(on.deleteProfile, { path: { profile: erased }, token: staff });
      await service.call(on.mergeProfiles, {
        path: { profile: survivor },
        token: staff,
        body: { profiles: [merged] },
      });
      expect(await names()).toEqual(['Lou', null]);
    });
  });

  describe('the share of an editor', () => {
    it('that the editor deletes ends the own editing alone', async () => {
      const made = await invite({ max_claims: 2 });
      await claim(made);
      await claim(made, stranger);
      expect((await remove(made, friend, ours)).status).toBe(204);
      expect((await add(made)).status).toBe(404);
      expect(await listed(made, friend, ours)).toEqual([]);
      expect((await add(made, stranger, theirs)).status).toBe(200);
      expect((await remove(made, friend, ours)).status).toBe(404);
      const path = { profile, list: made.list, share: made.share };
      expect((await service.call(on.readProfileListShare, { path, token: owner })).body.data.claims).toBe(1);
    });

    it('that the owner deletes removes the editor, and keeps what the editor added', async () => {
      const made = await invite();
      await claim(made);
      await add(made);
      expect((await remove(made, owner, { profile })).status).toBe(204);
      expect((await add(made, friend, ours, { product_id: 'hp-1003' })).status).toBe(404);
      expect(await listed(made, friend, ours)).toEqual([]);
      expect(await items(made, owner, { profile })).toMatchObject([
        { product_id: 'hp-1002', added_by: ours.profile, added_by_name: null },
      ]);
    });

    it('is not deleted by those who have not claimed it, nor on another list', async () => {
      const [one, other] = [await invite(), await invite()];
      await claim(one);
      const views = await invite({ role: 'viewer' });
      await claim(views);
      for (const [made, token, at] of [
        [other, friend, ours],
        [one, stranger, theirs],
        [views, friend, ours],
        [{ ...one, share: other.share }, friend, ours],
        [{ ...one, share: other.share }, owner, { profile }],
      ] as const)
        expect((await remove(made, token, at)).status).toBe(404);
      expect((await remove(one, friend, { profile })).status).toBe(404);
      const path = { profile, list: one.list };
      const body = { role: 'editor' };
      const unused = await service.call(on.addProfileListShare, { path, token: owner, body });
      expect((await remove({ ...one, share: String(unused.body.data.id) }, friend, ours)).status).toBe(404);
      expect((await add(one)).status).toBe(200);
    });
  });

  it('are edited by the editor of no other list', async () => {
    const [one, other] = [await invite(), await invite()];
    await claim(one);
    expect((await add(other)).status).toBe(404);
    const added = (await add(one)).body.data.id;
    const path = { ...ours, list: other.list, item: String(added) };
    expect((await service.call(on.removeListItem, { path, token: friend })).status).toBe(404);
    expect((await add(one, friend, { profile })).status).toBe(404);
  });

  it('have a product once, whoever adds it at the same time', async () => {
    const made = await invite();
    await claim(made);
    const added = await Promise.all([
      add(made, owner, { profile }),
      add(made),
      add(made, owner, { profile }, { product_id: 'hp-1003' }),
      add(made, friend, ours, { product_id: 'hp-1004' }),
    ]);
    expect(added.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const products = (await items(made, owner, { profile })).map(
      (one: Record<string, string>) => one['product_id'],
    );
    expect(products.sort()).toEqual(['hp-1002', 'hp-1003', 'hp-1004']);
  });
});
