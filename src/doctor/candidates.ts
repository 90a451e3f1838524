import { leavesOf, type Leaf } from './records.ts';
import { byLanguageOf } from './texts-by-language.ts';
import { VOCABULARY, wantedOf, type Kind, type Wanted } from './vocabulary.ts';

/** A place in an answer that may hold a field under another name. */
export interface Candidate {
  /** JSON pointer in the record. */
  readonly pointer: string;
  readonly value: unknown;
  /** How well name and type agree, at most 100. */
  readonly score: number;
}

/** Below this a candidate agrees in its type alone. */
export const NAMED = 60;
const BASE = 100;

const words = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean)
    .map((word) => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word));

const KINDS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  id: (value) => (typeof value === 'string' && value !== '') || Number.isSafeInteger(value),
  text: (value) => (typeof value === 'string' && value !== '') || byLanguageOf([value]) !== undefined,
  word: (value) => typeof value === 'string' && /^[\w-]{1,40}$/.test(value),
  whole: (value) =>
    Number.isSafeInteger(value) || (typeof value === 'string' && /^-?[\d,]+(\.0+)?$/.test(value)),
  amount: (value) =>
    typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)),
  moment: (value) =>
    (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) ||
    (Number.isSafeInteger(value) && (value as number) > 1e9),
  day: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value),
  truth: (value) => typeof value === 'boolean' || ['0', '1', 'true', 'false'].includes(String(value)),
  record: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  list: Array.isArray,
  colour: (value) => typeof value === 'string' && /^#[\da-f]{3,8}$/i.test(value),
};

/** Whether a value can be what is wanted. */
export const isOfKind = (kind: Kind, value: unknown): boolean => KINDS[kind](value);

/** They say nothing about what a value means: records of this name only wrap others. */
const WRAPS: ReadonlySet<string> = new Set([
  'data',
  'attributes',
  'details',
  'info',
  'summary',
  'current',
  'record',
  'result',
  'amount',
]);
/** Words for the record of an operation itself, by the part of the operation's id that names it. */
const OWN_WORDS: Readonly<Record<string, readonly string[]>> = {
  balances: ['balance', 'point', 'account', 'wallet', 'loyalty'],
  ledgers: ['ledger', 'entry', 'point', 'transaction'],
  tier: ['tier', 'level', 'status'],
  tiers: ['tier', 'level'],
  rewards: ['reward'],
  benefits: ['benefit'],
  credits: ['credit', 'gift', 'card', 'gift card'],
  achievements: ['achievement', 'challenge', 'badge'],
  dates: ['date', 'day'],
  items: ['item', 'entry', 'line'],
  lists: ['list'],
  shares: ['share', 'shared', 'link'],
  claims: ['claim', 'receipt'],
  // What can be claimed is a definition.
  claimable: ['definition'],
  definitions: ['definition'],
};

/** The words that a record of this operation may have in its names without changing their meaning. */
const ownWordsOf = (operation: string): readonly string[] =>
  operation
    .split('.')
    .flatMap((part) => OWN_WORDS[part] ?? [])
    .flatMap(words);

function scoreOf(operation: string, field: string, { kind, names }: Wanted, { pointer }: Leaf): number {
  const path = pointer.slice(1).split('/');
  const whole = words(path.join(' '));
  const known = new Set([
    ...WRAPS,
    ...ownWordsOf(operation),
    // `definition` of `definition.name`.
    ...field.split('.').slice(0, -1).flatMap(words),
  ]);
  let best = 0;
  names.forEach((name, at) => {
    const parts = name.split('/');
    const asked = words(parts.join(' '));
    const inPlace = words(path.slice(-parts.length).join(' '));
    const isSame = asked.join(' ') === inPlace.join(' ');
    const has = asked.every((word) => whole.includes(word));
    // Any other word can mean something else: points that expire next, the id of a product, the name of a brand.
    if (!has || whole.some((word) => !asked.includes(word) && !known.has(word))) return;
    // An id is called so: a longer name is that of another record's, and one inside another record is its own.
    const isOthers = field === 'id' && path.length > parts.length && !VOCABULARY[`${operation} id`];
    if (kind === 'id' && (!isSame || isOthers)) return;
    const depth = path.length - parts.length;
    const extra = whole.length - asked.length;
    best = Math.max(best, isSame ? BASE - 2 * at - 3 * Math.max(0, depth) : BASE - 25 - 2 * at - 5 * extra);
  });
  return best;
}

/** 3250 is an amount in hundredths, or a large one: nothing says which. */
const isPerhapsHundredths = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 100;

const IDS: readonly string[] = ['id', 'uuid', 'guid', 'key'];
const OF_DEFINITIONS: readonly string[] = ['definition', 'template', 'catalogue', 'catalog'];
const OF_OTHERS: readonly string[] = [
  ...OF_DEFINITIONS,
  ...[
    'profile',
    'customer',
    'member',
    'order',
    'product',
    'variant',
    'store',
    'shop',
    'partner',
    'brand',
    'parent',
  ],
];

/**
 * Whether a place can be the id of the records: `reward_id` is that of another record where there is a `voucher_id`, too, and
 * `definition_id` where there is any other one.
 */
function idsOf(byPointer: ReadonlyMap<string, readonly unknown[]>): (pointer: string) => boolean {
  const ids = [...byPointer].flatMap(([pointer, values]) =>
    IDS.includes(words(pointer).at(-1) ?? '') && new Set(values).size === values.length ? pointer : [],
  );
  const has = (pointer: string, names: readonly string[]) =>
    words(pointer).some((word) => names.includes(word));
  return (pointer) => {
    const name = words(pointer.split('/').at(-1)!);
    const others = ids.filter((other) => other !== pointer);
    if (name.length < 2) return true;
    return has(pointer, OF_DEFINITIONS) ? !others.length : others.every((other) => has(other, OF_OTHERS));
  };
}

/**
 * Places for a field in these records, the best first: by name, type and value. A place counts where some record has a value of the wanted
 * type, and no record has one of another type.
 */
export function findCandidates(operation: string, field: string, records: readonly unknown[]): Candidate[] {
  const wanted = wantedOf(operation, field);
  const { kind } = wanted;
  const byPointer = new Map<string, unknown[]>();
  for (const one of records)
    for (const { pointer, value } of leavesOf(one))
      byPointer.set(pointer, [...(byPointer.get(pointer) ?? []), value]);
  const owner = field.includes('.') ? words(field.split('.')[0]!) : [];
  const isOwnId = field === 'id' ? idsOf(byPointer) : () => true;
  return [...byPointer]
    .filter(([pointer]) => isOwnId(pointer))
    .flatMap(([pointer, all]) => {
      const values = all.filter((value) => value !== null && value !== undefined && value !== '');
      if (!values.length || !values.every((value) => KINDS[kind](value))) return [];
      if (kind === 'amount' && field !== 'product.price' && values.some(isPerhapsHundredths)) return [];
      // Two records with one id are one record: the field is another one's.
      if (field === 'id' && new Set(values).size < values.length) return [];
      const leaf = { pointer, value: values[0] };
      const parent = words(pointer.split('/').slice(0, -1).join(' '));
      // `definition.name` is rather in a record that is called so than at the top.
      const bonus = owner.length && owner.some((word) => parent.includes(word)) ? 4 : 0;
      return [{ ...leaf, score: Math.min(BASE, scoreOf(operation, field, wanted, leaf) + bonus) }];
    })
    .sort((a, b) => b.score - a.score || a.pointer.length - b.pointer.length);
}
