import { Refused } from './answers.ts';
import type { Redemption } from './records.ts';

type Value = string | number | null;
type Test = (value: Value, wanted: string) => boolean;

/** Numbers and days compare as what they are; a day stands for its first moment. */
const order = (value: Value, wanted: string): number =>
  typeof value === 'number'
    ? value - Number(wanted)
    : String(value) < wanted
      ? -1
      : String(value) > wanted
        ? 1
        : 0;
const TESTS: Record<string, Test> = {
  eq: (value, wanted) => String(value) === wanted,
  ne: (value, wanted) => String(value) !== wanted,
  gt: (value, wanted) => order(value, wanted) > 0,
  gte: (value, wanted) => order(value, wanted) >= 0,
  lt: (value, wanted) => order(value, wanted) < 0,
  lte: (value, wanted) => order(value, wanted) <= 0,
  in: (value, wanted) => wanted.split(',').includes(String(value)),
  not_in: (value, wanted) => !wanted.split(',').includes(String(value)),
  nullable: (value, wanted) => (value === null || value === '') === (wanted === '1'),
};

const ATTRIBUTES: Record<string, (redemption: Redemption) => Value> = {
  id: ({ id }) => id,
  type: ({ type }) => type,
  location_id: ({ place }) => place.id,
  meta: () => null,
  external_id: () => null,
  exchange_rate: () => null,
  redeem_at: ({ at }) => at.toISOString(),
  created_at: ({ at }) => at.toISOString(),
  updated_at: ({ at }) => at.toISOString(),
  has_benefit: ({ type }) => Number(type === 'benefit'),
  has_reward: ({ type }) => Number(type === 'reward'),
  has_point: ({ type }) => Number(type === 'point'),
  has_credit: ({ type }) => Number(type === 'credit'),
  transaction_external_id: ({ receipt }) => receipt,
  transaction_receipt_ref: ({ receipt }) => receipt,
  profile_id: ({ member }) => String(member.id),
  linked_source_id: () => null,
  linked_source_type: () => null,
};

/** Filters and sorting of spec 4.2.1, which every dialect honours. */
export function filterRedemptions(redemptions: readonly Redemption[], query: URLSearchParams): Redemption[] {
  let shown = [...redemptions];
  for (const [name, wanted] of query) {
    const [, attribute, operator = 'eq'] = /^filter\[(\w+)\](?:\[(\w+)\])?$/.exec(name) ?? [];
    if (attribute === undefined) continue;
    const read = ATTRIBUTES[attribute];
    const test = TESTS[operator];
    if (!read || !test) throw new Refused({ status: 400, message: `The filter ${name} is not allowed.` });
    shown = shown.filter((redemption) => test(read(redemption), wanted));
  }
  const sort = query.get('sort');
  if (sort === null) return shown;
  const read = ATTRIBUTES[sort.replace(/^-/, '')];
  if (!read) throw new Refused({ status: 400, message: `The sort ${sort} is not allowed.` });
  shown.sort((a, b) => order(read(a), String(read(b))));
  return sort.startsWith('-') ? shown.reverse() : shown;
}
