import { text } from '../../services/transport/read.ts';
import { atPointer } from '../../services/transport/tenant/sources.ts';
import { recordsOf, type Finding } from '../examine.ts';
import { leavesOf } from '../records.ts';
import { shownValue } from '../secrets.ts';
import { fieldRule, quoted, ruleAt, type Rule } from './rules.ts';

// Fields with the expected name and type, but with another meaning. The readers accept them, so the element shows a wrong value without an error.

/** Lines for what a loaded resource would show wrongly. */
export const meaningRules = (finding: Finding, rules: readonly Rule[]): Rule[][] => [
  ...shopsProductId(finding),
  ...signedPoints(finding, rules),
  ...wholePrices(finding, rules),
];

const ITEMS = 'profiles.lists.items.index';

/** Pages know products by the id of the shop; `product_id` is often that of the service. */
function shopsProductId({ exchanges }: Finding): Rule[][] {
  const [item] = recordsOf(ITEMS, exchanges);
  const leaves = leavesOf(item);
  const own = leaves.find(({ pointer }) => /^\/product_?id$/i.test(pointer));
  const shops = leaves.find(({ pointer }) => /external_?id$|sku$/i.test(pointer));
  if (!own || !shops || text(own.value) === text(shops.value)) return [];
  const evidence = `Items have two ids of their product: ${own.pointer} is ${shownValue('id', own.value)}, and ${shops.pointer}, by which pages know it, is ${shownValue('id', shops.value)}`;
  return [[fieldRule(ITEMS, 'product_id', shops.pointer, evidence)]];
}

/** Prices that are all whole numbers of hundreds and more are rather in hundredths. */
const LEAST_CENTS = 100;

function wholePrices({ exchanges }: Finding, rules: readonly Rule[]): Rule[][] {
  const known = ruleAt(rules, 'operations', ITEMS, 'record', 'product.price') ?? '/product/price';
  if (typeof known !== 'string') return [];
  const prices = recordsOf(ITEMS, exchanges).map((one) => atPointer(one, known));
  if (!prices.length || !prices.every((price) => Number.isSafeInteger(price) && Number(price) >= LEAST_CENTS))
    return [];
  const evidence = `${known} is a whole number in every item, such as ${String(prices[0])}: taken as hundredths, check it`;
  return [[fieldRule(ITEMS, 'product.price', { from: known, as: 'cents' }, evidence)]];
}

const LEDGER = 'profiles.ledgers.index';
const SPENT = ['debit', 'burn', 'spend', 'spent', 'redeem', 'redemption', 'out', 'minus'];

/** Points without a sign, beside a word that says whether they were spent. */
function signedPoints({ exchanges }: Finding, rules: readonly Rule[]): Rule[][] {
  const records = recordsOf(LEDGER, exchanges);
  const value = ruleAt(rules, 'operations', LEDGER, 'record', 'value') ?? '/value';
  if (typeof value !== 'string' || !records.length) return [];
  const leaves = records.map((one) => leavesOf(one));
  const numbers = leaves.map((one) => Number(one.find(({ pointer }) => pointer === value)?.value));
  const words = leaves.flatMap((one) =>
    one.filter(
      ({ pointer, value: word }) =>
        /direction|sign|side|type|kind/i.test(pointer) && typeof word === 'string',
    ),
  );
  const spent = words.find(({ value: word }) => SPENT.includes(String(word).toLowerCase()));
  if (!spent || numbers.some((number) => number < 0)) return [];
  const direction = spent.pointer.slice(1);
  const amount = value.slice(1);
  if (direction.includes('/') || amount.includes('/')) return [];
  return [
    [
      {
        ...fieldRule(
          LEDGER,
          'value',
          (record: Readonly<Record<string, unknown>>) =>
            record[direction] === spent.value ? -Number(record[amount]) : record[amount],
          `No value is negative, and ${spent.pointer} is "${String(spent.value)}" for some`,
        ),
        source: `(record) => (record[${quoted(direction)}] === ${quoted(String(spent.value))} ? -Number(record[${quoted(amount)}]) : record[${quoted(amount)}])`,
      },
    ],
  ];
}
