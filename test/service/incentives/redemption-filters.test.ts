import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { redemptionAttributes } from '../../../demo/service/incentives/redemption-attributes.ts';
import { operators, type Operator } from '../../../demo/service/query/filter.ts';
import { profileRedemptions, redemptions } from '../../../src/services/endpoints/index.ts';
import { openService, type OpenService } from '../../support/service-open.ts';

const mara = 'profile-1002';
const names = [...redemptionAttributes.keys()];
const matrix = names.flatMap((name) => operators.map((operator): [string, Operator] => [name, operator]));

/** The same six redemptions in the database and here, with and without a value for every attribute. */
interface Sample {
  readonly [name: string]: unknown;
}
const samples: readonly Sample[] = [
  {
    type: 'credit',
    total: '12.50',
    location_id: 5,
    meta: ['a', 'b'],
    external_id: 'x-9',
    exchange_rate: '1.10',
  },
  { type: 'point', total: '500', location_id: 10, meta: [], external_id: 'x-10', exchange_rate: '0.95' },
  { type: 'reward', total: '0', location_id: null, meta: ['b'], external_id: null, exchange_rate: null },
  { type: 'benefit', total: '0', location_id: 5, meta: ['c,d'], external_id: "o'brien", exchange_rate: '10' },
  { type: 'point', total: '40', location_id: null, meta: ['a'], external_id: 'naïve', exchange_rate: '9.5' },
  { type: 'return', total: '-500', location_id: 9, meta: [], external_id: null, exchange_rate: null },
].map((one, index) => ({
  ...one,
  profile_id: mara,
  redeem_at: `2024-05-0${1 + (index % 3)}T${index % 2 ? '00:00:00.000' : '23:59:59.999'}Z`,
  created_at: `2024-06-1${5 - index}T12:00:00.000Z`,
  updated_at: `2024-07-1${index}T12:00:00.000Z`,
  has_benefit: one.type === 'benefit',
  has_reward: one.type === 'reward',
  has_point: one.type === 'point' || one.type === 'return',
  has_credit: one.type === 'credit',
  transaction_external_id: index % 2 ? `t-${index}` : null,
  transaction_receipt_ref: index % 3 ? `r-${index}` : null,
  linked_source_type: one.type === 'return' ? 'redemption' : null,
  linked_source_id: one.type === 'return' ? '2' : null,
}));

/** What an attribute is compared with: a value that some samples have. */
const chosen: Readonly<Record<string, string>> = {
  ...{ type: 'point', location_id: '5', meta: 'a', external_id: 'x-10', exchange_rate: '9.5' },
  ...{ redeem_at: '2024-05-02', created_at: '2024-06-13', updated_at: '2024-07-13' },
  ...{ has_benefit: '1', has_reward: 'true', has_point: '0', has_credit: 'false' },
  ...{ transaction_external_id: 't-3', transaction_receipt_ref: 'r-2', profile_id: mara },
  ...{ linked_source_id: '2', linked_source_type: 'redemption' },
};

/** What the words of spec 4.2.1 mean, without SQL: whether a record passes. */
function passes(sample: Sample, name: string, operator: Operator, value: string): boolean {
  const kind = redemptionAttributes.get(name)?.kind;
  const raw = sample[name];
  const items = Array.isArray(raw) ? raw : undefined;
  const isEmpty = raw === null || raw === '' || items?.length === 0;
  if (operator === 'nullable') return value === '1' ? isEmpty : !isEmpty;
  const truth = (text: string) => text === '1' || text === 'true';
  const comparable = (one: unknown): number | string =>
    kind === 'number'
      ? Number(one)
      : kind === 'boolean'
        ? Number(typeof one === 'string' ? truth(one) : one)
        : kind === 'moment'
          ? String(one).slice(0, 10)
          : String(one);
  const wanted = (operator === 'in' || operator === 'not_in' ? value.split(',') : [value]).map(comparable);
  const has = items
    ? items.some((item) => wanted.includes(String(item)))
    : raw !== null && wanted.includes(comparable(raw));
  if (operator === 'eq' || operator === 'in') return has;
  if (operator === 'ne' || operator === 'not_in') return !has;
  if (raw === null) return false;
  const [left, right = 0] = [comparable(raw), wanted[0]];
  return { gt: left > right, gte: left >= right, lt: left < right, lte: left <= right }[operator];
}

