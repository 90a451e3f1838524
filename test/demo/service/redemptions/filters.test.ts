import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { redemptions } from '../../../../src/services/contract/endpoints/index.ts';
import {
  filter,
  mara,
  names,
  sorted,
  openFilteredRedemptions,
  type FilteredRedemptions,
} from './filter-records.ts';
import type { OpenService } from '../../../support/service-open.ts';

describe('filters of redemptions (spec 4.2.1)', () => {
  let service: OpenService;
  let idOf: FilteredRedemptions['idOf'];
  let browse: FilteredRedemptions['browse'];
  let ids: FilteredRedemptions['ids'];
  beforeAll(async () => void ({ service, idOf, browse, ids } = await openFilteredRedemptions()));
  afterAll(() => service.drop());
  afterEach(() => expect(service.errors).toEqual([]));

  it('are exactly the 18 attributes of the spec', async () => {
    expect(names).toEqual(
      (
        'id type location_id meta external_id exchange_rate redeem_at has_benefit has_reward has_point has_credit ' +
        'transaction_external_id transaction_receipt_ref profile_id created_at updated_at linked_source_id ' +
        'linked_source_type'
      ).split(' '),
    );
    for (const name of [
      'security_code',
      'total',
      'internal_notes',
      '__proto__',
      'constructor',
      'deleted_at',
    ]) {
      expect(await browse(`filter[${name}]=1`)).toMatchObject({
        status: 422,
        body: { errors: { [`filter.${name}`]: [expect.any(String)] } },
      });
    }
  });

  it('an attribute without an operator is eq, brackets encoded or not', async () => {
    const eq = await browse('filter[type][eq]=point');
    expect((await browse('filter[type]=point')).body).toEqual(eq.body);
    expect((await browse('filter%5Btype%5D%5Beq%5D=point')).body).toEqual(eq.body);
    expect(eq.body.data).toHaveLength(2);
  });

  it('compares numbers as numbers: 9 is below 10', async () => {
    expect(await ids('filter[location_id][gte]=9')).toHaveLength(2);
    expect(await ids('filter[exchange_rate][gt]=9.5')).toEqual([idOf[3]]);
  });

  it('in accepts one value, several, and an empty list that matches nothing', async () => {
    expect(await ids('filter[type][in]=credit')).toEqual([idOf[0]]);
    expect(await ids('filter[type][in]=credit, reward ,')).toHaveLength(2);
    expect(await ids('filter[type][in]=')).toEqual([]);
    expect(await ids('filter[type][not_in]=')).toHaveLength(6);
  });

  it('not_has answers 422', async () => {
    expect(await browse('filter[type][not_has]=1')).toMatchObject({
      status: 422,
      body: {
        errors: {
          'filter.type': [
            'There is no operator not_has: one of eq, ne, gt, gte, lt, lte, in, not_in, nullable.',
          ],
        },
      },
    });
  });

  it.each(['01/05/2024', '2024-5-1', '2024-02-30', '2024-05-01T10:00:00Z', 'yesterday', '', '0000-01-01'])(
    '%j answers 422, because it is not a date',
    async (value) => {
      for (const name of ['redeem_at', 'created_at', 'updated_at'])
        expect((await browse(filter(name, 'eq', value))).status).toBe(422);
    },
  );

  it('several filters apply together, also those of one attribute', async () => {
    expect(await ids('filter[type]=point&filter[location_id]=10')).toEqual([idOf[1]]);
    expect(sorted(await ids('filter[created_at][gte]=2024-06-12&filter[created_at][lt]=2024-06-14'))).toEqual(
      sorted([idOf[2] ?? 0, idOf[3] ?? 0]),
    );
  });

  it('no filter finds records of another profile', async () => {
    expect(await ids('filter[profile_id]=profile-1003')).toEqual([]);
    expect(await ids(`filter[profile_id][ne]=${mara}`)).toEqual([]);
    expect(await ids(`filter[profile_id][in]=profile-1003,${mara}`)).toHaveLength(6);
    const all = await service.call(redemptions, {
      query: '?filter[profile_id]=profile-1003',
      token: await service.machineToken(),
    });
    expect(all.body.meta.total).toBe(20);
  });

  it('search_with, custom_field and json_contains answer 422 with their name', async () => {
    for (const name of ['search_with', 'custom_field', 'json_contains'])
      expect((await browse(`filter[${name}]=a`)).body.errors).toHaveProperty(`filter.${name}`);
  });
});
