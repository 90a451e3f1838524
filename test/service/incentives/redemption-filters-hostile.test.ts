import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { operators } from '../../../demo/service/query/filter.ts';
import {
  filter,
  mara,
  names,
  openFilteredRedemptions,
  type FilteredRedemptions,
} from '../../support/service-redemption-filters.ts';
import type { OpenService } from '../../support/service-open.ts';

const hostile = [
  "' or 1=1 --",
  "'; drop table redemptions; --",
  '1); delete from redemptions where (1=1',
  '$1',
  '?',
  '%',
  '_',
  '\\',
  '"',
  '``',
  '\u0000',
  '💥',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e308',
  '9'.repeat(400),
  '99999999999999999999',
  '-1',
  '0x10',
  '1.0000001',
  '{"$gt":""}',
  '[1,2]',
  '{}',
  ',',
  ',,,,',
  'a,b,"c',
  'true',
  '1',
  '2024-01-01',
  '9999-12-31',
  '0001-01-01',
  '2024-13-45',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'x'.repeat(1_001),
  '',
  ' ',
  '\t\r\n',
];

/** Encoded, and what no encoder writes: half a surrogate pair, a byte that is no UTF-8, a lone percent sign. */
const written = [...hostile.map(encodeURIComponent), '%ED%A0%80', '%ff', '%'];

describe('redemptions, filtered by hostile values', () => {
  let service: OpenService;
  let browse: FilteredRedemptions['browse'];
  let ids: FilteredRedemptions['ids'];
  beforeAll(async () => void ({ service, browse, ids } = await openFilteredRedemptions()));
  afterAll(() => service.drop());
  afterEach(() => expect(service.errors).toEqual([]));

  it.each(names)(
    '%s: 9 operators x hostile values answer 200 or 422, and what is refused says why',
    async (name) => {
      const statuses = new Set<number>();
      for (const operator of operators) {
        for (const value of written) {
          const { status, body } = await browse(`filter[${name}][${operator}]=${value}`);
          statuses.add(status);
          if (status === 422) expect(Object.keys(body.errors)).toEqual([`filter.${name}`]);
          else expect(status, `${name} ${operator} ${value}`).toBe(200);
        }
      }
      expect([...statuses].every((status) => status === 200 || status === 422)).toBe(true);
      expect(await ids('')).toHaveLength(6);
    },
  );

  it.each([
    'filter=1',
    'filter[]=1',
    'filter[type',
    'filter[type]]=1',
    'filter[type][eq][eq]=1',
    'filter[type][EQ]=1',
    'filter[type][]=1',
    'filter[[type]]=1',
    'filter[type%00]=1',
    `filter[${'x'.repeat(65)}]=1`,
    Array.from({ length: 51 }, () => 'filter[id]=1').join('&'),
    `filter[type]=${'x'.repeat(9_000)}`,
    `filter[id][in]=${Array.from({ length: 201 }, () => 1).join(',')}`,
  ])('R59: %.60s has no form that is known: 422', async (query) => {
    expect(await browse(query)).toMatchObject({ status: 422, body: { errors: expect.any(Object) } });
  });

  it('would tell everything where a value became SQL: the twin without binding', async () => {
    const value = "' or 1=1 --";
    const { rows } =
      await sql`select id from redemptions where profile_id = ${mara} and type = '${sql.raw(value)}'`
        .execute(service.db)
        .catch(() => ({ rows: [] }));
    expect(rows.length).toBeGreaterThan(6);
    expect(await ids(filter('type', 'eq', value))).toEqual([]);
  });
});
