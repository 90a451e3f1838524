import { defineTenant } from '../../../src/services/transport/tenant/tenant-file.ts';

// What the service with the habits of Rails does in another way. Written from its answers alone.

interface Wire {
  [field: string]: unknown;
}
const PROFILE = { first_name: '/given_name', last_name: '/family_name' } as const;
const NAMED = { short_description: '/summary' } as const;
const REWARD_DEFINITIONS = {
  definition: {
    get: '/v3/reward_definitions',
    data: '/reward_definitions',
    by: '/id',
    key: '/reward_definition_id',
  },
} as const;
const REWARD = {
  'definition.name': 'definition:/name',
  'definition.short_description': 'definition:/summary',
  code: '/coupon_code',
  redeemed_at: ({ state, expires_at }: Wire) => (state === 'redeemed' ? expires_at : undefined),
} as const;
const BENEFIT = {
  // The service has no instances: a member holds one of each definition.
  id: '/benefit_definition_id',
  'definition.name': '/name',
  'definition.short_description': '/summary',
} as const;
const LIST = {
  handle: '/slug',
  type: {
    from: '/list_type',
    values: { wish_list: 'wishlist', registry: 'registry', lookbook: 'style-guide' },
  },
  event_at: '/occasion_on',
} as const;
const ITEM = {
  product_id: '/product/external_id',
  note: '/comment',
  quantity: '/wanted',
  quantity_reserved: '/reserved',
  quantity_purchased: '/bought',
} as const;
const CLAIM = {
  receipt_ref: '/receipt_number',
  status: { from: '/state', values: { submitted: 'pending', accepted: 'matched', declined: 'refused' } },
} as const;
const RESERVATION = { quantity: '/count', status: { value: 'reserved' } } as const;
const TIER = { points_required: { from: '/minimum_points', as: 'whole' }, primary_colour: '/hex' } as const;

