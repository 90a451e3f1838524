import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../../demo/service/database/transactions.ts';
import { mergeInto } from '../../../../demo/service/profiles/merge.ts';
import { purge } from '../../../../demo/service/profiles/purge.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { everything } from '../../../support/service-rows.ts';
import { openService, type Answered, type OpenService } from '../../../support/service-open.ts';

// The gifts of a list go to an address that only its owner and the shop read.

describe('the delivery address of a list', () => {
  let service: OpenService;
  let [staff, owner, friend, editor] = ['', '', '', ''];
  const profile = 'profile-1003';
  let made = 0;
  const HOME = {
    name: 'Noor and Sam',
    line_1: 'Secretlane 17',
    line_2: null,
    postcode: '9876 ZX',
    city: 'Hiddentown',
    country: 'NL',
  };

  beforeAll(async () => {
    service = await openService();
    staff = await service.machineToken();
    [owner = '', friend = '', editor = ''] = await Promise.all(
      ['1003', '1002', '1001'].map((id) => service.tokenOf(id)),
    );
  });
  beforeEach(() => service.db.deleteFrom('request_windows').execute());
  afterAll(() => service.drop());

  async function registry() {
    const handle = `delivery-${++made}`;
    const path = { profile, list: handle };
    const body = { type: 'registry', handle, name: 'Wedding', event_at: '2099-06-01' };
    const list = (await service.call(on.addList, { path: { profile }, body, token: owner })).body.data;
    const item = (
      await service.call(on.addListItem, {
        path,
        body: { product_id: 'hp-1001', quantity: 4 },
        token: owner,
      })
    ).body.data;
    const share = async (sent: object) =>
      (await service.call(on.addProfileListShare, { path, body: sent, token: owner })).body.data
        .handle as string;
    const [link, invitation] = [await share({}), await share({ role: 'editor' })];
    await service.call(on.claimListShare, { path: { handle: invitation }, token: editor });
    await service.call(on.claimListShare, { path: { handle: link }, token: friend });
    return { id: Number(list.id), type: `list-${list.id}`, item: String(item.id), link, invitation };
  }
  const save = (type: string, body: object = HOME, token = owner, at = profile): Promise<Answered> =>
    service.call(on.upsertProfileAddress, { path: { profile: at }, body: { type, ...body }, token });
  const read = async (type: string, token = owner, at = profile): Promise<Answered> =>
    service.call(on.profileAddresses, { path: { profile: at }, query: `?filter[type]=${type}`, token });
  const addressesOf = async (type: string): Promise<Record<string, unknown>[]> =>
    (await read(type, staff)).body.data;

  it('is stored once for a list, whole, whatever is sent again and by how many tabs', async () => {
    const { type, id } = await registry();
    const other = { ...HOME, line_1: 'Otherlane 1', line_2: 'Floor 2' };
    const replies = await Promise.all([save(type), save(type, other), save(type), save(type, other)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await save(type);
    expect(await addressesOf(type)).toEqual([expect.objectContaining(HOME)]);
    const list = await service.call(on.readProfileList, {
      path: { profile, list: String(id) },
      token: owner,
    });
    expect(list.body.data.has_delivery_address).toBe(true);
  });

  it('is read by its owner and the shop with the permission for profiles, and by nobody else', async () => {
    const { type } = await registry();
    await save(type);
    for (const token of [owner, staff])
      expect((await read(type, token)).body.data).toEqual([expect.objectContaining(HOME)]);
    for (const token of [friend, editor, await service.machineToken('lists.read lists.write')]) {
      const reply = await read(type, token);
      expect([403, 404]).toContain(reply.status);
      expect(JSON.stringify(reply.body)).not.toMatch(/Secretlane|9876|Hiddentown/);
    }
  });

  it('stands in no answer about the list, to anybody, nor in an event or a webhook', async () => {
    const { type, id, link, invitation, item } = await registry();
    await save(type);
    const path = { profile, list: String(id) };
    const theirs = (at: string) => ({ profile: at, list: String(id) });
    const answers = [
      await service.call(on.readListShareWithoutProfile, { path: { handle: link } }),
      await service.call(on.readListShare, { path: { handle: link }, token: friend }),
      await service.call(on.readListShare, { path: { handle: invitation }, token: editor }),
      await service.call(on.readListShare, { path: { handle: link }, token: staff }),
      await service.call(on.readProfileList, { path: theirs('profile-1001'), token: editor }),
      await service.call(on.profileLists, { path: { profile: 'profile-1001' }, token: editor }),
      await service.call(on.listItems, { path: theirs('profile-1001'), token: editor }),
      await service.call(on.readProfileList, { path, token: owner }),
      await service.call(on.editProfileList, { path, token: owner, body: { name: 'Our day' } }),
      await service.call(on.readList, { path: { list: String(id) }, token: staff }),
      await service.call(on.searchProductLists, { token: staff }),
      await service.call(on.addListItemReservation, {
        path: { itemId: item },
        query: `?share=${link}`,
        body: { name: 'Uncle Bo' },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.slice(0, 4).map(({ body }) => body.data.has_delivery_address)).toEqual(
      Array(4).fill(true),
    );
    const events = await service.db.selectFrom('events').select('payload').execute();
    const deliveries = await service.db.selectFrom('deliveries').select('body').execute();
    expect(JSON.stringify([answers.map(({ body }) => body), events, deliveries])).not.toMatch(
      /Secretlane|9876 ZX|Hiddentown/,
    );
  });

  it('is not that of another list, nor of the same number below another profile', async () => {
    const [{ type, id }, other] = [await registry(), await registry()];
    const refused = await save(type, HOME, friend, 'profile-1002');
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['type']]);
    const added = await service.call(on.addProfileAddress, {
      path: { profile: 'profile-1001' },
      body: { type, ...HOME },
      token: editor,
    });
    expect([added.status, Object.keys(added.body.errors)]).toEqual([422, ['type']]);
    await save('home', HOME, friend, 'profile-1002');
    const [own] = (await read('home', friend, 'profile-1002')).body.data;
    const moved = await service.call(on.editProfileAddress, {
      path: { profile: 'profile-1002', address: String(own.id) },
      body: { type },
      token: friend,
    });
    expect(moved.status).toBe(422);
    // Such an address may have been stored by an earlier version.
    await service.db
      .updateTable('records')
      .set({ fields: JSON.stringify({ ...HOME, type }) })
      .where('id', '=', Number(own.id))
      .execute();
    const list = { path: { profile, list: String(id) }, token: owner };
    expect((await service.call(on.readProfileList, list)).body.data.has_delivery_address).toBe(false);
    await save(other.type);
    const listed = await service.call(on.profileLists, {
      path: { profile },
      token: owner,
      query: '?filter[has_delivery_address]=true&sort=-id',
    });
    const ids = listed.body.data.map((one: { id: number }) => one.id);
    expect(ids).toContain(other.id);
    expect(ids).not.toContain(id);
  });

  for (const [field, value] of [
    ['line_1', null],
    ['line_1', 'x'.repeat(256)],
    ['line_2', 'x'.repeat(256)],
    ['name', 'x'.repeat(256)],
    ['city', 'x'.repeat(256)],
    ['postcode', 'x'.repeat(33)],
    ['country', 'Netherlands'],
    ['country', 'ZZ'],
    ['country', null],
    ['city', ['Hiddentown']],
  ] as const)
    it(`is refused at ${field} for ${JSON.stringify(value)?.slice(0, 20)}, and keeps what it was`, async () => {
      const { type } = await registry();
      await save(type);
      const { [field]: _, ...rest } = HOME;
      const reply = await save(type, value === null ? rest : { ...HOME, [field]: value });
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]]);
      expect(await addressesOf(type)).toEqual([expect.objectContaining(HOME)]);
    });

  it('is deleted by its owner, with the list, and with the profile', async () => {
    const { type, id } = await registry();
    await save(type);
    const [{ id: address }] = (await addressesOf(type)) as [{ id: number }];
    const path = { profile, address: String(address) };
    expect((await service.call(on.deleteProfileAddress, { path, token: owner })).status).toBe(204);
    const list = { path: { profile, list: String(id) }, token: owner };
    expect((await service.call(on.readProfileList, list)).body.data.has_delivery_address).toBe(false);
    await save(type);
    expect((await service.call(on.deleteProfileList, list)).status).toBe(204);
    expect(await addressesOf(type)).toEqual([]);
    // The page of another tab still shows its form.
    expect((await save(type)).status).toBe(422);
  });

  it('is deleted with the list also where it is saved at the same moment', async () => {
    for (let times = 0; times < 5; times++) {
      const { type, id } = await registry();
      const [saved, deleted] = await Promise.all([
        save(type),
        service.call(on.deleteProfileList, { path: { profile, list: String(id) }, token: owner }),
      ]);
      expect([200, 422]).toContain(saved.status);
      expect(deleted.status).toBe(204);
      expect(await addressesOf(type)).toEqual([]);
    }
  });

  it('is among what a member reads of the own profile, and is gone with the profile', async () => {
    const path = { profile: 'profile-1004' };
    const own = await service.tokenOf('1004');
    const body = { type: 'registry', handle: 'wedding', name: 'Wedding' };
    const list = await service.call(on.addList, { path, body, token: own });
    const address = { ...HOME, line_1: 'Leavinglane 1', type: `list-${list.body.data.id}` };
    expect((await save(address.type, address, own, path.profile)).status).toBe(200);
    const readAll = (token: string) => service.call(on.profileAddresses, { path, token });
    for (const token of [own, staff])
      expect((await readAll(token)).body.data).toEqual([expect.objectContaining(address)]);
    expect((await service.call(on.deleteProfile, { path, token: staff })).status).toBe(204);
    for (const token of [own, staff]) expect([401, 404]).toContain((await readAll(token)).status);
    expect((await service.call(on.purgeProfile, { path, token: staff })).status).toBe(204);
    expect(await everything(service.db)).not.toContain('Leavinglane');
  });

  it('of an imported file is that of a list of the profile of its row, and stored once', async () => {
    const add = async (id: string, handle: string) => {
      await service.db
        .insertInto('profiles')
        .values({ id, first_name: id })
        .onConflict((one) => one.doNothing())
        .execute();
      const body = { type: 'registry', handle, name: 'Wedding' };
      return (await service.call(on.addList, { path: { profile: id }, body, token: staff })).body.data
        .id as number;
    };
    const [mine, theirs] = [await add('imported', 'mine'), await add('stranger', 'theirs')];
    const file = (city: string) =>
      [
        'profile_id,type,name,line_1,city,postcode,country',
        `imported,list-${mine},Noor and Sam,Kade 1,${city},1011,NL`,
        `imported,list-${theirs},Noor and Sam,Kade 1,${city},1011,NL`,
      ].join('\n');
    for (const city of ['Delft', 'Gouda']) {
      const body = { model: 'addresses', format: 'csv', content: file(city), existing: 'change' };
      const upload = await service.call(on.uploadImport, { body, token: staff });
      expect(upload.status, upload.text).toBe(200);
      await runDueJobs(service);
      const query = `?filter[import_id]=${upload.body.data.id}`;
      const [job] = (await service.call(on.importJobs, { query, token: staff })).body.data;
      expect(job).toMatchObject({
        failed: 1,
        failures: [{ row: 2, message: `The profile has no list ${theirs}.` }],
      });
      const addresses = await service.call(on.profileAddresses, {
        path: { profile: 'imported' },
        token: staff,
      });
      expect(addresses.body.data).toMatchObject([{ type: `list-${mine}`, city }]);
    }
  });

  it('follows its list when profiles are merged, and is purged with its profile', async () => {
    const add = async (at: string, handle: string, line_1: string) => {
      const body = { type: 'registry', handle, name: 'Wedding' };
      const list = await service.call(on.addList, { path: { profile: at }, body, token: staff });
      const id = Number(list.body.data.id);
      await save(`list-${id}`, { ...HOME, line_1 }, staff, at);
      return id;
    };
    for (const id of ['into', 'from'])
      await service.db.insertInto('profiles').values({ id, first_name: id }).execute();
    const [shared, theirs] = [await add('into', 'same', 'A'), await add('from', 'same', 'B')];
    const alone = await add('from', 'alone', 'C');
    const empty = await service.call(on.addList, {
      path: { profile: 'into' },
      body: { type: 'registry', handle: 'late', name: 'Wedding' },
      token: staff,
    });
    const late = await add('from', 'late', 'D');
    await inTransaction(service.db, (work) => mergeInto(work, 'into', ['from']));
    const all = await service.call(on.profileAddresses, { path: { profile: 'into' }, token: staff });
    const found = all.body.data.map((one: { type: string; line_1: string }) => [one.type, one.line_1]).sort();
    expect(found).toEqual(
      [
        [`list-${shared}`, 'A'],
        [`list-${alone}`, 'C'],
        [`list-${empty.body.data.id}`, 'D'],
      ].sort(),
    );
    expect([theirs, late].map((id) => found.some(([type]: string[]) => type === `list-${id}`))).toEqual([
      false,
      false,
    ]);
    await inTransaction(service.db, (work) => purge(work, 'into'));
    const left = await service.db
      .selectFrom('records')
      .select('id')
      .where('resource', '=', 'address')
      .where('fields', '@>', JSON.stringify({ city: 'Hiddentown', line_1: 'A' }) as never)
      .execute();
    expect(left).toEqual([]);
  });
});
