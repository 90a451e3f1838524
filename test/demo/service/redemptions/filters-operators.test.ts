import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { redemptionAttributes } from '../../../../demo/service/redemptions/redemption-attributes.ts';
import { operators, type Operator } from '../../../../demo/service/api/query/filter.ts';
import {
  filter,
  mara,
  names,
  samples,
  sorted,
  openFilteredRedemptions,
  type FilteredRedemptions,
  type Sample,
} from './filter-records.ts';
import type { OpenService } from '../../../support/service-open.ts';

const matrix = names.flatMap((name) => operators.map((operator): [string, Operator] => [name, operator]));

/** A value of each attribute that some samples have. */
const chosen: Readonly<Record<string, string>> = {
  type: 'point',
  location_id: '5',
  meta: 'a',
  external_id: 'x-10',
  exchange_rate: '9.5',
  redeem_at: '2024-05-02',
  created_at: '2024-06-13',
  updated_at: '2024-07-13',
  has_benefit: '1',
  has_reward: 'true',
  has_point: '0',
  has_credit: 'false',
  transaction_external_id: 't-3',
  transaction_receipt_ref: 'r-2',
  profile_id: mara,
  linked_source_id: '2',
  linked_source_type: 'redemption',
};

/** The operators of spec 4.2.1 in TypeScript, without SQL: whether a record matches. */
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

describe('filters of redemptions, each attribute with each operator (spec 4.2.1)', () => {
  let service: OpenService;
  let idOf: FilteredRedemptions['idOf'];
  let browse: FilteredRedemptions['browse'];
  beforeAll(async () => void ({ service, idOf, browse } = await openFilteredRedemptions()));
  afterAll(() => service.drop());
  afterEach(() => expect(service.errors).toEqual([]));

  it.each(matrix)('%s %s finds the records of the spec', async (name, operator) => {
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
});