describe('redemptions, filtered and sorted (spec 4.2.1)', () => {
  let service: OpenService;
  let token: string;
  let machine: string;
  const idOf: number[] = [];

  beforeAll(async () => {
    service = await openService();
    token = await service.tokenOf('1002');
    machine = await service.machineToken();
    for (const { meta, ...sample } of samples) {
      const { id } = await service.db
        .insertInto('redemptions')
        .values({ ...sample, meta: JSON.stringify(meta) } as never)
        .returning('id')
        .executeTakeFirstOrThrow();
      idOf.push(id);
    }
    // Of someone else: in no answer.
    await sql`insert into redemptions (profile_id, type, total) select 'profile-1003', 'point', n
      from generate_series(1, 20) as n`.execute(service.db);
  });
  afterAll(() => service.drop());
  afterEach(() => expect(service.errors).toEqual([]));

  const browse = (query: string) =>
    service.call(profileRedemptions, { path: { profile: mara }, query: `?${query}`, token });
  const ids = async (query: string): Promise<number[]> => {
    const answer = await browse(query);
    expect(answer, query).toMatchObject({ status: 200 });
    return answer.body.data.map(({ id }: { id: number }) => id);
  };
  const filter = (name: string, operator: string, value: string) =>
    `filter[${name}][${operator}]=${encodeURIComponent(value)}`;
  const sorted = (list: readonly number[]) => [...list].sort((a, b) => a - b);

  it('R72: have the 18 filter attributes of the spec, and no other', async () => {
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

  it.each(matrix)('R59 to R69: %s %s means what the spec says', async (name, operator) => {
    const list = operator === 'in' || operator === 'not_in';
    const base = name === 'id' ? String(idOf[2]) : (chosen[name] ?? '');
    const values = operator === 'nullable' ? ['1', '0', '2', 'true', 'false', ''] : [base];
    for (const value of values) {
      const given = list && name !== 'meta' ? `${value}, ${value}` : value;
      const answer = await browse(filter(name, operator, given));
      if (redemptionAttributes.get(name)?.kind === 'items' && /^(gt|lt)/.test(operator)) {
        expect(answer.status).toBe(422);
        continue;
      }
      const expected = samples.flatMap((sample, index) =>
        passes({ ...sample, id: idOf[index] }, name, operator, value) ? [idOf[index] ?? 0] : [],
      );
      expect(answer.status, answer.text).toBe(200);
      const found: number[] = answer.body.data.map(({ id }: { id: number }) => id);
      expect(sorted(found), `${name} ${operator} ${value}`).toEqual(sorted(expected));
    }
  });

  it('R60: an attribute without an operator is eq, brackets encoded or not', async () => {
    const eq = await browse('filter[type][eq]=point');
    expect((await browse('filter[type]=point')).body).toEqual(eq.body);
    expect((await browse('filter%5Btype%5D%5Beq%5D=point')).body).toEqual(eq.body);
    expect(eq.body.data).toHaveLength(2);
  });

  it('R64: compares numbers as numbers: 9 is below 10', async () => {
    expect(await ids('filter[location_id][gte]=9')).toHaveLength(2);
    expect(await ids('filter[exchange_rate][gt]=9.5')).toEqual([idOf[3]]);
  });

  it('R67: in takes one value, several, and an empty list that matches nothing', async () => {
    expect(await ids('filter[type][in]=credit')).toEqual([idOf[0]]);
    expect(await ids('filter[type][in]=credit, reward ,')).toHaveLength(2);
    expect(await ids('filter[type][in]=')).toEqual([]);
    expect(await ids('filter[type][not_in]=')).toHaveLength(6);
  });

  it('R70: not_has does not apply', async () => {
    expect(await browse('filter[type][not_has]=1')).toMatchObject({
      status: 422,
      body: { errors: { 'filter.type': ['There is no operator not_has.'] } },
    });
  });

  it.each(['01/05/2024', '2024-5-1', '2024-02-30', '2024-05-01T10:00:00Z', 'yesterday', '', '0000-01-01'])(
    'R71: %j is no date',
    async (value) => {
      for (const name of ['redeem_at', 'created_at', 'updated_at'])
        expect((await browse(filter(name, 'eq', value))).status).toBe(422);
    },
  );

  it('several filters all have to hold, also of one attribute', async () => {
    expect(await ids('filter[type]=point&filter[location_id]=10')).toEqual([idOf[1]]);
    expect(sorted(await ids('filter[created_at][gte]=2024-06-12&filter[created_at][lt]=2024-06-14'))).toEqual(
      sorted([idOf[2] ?? 0, idOf[3] ?? 0]),
    );
  });

  it.each(names.filter((name) => redemptionAttributes.get(name)?.kind !== 'items'))(
    'R73, R74: sort=%s is ascending, and with a minus the exact reverse',
    async (name) => {
      const up = await ids(`sort=${name}`);
      expect(await ids(`sort=-${name}`)).toEqual([...up].reverse());
      expect(up).toHaveLength(6);
    },
  );

  it('R73: sorts dates created out of order, newest first without a key, and combines with filters', async () => {
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
  ])('there is no key %j to sort by', async (key) => {
    const { status } = await browse(`sort=${encodeURIComponent(key)}`);
    // No key at all is the default order.
    expect(status).toBe(key === '' ? 200 : 422);
  });

  it('R15: no filter leaves the own profile', async () => {
    expect(await ids('filter[profile_id]=profile-1003')).toEqual([]);
    expect(await ids(`filter[profile_id][ne]=${mara}`)).toEqual([]);
    expect(await ids(`filter[profile_id][in]=profile-1003,${mara}`)).toHaveLength(6);
    const all = await service.call(redemptions, {
      query: '?filter[profile_id]=profile-1003',
      token: machine,
    });
    expect(all.body.meta.total).toBe(20);
  });

  it('search_with, custom_field and json_contains are refused by name', async () => {
    for (const name of ['search_with', 'custom_field', 'json_contains'])
      expect((await browse(`filter[${name}]=a`)).body.errors).toHaveProperty(`filter.${name}`);
  });

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
