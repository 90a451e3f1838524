import type { Dialect } from './dialect.ts';
import { laravel } from './laravel.ts';
import { balanceOf, earnedBy, type Product } from './records.ts';
import { creditAsShown, dateAsShown, redemptionAsShown } from './shown.ts';

// The control: the same service, but it agrees with everything that the elements assume. Where a test fails here, the test is wrong.
// Unlike the others it was written with docs/assumptions.md in view.

const moment = (at: Date): string => at.toISOString();
const product = ({ name, cents }: Product): object => ({
  name,
  price: (cents / 100).toFixed(2),
  currency: 'EUR',
});
const { 'dates.edit': _edit, 'benefits.viewable': _viewable, ...shared } = laravel.routes;
const { refuseQuery: _refuse, ...base } = laravel;

export const agreeing: Dialect = {
  ...base,
  name: 'agreeing',
  wishes: 'wishlist',
  routes: {
    ...shared,
    'profile.edit': 'PUT /v3/profiles/{profile}',
    'profile.addIdentity': 'POST /v3/profiles/{profile}/identities',
    'dates.put': 'PUT /v3/profiles/{profile}/attributes/dates',
    'benefits.owned': 'GET /v3/profiles/{profile}/benefits',
    'benefits.claimable': 'GET /v3/profiles/{profile}/benefits/claimable',
    'lists.edit': 'PUT /v3/profiles/{profile}/lists/{list}',
    'items.edit': 'PUT /v3/profiles/{profile}/lists/{list}/items/{item}',
  },
  newToken: (number) => `token-${String(number)}`,
  storefrontToken: (token, _member, expires) => ({ data: { token, expiry: moment(expires) } }),
  bodies: {
    'token.storefront': { id: 'id', signature: 'signature' },
    'profile.add': { email: 'email', firstName: 'first_name', lastName: 'last_name' },
    'profile.edit': { firstName: 'first_name', lastName: 'last_name' },
    'profile.addIdentity': { value: 'value' },
    'event.add': { name: 'name', data: 'data' },
    'dates.put': { id: '0.id', name: '0.name', date: '0.date' },
    'points.estimate': { lines: 'items' },
    'rewards.claim': { definition: 'reward_definition_id' },
    'benefits.claim': { benefit: 'benefit_definition_id' },
    'lists.add': { definition: 'type', name: 'name', eventDay: 'event_at' },
    'lists.edit': { name: 'name', eventDay: 'event_at' },
    'items.add': { product: 'product_id', quantity: 'quantity', note: 'note' },
    'items.edit': { quantity: 'quantity', note: 'note' },
    'reservations.add': { by: 'name', quantity: 'quantity' },
    'claims.add': { receipt: 'receipt_ref', day: 'transacted_at', total: 'total' },
    'transactions.add': {
      profile: 'profile_id',
      total: 'total',
      receipt: 'receipt_ref',
      text: 'description',
    },
  },
  openToGuests: ['shared.readWithoutProfile', 'reservations.add', 'reservations.delete'],
  estimateLine: { product: 'product_id', quantity: 'quantity' },
  write: {
    ...laravel.write,
    profile: ({ id, email, firstName, lastName }) => ({
      id,
      email,
      first_name: firstName,
      last_name: lastName,
    }),
    identity: ({ type, value, member }) => {
      const namespace = type === 'shop' ? 'acme-shop' : type;
      return { id: member.id, namespace, value, identities: [{ namespace, value }] };
    },
    balance: (member) => ({
      points: { available: balanceOf(member), pending: member.pendingPoints, earned: earnedBy(member) },
    }),
    entry: ({ id, points, text, at }) => ({ id, value: points, description: text, occurred_at: moment(at) }),
    estimate: ({ points, perLine }) => ({ points, items: perLine.map((one) => ({ points: one })) }),
    tierDefinition: ({ id, name, fromPoints, colour }) => ({
      id,
      name,
      points_required: fromPoints,
      primary_colour: colour,
    }),
    tier: ({ tier, next, member }, tenant) => ({
      points: earnedBy(member),
      definition: tenant.dialect.write.tierDefinition(tier, tenant),
      next: next ? tenant.dialect.write.tierDefinition(next, tenant) : null,
    }),
    rewardDefinition: ({ id, name, text, points, state }) => ({
      id,
      name,
      short_description: text,
      points_cost: points,
      is_published: state === 'published',
    }),
    reward: ({ id, definition, code, issuedAt, expiresAt, usedAt }, tenant) => ({
      id,
      reward_definition_id: definition.id,
      code,
      issued_at: moment(issuedAt),
      expires_at: moment(expiresAt),
      redeemed_at: usedAt ? moment(usedAt) : null,
      points_spent: definition.points,
      definition: tenant.dialect.write.rewardDefinition(definition, tenant),
    }),
    benefitDefinition: ({ id, name, text }) => ({
      id,
      name,
      short_description: text,
      points_cost: 0,
      is_published: true,
    }),
    benefit: ({ id, definition, expiresAt }, tenant) => ({
      id,
      benefit_definition_id: definition.id,
      expires_at: moment(expiresAt),
      uses_left: 1,
      definition: tenant.dialect.write.benefitDefinition(definition, tenant),
    }),
    credit: (credit, { world }) =>
      creditAsShown(
        credit,
        world.members.find(({ credits }) => credits.includes(credit))!,
        moment,
      ),
    achievementDefinition: ({ id, name, text, target, archived }) => ({
      id,
      name,
      short_description: text,
      points_required: target,
      is_published: !archived,
    }),
    achievement: ({ id, definition, done, achievedAt }, tenant) => ({
      id,
      achievement_definition_id: definition.id,
      points: done,
      completed_at: achievedAt ? moment(achievedAt) : null,
      definition: tenant.dialect.write.achievementDefinition(definition, tenant),
    }),
    date: (date) => dateAsShown(date, moment, '1'),
    listDefinition: ({ kind }) => ({
      type: { wishes: 'wishlist', registry: 'registry', 'style guide': 'style-guide' }[kind],
    }),
    list: ({ id, definition, handle, name, eventDay }, tenant) => ({
      id,
      handle,
      name,
      event_at: eventDay ?? null,
      ...tenant.dialect.write.listDefinition(definition, tenant),
    }),
    item: (item) => ({
      id: item.id,
      product_id: item.product.externalId,
      product: product(item.product),
      note: item.note,
      quantity: item.wanted,
      quantity_purchased: item.bought,
      quantity_reserved: item.reservations.reduce((sum, { quantity }) => sum + quantity, 0),
    }),
    share: ({ id, handle }) => ({ id, handle }),
    sharedList: ({ share }, tenant) => ({
      ...tenant.dialect.write.list(share.list, tenant),
      items: share.list.items.map((item) => tenant.dialect.write.item(item, tenant)),
    }),
    reservation: ({ id, quantity, by }) => ({
      id,
      quantity,
      name: by,
      status: 'reserved',
      secret: `secret-${String(id)}`,
    }),
    claim: ({ id, receipt, state, at }) => ({
      id,
      receipt_ref: receipt,
      created_at: moment(at),
      status: { checking: 'pending', approved: 'matched', rejected: 'refused' }[state],
    }),
    redemption: (redemption) => redemptionAsShown(redemption, moment),
  },
  many: (_kind, records, { number, size, total }) => ({
    data: records,
    meta: { current_page: number, last_page: Math.max(Math.ceil(total / size), 1), per_page: size, total },
  }),
  page: { number: 'page[number]', size: 'page[size]', defaultSize: 25, largestSize: 100 },
  idempotencyHeader: 'idempotency-key',
  cors: { ...laravel.cors, exposed: 'Retry-After' },
};
