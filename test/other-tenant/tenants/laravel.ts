import { defineTenant } from '../../../src/services/transport/tenant/tenant-file.ts';

// What the service with the habits of Laravel does in another way. Written from its answers alone.

interface Wire {
  [field: string]: unknown;
}
const PROFILE = {
  id: '/uuid',
  email: '/email_address',
  first_name: '/forename',
  last_name: '/surname',
} as const;
const REWARD = {
  'definition.name': '/reward_definition/title',
  'definition.short_description': '/reward_definition/body',
  code: '/voucher',
  expires_at: '/valid_until',
  redeemed_at: '/redeemed_on',
} as const;
const BENEFIT = {
  benefit_definition_id: '/benefit_definition/id',
  'definition.name': '/benefit_definition/title',
  'definition.short_description': '/benefit_definition/body',
  expires_at: '/valid_until',
} as const;
const LIST = {
  name: '/title',
  type: { from: '/definition/type', values: { gift_registry: 'registry', style_guide: 'style-guide' } },
  event_at: '/event_date',
} as const;
const ITEM = {
  product_id: '/product/external_id',
  'product.name': '/product/title',
  'product.price': { from: '/product/price', as: 'cents' },
  'product.currency': { value: 'EUR' },
  note: '/remark',
  quantity: '/qty',
  quantity_reserved: '/qty_reserved',
  quantity_purchased: '/qty_purchased',
  created_at: '/added_on',
} as const;
const CLAIM = {
  status: { from: '/status', values: { in_review: 'pending', approved: 'matched', rejected: 'refused' } },
  created_at: '/submitted_on',
} as const;
const RESERVATION = { quantity: '/qty', status: { value: 'reserved' } } as const;

