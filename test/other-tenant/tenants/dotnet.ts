import { defineTenant, type FieldMap } from '../../../src/services/transport/tenant/tenant-file.ts';

// What the service with the habits of .NET does in another way. Written from its answers alone.

interface Wire {
  [field: string]: unknown;
}
const PROFILE = {
  id: '/profileId',
  email: '/emailAddress',
  first_name: '/name/given',
  last_name: '/name/family',
} as const;
/** The service refuses parameters that it does not know. */
const NO_QUERY = { leaveOut: 'all' } as const;
const NAMED = { id: '/definitionId', name: '/displayName', short_description: '/description' } as const;
const REWARD = {
  id: '/rewardId',
  reward_definition_id: '/definition/definitionId',
  'definition.name': '/definition/displayName',
  code: '/redemptionCode',
  expires_at: '/expiresOn',
  redeemed_at: ({ status, issuedOn }: Wire) => (status === 'Consumed' ? issuedOn : undefined),
} as const;
const BENEFIT = {
  // The service has no instances: a member holds one of each definition.
  id: '/definitionId',
  benefit_definition_id: '/definitionId',
  'definition.name': '/displayName',
  'definition.short_description': '/description',
  expires_at: '/expiresOn',
} as const;
const LIST = {
  id: '/listId',
  handle: '/listId',
  name: '/displayName',
  type: {
    from: '/definition/kind',
    values: { WishList: 'wishlist', GiftRegistry: 'registry', StyleGuide: 'style-guide' },
  },
  event_at: ({ eventDate }: Wire) => (typeof eventDate === 'string' ? eventDate.slice(0, 10) : eventDate),
} as const;
const ITEM = {
  id: '/entryId',
  product_id: '/product/externalId',
  'product.name': '/product/displayName',
  'product.price': { from: '/product/listPrice/amount', as: 'text' },
  'product.currency': '/product/listPrice/currencyCode',
  quantity: '/desiredQuantity',
  quantity_reserved: '/reservedQuantity',
  quantity_purchased: '/purchasedQuantity',
  created_at: '/addedOn',
} as const;
/** An entry that a write does not answer is read again. */
const ENTRY: FieldMap = Object.fromEntries(
  Object.entries(ITEM).map(([name, source]) => [
    name,
    typeof source === 'string'
      ? (`entry:${source}` as const)
      : { ...source, from: `entry:${source.from}` as const },
  ]),
);
const CLAIM = {
  id: '/claimId',
  receipt_ref: '/receiptNumber',
  status: { from: '/status', values: { UnderReview: 'pending', Approved: 'matched', Rejected: 'refused' } },
  created_at: '/submittedOn',
} as const;
const RESERVATION = { id: '/reservationId', quantity: '/units', status: { value: 'reserved' } } as const;
const TIER = {
  name: '/displayName',
  points_required: '/qualifyingPoints',
  primary_colour: '/accentColor',
} as const;
const ENTRIES = '/v3/profiles/{profile}/lists/{list}/entries';

/** The shop signs with hex digits, as the elements take them; the service takes Base64. */
const base64 = (hex: unknown): string =>
  btoa(String.fromCharCode(...(String(hex).match(/../g) ?? []).map((byte) => parseInt(byte, 16))));

