import type { Kind } from './dialect.ts';

// How services call what the interface has: written without the doctor's own vocabulary in view. A service of likely names is harder to read
// than one of invented names: several fields could be what is wanted.

const ID = ['id', 'uuid', 'guid', 'key'];
const NAME = ['name', 'title', 'label', 'display name'];
const TEXT = ['summary', 'description', 'teaser', 'text'];
const SHOWN = ['is published', 'published', 'is live', 'visible', 'enabled'];
const ENDS = ['valid until', 'expires on', 'expiry date', 'ends at'];
const STARTED = ['created at', 'issued on', 'granted at', 'start date'];

/** Names by our field; words are separated by blanks. Words of a field that has them follow it: `status pending`. */
export const LIKELY_NAMES: Readonly<Partial<Record<Kind, Readonly<Record<string, readonly string[]>>>>> = {
  profile: {
    id: ID,
    email: ['email address', 'mail'],
    first_name: ['given name', 'forename'],
    last_name: ['surname', 'family name'],
  },
  balance: {
    'points.available': ['available points', 'points balance', 'balance', 'spendable', 'current points'],
    'points.pending': ['pending', 'points on hold', 'unconfirmed points'],
    'points.earned': ['lifetime points', 'total points', 'points collected'],
  },
  entry: {
    id: [...ID, 'entry id', 'transaction id'],
    value: ['points', 'amount', 'delta', 'points change'],
    description: ['text', 'reason', 'subject', 'booking text'],
    occurred_at: ['created at', 'date', 'booked on', 'timestamp'],
  },
  tierDefinition: {
    id: [...ID, 'tier id'],
    name: NAME,
    points_required: ['threshold', 'from points', 'minimum points', 'entry points'],
    primary_colour: ['color', 'accent color', 'hex'],
  },
  tier: {
    points: ['qualifying points', 'tier points', 'status points', 'progress'],
    definition: ['tier', 'current tier', 'level'],
    next: ['next tier', 'following tier', 'upcoming'],
  },
  rewardDefinition: {
    id: [...ID, 'reward id'],
    name: NAME,
    short_description: TEXT,
    points_cost: ['price', 'points price', 'cost', 'required points'],
    is_published: SHOWN,
  },
  reward: {
    id: [...ID, 'voucher id'],
    reward_definition_id: ['definition id', 'template id', 'reward id', 'catalogue id'],
    code: ['voucher', 'voucher code', 'coupon'],
    issued_at: STARTED,
    expires_at: ENDS,
    redeemed_at: ['used at', 'consumed on', 'redemption date'],
    points_spent: ['price paid', 'points paid', 'cost'],
    definition: ['reward', 'template', 'details'],
  },
  benefitDefinition: {
    id: [...ID, 'benefit id'],
    name: NAME,
    short_description: TEXT,
    points_cost: ['price', 'cost', 'points'],
    is_published: SHOWN,
  },
  benefit: {
    id: [...ID, 'grant id'],
    benefit_definition_id: ['definition id', 'benefit id', 'template id'],
    expires_at: ENDS,
    uses_left: ['remaining uses', 'uses remaining', 'left'],
    definition: ['benefit', 'template', 'details'],
  },
  credit: {
    id: [...ID, 'card id'],
    name: NAME,
    credit_number: ['card number', 'number', 'voucher number'],
    value_initial: ['issued value', 'original amount', 'amount', 'initial balance'],
    value_remaining: ['balance', 'remaining amount', 'current balance', 'available'],
    locked: ['is locked', 'blocked', 'on hold', 'frozen'],
    issued_at: STARTED,
    expires_at: ENDS,
  },
  achievementDefinition: {
    id: [...ID, 'badge id'],
    name: NAME,
    short_description: TEXT,
    points_required: ['goal', 'target', 'steps', 'needed'],
    is_published: SHOWN,
  },
  achievement: {
    id: [...ID, 'progress id'],
    achievement_definition_id: ['definition id', 'badge id', 'challenge id'],
    points: ['progress', 'steps done', 'count', 'current'],
    completed_at: ['achieved on', 'earned at', 'finished at'],
    definition: ['badge', 'challenge', 'details'],
  },
  date: { id: ID, name: NAME, date: ['day', 'on', 'value'] },
  list: {
    id: [...ID, 'list id'],
    handle: ['slug', 'key name', 'short name'],
    name: NAME,
    event_at: ['event date', 'occasion on', 'day'],
    type: ['kind', 'list type', 'category'],
    'type wishlist': ['wishes', 'favourites', 'saved items'],
    'type registry': ['gift registry', 'gift list'],
    'type style-guide': ['lookbook', 'inspiration', 'mood board'],
  },
  item: {
    id: [...ID, 'item id', 'line id'],
    product_id: ['sku', 'external id', 'product sku', 'product reference', 'article'],
    'product.name': ['product title', 'product name', 'title'],
    'product.price': ['price', 'unit price', 'amount'],
    'product.currency': ['currency code', 'currency'],
    note: ['comment', 'remark', 'message'],
    quantity: ['qty', 'wanted', 'desired quantity', 'count'],
    quantity_purchased: ['bought', 'purchased', 'qty purchased'],
    quantity_reserved: ['reserved', 'qty reserved', 'promised'],
  },
  share: { id: ID, handle: ['token', 'slug', 'share code'] },
  claim: {
    id: [...ID, 'claim id'],
    receipt_ref: ['receipt number', 'receipt', 'reference'],
    status: ['state', 'progress', 'lifecycle'],
    'status pending': ['in review', 'submitted', 'open'],
    'status matched': ['approved', 'credited', 'accepted'],
    'status refused': ['rejected', 'declined'],
    created_at: ['submitted at', 'sent on', 'created on'],
  },
};

