import { createHash } from 'node:crypto';
import type { Dialect, Kind, Tenant } from './dialect.ts';
import { balanceOf, earnedBy, type List, type Product } from './records.ts';
import { creditAsShown, dateAsShown, redemptionAsShown } from './shown.ts';

/** `2026-11-20T12:00:00.000+02:00`: local time with its offset. */
const moment = (at: Date): string => new Date(at.getTime() + 7_200_000).toISOString().replace('Z', '+02:00');
const decimal = (cents: number): string => (cents / 100).toFixed(2);
const points = (number: number): string => number.toFixed(1);
const product = ({ id, externalId, name, cents }: Product): object => ({
  ...{ id, external_id: externalId, name, price: decimal(cents), currency: 'EUR' },
});
const listWithItems = (list: List, tenant: Tenant): object => ({
  ...tenant.dialect.write.list(list, tenant),
  list_items: list.items.map((item) => tenant.dialect.write.item(item, tenant)),
});

/** The root key of one record and of several. Redemptions and dates have `data`, as the interface shows. */
const ROOTS: Record<Kind, [string, string]> = {
  profile: ['profile', 'profiles'],
  identity: ['identity', 'identities'],
  balance: ['balance', 'balances'],
  entry: ['ledger', 'ledgers'],
  earnRule: ['point_definition', 'point_definitions'],
  estimate: ['estimate', 'estimates'],
  tierDefinition: ['tier_definition', 'tier_definitions'],
  tier: ['tier', 'tiers'],
  rewardDefinition: ['reward_definition', 'reward_definitions'],
  reward: ['reward', 'rewards'],
  benefitDefinition: ['benefit_definition', 'benefit_definitions'],
  benefit: ['benefit', 'benefits'],
  credit: ['credit', 'credits'],
  achievementDefinition: ['achievement_definition', 'achievement_definitions'],
  achievement: ['achievement', 'achievements'],
  achievementPoints: ['achievement_points', 'achievement_points'],
  date: ['data', 'data'],
  listDefinition: ['list_definition', 'list_definitions'],
  list: ['list', 'lists'],
  item: ['list_item', 'list_items'],
  share: ['share', 'shares'],
  sharedList: ['shared_list', 'shared_lists'],
  reservation: ['reservation', 'reservations'],
  product: ['product', 'products'],
  purchase: ['transaction', 'transactions'],
  claim: ['transaction_claim', 'transaction_claims'],
  redemption: ['data', 'data'],
  place: ['location', 'locations'],
  event: ['custom_event', 'custom_events'],
};