export default defineTenant({
  name: 'rails',
  paging: { number: 'page', size: 'per', maxSize: 100, lastPage: '/meta/pages', total: '/meta/count' },
  errors: { statuses: { 400: 'validation' }, message: { from: ['/message', '/error'] } },
  idempotency: { honoured: true },
  wishlist: { handle: 'saved-items' },
  operations: {
    'storefront.auth.token.store': { record: { expiry: { from: '/expires_in', as: 'lifetime' } } },
    'auth.token.store': { data: '/token', record: { access_token: '/value' } },
    'identities.search-profile': {
      data: '/identity',
      record: {
        id: '/profile/id',
        identities: ({ provider, uid }: Wire) => [
          { namespace: provider === 'storefront' ? 'acme-shop' : provider, value: uid },
        ],
      },
    },
    'profiles.identities.index': {
      data: '/identities',
      query: { leaveOut: 'all' },
      record: { namespace: { from: '/provider', values: { storefront: 'acme-shop' } }, value: '/uid' },
    },
    'profiles.show': { data: '/profile', record: PROFILE },
    // A profile is made with its identity: what is there is read.
    'profiles.identities.store': { data: '/identities', method: 'GET', body: () => undefined },
    'profiles.availability': false,
    'profiles.store': {
      data: '/profile',
      body: ({ email, first_name, last_name, external_id }: Wire) => ({
        profile: {
          email,
          given_name: first_name,
          family_name: last_name,
          identities_attributes: [{ uid: external_id }],
        },
      }),
      record: PROFILE,
    },
    'profiles.update': {
      method: 'PATCH',
      data: '/profile',
      body: { 'profile.given_name': '/first_name', 'profile.family_name': '/last_name' },
    },
    'profiles.balances.show': {
      path: '/v3/profiles/{profile}/balance',
      data: '/balance',
      record: {
        'points.available': { from: '/points_balance', as: 'whole' },
        'points.pending': { from: '/points_on_hold', as: 'whole' },
      },
    },
    'profiles.tier.show': {
      path: '/v3/profiles/{profile}/tiers/calculate',
      data: '/tier',
      also: {
        current: { get: '/v3/tier_definitions', data: '/tier_definitions', by: '/id', key: '/current/id' },
        next: { get: '/v3/tier_definitions', data: '/tier_definitions', by: '/id', key: '/following/id' },
      },
      record: {
        points: { from: '/qualifying_points', as: 'whole' },
        definition: { from: 'current:', each: TIER },
        next: { from: 'next:', each: TIER },
      },
    },
    'tiers.definitions.index': { path: '/v3/tier_definitions', data: '/tier_definitions', record: TIER },
    'rewards.definitions.index': {
      path: '/v3/reward_definitions',
      data: '/reward_definitions',
      keep: { from: '/state', is: ['live'] },
      record: { ...NAMED, points_cost: { from: '/price_in_points', as: 'whole' } },
    },
    'profiles.rewards.index': { data: '/rewards', also: REWARD_DEFINITIONS, record: REWARD },
    'profiles.rewards.store': {
      data: '/reward',
      body: { 'reward.reward_definition_id': '/reward_definition_id' },
      also: REWARD_DEFINITIONS,
      record: { ...REWARD, points_spent: { from: 'definition:/price_in_points', as: 'whole' } },
    },
    'profiles.benefits.index': {
      path: '/v3/profiles/{profile}/benefits/viewable',
      data: '/benefits',
      keep: { from: '/state', is: ['granted'] },
      record: BENEFIT,
    },
    'profiles.benefits.claimable': {
      path: '/v3/profiles/{profile}/benefits/viewable',
      data: '/benefits',
      keep: { from: '/state', is: ['open'] },
      record: { ...NAMED, id: '/benefit_definition_id', points_cost: { value: 0 } },
    },
    'profiles.benefits.claim': {
      data: '/benefit',
      body: { 'benefit.benefit_definition_id': '/benefit_definition_id' },
      record: BENEFIT,
    },
    'profiles.achievements.index': {
      data: '/achievements',
      keep: { from: '/achievement_definition/state', is: ['live'] },
      also: {
        progress: {
          get: '/v3/profiles/{profile}/achievements/{record:/achievement_definition/id}/achievement-points',
          data: '/achievement_points',
        },
      },
      record: {
        achievement_definition_id: '/achievement_definition/id',
        'definition.name': '/achievement_definition/name',
        'definition.short_description': '/achievement_definition/summary',
        'definition.points_required': '/achievement_definition/steps',
        points: 'progress:/steps_done',
      },
    },
    'profiles.credits.index': { data: '/credits', query: { leaveOut: 'all' } },
    'profiles.ledgers.index': {
      data: '/ledgers',
      query: { leaveOut: ['filter[type]', 'sort'], unsupported: ['filter[value][gt]'] },
      record: { value: { from: '/value', as: 'whole' }, description: '/memo', occurred_at: '/posted_at' },
    },
    'profiles.points.index': false,
    'profiles.attributes.dates.update': [
      {
        when: '/id',
        method: 'PATCH',
        bodyAs: 'record',
        body: (date: unknown) => ({ profile: { dates_attributes: [date].flat() } }),
      },
      {
        method: 'POST',
        bodyAs: 'record',
        body: { 'profile_date.handle': '/name', 'profile_date.date': '/date' },
      },
    ],
    'profiles.transactions.claims.index': { data: '/transaction_claims', record: CLAIM },
    'profiles.transactions.claims.store': {
      data: '/transaction_claim',
      body: {
        'transaction_claim.receipt_number': '/receipt_ref',
        'transaction_claim.purchased_on': '/transacted_at',
        'transaction_claim.total': '/total',
      },
      record: CLAIM,
    },
    'profiles.transactions.claims.destroy': { data: '/transaction_claim' },
    'profiles.lists.index': { data: '/lists', record: LIST },
    'profiles.lists.show': { data: '/list', record: LIST },
    'profiles.lists.store': {
      data: '/list',
      before: { definitions: { get: '/v3/list_definitions', data: '/list_definitions' } },
      body: ({ type, name, event_at }: Wire, { get }) => ({
        list: {
          list_definition_id: (get('definitions') as Wire[]).find(
            (one) => one['list_type'] === (type === 'wishlist' ? 'wish_list' : type),
          )?.['id'],
          name,
          occasion_on: event_at,
        },
      }),
      record: LIST,
    },
    'profiles.lists.update': {
      method: 'PATCH',
      data: '/list',
      body: { 'list.name': '/name', 'list.occasion_on': '/event_at' },
      record: LIST,
    },
    'profiles.lists.items.index': {
      path: '/v3/profiles/{profile}/lists/{list}/list_items',
      data: '/list_items',
      record: ITEM,
    },
    'profiles.lists.items.store': {
      path: '/v3/profiles/{profile}/lists/{list}/list_items',
      data: '/list_item',
      body: {
        'list_item.product_external_id': '/product_id',
        'list_item.wanted': '/quantity',
        'list_item.comment': '/note',
      },
      record: ITEM,
    },
    'profiles.lists.items.update': {
      method: 'PATCH',
      path: '/v3/profiles/{profile}/lists/{list}/list_items/{item}',
      data: '/list_item',
      body: { 'list_item.wanted': '/quantity', 'list_item.comment': '/note' },
      record: ITEM,
    },
    'profiles.lists.items.destroy': { path: '/v3/profiles/{profile}/lists/{list}/list_items/{item}' },
    'profiles.lists.shares.index': { data: '/shares', record: { handle: '/public_handle' } },
    'profiles.lists.shares.store': { data: '/share', record: { handle: '/public_handle' } },
    'lists.shares.no_profile': {
      data: '/shared_list/list',
      record: { ...LIST, items: { from: '/list_items', each: ITEM } },
    },
    'list.items.reservations.index': { data: '/reservations', record: RESERVATION },
    'list.items.reservations.store': {
      data: '/reservation',
      body: { 'reservation.guest_name': '/name', 'reservation.count': '/quantity' },
      record: RESERVATION,
    },
    'list.items.reservations.update': false,
    'incentives.estimate': {
      path: '/v3/rates/calculate',
      data: '/estimate',
      body: {
        'cart.line_items': {
          from: '/items',
          each: { 'product.external_id': '/product_id', count: '/quantity' },
        },
      },
      record: { points: { from: '/total_points', as: 'whole' } },
    },
    'profiles.custom-event.store': {
      data: '/custom_event',
      body: { 'custom_event.name': '/name', 'custom_event.properties': '/data' },
    },
  },
});
