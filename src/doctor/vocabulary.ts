// How services call what the elements read. Used for suggestions only: a draft names its evidence, and its lines are tried before they are
// written.

export type Kind =
  'id' | 'text' | 'word' | 'whole' | 'amount' | 'moment' | 'day' | 'truth' | 'record' | 'list' | 'colour';

export interface Wanted {
  readonly kind: Kind;
  /** Names, the most likely first; words are separated by blanks. `/` leads into a record. */
  readonly names: readonly string[];
}

const wanted = (kind: Kind, ...names: string[]): Wanted => ({ kind, names });
const NAME = ['name', 'title', 'display name', 'label', 'headline'];
const TEXT = ['short description', 'summary', 'description', 'body', 'text', 'subtitle'];
const ENDS = ['expires at', 'valid until', 'expires on', 'expiry', 'expiration date', 'ends at', 'end date'];
const STARTED = [
  'created at',
  'issued at',
  'added at',
  'submitted on',
  'submitted at',
  'issued on',
  'added on',
  'created on',
];

/** By the name of the field, or by operation and field where it means something else there. */
export const VOCABULARY: Readonly<Record<string, Wanted>> = {
  id: wanted(
    'id',
    ...[
      'id',
      'uuid',
      'guid',
      'entry id',
      'item id',
      'reward id',
      'credit id',
      'claim id',
      'list id',
      'share id',
    ],
    ...['achievement id', 'benefit id', 'transaction id', 'date id', 'definition id', 'record id'],
  ),
  // What can be claimed is a definition: an id of its own would be that of an instance.
  'profiles.benefits.claimable id': wanted(
    'id',
    ...['benefit definition id', 'benefit definition/id', 'definition id', 'definition/id', 'id'],
  ),
  'lists.shares.no_profile id': wanted('id', 'list/id', 'list id', 'id'),
  name: wanted('text', ...NAME),
  title: wanted('text', ...NAME),
  short_description: wanted('text', ...TEXT),
  description: wanted('text', ...TEXT, 'remark', 'memo', 'reason', 'note'),
  code: wanted('text', 'code', 'voucher', 'voucher code', 'coupon code', 'coupon', 'redemption code'),
  handle: wanted('text', 'handle', 'slug', 'share code', 'public handle', 'list id', 'share id', 'id'),
  'points.available': wanted(
    'whole',
    ...['points available', 'available points', 'points balance', 'balance', 'available', 'current points'],
    ...['spendable points', 'points'],
  ),
  'points.pending': wanted(
    'whole',
    'points pending',
    'pending points',
    'points on hold',
    'pending',
    'on hold',
  ),
  'points.earned': wanted('whole', 'points earned', 'earned points', 'lifetime points', 'points lifetime'),
  'profiles.tier.show points': wanted(
    'whole',
    ...['tier points', 'qualifying points', 'member qualifying points', 'status points', 'points'],
  ),
  'profiles.achievements.index points': wanted(
    'whole',
    ...[
      'points',
      'points collected',
      'progress/current',
      'steps done',
      'progress',
      'current',
      'done',
      'count',
    ],
  ),
  points_required: wanted(
    'whole',
    ...[
      'points required',
      'points threshold',
      'qualifying points',
      'minimum points',
      'required points',
      'threshold',
    ],
    ...['progress/goal', 'goal', 'target', 'steps', 'from points'],
  ),
  points_cost: wanted(
    'whole',
    ...[
      'points cost',
      'point cost',
      'points required',
      'price in points',
      'required points',
      'cost',
      'points',
      'price',
    ],
  ),
  points: wanted('whole', 'points', 'estimated points', 'total points', 'points estimate'),
  primary_colour: wanted('colour', 'primary colour', 'color', 'accent color', 'hex', 'colour'),
  definition: wanted('record', 'definition', 'current', 'tier', 'reward definition'),
  next: wanted('record', 'next', 'next tier', 'following'),
  reward_definition_id: wanted('id', 'reward definition id', 'definition/definition id', 'definition id'),
  benefit_definition_id: wanted('id', 'benefit definition id', 'benefit definition/id', 'definition id'),
  achievement_definition_id: wanted(
    'id',
    ...[
      'achievement definition id',
      'achievement definition/id',
      'definition/definition id',
      'definition id',
    ],
  ),
  value_remaining: wanted(
    'amount',
    ...[
      'value remaining',
      'remaining value',
      'remaining value/amount',
      'remaining',
      'balance',
      'balance/amount',
    ],
  ),
  value_initial: wanted('amount', 'value initial', 'issued value', 'issued value/amount', 'initial value'),
  value: wanted('whole', 'value', 'delta', 'points delta', 'points', 'amount', 'change'),
  balance: wanted('whole', 'balance', 'balance after', 'points balance', 'running balance'),
  occurred_at: wanted('moment', 'occurred at', 'posted at', 'posted on', 'occurred on', 'date', ...STARTED),
  issued_at: wanted('moment', ...STARTED),
  created_at: wanted('moment', ...STARTED),
  expires_at: wanted('moment', ...ENDS),
  completed_at: wanted('moment', 'completed at', 'achieved on', 'earned on', 'achieved at', 'completed on'),
  redeemed_at: wanted('moment', 'redeemed at', 'redeemed on', 'used at', 'used on', 'consumed at'),
  event_at: wanted('day', 'event at', 'event date', 'occasion on', 'event on', 'event day'),
  date: wanted('day', 'date', 'day', 'on'),
  currency: wanted('word', 'currency', 'currency code', 'remaining value/currency code'),
  credit_number: wanted('text', 'credit number', 'card number', 'number'),
  is_published: wanted(
    'truth',
    ...['is published', 'published', 'is live', 'live', 'is visible', 'visible', 'is enabled', 'enabled'],
    ...['is active', 'active'],
  ),
  locked: wanted('truth', 'locked', 'is locked', 'is frozen', 'frozen', 'blocked'),
  type: wanted('word', 'type', 'list type', 'kind', 'definition/type', 'definition/kind', 'category'),
  status: wanted('word', 'status', 'state', 'lifecycle'),
  receipt_ref: wanted('text', 'receipt ref', 'receipt number', 'receipt', 'reference', 'number'),
  product_id: wanted(
    'id',
    ...[
      'product/external id',
      'product external id',
      'external id',
      'product/sku',
      'sku',
      'product id',
      'product/id',
    ],
  ),
  'product.name': wanted('text', 'product/name', 'product/title', 'product/display name'),
  'product.price': wanted('amount', 'product/price', 'product/list price/amount', 'product/list price'),
  'product.currency': wanted('word', 'product/currency', 'product/list price/currency code', 'currency'),
  note: wanted('text', 'note', 'remark', 'comment'),
  quantity: wanted('whole', 'quantity', 'qty', 'wanted', 'desired quantity', 'count', 'units'),
  quantity_reserved: wanted('whole', 'quantity reserved', 'qty reserved', 'reserved quantity', 'reserved'),
  quantity_purchased: wanted(
    'whole',
    ...['quantity purchased', 'qty purchased', 'purchased quantity', 'bought', 'purchased'],
  ),
  items: wanted('list', 'items', 'entries', 'list items', 'list/items', 'products'),
  namespace: wanted('word', 'namespace', 'identity type', 'provider', 'kind', 'type'),
  token: wanted('text', 'token', 'access token', 'jwt', 'bearer'),
  expiry: wanted('moment', 'expiry', ...ENDS),
};

/** What is wanted in this place: the most exact entry. */
export function wantedOf(operation: string, field: string): Wanted {
  const name = field.split('.').at(-1)!;
  return (
    VOCABULARY[`${operation} ${field}`] ??
    VOCABULARY[field] ??
    VOCABULARY[name] ?? { kind: 'text', names: [name.replaceAll('_', ' ')] }
  );
}

/** Our words for the words of other services, by field. Compared without case and separators. */
export const WORDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  type: {
    wishlist: ['wishlist', 'wishes', 'favourites', 'favorites', 'saveditems', 'saved'],
    registry: ['registry', 'giftregistry', 'giftlist', 'gifts', 'weddinglist'],
    'style-guide': ['styleguide', 'lookbook', 'inspiration', 'moodboard', 'look'],
  },
  status: {
    pending: ['pending', 'inreview', 'underreview', 'submitted', 'new', 'open', 'waiting', 'processing'],
    matched: ['matched', 'approved', 'accepted', 'confirmed', 'completed', 'credited'],
    refused: ['refused', 'rejected', 'declined', 'denied', 'invalid'],
  },
};

export const plainWord = (word: string): string => word.toLowerCase().replace(/[^a-z\d]/g, '');