export default defineTenant({
  name: 'dotnet',
  data: '/items',
  paging: { number: 'pageNumber', size: 'pageSize', maxSize: 25, total: '/total' },
  errors: { statuses: { 400: 'validation' }, message: { from: ['/message', '/detail'] } },
  idempotency: { honoured: false },
  wishlist: { type: 'wishlist' },
  operations: {
    'storefront.auth.token.store': {
      data: '/data',
      body: { id: '/id', signature: ({ signature }: Wire) => base64(signature) },
      record: { expiry: '/expiresOn' },
    },
    'auth.token.store': { data: '', record: { access_token: '/accessToken', expires_in: '/expiresIn' } },
    'identities.search-profile': {
      data: '',
      record: {
        id: '/profileId',
        identities: ({ kind, value }: Wire) => [
          { namespace: kind === 'ExternalReference' ? 'acme-shop' : kind, value },
        ],
      },
    },
    'profiles.identities.index': {
      query: NO_QUERY,
      record: { namespace: { from: '/kind', values: { ExternalReference: 'acme-shop' } } },
    },
    'profiles.show': { data: '', record: PROFILE },
    // A profile is made with its identity: what is there is read.
    'profiles.identities.store': { method: 'GET', body: () => undefined },
    'profiles.availability': false,
    'profiles.store': {
      data: '',
      body: ({ email, first_name, last_name, external_id }: Wire) => ({
        emailAddress: email,
        name: { given: first_name, family: last_name },
        externalReferences: [{ value: external_id }],
      }),
      record: PROFILE,
    },
    'profiles.update': { data: '', body: { 'name.given': '/first_name', 'name.family': '/last_name' } },
    'profiles.balances.show': {
      path: '/v3/profiles/{profile}/points/summary',
      data: '',
      record: { 'points.available': '/availablePoints', 'points.pending': '/pendingPoints' },
    },
    'profiles.tier.show': {
      path: '/v3/profiles/{profile}/tiers/current',
      data: '',
      record: {
        points: '/memberQualifyingPoints',
        definition: { from: '/tier', each: TIER },
        next: { from: '/nextTier', each: TIER },
      },
    },
    'tiers.definitions.index': { path: '/v3/definitions/tiers', record: TIER },
    // Definitions are forbidden to customers; what a customer can have is listed by profile, which `auth/verify` names.
    'rewards.definitions.index': {
      before: { me: { get: '/v3/auth/verify', data: '' } },
      path: '/v3/profiles/{me:/profileId}/rewards/available',
      record: { ...NAMED, points_cost: '/pointCost' },
    },
    'profiles.rewards.index': { record: REWARD },
    // Answered without the reward: the elements then read the rewards.
    'profiles.rewards.store': { data: '', body: { definitionId: '/reward_definition_id' } },
    'profiles.benefits.index': {
      path: '/v3/profiles/{profile}/benefits/viewable',
      keep: { from: '/eligibility', is: ['Claimed'] },
      record: BENEFIT,
    },
    'profiles.benefits.claimable': {
      path: '/v3/profiles/{profile}/benefits/viewable',
      keep: { from: '/eligibility', is: ['Eligible'] },
      record: { ...NAMED, points_cost: { value: 0 } },
    },
    'profiles.benefits.claim': { data: '', body: { definitionId: '/benefit_definition_id' } },
    'profiles.achievements.index': {
      keep: { from: '/definition/lifecycle', is: ['Active'] },
      record: {
        achievement_definition_id: '/definition/definitionId',
        'definition.name': '/definition/displayName',
        'definition.short_description': '/definition/description',
        'definition.points_required': '/progress/goal',
        points: '/progress/current',
        completed_at: '/earnedOn',
      },
    },
    'profiles.credits.index': {
      query: NO_QUERY,
      record: {
        id: '/creditId',
        name: '/displayName',
        'definition.currency': '/remainingValue/currencyCode',
        value_remaining: '/remainingValue/amount',
        value_initial: '/issuedValue/amount',
        expires_at: '/expiresOn',
        locked: '/isFrozen',
        credit_number: '/cardNumber',
      },
    },
    'profiles.ledgers.index': {
      query: { leaveOut: ['filter[type]', 'sort'], unsupported: ['filter[value][gt]'] },
      record: { id: '/entryId', value: '/delta', occurred_at: '/postedOn' },
    },
    'profiles.points.index': false,
    'profiles.redemptions.index': { data: '/data', paging: { kind: 'none' } },
    'profiles.attributes.dates.index': { data: '/data' },
    'profiles.attributes.dates.update': [
      // By handle, which the reply of the dates has.
      {
        when: '/id',
        before: {
          known: { get: '/v3/profiles/{profile}/attributes/dates', data: '/data', by: '/id', key: '/id' },
        },
        path: '/v3/profiles/{profile}/attributes/dates/{known:/handle}',
        data: '/data',
        bodyAs: 'record',
        body: { date: '/date' },
      },
      { data: '/data', bodyAs: 'record', body: { handle: '/name', date: '/date' } },
    ],
    'profiles.transactions.claims.index': { record: CLAIM },
    'profiles.transactions.claims.store': {
      data: '',
      body: { receiptNumber: '/receipt_ref', purchaseDate: '/transacted_at', 'totalAmount.amount': '/total' },
      record: CLAIM,
    },
    'profiles.transactions.claims.destroy': { data: '' },
    'profiles.lists.index': { record: LIST },
    'profiles.lists.show': { data: '', record: LIST },
    'profiles.lists.store': {
      data: '',
      before: { definitions: { get: '/v3/definitions/lists' } },
      body: ({ type, name, event_at }: Wire, { get }) => ({
        definitionId: (get('definitions') as Wire[]).find(
          (one) => one['kind'] === (type === 'registry' ? 'GiftRegistry' : 'WishList'),
        )?.['definitionId'],
        displayName: name,
        eventDate: event_at,
      }),
      record: LIST,
    },
    'profiles.lists.update': {
      data: '',
      body: { displayName: '/name', eventDate: '/event_at' },
      record: LIST,
    },
    'profiles.lists.destroy': { query: NO_QUERY },
    'profiles.lists.items.index': { path: ENTRIES, record: ITEM },
    'profiles.lists.items.store': {
      path: ENTRIES,
      data: () => ({}),
      body: ({ product_id, quantity, note }: Wire) => ({
        entries: [{ product: { externalId: product_id }, desiredQuantity: quantity, note }],
      }),
      also: { entry: { get: ENTRIES, by: '/product/externalId', key: 'body:/product_id' } },
      record: ENTRY,
    },
    'profiles.lists.items.update': {
      path: ENTRIES,
      data: () => ({}),
      body: { entryId: 'parameters:/item', desiredQuantity: '/quantity', note: '/note' },
      also: { entry: { get: ENTRIES, by: '/entryId', key: 'parameters:/item' } },
      record: ENTRY,
    },
    'profiles.lists.items.destroy': {
      method: 'POST',
      path: `${ENTRIES}/remove`,
      query: NO_QUERY,
      body: (_: unknown, { parameters }) => ({ entryIds: [parameters['item']] }),
    },
    'profiles.lists.shares.index': { record: { id: '/shareId', handle: '/shareCode' } },
    'profiles.lists.shares.store': { data: '', record: { id: '/shareId', handle: '/shareCode' } },
    'lists.shares.no_profile': {
      data: '',
      record: {
        id: '/sharedList/listId',
        handle: '/sharedList/listId',
        name: '/sharedList/displayName',
        type: { ...LIST.type, from: '/sharedList/definition/kind' },
        event_at: ({ sharedList }: { sharedList: Wire }) => LIST.event_at(sharedList),
        items: { from: '/entries', each: ITEM },
      },
    },
    'list.items.reservations.index': { query: NO_QUERY, record: RESERVATION },
    'list.items.reservations.store': {
      path: '/v3/lists/reservations',
      data: '',
      query: NO_QUERY,
      body: { entryId: 'parameters:/itemId', 'guest.fullName': '/name', units: '/quantity' },
      record: RESERVATION,
    },
    'list.items.reservations.update': false,
    'list.items.reservations.destroy': { query: NO_QUERY },
    'incentives.estimate': false,
    'profiles.custom-event.store': { body: { eventName: '/name', attributes: '/data' } },
  },
});
