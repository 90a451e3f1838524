import {
  addList,
  addListItem,
  addProfileCustomEvent,
  addProfileTransactionClaim,
  claimableProfileBenefits,
  claimProfileBenefit,
  claimReward,
  deleteProfileDate,
  deleteProfileTransactionClaim,
  editProfileDates,
  estimateIncentives,
  listItems,
  profileAchievements,
  profileBalances,
  profileBenefits,
  profileDates,
  profileCredits,
  profileIdentities,
  profileLedgers,
  profilePoints,
  profileRedemptions,
  profileRewards,
  profileTier,
  profileTransactionClaims,
  proxyCreate,
  proxyLogin,
  readProfile,
  removeListItem,
  rewardDefinitions,
  searchProfile,
  storefrontToken,
  tierDefinitions,
} from '../../src/services/contract/endpoints/index.ts';
import { json, refuse, type Answer, type AnyEndpoint, type SeenRequest } from './component-answers.ts';
import { findList, itemsOf, listAnswers } from './component-lists.ts';
import { Member, type PointWire } from './component-member.ts';

/** The wishlist is addressed by its handle or its id. */
const itemsOfWishlist = ({ items }: Member, { names }: Pick<SeenRequest, 'names'>) =>
  ['wishlist', '1'].includes(names['list'] ?? '') ? items : undefined;

/** The requested page of records, with its page number and the number of pages. */
const paged = (records: readonly unknown[], { url }: SeenRequest): Response => {
  const size = Number(url.searchParams.get('page[size]') ?? 100);
  const page = Number(url.searchParams.get('page[number]') ?? 1);
  const meta = {
    current_page: page,
    last_page: Math.max(1, Math.ceil(records.length / size)),
    per_page: size,
    total: records.length,
  };
  return json({ data: records.slice((page - 1) * size, page * size), meta });
};

const OPERATORS: Readonly<Record<string, (value: never, asked: never) => boolean>> = {
  eq: (value, asked) => value === asked,
  ne: (value, asked) => value !== asked,
  gt: (value, asked) => value > asked,
  lt: (value, asked) => value < asked,
};

/** A page of the records, filtered and sorted as the request asks (spec 4.2.1). Throws for an attribute or operator that is not here. */
function browse(records: readonly Record<string, unknown>[], request: SeenRequest): Response {
  let found = [...records];
  for (const [name, asked] of request.url.searchParams) {
    const [, attribute, operator = 'eq'] = /^filter\[(\w+)\](?:\[(\w+)\])?$/.exec(name) ?? [];
    if (!attribute) continue;
    const compare = OPERATORS[operator];
    if (!compare || records.some((record) => !(attribute in record)))
      throw new Error(`No ${attribute} ${operator}`);
    const comparable = (value: unknown) => (Number.isFinite(Number(asked)) ? Number(value) : value) as never;
    found = found.filter((record) => compare(comparable(record[attribute]), comparable(asked)));
  }
  const sort = request.url.searchParams.get('sort') ?? '';
  const key = sort.replace('-', '');
  const keyOf = (record: Record<string, unknown>) => String(record[key] ?? '~'); // empty ones last
  const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
  found.sort((a, b) => compare(keyOf(a), keyOf(b)) * (sort.startsWith('-') ? -1 : 1));
  return paged(found, request);
}

/** An entry of the ledger: without its kind, and with the balance after it. */
const ledgerWire = ({ id, value, balance, description, at, refund_takes }: PointWire) => ({
  id,
  type: 'points',
  value: String(value),
  balance: String(balance),
  description,
  occurred_at: at,
  refund_takes: refund_takes ?? null,
});
const pointWire = ({ id, type, value, description, at }: PointWire) => ({
  id,
  type,
  value,
  description,
  issued_at: at,
});

