import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { sharedListShape, shareShape } from '../../../../src/services/contract/lists.ts';
import { routes } from '../../../../demo/service/routes.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

describe('shares of a list', () => {
  let service: OpenService;
  let staff: string;
  let owner: string;
  let friend: string;
  let stranger: string;
  const profile = 'profile-1003';
  const path = { profile, list: 'wishlist' };

  const share = async (body: object = {}) =>
    (await service.call(on.addProfileListShare, { path, body, token: owner })).body.data;
  const open = (
    handle: string,
    token = friend,
    endpoint = on.readListShare as typeof on.readListShareWithoutProfile | typeof on.readListShare,
  ) => service.call(endpoint, { path: { handle }, token });
  const claim = (handle: string, token = friend) =>
    service.call(on.claimListShare, { path: { handle }, token });

  beforeAll(async () => {
    service = await openService();
    staff = await service.machineToken();
    [owner = '', friend = '', stranger = ''] = await Promise.all(
      ['1003', '1002', '1001'].map((id) => service.tokenOf(id)),
    );
  });
  afterAll(() => service.drop());

  it('have a random handle of at least 128 bits that no request can set', async () => {
    const shares = [];
    for (let made = 0; made < 20; made++) shares.push(await share({ handle: 'easy', role: 'viewer' }));
    const handles = shares.map(({ handle }) => handle);
    expect(new Set(handles).size).toBe(20);
    for (const handle of handles)
      expect(Buffer.from(handle, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
    expect(v.safeParse(shareShape.sent, shares[0]).issues).toBeUndefined();
  });

  it('for editors put the list among the lists of the profile, which its own lists do not hide', async () => {
    const lists = async (of: string, token: string) =>
      (await service.call(on.profileLists, { path: { profile: of }, token })).body.data;
    const ours = (await lists(profile, owner)).find(
      ({ handle }: { handle: string }) => handle === 'wishlist',
    );
    const before = await lists('profile-1002', friend);
    await claim((await share({ role: 'viewer' })).handle);
    expect(await lists('profile-1002', friend)).toEqual(before);
    const editing = await share({ role: 'editor' });
    await claim(editing.handle);
    const [found] = (await lists('profile-1002', friend)).filter(({ id }: { id: number }) => id === ours.id);
    // Its handle may be that of a list of the editor.
    expect(found).toMatchObject({ name: ours.name, handle: String(ours.id), profile_id: null });
    const named = { profile: 'profile-1002', list: found.handle };
    expect((await service.call(on.readProfileList, { path: named, token: friend })).body.data).toEqual(found);
    const [seen] = (await lists('profile-1002', staff)).filter(({ id }: { id: number }) => id === ours.id);
    expect(seen.profile_id).toBe(profile);
    expect((await lists(profile, owner)).filter(({ id }: { id: number }) => id === ours.id)).toEqual([ours]);
    // Only the owner changes the list itself.
    const renamed = await service.call(on.editProfileList, {
      path: named,
      token: friend,
      body: { name: 'X' },
    });
    expect(renamed.status).toBe(404);

    const added = await service.call(on.addListItem, {
      path: named,
      token: friend,
      body: { product_id: 'hp-1003' },
    });
    const authors = async (token: string, at: { profile: string; list: string }) =>
      Object.fromEntries(
        (await service.call(on.listItems, { path: at, token })).body.data
          .filter(({ product_id }: { product_id: string }) => ['hp-1003', 'hp-1004'].includes(product_id))
          .map(({ product_id, added_by }: Record<string, string>) => [product_id, added_by]),
      );
    await service.call(on.addListItem, { path, token: owner, body: { product_id: 'hp-1004' } });
    expect(added.body.data.added_by).toBe('profile-1002');
    const both = { 'hp-1003': 'profile-1002', 'hp-1004': profile };
    expect(await authors(owner, path)).toEqual(both);
    expect(await authors(staff, path)).toEqual(both);
    expect(await authors(friend, named)).toEqual({ ...both, 'hp-1004': null });
    const { items } = (await open(editing.handle, stranger)).body.data;
    expect(items.some(({ added_by }: { added_by: unknown }) => added_by)).toBe(false);

    for (const product of ['hp-1003', 'hp-1004']) {
      const all = (await service.call(on.listItems, { path, token: owner })).body.data;
      const { id } = all.find(({ product_id }: { product_id: string }) => product_id === product);
      await service.call(on.removeListItem, { path: { ...path, item: String(id) }, token: owner });
    }
    await service.call(on.deleteProfileListShare, {
      path: { ...path, share: String(editing.id) },
      token: owner,
    });
    expect(await lists('profile-1002', friend)).toEqual(before);
  });

  it('are browsed, read, edited and deleted below their list', async () => {
    const { id, handle } = await share();
    const one = { ...path, share: String(id) };
    const browsed = await service.call(on.profileListShares, {
      path,
      query: `?filter[id]=${id}`,
      token: owner,
    });
    expect(browsed.body.data).toEqual([expect.objectContaining({ id, handle })]);
    const edited = await service.call(on.editProfileListShare, {
      path: one,
      token: owner,
      body: { role: 'editor', handle: 'h'.repeat(32), claimed_by: 'profile-1001' },
    });
    expect(edited.body.data).toMatchObject({ role: 'editor', handle, claimed_by: null });
    expect((await service.call(on.readProfileListShare, { path: one, token: owner })).body).toEqual(
      edited.body,
    );
    expect((await service.call(on.deleteProfileListShare, { path: one, token: owner })).status).toBe(204);
    expect((await open(handle)).status).toBe(404);
  });

  it('show the list to anyone with the handle: with the first name of its owner, by no_profile without', async () => {
    const { handle } = await share();
    const { status, body } = await open(handle);
    expect(status).toBe(200);
    expect(v.safeParse(sharedListShape.sent, body.data).issues).toBeUndefined();
    expect(body.data).toMatchObject({ handle: 'wishlist', profile_id: null, owner_name: expect.any(String) });
    expect(body.data.items).toHaveLength(58);
    const nameless = await open(handle, friend, on.readListShareWithoutProfile);
    expect(nameless.body.data).toMatchObject({ profile_id: null, owner_name: null });
    for (const text of [nameless.text, (await open(handle, staff, on.readListShareWithoutProfile)).text]) {
      expect(text).not.toContain(profile);
    }
    expect((await open(handle, staff)).body.data.profile_id).toBe(profile);
    expect((await service.call(on.readListShare, { path: { handle } })).status).toBe(401);
  });

  it('for one profile belong to the first that claims them, and answer 404 to others', async () => {
    const { handle } = await share({ max_claims: 1 });
    const answers = await Promise.all([claim(handle), claim(handle, stranger)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const [winner, other] = answers[0]?.status === 200 ? [friend, stranger] : [stranger, friend];
    expect((await claim(handle, winner)).status).toBe(200);
    expect((await open(handle, winner)).status).toBe(200);
    expect(await open(handle, other)).toMatchObject({
      status: 404,
      text: (await open('x'.repeat(32), other)).text,
    });
    expect((await claim(handle, owner)).status).toBe(409);
    expect((await claim(handle, staff)).status).toBe(403);
  });

  it('that are public stay open to all and do not show who claimed them', async () => {
    const { handle } = await share({ is_public: true, max_claims: 1 });
    expect((await claim(handle)).body.data.claimed_by).toBe('profile-1002');
    expect((await claim(handle, stranger)).status).toBe(409);
    const seen = await open(handle, stranger);
    expect(seen.body.data.share.claimed_by).toBe(null);
    expect((await open(handle)).body.data.share.claimed_by).toBe('profile-1002');
  });

  it('end when they expire and when their list is deleted', async () => {
    const over = await share({ expires_at: '2020-01-01T00:00:00Z' });
    expect((await open(over.handle)).status).toBe(404);
    expect((await claim(over.handle)).status).toBe(404);
    await service.call(on.addList, {
      path: { profile },
      token: owner,
      body: { type: 'registry', handle: 'brief', name: 'Brief' },
    });
    const brief = await service.call(on.addProfileListShare, {
      path: { profile, list: 'brief' },
      body: {},
      token: owner,
    });
    expect((await open(brief.body.data.handle)).status).toBe(200);
    await service.call(on.deleteProfileList, { path: { profile, list: 'brief' }, token: owner });
    expect((await open(brief.body.data.handle)).status).toBe(404);
  });

  it('are refused for lists whose definition does not allow them', async () => {
    const definition = await service.call(on.addListDefinition, {
      body: { name: 'Private', type: 'private', is_shareable: false },
      token: staff,
    });
    await service.call(on.addList, {
      path: { profile },
      token: staff,
      body: { type: 'private', handle: 'private', name: 'P', list_definition_id: definition.body.data.id },
    });
    const sent = { path: { profile, list: 'private' }, body: {}, token: owner };
    expect((await service.call(on.addProfileListShare, sent)).status).toBe(422);
  });

  it('limit failed lookups: after too many even the right handle answers 429', async () => {
    const { handle } = await share();
    const token = await service.tokenOf('1001');
    const guess = () => open('g'.repeat(32), token);
    let misses = 0;
    for (let tries = 0; tries < 40 && (await guess()).status === 404; tries++) misses++;
    expect(misses).toBeLessThanOrEqual(20);
    const refused = await open(handle, token);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // The limit includes a new token and claims; other customers are not affected.
    expect((await claim(handle, await service.tokenOf('1001'))).status).toBe(429);
    expect((await open(handle, friend)).status).toBe(200);
  });

  it('without the limit all lookups reach the handler: the twin', async () => {
    const guarded = routes.filter(({ limitsFailedLookups }) => limitsFailedLookups);
    expect([...new Set(guarded.map(({ endpoint }) => endpoint.path))].sort()).toEqual([
      '/v3/list/items/{itemId}/reservations',
      '/v3/list/items/{itemId}/reservations/{reservationId}',
      '/v3/lists/shares/{handle}',
      '/v3/lists/shares/{handle}/claim',
      '/v3/lists/shares/{handle}/no_profile',
    ]);
    const unguarded = guarded.find(({ endpoint }) => endpoint === on.readListShare);
    let misses = 0;
    for (let tries = 0; tries < 40; tries++) {
      const call = { db: service.db, path: { handle: 'g'.repeat(32) }, profileId: 'profile-1001' };
      await unguarded?.handle(call as never).catch(() => misses++);
    }
    expect(misses).toBe(40);
  });
});
