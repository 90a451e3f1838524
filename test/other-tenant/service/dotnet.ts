import { createHash } from 'node:crypto';
import type { Dialect } from './dialect.ts';
import { balanceOf, earnedBy, type Id, type Product } from './records.ts';
import { dateAsShown, redemptionAsShown } from './shown.ts';

/** `2026-11-20T10:00:00.0000000Z` */
const moment = (at: Date): string => at.toISOString().replace(/(\.\d{3})Z$/, '$10000Z');
const money = (cents: number): object => ({ amount: cents / 100, currencyCode: 'EUR' });
const guid = (kind: string, number: number): string =>
  createHash('md5')
    .update(`${kind} ${String(number)}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const product = ({ id, externalId, name, cents }: Product): object => ({
  id,
  externalId,
  displayName: name,
  listPrice: money(cents),
});
const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const LIST_KINDS = { wishes: 'WishList', registry: 'GiftRegistry', 'style guide': 'StyleGuide' };
/** Parameters that are bound; another one is a 400. */
const PARAMETERS = ['pageNumber', 'pageSize', 'orderBy'];

export const dotnet: Dialect = {
  name: 'dotnet',
  wishes: '',
  signatureEncoding: 'base64',
  routes: {
    'token.storefront': 'POST /{platform}/api/v1/auth/token',
    'token.machine': 'POST /v3/auth/token',
    'token.verify': 'GET /v3/auth/verify',
    'profile.read': 'GET /v3/profiles/{profile}',
    'profile.add': 'POST /v3/profiles',
    'profile.edit': 'PUT /v3/profiles/{profile}',
    'profile.identities': 'GET /v3/profiles/{profile}/identities',
    'profile.search': 'GET /v3/identities/search-profile/{identifier}',
    'event.add': 'POST /v3/profiles/{profile}/custom-event',
    'dates.browse': 'GET /v3/profiles/{profile}/attributes/dates',
    'dates.add': 'PUT /v3/profiles/{profile}/attributes/dates',
    'dates.edit': 'PUT /v3/profiles/{profile}/attributes/dates/{handle}',
    'dates.delete': 'DELETE /v3/profiles/{profile}/attributes/dates/{date}',
    'webhooks.store': 'POST /v3/webhooks',
    'points.balance': 'GET /v3/profiles/{profile}/points/summary',
    'points.entries': 'GET /v3/profiles/{profile}/ledgers',
    'points.earnRules': 'GET /v3/definitions/points',
    'tiers.definitions': 'GET /v3/definitions/tiers',
    'tiers.current': 'GET /v3/profiles/{profile}/tiers/current',
    'rewards.definitions': 'GET /v3/definitions/rewards',
    'rewards.available': 'GET /v3/profiles/{profile}/rewards/available',
    'rewards.owned': 'GET /v3/profiles/{profile}/rewards',
    'rewards.claim': 'POST /v3/profiles/{profile}/rewards',
    'rewards.use': 'POST /v3/profiles/{profile}/redemptions/rewards',
    'benefits.definitions': 'GET /v3/definitions/benefits',
    'benefits.viewable': 'GET /v3/profiles/{profile}/benefits/viewable',
    'benefits.claim': 'POST /v3/profiles/{profile}/benefits/claim',
    'credits.browse': 'GET /v3/profiles/{profile}/credits',
    'achievements.definitions': 'GET /v3/definitions/achievements',
    'achievements.browse': 'GET /v3/profiles/{profile}/achievements',
    'achievements.points': 'GET /v3/profiles/{profile}/achievements/{definition}/achievement-points',
    'lists.definitions': 'GET /v3/definitions/lists',
    'lists.browse': 'GET /v3/profiles/{profile}/lists',
    'lists.add': 'POST /v3/profiles/{profile}/lists',
    'lists.read': 'GET /v3/profiles/{profile}/lists/{list}',
    'lists.edit': 'PUT /v3/profiles/{profile}/lists/{list}',
    'lists.delete': 'DELETE /v3/profiles/{profile}/lists/{list}',
    'items.browse': 'GET /v3/profiles/{profile}/lists/{list}/entries',
    'items.add': 'POST /v3/profiles/{profile}/lists/{list}/entries',
    'items.edit': 'PUT /v3/profiles/{profile}/lists/{list}/entries',
    'items.delete': 'POST /v3/profiles/{profile}/lists/{list}/entries/remove',
    'shares.browse': 'GET /v3/profiles/{profile}/lists/{list}/shares',
    'shares.add': 'POST /v3/profiles/{profile}/lists/{list}/shares',
    'shares.delete': 'DELETE /v3/profiles/{profile}/lists/{list}/shares/{share}',
    'shared.read': 'GET /v3/lists/shares/{handle}',
    'shared.readWithoutProfile': 'GET /v3/lists/shares/{handle}/no_profile',
    'reservations.browse': 'GET /v3/list/items/{item}/reservations',
    'reservations.add': 'POST /v3/lists/reservations',
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
  id: guid,
  newToken: (number, profile: Id | undefined) =>
    `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64({ sub: profile ?? 'machine', jti: number })}.${guid('token', number).replaceAll('-', '')}`,
  storefrontToken: (token, _member, expires) => ({ data: { token, expiresOn: moment(expires) } }),
  machineToken: (token) => ({ accessToken: token, expiresIn: 3_600 }),
  verified: (member) => ({ isValid: true, profileId: member?.id ?? null }),
  bodies: {
    'token.storefront': { id: 'id', signature: 'signature' },
    'profile.add': {
      email: 'emailAddress',
      firstName: 'name.given',
      lastName: 'name.family',
      shopId: 'externalReferences.0.value',
    },
    'profile.edit': { firstName: 'name.given', lastName: 'name.family' },
    'event.add': { name: 'eventName', data: 'attributes' },
    'dates.add': { handle: 'handle', date: 'date' },
    'dates.edit': { date: 'date' },
    'rewards.claim': { definition: 'definitionId' },
    'rewards.use': { reward: 'rewardId' },
    'benefits.claim': { benefit: 'definitionId' },
    'lists.add': { definition: 'definitionId', name: 'displayName', eventDay: 'eventDate' },
    'lists.edit': { name: 'displayName', eventDay: 'eventDate' },
    'items.add': {
      product: 'entries.0.product.externalId',
      quantity: 'entries.0.desiredQuantity',
      note: 'entries.0.note',
    },
    'items.edit': { item: 'entryId', quantity: 'desiredQuantity', note: 'note' },
    'items.delete': { item: 'entryIds.0' },
    'reservations.add': {
      item: 'entryId',
      by: 'guest.fullName',
      email: 'guest.emailAddress',
      quantity: 'units',
    },
    'claims.add': { receipt: 'receiptNumber', day: 'purchaseDate', total: 'totalAmount.amount' },
    'transactions.add': { profile: 'profileId', total: 'total.amount', receipt: 'receiptNumber' },
  },
  statuses: {
    'rewards.claim': 202,
    'benefits.claim': 202,
    'lists.add': 201,
    'items.add': 204,
    'profile.add': 201,
    'event.add': 202,
  },
  bare: {
    'rewards.claim': { isAccepted: true },
    'benefits.claim': undefined,
    'items.add': undefined,
    'items.edit': undefined,
    'event.add': undefined,
  },
  write: {
    profile: ({ id, email, firstName, lastName, joinedAt }) => ({
      profileId: id,
      emailAddress: email,
      name: { given: firstName, family: lastName },
      enrolledOn: moment(joinedAt),
    }),
    identity: ({ id, type, value, member }) => ({
      identityId: id,
      kind: { shop: 'ExternalReference', email: 'EmailAddress', card: 'Card' }[type],
      value,
      profileId: member.id,
    }),
    balance: (member) => ({ availablePoints: balanceOf(member), pendingPoints: member.pendingPoints }),
    entry: ({ id, points, reason, text, at }) => ({
      entryId: id,
      delta: points,
      description: text,
      postedOn: moment(at),
      kind: { purchase: 'Accrual', reward: 'Redemption', gift: 'Adjustment', expiry: 'Expiration' }[reason],
    }),
    earnRule: ({ id, name, text, points, per }) => ({
      definitionId: id,
      displayName: name,
      description: text,
      pointValue: points,
      basis: per === 'euro' ? 'PerCurrencyUnit' : 'OneTime',
      lifecycle: 'Active',
    }),
    estimate: ({ points }) => ({ points }),
    tierDefinition: ({ id, name, fromPoints, colour }) => ({
      definitionId: id,
      displayName: name,
      qualifyingPoints: fromPoints,
      accentColor: colour,
    }),
    tier: ({ member, tier, next }) => ({
      tier: { definitionId: tier.id, displayName: tier.name, qualifyingPoints: tier.fromPoints },
      memberQualifyingPoints: earnedBy(member),
      nextTier: next
        ? { definitionId: next.id, displayName: next.name, qualifyingPoints: next.fromPoints }
        : null,
    }),
    rewardDefinition: ({ id, name, text, points, state }) => ({
      definitionId: id,
      displayName: name,
      description: text,
      pointCost: points,
      lifecycle: { published: 'Active', draft: 'Draft', archived: 'Retired' }[state],
    }),
    reward: ({ id, definition, code, issuedAt, expiresAt, usedAt }) => ({
      rewardId: id,
      definition: {
        definitionId: definition.id,
        displayName: definition.name,
        pointCost: definition.points,
      },
      redemptionCode: code,
      issuedOn: moment(issuedAt),
      expiresOn: moment(expiresAt),
      status: usedAt ? 'Consumed' : 'Issued',
    }),
    benefitDefinition: ({ id, name, text }) => ({
      definitionId: id,
      displayName: name,
      description: text,
      lifecycle: 'Active',
    }),
    benefit: ({ definition, state, expiresAt }) => ({
      definitionId: definition.id,
      displayName: definition.name,
      description: definition.text,
      expiresOn: moment(expiresAt),
      eligibility: { claimable: 'Eligible', held: 'Claimed', used: 'Used', 'out of reach': 'NotEligible' }[
        state
      ],
    }),
    credit: ({ id, name, type, number, initialCents, remainingCents, locked, expiresAt }) => ({
      creditId: id,
      displayName: name,
      kind: type === 'gift card' ? 'GiftCard' : 'StoreCredit',
      cardNumber: number,
      issuedValue: money(initialCents),
      remainingValue: money(remainingCents),
      isFrozen: locked,
      expiresOn: moment(expiresAt),
    }),
    achievementDefinition: ({ id, name, text, target, archived }) => ({
      definitionId: id,
      displayName: name,
      description: text,
      goal: target,
      lifecycle: archived ? 'Retired' : 'Active',
    }),
    achievement: ({ id, definition, done, achievedAt }, tenant) => ({
      achievementId: id,
      definition: tenant.dialect.write.achievementDefinition(definition, tenant),
      progress: { current: done, goal: definition.target },
      earnedOn: achievedAt ? moment(achievedAt) : null,
    }),
    achievementPoints: ({ done, definition }) => ({ current: done, goal: definition.target }),
    date: (date) => dateAsShown({ ...date, day: `${date.day}T00:00:00.0000000Z` }, moment, 'True'),
    listDefinition: ({ id, name, kind }) => ({ definitionId: id, displayName: name, kind: LIST_KINDS[kind] }),
    list: ({ id, definition, name, eventDay, items }) => ({
      listId: id,
      displayName: name,
      eventDate: eventDay === undefined ? null : `${eventDay}T00:00:00`,
      entryCount: items.length,
      definition: { definitionId: definition.id, kind: LIST_KINDS[definition.kind] },
    }),
    item: (item) => ({
      entryId: item.id,
      product: product(item.product),
      productId: item.product.id,
      desiredQuantity: item.wanted,
      purchasedQuantity: item.bought,
      note: item.note,
      addedOn: moment(item.addedAt),
      reservedQuantity: item.reservations.reduce((sum, { quantity }) => sum + quantity, 0),
    }),
    share: ({ id, handle, at }) => ({ shareId: id, shareCode: handle, createdOn: moment(at) }),
    sharedList: ({ share, withOwner }, tenant) => ({
      shareCode: share.handle,
      sharedList: tenant.dialect.write.list(share.list, tenant),
      entries: share.list.items.map((item) => tenant.dialect.write.item(item, tenant)),
      ...(withOwner && { sharedBy: { displayName: share.list.owner.firstName } }),
    }),
    reservation: ({ id, quantity, by, at }) => ({
      reservationId: id,
      units: quantity,
      guest: { fullName: by },
      reservedOn: moment(at),
    }),
    product,
    purchase: ({ id, receipt, cents, at, place, points, lines }) => ({
      transactionId: id,
      receiptNumber: receipt,
      total: money(cents),
      postedOn: moment(at),
      locationId: place.id,
      pointsAwarded: points,
      lines: lines.map((line) => ({ units: line.quantity, product: product(line.product) })),
    }),
    claim: ({ id, receipt, cents, day, state, answer, at }) => ({
      claimId: id,
      receiptNumber: receipt,
      purchaseDate: `${day}T00:00:00`,
      submittedOn: moment(at),
      totalAmount: cents === undefined ? null : money(cents),
      resolutionNote: answer,
      status: { checking: 'UnderReview', approved: 'Approved', rejected: 'Rejected' }[state],
    }),
    redemption: (redemption) => redemptionAsShown(redemption, moment),
    place: ({ id, name, externalId }) => ({ locationId: id, displayName: name, externalId }),
    event: ({ name }) => ({ eventName: name }),
  },
  one: (kind, record) => (kind === 'date' ? { data: record } : record),
  many: (kind, records, { number, size, total }) =>
    kind === 'date' || kind === 'redemption'
      ? { data: records }
      : { items: records, total, pageNumber: number, pageSize: size },
  estimateLine: { product: 'externalId', quantity: 'quantity' },
  page: { number: 'pageNumber', size: 'pageSize', defaultSize: 10, largestSize: 25 },
  refuseQuery: (operation, query) => {
    if (operation === 'redemptions.browse') return undefined;
    const unknown = [...query.keys()].find((name) => !PARAMETERS.includes(name));
    return unknown === undefined
      ? undefined
      : `The parameter '${unknown}' is not recognised. Recognised: ${PARAMETERS.join(', ')}.`;
  },
  // 401, 403 and 422 also have the `message` that the interface shows.
  refuse: ({ status, message, fields }, names) => ({
    type: 'application/problem+json',
    body: {
      type: `https://httpstatuses.io/${String(status)}`,
      title: 'The request was refused.',
      status,
      detail: message,
      ...([401, 403, 422].includes(status) && { message }),
      ...(fields && {
        errors: Object.fromEntries(
          Object.entries(fields).map(([field, text]) => [`$.${names[field] ?? field}`, [text]]),
        ),
      }),
    },
  }),
  forbiddenToCustomers: ['rewards.definitions', 'benefits.definitions', 'achievements.definitions'],
  idempotencyHeader: undefined,
  cors: {
    methods: 'GET, POST, PUT, DELETE',
    headers: () => 'authorization, content-type, accept',
    exposed: 'Retry-After',
  },
};