export const rails: Dialect = {
  name: 'rails',
  wishes: 'saved-items',
  signatureEncoding: 'hex',
  routes: {
    'token.storefront': 'POST /{platform}/api/v1/auth/token',
    'token.machine': 'POST /v3/auth/token',
    'token.verify': 'GET /v3/auth/verify',
    'profile.read': 'GET /v3/profiles/{profile}',
    'profile.add': 'POST /v3/profiles',
    'profile.edit': 'PATCH /v3/profiles/{profile}',
    'profile.identities': 'GET /v3/profiles/{profile}/identities',
    'profile.search': 'GET /v3/identities/search-profile/{identifier}',
    'event.add': 'POST /v3/profiles/{profile}/custom-event',
    'dates.browse': 'GET /v3/profiles/{profile}/attributes/dates',
    'dates.add': 'POST /v3/profiles/{profile}/attributes/dates',
    'dates.edit': 'PATCH /v3/profiles/{profile}/attributes/dates',
    'dates.delete': 'DELETE /v3/profiles/{profile}/attributes/dates/{date}',
    'webhooks.store': 'POST /v3/webhooks',
    'points.balance': 'GET /v3/profiles/{profile}/balance',
    'points.entries': 'GET /v3/profiles/{profile}/ledgers',
    'points.earnRules': 'GET /v3/point_definitions',
    'points.estimate': 'POST /v3/rates/calculate',
    'tiers.definitions': 'GET /v3/tier_definitions',
    'tiers.current': 'GET /v3/profiles/{profile}/tiers/calculate',
    'rewards.definitions': 'GET /v3/reward_definitions',
    'rewards.owned': 'GET /v3/profiles/{profile}/rewards',
    'rewards.claim': 'POST /v3/profiles/{profile}/rewards',
    'rewards.use': 'POST /v3/profiles/{profile}/rewards/{reward}/redeem',
    'benefits.definitions': 'GET /v3/benefit_definitions',
    'benefits.viewable': 'GET /v3/profiles/{profile}/benefits/viewable',
    'benefits.claim': 'POST /v3/profiles/{profile}/benefits/claim',
    'credits.browse': 'GET /v3/profiles/{profile}/credits',
    'achievements.definitions': 'GET /v3/achievement_definitions',
    'achievements.browse': 'GET /v3/profiles/{profile}/achievements',
    'achievements.points': 'GET /v3/profiles/{profile}/achievements/{definition}/achievement-points',
    'lists.definitions': 'GET /v3/list_definitions',
    'lists.browse': 'GET /v3/profiles/{profile}/lists',
    'lists.add': 'POST /v3/profiles/{profile}/lists',
    'lists.read': 'GET /v3/profiles/{profile}/lists/{list}',
    'lists.edit': 'PATCH /v3/profiles/{profile}/lists/{list}',
    'lists.delete': 'DELETE /v3/profiles/{profile}/lists/{list}',
    'items.browse': 'GET /v3/profiles/{profile}/lists/{list}/list_items',
    'items.add': 'POST /v3/profiles/{profile}/lists/{list}/list_items',
    'items.edit': 'PATCH /v3/profiles/{profile}/lists/{list}/list_items/{item}',
    'items.delete': 'DELETE /v3/profiles/{profile}/lists/{list}/list_items/{item}',
    'shares.browse': 'GET /v3/profiles/{profile}/lists/{list}/shares',
    'shares.add': 'POST /v3/profiles/{profile}/lists/{list}/shares',
    'shares.delete': 'DELETE /v3/profiles/{profile}/lists/{list}/shares/{share}',
    'shared.read': 'GET /v3/lists/shares/{handle}',
    'shared.readWithoutProfile': 'GET /v3/lists/shares/{handle}/no_profile',
    'reservations.browse': 'GET /v3/list/items/{item}/reservations',
    'reservations.add': 'POST /v3/list/items/{item}/reservations',
    'reservations.delete': 'DELETE /v3/list/items/{item}/reservations/{reservation}',
    'purchases.browse': 'GET /v3/profiles/{profile}/transactions',
    'claims.browse': 'GET /v3/profiles/{profile}/transactions/claims',
    'claims.add': 'POST /v3/profiles/{profile}/transactions/claims',
    'claims.read': 'GET /v3/profiles/{profile}/transactions/claims/{claim}',
    'claims.delete': 'DELETE /v3/profiles/{profile}/transactions/claims/{claim}',
    'redemptions.browse': 'GET /v3/profiles/{profile}/redemptions',
    'products.browse': 'GET /v3/products',
    'places.browse': 'GET /v3/locations',
    'transactions.add': 'POST /v3/transactions',
  },
  id: (_kind, number) => number,
  newToken: (number) =>
    createHash('sha256')
      .update(`rails ${String(number)}`)
      .digest('base64'),
  storefrontToken: (token) => ({ data: { token, expires_in: '3600' } }),
  machineToken: (token, expires) => ({ token: { value: token, expires_at: moment(expires) } }),
  verified: (member) => ({
    session: { kind: member ? 'customer' : 'machine', profile_id: member?.id ?? null },
  }),
  bodies: {
    'token.storefront': { id: 'id', signature: 'signature' },
    'profile.add': {
      ...{ email: 'profile.email', firstName: 'profile.given_name', lastName: 'profile.family_name' },
      shopId: 'profile.identities_attributes.0.uid',
    },
    'profile.edit': { firstName: 'profile.given_name', lastName: 'profile.family_name' },
    'event.add': { name: 'custom_event.name', data: 'custom_event.properties' },
    'dates.add': { handle: 'profile_date.handle', date: 'profile_date.date' },
    'dates.edit': { id: 'profile.dates_attributes.0.id', date: 'profile.dates_attributes.0.date' },
    'points.estimate': { lines: 'cart.line_items' },
    'rewards.claim': { definition: 'reward.reward_definition_id' },
    'benefits.claim': { benefit: 'benefit.benefit_definition_id' },
    'lists.add': { definition: 'list.list_definition_id', name: 'list.name', eventDay: 'list.occasion_on' },
    'lists.edit': { name: 'list.name', eventDay: 'list.occasion_on' },
    'items.add': {
      product: 'list_item.product_external_id',
      quantity: 'list_item.wanted',
      note: 'list_item.comment',
    },
    'items.edit': { quantity: 'list_item.wanted', note: 'list_item.comment' },
    'reservations.add': {
      by: 'reservation.guest_name',
      email: 'reservation.guest_email',
      quantity: 'reservation.count',
    },
    'claims.add': {
      ...{ receipt: 'transaction_claim.receipt_number', day: 'transaction_claim.purchased_on' },
      total: 'transaction_claim.total',
    },
    'transactions.add': {
      profile: 'transaction.profile_id',
      total: 'transaction.total',
      receipt: 'transaction.number',
    },
  },
  statuses: {
    'rewards.claim': 201,
    'lists.add': 201,
    'items.add': 201,
    'shares.add': 201,
    'profile.add': 201,
    'event.add': 201,
  },
  write: {
    profile: ({ id, email, firstName, lastName, joinedAt }) => ({
      ...{ id, email, given_name: firstName, family_name: lastName, created_at: moment(joinedAt) },
    }),
    identity: ({ id, type, value, member }, tenant) => ({
      ...{ id, provider: { shop: 'storefront', email: 'email', card: 'card' }[type], uid: value },
      profile: tenant.dialect.write.profile(member, tenant),
    }),
    balance: (member) => ({
      points_balance: points(balanceOf(member)),
      points_on_hold: points(member.pendingPoints),
    }),
    entry: ({ id, points: number, reason, text, at }) => ({
      ...{
        id,
        value: points(number),
        entry_type: { purchase: 'earn', reward: 'burn', gift: 'bonus', expiry: 'lapse' }[reason],
      },
      ...{ memo: text, posted_at: moment(at) },
    }),
    earnRule: ({ id, name, text, points: number, per }) => ({
      ...{
        id,
        name,
        summary: text,
        points: points(number),
        basis: per === 'euro' ? 'spend' : 'action',
        state: 'live',
      },
    }),
    estimate: (estimate) => ({ total_points: points(estimate.points) }),
    tierDefinition: ({ id, handle, name, fromPoints, colour }, { world }) => ({
      ...{ id, slug: handle, name, minimum_points: points(fromPoints), hex: colour },
      rank: world.tiers.findIndex((tier) => tier.id === id) + 1,
    }),
    tier: ({ member, tier, next }) => ({
      ...{
        current: { id: tier.id, slug: tier.handle, name: tier.name },
        qualifying_points: points(earnedBy(member)),
      },
      ...{
        following: next
          ? { id: next.id, name: next.name, missing_points: points(next.fromPoints - earnedBy(member)) }
          : null,
      },
    }),
    rewardDefinition: ({ id, handle, name, text, points: number, state }) => ({
      ...{ id, slug: handle, name, summary: text, price_in_points: points(number) },
      state: { published: 'live', draft: 'draft', archived: 'retired' }[state],
    }),
    // The definition is not in the instance: a page joins the two by `reward_definition_id`.
    reward: ({ id, definition, code, issuedAt, expiresAt, usedAt }) => ({
      ...{ id, reward_definition_id: definition.id, coupon_code: code, created_at: moment(issuedAt) },
      ...{ expires_at: moment(expiresAt), state: usedAt ? 'redeemed' : 'available' },
    }),
    benefitDefinition: ({ id, handle, name, text }) => ({
      id,
      slug: handle,
      name,
      summary: text,
      state: 'live',
    }),
    benefit: ({ definition, state, expiresAt }) => ({
      ...{ benefit_definition_id: definition.id, name: definition.name, summary: definition.text },
      ...{ state: { claimable: 'open', held: 'granted', used: 'consumed', 'out of reach': 'locked' }[state] },
      expires_at: moment(expiresAt),
    }),
    credit: (credit, { world }) =>
      creditAsShown(
        credit,
        world.members.find(({ credits }) => credits.includes(credit))!,
        moment,
      ),
    achievementDefinition: ({ id, handle, name, text, target, archived }) => ({
      ...{ id, slug: handle, name, summary: text, steps: target, state: archived ? 'retired' : 'live' },
    }),
    // How far an achievement is stands in `achievement-points` only.
    achievement: ({ id, definition, achievedAt }, tenant) => ({
      ...{
        id,
        state: achievedAt ? 'completed' : 'open',
        completed_at: achievedAt ? moment(achievedAt) : null,
      },
      achievement_definition: tenant.dialect.write.achievementDefinition(definition, tenant),
    }),
    achievementPoints: ({ done, definition }) => ({
      steps_done: String(done),
      steps: String(definition.target),
    }),
    date: (date) => dateAsShown(date, moment, 'true'),
    listDefinition: ({ id, handle, name, kind }) => ({
      ...{
        id,
        slug: handle,
        name,
        list_type: { wishes: 'wish_list', registry: 'registry', 'style guide': 'lookbook' }[kind],
      },
    }),
    list: ({ id, definition, handle, name, eventDay }) => ({
      ...{ id, slug: handle, name, list_definition_id: definition.id, occasion_on: eventDay ?? null },
      list_type: { wishes: 'wish_list', registry: 'registry', 'style guide': 'lookbook' }[definition.kind],
    }),
    item: (item) => ({
      ...{
        id: item.id,
        product_id: item.product.id,
        product: product(item.product),
        wanted: String(item.wanted),
      },
      ...{ bought: String(item.bought), comment: item.note, created_at: moment(item.addedAt) },
      reserved: String(item.reservations.reduce((sum, { quantity }) => sum + quantity, 0)),
    }),
    share: ({ id, handle, at }) => ({ id, public_handle: handle, created_at: moment(at) }),
    sharedList: ({ share, withOwner }, tenant) => ({
      ...{ public_handle: share.handle, list: listWithItems(share.list, tenant) },
      ...(withOwner && { owner: { given_name: share.list.owner.firstName } }),
    }),
    reservation: ({ id, quantity, by, at }) => ({
      id,
      count: String(quantity),
      guest_name: by,
      created_at: moment(at),
    }),
    product,
    purchase: ({ id, receipt, cents, at, place, points: number, lines }) => ({
      ...{
        id,
        number: receipt,
        total: decimal(cents),
        posted_at: moment(at),
        location_id: place.id,
        points: points(number),
      },
      line_items: lines.map((line) => ({
        id: line.id,
        count: line.quantity,
        product: product(line.product),
      })),
    }),
    claim: ({ id, receipt, cents, day, state, answer, at }) => ({
      ...{
        id,
        receipt_number: receipt,
        purchased_on: day,
        total: cents === undefined ? null : decimal(cents),
      },
      ...{
        state: { checking: 'submitted', approved: 'accepted', rejected: 'declined' }[state],
        reason: answer,
      },
      created_at: moment(at),
    }),
    redemption: (redemption) => redemptionAsShown(redemption, moment),
    place: ({ id, name, externalId }) => ({ id, name, external_id: externalId }),
    event: ({ name }) => ({ name }),
  },
  one: (kind, record) => ({ [ROOTS[kind][0]]: record }),
  many: (kind, records, { number, size, total }) => ({
    [ROOTS[kind][1]]: records,
    meta: { page: number, per: size, pages: Math.ceil(total / size), count: total },
  }),
  estimateLine: { product: 'product.external_id', quantity: 'count' },
  page: { number: 'page', size: 'per', defaultSize: 20, largestSize: 100 },
  refuse: ({ status, message, fields }, names) => {
    if (fields === undefined)
      return {
        type: 'application/json',
        body: status === 401 || status === 403 ? { message } : { status, error: message },
      };
    const last = (field: string): string => (names[field] ?? field).split('.').at(-1)!;
    const errors = Object.fromEntries(Object.entries(fields).map(([field, text]) => [last(field), [text]]));
    return { type: 'application/json', body: { message, errors } };
  },
  idempotencyHeader: 'idempotency-key',
  cors: {
    methods: 'GET, POST, PATCH, PUT, DELETE',
    headers: (asked) => asked ?? '',
    exposed: 'Retry-After, X-Request-Id',
  },
};
