import { createHash } from 'node:crypto';
import type { Dialect, Page } from './dialect.ts';
import { balanceOf, earnedBy, type Product } from './records.ts';
import { creditAsShown, dateAsShown, redemptionAsShown } from './shown.ts';

/** `2026-11-20 10:00:00`, in UTC without saying so. */
const moment = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');
const bit = (value: unknown): 0 | 1 => (value ? 1 : 0);
const product = ({ id, externalId, name, cents }: Product): object => ({
  ...{ id, external_id: externalId, title: name, price: cents },
});
/** Sort keys of each browse, as a query builder with an allowed list has them. */
const SORTS: Record<string, string[]> = {
  'points.entries': ['occurred_at', 'amount'],
  'rewards.definitions': ['points_required', 'title'],
  'rewards.owned': ['issued_on'],
  'lists.browse': ['title'],
  'items.browse': ['added_on'],
  'claims.browse': ['submitted_on'],
  'purchases.browse': ['transacted_at'],
};

export const laravel: Dialect = {
  name: 'laravel',
  wishes: 'favourites',
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
    'dates.edit': 'PATCH /v3/profiles/{profile}/attributes/dates/{id}',
    'dates.delete': 'DELETE /v3/profiles/{profile}/attributes/dates/{date}',
    'webhooks.store': 'POST /v3/webhooks',
    'points.balance': 'GET /v3/profiles/{profile}/balances',
    'points.entries': 'GET /v3/profiles/{profile}/ledgers',
    'points.earnRules': 'GET /v3/points/definitions',
    'points.estimate': 'POST /v3/incentives/estimate',
    'tiers.definitions': 'GET /v3/tiers/definitions',
    'tiers.current': 'GET /v3/profiles/{profile}/tier',
    'rewards.definitions': 'GET /v3/rewards/definitions',
    'rewards.owned': 'GET /v3/profiles/{profile}/rewards',
    'rewards.claim': 'POST /v3/profiles/{profile}/rewards',
    'rewards.use': 'PUT /v3/profiles/{profile}/rewards/{reward}',
    'benefits.definitions': 'GET /v3/benefits/definitions',
    'benefits.viewable': 'GET /v3/profiles/{profile}/benefits/viewable',
    'benefits.claim': 'POST /v3/profiles/{profile}/benefits/claim',
    'credits.browse': 'GET /v3/profiles/{profile}/credits',
    'achievements.definitions': 'GET /v3/achievements/definitions',
    'achievements.browse': 'GET /v3/profiles/{profile}/achievements',
    'achievements.points': 'GET /v3/profiles/{profile}/achievements/{definition}/achievement-points',
    'lists.definitions': 'GET /v3/lists/definitions',
    'lists.browse': 'GET /v3/profiles/{profile}/lists',
    'lists.add': 'POST /v3/profiles/{profile}/lists',
    'lists.read': 'GET /v3/profiles/{profile}/lists/{list}',
    'lists.edit': 'PATCH /v3/profiles/{profile}/lists/{list}',
    'lists.delete': 'DELETE /v3/profiles/{profile}/lists/{list}',
    'items.browse': 'GET /v3/profiles/{profile}/lists/{list}/items',
    'items.add': 'POST /v3/profiles/{profile}/lists/{list}/items',
    'items.edit': 'PATCH /v3/profiles/{profile}/lists/{list}/items/{item}',
    'items.delete': 'DELETE /v3/profiles/{profile}/lists/{list}/items/{item}',
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
  id: (kind, number) => {
    if (kind !== 'profile') return number;
    const hex = createHash('md5').update(String(number)).digest('hex');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  },
  newToken: (number) =>
    `${String(number)}|${createHash('sha256').update(String(number)).digest('base64url').slice(0, 40)}`,
  storefrontToken: (token, member, expires) => ({
    data: { token, token_type: 'Bearer', expires_at: moment(expires), customer: { uuid: member.id } },
  }),
  machineToken: (token) => ({ token_type: 'Bearer', expires_in: 3_600, access_token: token }),
  verified: (member) => ({ data: { valid: 1, customer: member ? { uuid: member.id } : null } }),
  bodies: {
    'token.storefront': { id: 'id', signature: 'signature' },
    'profile.add': {
      ...{
        email: 'email',
        firstName: 'first_name',
        lastName: 'last_name',
        shopId: 'identities.0.identifier',
      },
    },
    'profile.edit': { firstName: 'forename', lastName: 'surname' },
    'event.add': { name: 'event', data: 'payload' },
    'dates.add': { handle: 'handle', date: 'date' },
    'dates.edit': { date: 'date' },
    'points.estimate': { lines: 'products' },
    'rewards.claim': { definition: 'reward_definition_id' },
    'benefits.claim': { benefit: 'benefit_definition_id' },
    'lists.add': { definition: 'list_definition_id', name: 'title', eventDay: 'event_date' },
    'lists.edit': { name: 'title', eventDay: 'event_date' },
    // One request adds an array of items, of which this service reads the first.
    'items.add': {
      product: '0.external_id',
      ownProduct: '0.product_id',
      quantity: '0.qty',
      note: '0.remark',
    },
    'items.edit': { quantity: 'qty', note: 'remark' },
    'reservations.add': { by: 'reserver_name', email: 'reserver_email', quantity: 'qty' },
    'claims.add': { receipt: 'receipt_ref', day: 'transacted_at', total: 'amount' },
    'transactions.add': {
      profile: 'profile_id',
      total: 'total',
      receipt: 'receipt_ref',
      text: 'description',
    },
  },
  statuses: {
    'rewards.claim': 201,
    'lists.add': 201,
    'items.add': 201,
    'shares.add': 201,
    'profile.add': 201,
    'claims.add': 201,
  },
  bare: { 'event.add': undefined },
  write: {
    profile: ({ id, email, firstName, lastName, joinedAt }) => ({
      ...{
        uuid: id,
        email_address: email,
        forename: firstName,
        surname: lastName,
        joined_on: moment(joinedAt),
      },
    }),
    identity: ({ id, type, value, member }) => ({
      ...{ id, identity_type: { shop: 'external_customer', email: 'email_address', card: 'card' }[type] },
      ...{ identifier: value, profile_uuid: member.id },
    }),
    balance: (member) => ({
      points_balance: balanceOf(member),
      points_pending: member.pendingPoints,
      points_earned: earnedBy(member),
    }),
    entry: ({ id, points, reason, text, at }) => ({
      ...{
        id,
        amount: Math.abs(points),
        direction: points < 0 ? 'debit' : 'credit',
        source: reason,
        remark: text,
      },
      occurred_at: moment(at),
    }),
    earnRule: ({ id, name, text, points, per }) => ({
      ...{
        id,
        title: name,
        body: text,
        points_value: points,
        earn_type: per === 'euro' ? 'per_currency_unit' : 'one_time',
      },
      ...{ is_published: 1, is_archived: 0 },
    }),
    estimate: ({ points }) => ({ estimated_points: points }),
    tierDefinition: ({ id, handle, name, fromPoints, colour }) => ({
      ...{ id, handle, title: name, points_threshold: fromPoints, color: colour, is_published: 1 },
    }),
    tier: ({ tier, next, member }) => ({
      ...{
        tier_definition_id: tier.id,
        tier_title: tier.name,
        tier_handle: tier.handle,
        tier_points: earnedBy(member),
      },
      ...{ next_tier_definition_id: next?.id ?? null, next_tier_title: next?.name ?? null },
      points_to_next_tier: next ? next.fromPoints - earnedBy(member) : null,
    }),
    rewardDefinition: ({ id, handle, name, text, points, state }) => ({
      ...{ id, handle, title: name, body: text, points_required: points },
      ...{ is_published: bit(state === 'published'), is_archived: bit(state === 'archived') },
    }),
    reward: ({ id, definition, code, issuedAt, expiresAt, usedAt }, tenant) => ({
      ...{ id, reward_definition_id: definition.id, voucher: code, issued_on: moment(issuedAt) },
      ...{
        valid_until: moment(expiresAt),
        is_redeemed: bit(usedAt),
        redeemed_on: usedAt ? moment(usedAt) : null,
      },
      reward_definition: tenant.dialect.write.rewardDefinition(definition, tenant),
    }),
    benefitDefinition: ({ id, handle, name, text }) => ({
      id,
      handle,
      title: name,
      body: text,
      is_published: 1,
    }),
    benefit: ({ id, definition, state, expiresAt }, tenant) => ({
      ...{ id: state === 'held' || state === 'used' ? id : null, can_claim: bit(state === 'claimable') },
      ...{
        is_held: bit(state === 'held'),
        is_redeemed: bit(state === 'used'),
        valid_until: moment(expiresAt),
      },
      benefit_definition: tenant.dialect.write.benefitDefinition(definition, tenant),
    }),
    credit: (credit, { world }) =>
      creditAsShown(
        credit,
        world.members.find(({ credits }) => credits.includes(credit))!,
        moment,
      ),
    achievementDefinition: ({ id, handle, name, text, target, archived }) => ({
      ...{
        id,
        handle,
        title: name,
        body: text,
        required_points: target,
        is_published: 1,
        is_archived: bit(archived),
      },
    }),
    achievement: ({ id, definition, done, achievedAt }, tenant) => ({
      ...{
        id,
        points_collected: done,
        is_achieved: bit(achievedAt),
        achieved_on: achievedAt ? moment(achievedAt) : null,
      },
      achievement_definition: tenant.dialect.write.achievementDefinition(definition, tenant),
    }),
    achievementPoints: ({ done, definition }) => ({
      points_collected: done,
      required_points: definition.target,
    }),
    date: (date) => dateAsShown(date, moment, '1'),
    listDefinition: ({ id, handle, name, kind }) => ({
      ...{
        id,
        handle,
        title: name,
        type: { wishes: 'wishlist', registry: 'gift_registry', 'style guide': 'style_guide' }[kind],
      },
    }),
    list: ({ id, definition, handle, name, eventDay, items }, tenant) => ({
      ...{ id, list_definition_id: definition.id, handle, title: name, event_date: eventDay ?? null },
      ...{ items_count: items.length, definition: tenant.dialect.write.listDefinition(definition, tenant) },
    }),
    item: (item) => ({
      ...{ id: item.id, product_id: item.product.id, product: product(item.product), qty: item.wanted },
      ...{ qty_purchased: item.bought, remark: item.note, added_on: moment(item.addedAt) },
      qty_reserved: item.reservations.reduce((sum, { quantity }) => sum + quantity, 0),
    }),
    share: ({ id, handle, at }) => ({ id, handle, shared_on: moment(at) }),
    sharedList: ({ share, withOwner }, tenant) => ({
      ...{ id: share.id, handle: share.handle, shared_on: moment(share.at) },
      list: {
        data: {
          ...tenant.dialect.write.list(share.list, tenant),
          items: { data: share.list.items.map((item) => tenant.dialect.write.item(item, tenant)) },
        },
      },
      ...(withOwner && { customer: { forename: share.list.owner.firstName } }),
    }),
    reservation: ({ id, quantity, by, at }) => ({
      id,
      qty: quantity,
      reserver_name: by,
      reserved_on: moment(at),
    }),
    product,
    purchase: ({ id, receipt, cents, at, place, points, lines }) => ({
      ...{
        id,
        receipt_ref: receipt,
        total: cents,
        transacted_at: moment(at),
        location_id: place.id,
        points_awarded: points,
      },
      items: lines.map((line) => ({ id: line.id, qty: line.quantity, product: product(line.product) })),
    }),
    claim: ({ id, receipt, cents, day, state, answer, at }) => ({
      ...{ id, receipt_ref: receipt, transacted_at: day, amount: cents ?? null, submitted_on: moment(at) },
      ...{
        status: { checking: 'in_review', approved: 'approved', rejected: 'rejected' }[state],
        reply: answer,
      },
    }),
    redemption: (redemption) => redemptionAsShown(redemption, moment),
    place: ({ id, name, externalId }) => ({ id, title: name, external_id: externalId, is_published: 1 }),
    event: ({ name }) => ({ event: name }),
  },
  one: (_kind, record) => ({ data: record }),
  many: (_kind, records, { number, size, total, path }: Page) => {
    const last = Math.max(Math.ceil(total / size), 1);
    const address = (page: number): string | null =>
      page < 1 || page > last ? null : `${path}?page=${String(page)}`;
    return {
      data: records,
      links: { first: address(1), last: address(last), prev: address(number - 1), next: address(number + 1) },
      meta: {
        ...{
          current_page: number,
          from: records.length ? (number - 1) * size + 1 : null,
          last_page: last,
          path,
        },
        ...{ per_page: size, to: records.length ? (number - 1) * size + records.length : null, total },
      },
    };
  },
  estimateLine: { product: 'external_id', quantity: 'qty' },
  page: { number: 'page', size: 'per_page', defaultSize: 15, largestSize: 50 },
  refuseQuery: (operation, query) => {
    const sort = query.get('sort');
    const allowed = SORTS[operation];
    if (sort === null || operation === 'redemptions.browse' || allowed?.includes(sort.replace(/^-/, '')))
      return undefined;
    return `Requested sort(s) \`${sort.replace(/^-/, '')}\` is not allowed. Allowed sort(s) are \`${(allowed ?? []).join(', ')}\`.`;
  },
  refuse: ({ message, fields }, names) => ({
    type: 'application/json',
    body: {
      message,
      ...(fields && {
        errors: Object.fromEntries(
          Object.entries(fields).map(([field, text]) => [names[field] ?? field, [text]]),
        ),
      }),
    },
  }),
  idempotencyHeader: undefined,
  cors: { methods: 'GET, POST, PUT, PATCH, DELETE', headers: (asked) => asked ?? '*' },
  limitHeaders: (limit, left) => ({
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(left),
  }),
};