/** Fields that mean something else, and are called and look like one that is wanted. */
export const LIKELY_DECOYS: Readonly<Partial<Record<Kind, Readonly<Record<string, unknown>>>>> = {
  profile: { 'household id': 71, 'balance limit': 9_000 },
  balance: {
    'expiring points': 200,
    'points to next tier': 720,
    'points last year': 1_310,
    'total balance': 5_120,
  },
  entry: {
    'order value': 4_990,
    'profile id': 4_711,
    'running total': 99,
    'points factor': 2,
    'valid until': '2031-02-03',
  },
  tierDefinition: { 'member count': 812, 'bonus points': 50, 'profile id': 4_711 },
  tier: { 'expiring points': 200, 'points to next tier': 720, 'tier since points': 15 },
  rewardDefinition: { 'product id': 99, 'stock count': 7, 'retail price': 25, 'bonus points': 20 },
  reward: { 'profile id': 4_711, 'product id': 99, 'order id': 5_001, 'reminder at': '2031-02-03T00:00:00Z' },
  benefitDefinition: { 'partner name': 'Café Nord', 'product id': 99, 'points value': 30 },
  benefit: { 'profile id': 4_711, 'partner id': 12, 'reminder at': '2031-02-03T00:00:00Z' },
  credit: {
    'minimum order value': '100.00',
    'vat amount': '3.80',
    'profile id': 4_711,
    'pin blocked': false,
  },
  achievementDefinition: { 'member count': 812, 'reward points': 75, 'partner name': 'Café Nord' },
  achievement: { rank: 4, 'bonus points': 75, 'profile id': 4_711 },
  date: { 'reminder days': 7, 'profile id': 4_711 },
  list: { 'editor name': 'Ada', 'profile id': 4_711, 'view count': 31, 'theme name': 'Blue' },
  item: {
    'variant id': 312,
    'brand name': 'Oakland',
    'list price total': '199.00',
    'stock count': 7,
    'added by id': 4_711,
  },
  share: { 'view count': 31, 'profile id': 4_711 },
  claim: { 'store id': 3, 'shop name': 'Main street', 'points expected': 140 },
};