export default defineTenant({
  name: 'laravel',
  paging: { number: 'page', size: 'per_page', maxSize: 50 },
  errors: { statuses: { 400: 'validation' } },
  idempotency: { honoured: false },
  wishlist: { handle: 'favourites' },
  operations: {
    'storefront.auth.token.store': { record: { expiry: { from: '/expires_at', as: 'utc' } } },
    'auth.token.store': { data: '' },
    'identities.search-profile': {
      record: {
        id: '/profile_uuid',
        identities: ({ identity_type, identifier }: Wire) => [
          {
            namespace: identity_type === 'external_customer' ? 'acme-shop' : identity_type,
            value: identifier,
          },
        ],
      },
    },
    'profiles.identities.index': {
      query: { leaveOut: 'all' },
      record: {
        namespace: { from: '/identity_type', values: { external_customer: 'acme-shop' } },
        value: '/identifier',
      },
    },
    'profiles.show': { record: PROFILE },
    // A profile is made with its identity: what is there is read.
    'profiles.identities.store': { method: 'GET', body: () => undefined },
    'profiles.availability': false,
    'profiles.store': {
      body: {
        email: '/email',
        first_name: '/first_name',
        last_name: '/last_name',
        'identities.0.identifier': '/external_id',
      },
      record: PROFILE,
    },
    'profiles.update': { method: 'PATCH', body: { forename: '/first_name', surname: '/last_name' } },
    'profiles.balances.show': {
      record: {
        'points.available': '/points_balance',
        'points.pending': '/points_pending',
        'points.earned': '/points_earned',
      },
    },
    'profiles.tier.show': {
      also: {
        current: { get: '/v3/tiers/definitions', by: '/id', key: '/tier_definition_id' },
        following: { get: '/v3/tiers/definitions', by: '/id', key: '/next_tier_definition_id' },
      },
      record: {
        points: '/tier_points',
        'definition.name': '/tier_title',
        'definition.points_required': 'current:/points_threshold',
        'definition.primary_colour': 'current:/color',
        'next.name': '/next_tier_title',
        'next.points_required': 'following:/points_threshold',
        'next.primary_colour': 'following:/color',
      },
    },
    'tiers.definitions.index': {
      record: { name: '/title', points_required: '/points_threshold', primary_colour: '/color' },
    },
    'rewards.definitions.index': {
      keep: ({ is_published, is_archived }: Wire) => is_published === 1 && is_archived === 0,
      record: {
        name: '/title',
        short_description: '/body',
        points_cost: '/points_required',
        is_published: { from: '/is_published', as: 'boolean' },
      },
    },
    'profiles.rewards.index': { record: REWARD },
    'profiles.rewards.store': {
      record: { ...REWARD, points_spent: '/reward_definition/points_required' },
    },
    'profiles.benefits.index': {
      path: '/v3/profiles/{profile}/benefits/viewable',
      keep: { from: '/is_held', is: [1] },
      record: BENEFIT,
    },
    'profiles.benefits.claimable': {
      path: '/v3/profiles/{profile}/benefits/viewable',
      keep: { from: '/can_claim', is: [1] },
      record: {
        id: '/benefit_definition/id',
        name: '/benefit_definition/title',
        short_description: '/benefit_definition/body',
        points_cost: { value: 0 },
      },
    },
    'profiles.benefits.claim': { record: BENEFIT },
    'profiles.achievements.index': {
      keep: { from: '/achievement_definition/is_archived', is: [0] },
      record: {
        achievement_definition_id: '/achievement_definition/id',
        'definition.name': '/achievement_definition/title',
        'definition.short_description': '/achievement_definition/body',
        'definition.points_required': '/achievement_definition/required_points',
        points: '/points_collected',
        completed_at: '/achieved_on',
      },
    },
    'profiles.credits.index': { query: { leaveOut: 'all' } },
    'profiles.ledgers.index': {
      query: { leaveOut: ['filter[type]'], unsupported: ['filter[value][gt]'] },
      record: {
        value: ({ amount, direction }: Wire) => (direction === 'debit' ? -Number(amount) : amount),
        description: '/remark',
      },
    },
    'profiles.points.index': false,
    'profiles.attributes.dates.update': [
      {
        when: '/id',
        method: 'PATCH',
        path: '/v3/profiles/{profile}/attributes/dates/{body:/id}',
        bodyAs: 'record',
        body: { date: '/date' },
      },
      // The service makes the name of a date from its handle.
      { method: 'POST', bodyAs: 'record', body: { handle: '/name', date: '/date' } },
    ],
    'profiles.transactions.claims.index': { record: CLAIM },
    'profiles.transactions.claims.store': {
      body: { receipt_ref: '/receipt_ref', transacted_at: '/transacted_at', amount: '/total' },
      record: CLAIM,
    },
    'profiles.lists.index': { record: LIST },
    'profiles.lists.show': { record: LIST },
    'profiles.lists.store': {
      before: { definitions: { get: '/v3/lists/definitions' } },
      body: ({ type, name, event_at }: Wire, { get }) => ({
        list_definition_id: (get('definitions') as Wire[]).find(
          (one) => one['type'] === (type === 'registry' ? 'gift_registry' : type),
        )?.['id'],
        title: name,
        event_date: event_at,
      }),
      record: LIST,
    },
    'profiles.lists.update': {
      method: 'PATCH',
      body: { title: '/name', event_date: '/event_at' },
      record: LIST,
    },
    'profiles.lists.items.index': { record: ITEM },
    'profiles.lists.items.store': {
      bodyAs: 'array',
      body: { external_id: '/product_id', qty: '/quantity', remark: '/note' },
      record: ITEM,
    },
    'profiles.lists.items.update': {
      method: 'PATCH',
      body: { qty: '/quantity', remark: '/note' },
      record: ITEM,
    },
    'lists.shares.no_profile': {
      data: '/data/list/data',
      record: { ...LIST, items: { from: '/items/data', each: ITEM } },
    },
    'list.items.reservations.index': { record: RESERVATION },
    'list.items.reservations.store': {
      body: { reserver_name: '/name', qty: '/quantity' },
      record: RESERVATION,
    },
    'list.items.reservations.update': false,
    'incentives.estimate': {
      body: { products: { from: '/items', each: { external_id: '/product_id', qty: '/quantity' } } },
      record: { points: '/estimated_points' },
    },
    'profiles.custom-event.store': { body: { event: '/name', payload: '/data' } },
  },
});
