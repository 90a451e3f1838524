import { sql } from 'kysely';
import { redemptionAttributes } from '../../../../demo/service/redemptions/redemption-attributes.ts';
import { profileRedemptions } from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type Answered, type OpenService } from '../../../support/service-open.ts';

/** The profile whose redemptions are browsed. */
export const mara = 'profile-1002';

/** The attributes of redemptions. */
export const names = [...redemptionAttributes.keys()];

/** A redemption by its attributes. */
export interface Sample {
  readonly [name: string]: unknown;
}

/** Six redemptions of one profile, with and without a value of every attribute, as the database stores them. */
export const samples: readonly Sample[] = [
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

/** The service with the samples, and functions to browse them. */
export interface FilteredRedemptions {
  readonly service: OpenService;
  /** The ids of the samples, in the same order. */
  readonly idOf: readonly number[];
  browse(query: string): Promise<Answered>;
  /** The ids of an answer. Throws unless the status is 200. */
  ids(query: string): Promise<number[]>;
}

export async function openFilteredRedemptions(): Promise<FilteredRedemptions> {
  const service = await openService();
  const token = await service.tokenOf('1002');
  const idOf: number[] = [];
  for (const { meta, ...sample } of samples) {
    const { id } = await service.db
      .insertInto('redemptions')
      .values({ ...sample, meta: JSON.stringify(meta) } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    idOf.push(id);
  }
  // Redemptions of another profile, which no answer may contain.
  await sql`insert into redemptions (profile_id, type, total) select 'profile-1003', 'point', n
    from generate_series(1, 20) as n`.execute(service.db);
  const browse = (query: string) =>
    service.call(profileRedemptions, { path: { profile: mara }, query: `?${query}`, token });
  return {
    service,
    idOf,
    browse,
    async ids(query) {
      const { status, body, text } = await browse(query);
      if (status !== 200) throw new Error(`${query}: ${status} ${text}`);
      return body.data.map(({ id }: { id: number }) => id);
    },
  };
}

/** One filter with its encoded value. */
export const filter = (name: string, operator: string, value: string) =>
  `filter[${name}][${operator}]=${encodeURIComponent(value)}`;

/** Sorted by id, for answers without an order. */
export const sorted = (list: readonly number[]) => [...list].sort((a, b) => a - b);
