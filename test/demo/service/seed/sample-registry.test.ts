import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seed } from '../../../../demo/service/seed/seed.ts';
import {
  addList,
  listItemReservations,
  listItems,
  profileListShares,
  profileLists,
  readListShareWithoutProfile,
} from '../../../../src/services/contract/endpoints/index.ts';
import { SECRET, SECRET_KEYS } from '../../../support/database-fresh.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

const OWNER = { profile: 'profile-1005' };
const LIST = 'our-wedding';

describe('sample gift registry', () => {
  let service: OpenService;
  let token: string;
  beforeEach(async () => {
    service = await openService();
    token = await service.tokenOf('1005');
  });
  afterEach(() => service.drop());

  const addSample = () => seed(service.db, { secret: SECRET, secretKeys: SECRET_KEYS, incentives: true });
  const registries = async () =>
    (await service.call(profileLists, { path: OWNER, query: '?filter[type]=registry', token })).body.data;

  it('has one present with pledges, which its link shows without a name, and its owner not before the day', async () => {
    await Promise.all([addSample(), addSample()]);
    expect(await registries()).toMatchObject([{ handle: LIST, name: 'Our wedding' }]);
    const list = { ...OWNER, list: LIST };
    const items = (await service.call(listItems, { path: list, token })).body.data;
    const open = items.filter((item: { chip_in: unknown }) => item.chip_in);
    expect(open).toMatchObject([
      {
        product: { name: 'Ferry bench' },
        chip_in: { target: '310.00', currency: 'EUR', pledged: '205.50', pledges: 3 },
        quantity_reserved: 0,
      },
    ]);
    expect(items[0].id).toBe(open[0].id);
    expect(items.slice(1)).toMatchObject([
      { quantity: 4, quantity_reserved: 2 },
      { quantity_purchased: 1 },
      { quantity: 2, quantity_reserved: 0 },
    ]);
    const given = await service.call(listItemReservations, { path: { itemId: String(open[0].id) }, token });
    expect(given.body.data).toEqual([]);

    const [share] = (await service.call(profileListShares, { path: list, token })).body.data;
    const shown = await service.call(readListShareWithoutProfile, { path: { handle: share.handle } });
    expect(shown.body.data.items[0].chip_in).toEqual(open[0].chip_in);
    expect(shown.text).not.toMatch(/Uncle Bo|The office|Rosa|Ida/);
  });

  it('replaces no list that the customer has made with its handle', async () => {
    const own = { type: 'registry', handle: LIST, name: 'Mine' };
    await service.call(addList, { path: OWNER, body: own, token });
    await addSample();
    expect(await registries()).toMatchObject([{ name: 'Mine' }]);
    expect((await service.call(listItems, { path: { ...OWNER, list: LIST }, token })).body.data).toEqual([]);
  });

  it('stays deleted when the service starts again', async () => {
    await addSample();
    const confirmed = await service.send('DELETE', `/api/v3/profiles/${OWNER.profile}/lists/${LIST}`, {
      query: '?confirm=true',
      token,
    });
    expect(confirmed.status).toBe(204);
    await addSample();
    expect(await registries()).toEqual([]);
  });
});
