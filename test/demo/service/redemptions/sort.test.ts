import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { redemptionAttributes } from '../../../../demo/service/redemptions/redemption-attributes.ts';
import { names, openFilteredRedemptions, type FilteredRedemptions } from './filter-records.ts';
import type { OpenService } from '../../../support/service-open.ts';

describe('sorting redemptions (spec 4.2.1)', () => {
  let service: OpenService;
  let idOf: FilteredRedemptions['idOf'];
  let browse: FilteredRedemptions['browse'];
  let ids: FilteredRedemptions['ids'];
  beforeAll(async () => void ({ service, idOf, browse, ids } = await openFilteredRedemptions()));
  afterAll(() => service.drop());
  afterEach(() => expect(service.errors).toEqual([]));

  it.each(names.filter((name) => redemptionAttributes.get(name)?.kind !== 'items'))(
    'sort=%s is ascending, and with a minus the exact reverse',
    async (name) => {
      const up = await ids(`sort=${name}`);
      expect(await ids(`sort=-${name}`)).toEqual([...up].reverse());
      expect(up).toHaveLength(6);
    },
  );

  it('sorts dates created out of order, newest first without a key, and combines with filters', async () => {
    const oldestFirst = [...idOf].reverse();
    expect(await ids('sort=created_at')).toEqual(oldestFirst);
    expect(await ids('')).toEqual(idOf);
    expect(await ids('filter[type]=point&sort=-created_at')).toEqual([idOf[1], idOf[4]]);
    expect((await ids('sort=type,-id')).slice(0, 2)).toEqual([idOf[3], idOf[0]]);
  });

  it.each([
    'meta',
    'total',
    'nothing',
    '--id',
    '',
    ' ',
    'id;drop table redemptions',
    'id desc',
    `id,${'id,'.repeat(9)}`,
  ])('answers 422 for the key %j', async (key) => {
    const { status } = await browse(`sort=${encodeURIComponent(key)}`);
    // No key at all is the default order.
    expect(status).toBe(key === '' ? 200 : 422);
  });
});