/** The service's own response for each endpoint, from members and their tokens in memory. */
export function ownAnswers(
  members: Map<string, Member>,
  tokens: Map<string, Member>,
): [AnyEndpoint, Answer][] {
  let tokensIssued = 0;

  const memberOf = ({ headers }: SeenRequest): Member | undefined =>
    tokens.get(headers.get('Authorization')?.replace('Bearer ', '') ?? '');

  /** Calls `answer` with the member of the request's token (spec 5, 7). */
  const forMember =
    (answer: (member: Member, request: SeenRequest) => Response): Answer =>
    (request) => {
      const member = memberOf(request);
      if (!member) return refuse(401, 'Unauthenticated.');
      const asked = request.names.profile ?? request.names.id ?? request.names.profileId;
      if (asked && asked !== member.profileId) return refuse(404, 'No such profile.');
      return answer(member, request);
    };

  return [
    ...listAnswers({ members, memberOf, forMember, paged }),
    [
      storefrontToken,
      ({ body }) => {
        const { id, signature } = body as { id: string; signature: string };
        const member = members.get(id);
        if (!member || member.signature !== signature) return refuse(401, 'Unauthenticated.');
        const token = `token-${member.id}-${++tokensIssued}`;
        tokens.set(token, member);
        return json({ data: { token } });
      },
    ],
    [
      proxyLogin,
      ({ headers }) => {
        const [, encoded = ''] = headers.get('Authorization')!.split(' ');
        const [email = '', password] = new TextDecoder()
          .decode(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)))
          .split(':');
        const member = [...members.values()].find(({ id }) => `${id}@example.com` === email);
        if (!member || password !== `pässword-${member.id}`) return refuse(401, 'Unauthenticated.');
        const token = `session-${member.id}-${++tokensIssued}`;
        tokens.set(token, member);
        return json({ token, expiry: new Date(Date.now() + 3_600_000).toISOString() });
      },
    ],
    [
      proxyCreate,
      ({ body }) => {
        const { email } = body as { email: string };
        const [id = ''] = email.split('@');
        if (members.has(id)) {
          return refuse(422, 'Some fields aren’t right.', { email: ['This e-mail address is taken.'] });
        }
        members.set(id, new Member(id, 'c'.repeat(64)));
        return json({ data: { profile_id: `profile-${id}` } });
      },
    ],
    [
      searchProfile,
      forMember(({ id, profileId, namespace }) =>
        json({ data: { id: profileId, identities: [{ namespace, value: id }] } }),
      ),
    ],
    [readProfile, forMember(({ profile, profileId }) => json({ data: { id: profileId, ...profile } }))],
    [profileIdentities, forMember(({ identities }, request) => browse(identities, request))],
    [profileBalances, forMember(({ points }) => json({ data: { points } }))],
    [profileTier, forMember(({ tier }) => json({ data: tier }))],
    [profileLedgers, forMember(({ pointEntries }, request) => browse(pointEntries.map(ledgerWire), request))],
    [profilePoints, forMember(({ pointEntries }, request) => browse(pointEntries.map(pointWire), request))],
    [profileRedemptions, forMember(({ redemptions }, request) => browse(redemptions, request))],
    [profileCredits, forMember(({ credits }, request) => browse(credits, request))],
    [profileRewards, forMember(({ rewards }, request) => paged(rewards, request))],
    [rewardDefinitions, forMember(({ definitions }, request) => paged(definitions, request))],
    [tierDefinitions, forMember(({ tiers }, request) => paged(tiers, request))],
    [profileBenefits, forMember(({ benefits }, request) => paged(benefits, request))],
    [claimableProfileBenefits, forMember(({ claimable }, request) => paged(claimable, request))],
    [claimProfileBenefit, forMember((member, { body, headers }) => member.claimBenefit(body, headers))],
    [profileDates, forMember(({ dates }) => json({ data: dates }))],
    [editProfileDates, forMember((member, { body }) => member.putDates(body))],
    [
      deleteProfileDate,
      forMember((member, { names }) => {
        member.dates = member.dates.filter(({ id }) => id !== names.date);
        return new Response(null, { status: 204 });
      }),
    ],
    [profileTransactionClaims, forMember(({ receipts }, request) => paged(receipts, request))],
    [addProfileTransactionClaim, forMember((member, { body, headers }) => member.addReceipt(body, headers))],
    [
      deleteProfileTransactionClaim,
      forMember((member, { names }) => {
        member.receipts = member.receipts.filter(({ id }) => String(id) !== names.transactionClaim);
        return new Response(null, { status: 204 });
      }),
    ],
    [profileAchievements, forMember(({ achievements }, request) => paged(achievements, request))],
    [estimateIncentives, forMember((_, { body }) => json({ data: estimate(body) }))],
    [claimReward, forMember((member, request) => member.claim(request.body, request.headers))],
    [
      listItems,
      forMember((member, request) => {
        const found = findList(member, request.names['list']);
        const items = found ? itemsOf(found) : itemsOfWishlist(member, request);
        return items ? paged(items, request) : refuse(404, 'No such list.');
      }),
    ],
    [
      addList,
      forMember((member, { body }) => json({ data: member.addList(body as Record<string, unknown>) })),
    ],
    [
      addListItem,
      forMember((member, { names, body }) => {
        const { product_id, variant_id, variant_name, quantity, note, priority } = body as {
          product_id: string;
          variant_id?: string;
          variant_name?: string;
          quantity?: number;
          note?: string;
          priority?: string;
        };
        const items = findList(member, names['list'])?.items ?? itemsOfWishlist(member, { names });
        if (!items) return refuse(404, 'No such list.');
        const isNew = !items.some((one) => one.product_id === product_id && one['variant_id'] === variant_id);
        const added = member.addItem(product_id, items, variant_id ? { variant_id, variant_name } : {});
        if (isNew) Object.assign(added, quantity && { quantity }, note && { note }, priority && { priority });
        return json({ data: added });
      }),
    ],
    [
      removeListItem,
      forMember((member, { names, url }) => {
        const found = findList(member, names['list']);
        const items = found?.items ?? itemsOfWishlist(member, { names });
        const isReserved = ({ item_id }: { item_id: number }) => String(item_id) === names['item'];
        if (found?.reservations.some(isReserved) && url.searchParams.get('confirm') !== 'true')
          return refuse(409, 'This item has reservations.');
        if (found) found.reservations = found.reservations.filter((one) => !isReserved(one));
        const at = items?.findIndex(({ id }) => String(id) === names['item']) ?? -1;
        const [removed] = at < 0 ? [] : items!.splice(at, 1);
        if (removed) member.removed.set(removed.product_id, removed);
        return removed ? new Response(null, { status: 204 }) : refuse(404, 'No such item.');
      }),
    ],
    [addProfileCustomEvent, forMember((_, { body }) => json({ data: body }, 201))],
  ];
}

/** A point for each unit of the currency, for the total and for each item. */
function estimate(body: unknown) {
  const { total, items } = body as { total: number; items: { quantity: number; price: number }[] };
  return {
    points: Math.floor(total),
    items: items.map(({ quantity, price }) => ({ points: Math.floor(quantity * price) })),
  };
}
