import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Loyalty, ResourceDefinition } from '../../../../src/services/customer/loyalty.ts';
import { achievements } from '../../../../src/services/customer/resources/achievements.ts';
import { balances } from '../../../../src/services/customer/resources/balances.ts';
import { benefits } from '../../../../src/services/customer/resources/benefits.ts';
import { saveDate } from '../../../../src/services/customer/actions/change-date.ts';
import { claimBenefit } from '../../../../src/services/customer/actions/claim-benefit.ts';
import { claimReceipt } from '../../../../src/services/customer/actions/claim-receipt.ts';
import { claimReward } from '../../../../src/services/customer/actions/claim-reward.ts';
import { createEstimates } from '../../../../src/services/customer/resources/estimates.ts';
import { credits } from '../../../../src/services/customer/resources/credits.ts';
import { dates } from '../../../../src/services/customer/resources/dates.ts';
import {
  loadFilteredHistory,
  type HistoryFilter,
} from '../../../../src/services/customer/resources/history-pages.ts';
import { history } from '../../../../src/services/customer/resources/history.ts';
import { shareList } from '../../../../src/services/customer/actions/share-list.ts';
import { listShares } from '../../../../src/services/customer/resources/list-share.ts';
import { createList, renameList } from '../../../../src/services/customer/actions/change-lists.ts';
import { lists } from '../../../../src/services/customer/resources/lists.ts';
import { readProgramme, tiers } from '../../../../src/services/customer/resources/programme.ts';
import { readPurchase } from '../../../../src/services/customer/resources/purchase.ts';
import { receipts } from '../../../../src/services/customer/resources/receipts.ts';
import { setEventDay, setWanted } from '../../../../src/services/customer/actions/change-registry.ts';
import { ownList } from '../../../../src/services/customer/resources/registry.ts';
import { readPointDetails } from '../../../../src/services/customer/resources/point-details.ts';
import { rewards } from '../../../../src/services/customer/resources/rewards.ts';
import { reserveItem } from '../../../../src/services/customer/actions/reserve-item.ts';
import { ownReservations } from '../../../../src/services/customer/resources/own-reservations.ts';
import { sharedList } from '../../../../src/services/customer/resources/shared-list.ts';
import { tier } from '../../../../src/services/customer/resources/tier.ts';
import { readWays } from '../../../../src/services/customer/resources/ways.ts';
import { wishlist } from '../../../../src/services/customer/resources/wishlist.ts';
import { json } from '../../../support/client-fetch.ts';
import { countOf } from '../../../support/counts.ts';
import {
  BALANCES,
  DEFINITION,
  ITEM,
  openLoyalty,
  PROFILE,
  REWARD,
  SIGNED_IN,
  TIER,
  type Answers,
} from '../../../support/client-programme.ts';

/** Records of each reader with several wrong fields. */
const RUNS = countOf('WRONG_RECORDS', { share: 50, full: 500 });
const SETTINGS = { ...SIGNED_IN, profileId: PROFILE };
const BELOW = `/v3/profiles/${PROFILE}`;

const BENEFIT_DEFINITION = {
  id: 31,
  name: 'Delivery pass',
  short_description: 'Deliveries on us.',
  description: 'It counts at checkout.',
  terms_conditions: 'Once a day.',
  image_url: 'https://pictures.example.com/pass.svg',
  icon: '*',
  uses: 3,
  points_cost: 250,
  is_published: true,
};
const BENEFIT = {
  id: 21,
  benefit_definition_id: 31,
  definition: BENEFIT_DEFINITION,
  uses_left: 2,
  points_spent: 250,
  expires_at: '2099-03-01T10:00:00Z',
};
const ACHIEVEMENT = {
  id: 41,
  achievement_definition_id: 51,
  definition: { name: 'Ten orders', short_description: 'Order ten times.', points_required: 10, icon: '*' },
  points: 3,
  completed_at: '2026-03-01T10:00:00Z',
};
const DATE = { id: 'date-1', name: 'Birthday', handle: 'birthday', date: '1990-02-03' };
const RECEIPT = { id: 61, receipt_ref: 'R-100', status: 'pending', created_at: '2026-03-01T10:00:00Z' };
const CREDIT = {
  id: 1,
  name: 'Gift card',
  value_initial: '50.00',
  value_remaining: '20.00',
  definition: { id: 1, name: 'Gift card', currency: 'EUR' },
  expires_at: '2099-06-30T12:00:00Z',
  released_at: '2098-06-30T12:00:00Z',
  locked: true,
  lock_expires_at: '2098-06-30T12:00:00Z',
  credit_number: '6006491234567890',
  security_code: 'XK42',
};
const LEDGER = {
  id: 1,
  type: 'points',
  value: '200.00',
  balance: '200.00',
  description: 'Order 1',
  occurred_at: '2026-03-01T10:00:00Z',
};
const POINTS = {
  id: 1,
  type: 'spend',
  value: -150,
  description: 'Order 1',
  issued_at: '2026-03-01T10:00:00Z',
};
const REDEMPTION = {
  id: 2,
  type: 'credit',
  total: '12.50',
  total_localised: '€12.50',
  redeem_at: '2026-03-01T10:00:00Z',
  location: { name: 'Harbour shop' },
  items: [{ id: 2, type: 'credit', type_attributes: { id: 1, definition: { name: 'Gift card' } } }],
};
const LIST = {
  id: 20,
  type: 'registry',
  handle: 'our-wedding',
  name: 'Our wedding',
  description: 'In June.',
  event_at: '2099-06-01T00:00:00Z',
};
const WANTED = { ...ITEM, quantity: 4, quantity_reserved: 1, quantity_purchased: 1, note: 'In blue' };
const SHARED = { ...LIST, items: [WANTED] };
const LIST_SHARE = { id: 7, handle: 'share', role: 'viewer', expires_at: '2099-06-01T00:00:00Z' };
const RESERVATION = { id: 901, profile_id: PROFILE, quantity: 1, status: 'reserved', secret: 'secret' };
const paged = (...data: unknown[]) => ({
  data,
  meta: { last_page: 1, total: data.length },
  links: { next: null },
});

/** What stands around the replies under test. */
const AROUND: Answers = {
  [`GET ${BELOW}/benefits`]: () => json(paged(BENEFIT)),
  [`GET ${BELOW}/benefits/claimable`]: () => json(paged(BENEFIT_DEFINITION)),
  [`GET ${BELOW}/attributes/dates`]: () => json({ data: [DATE] }),
  [`GET ${BELOW}/transactions/claims`]: () => json(paged(RECEIPT)),
  [`GET ${BELOW}/lists`]: () => json(paged(LIST)),
  [`GET ${BELOW}/lists/20/items`]: () => json(paged(WANTED)),
  [`GET ${BELOW}/lists/our-wedding`]: () => json({ data: LIST }),
  [`GET ${BELOW}/lists/our-wedding/items`]: () => json(paged(WANTED)),
  [`GET ${BELOW}/lists/our-wedding/shares`]: () => json(paged()),
  'GET /v3/lists/shares/share/no_profile': () => json({ data: SHARED }),
};

/** A call with a reply that elements show, as a resource. */
const reader = (load: (loyalty: Loyalty) => Promise<unknown>): ResourceDefinition<unknown> => ({
  key: 'reader',
  load,
});
/** What an action leaves in the resource that it changes. */
const after = <T>(
  definition: ResourceDefinition<T>,
  act: (loyalty: Loyalty) => Promise<unknown>,
): ResourceDefinition<unknown> =>
  reader(async (loyalty) => {
    await loyalty.resource(definition).refresh();
    const result = await act(loyalty);
    return [result, loyalty.resource(definition).state.value];
  });
const filtered = (filter: HistoryFilter) =>
  reader((loyalty) => loadFilteredHistory(loyalty, { filter, oldestFirst: false }, 1));

/** The points, and what few pages show of them; never the reply that it is read from. */
const balance = reader(async (loyalty) => {
  const { reply, ...points } = await balances.load(loyalty);
  return { points, details: readPointDetails({ ...points, reply }) };
});

const WIRES: readonly [string, ResourceDefinition<unknown>, string, unknown][] = [
  ['balances', balance, `GET ${BELOW}/balances`, { data: BALANCES }],
  ['tier', tier, `GET ${BELOW}/tier`, { data: TIER }],
  ['tier definitions', tiers, 'GET /v3/tiers/definitions', paged(TIER.definition)],
  ['owned rewards', rewards, `GET ${BELOW}/rewards`, paged(REWARD)],
  ['offers', rewards, 'GET /v3/rewards/definitions', paged(DEFINITION)],
  [
    'a claimed reward',
    after(rewards, (loyalty) => {
      const offer = {
        ...DEFINITION,
        pointsCost: 500,
        description: undefined,
        imageUrl: undefined,
        icon: undefined,
      };
      return claimReward(loyalty, { ...offer, minimumSpend: undefined, refusal: undefined }, 'key');
    }),
    `POST ${BELOW}/rewards`,
    { data: REWARD, meta: { balances: BALANCES } },
  ],
  ['owned benefits', benefits, `GET ${BELOW}/benefits`, paged(BENEFIT)],
  ['claimable benefits', benefits, `GET ${BELOW}/benefits/claimable`, paged(BENEFIT_DEFINITION)],
  [
    'a claimed benefit',
    after(benefits, (loyalty) => {
      const offer = {
        id: 31,
        name: 'Pass',
        description: undefined,
        imageUrl: undefined,
        icon: undefined,
      };
      return claimBenefit(loyalty, { ...offer, pointsCost: 250 });
    }),
    `POST ${BELOW}/benefits/claim`,
    { data: BENEFIT },
  ],
  ['achievements', achievements, `GET ${BELOW}/achievements`, paged(ACHIEVEMENT)],
  ['dates', dates, `GET ${BELOW}/attributes/dates`, { data: [DATE] }],
  [
    'a saved date',
    after(dates, (loyalty) => saveDate(loyalty, { id: undefined, name: 'Birthday', day: '1990-02-03' })),
    `PUT ${BELOW}/attributes/dates`,
    { data: [DATE] },
  ],
  ['receipts', receipts, `GET ${BELOW}/transactions/claims`, paged(RECEIPT)],
  [
    'a claimed receipt',
    after(receipts, (loyalty) => claimReceipt(loyalty, { number: 'R-1', total: 5, day: undefined })),
    `POST ${BELOW}/transactions/claims`,
    { data: RECEIPT },
  ],
  ['credits', credits, `GET ${BELOW}/credits`, paged(CREDIT)],
  ['history', history, `GET ${BELOW}/ledgers`, paged(LEDGER)],
  ['history of earned points', filtered('earned'), `GET ${BELOW}/ledgers`, paged(LEDGER)],
  ['history of spent points', filtered('spent'), `GET ${BELOW}/points`, paged(POINTS)],
  ['history of redemptions', filtered('redeemed'), `GET ${BELOW}/redemptions`, paged(REDEMPTION)],
  ['the wishlist', wishlist, `GET ${BELOW}/lists/wishlist/items`, paged(ITEM)],
  ['lists', lists, `GET ${BELOW}/lists`, paged(LIST)],
  ['the newest items of lists', lists, `GET ${BELOW}/lists/20/items`, paged(WANTED)],
  [
    'a new list',
    after(lists, (loyalty) =>
      createList(loyalty, {
        type: 'registry',
        name: 'Our wedding',
        handle: 'our-wedding',
        eventAt: undefined,
      }),
    ),
    `POST ${BELOW}/lists`,
    { data: LIST },
  ],
  [
    'a renamed list',
    after(lists, (loyalty) => renameList(loyalty, 20, 'Our day')),
    `PUT ${BELOW}/lists/20`,
    { data: LIST },
  ],
  ['a list', ownList('our-wedding'), `GET ${BELOW}/lists/our-wedding`, { data: LIST }],
  ['the items of a list', ownList('our-wedding'), `GET ${BELOW}/lists/our-wedding/items`, paged(WANTED)],
  [
    'a changed quantity',
    after(ownList('our-wedding'), (loyalty) => setWanted(loyalty, 'our-wedding', 11, 5)),
    `PUT ${BELOW}/lists/our-wedding/items/11`,
    { data: WANTED },
  ],
  [
    'a changed day',
    after(ownList('our-wedding'), (loyalty) => setEventDay(loyalty, 'our-wedding', '2099-06-02')),
    `PUT ${BELOW}/lists/our-wedding`,
    { data: LIST },
  ],
  [
    'the links to a list',
    listShares('our-wedding'),
    `GET ${BELOW}/lists/our-wedding/shares`,
    paged(LIST_SHARE),
  ],
  [
    'a new link to a list',
    reader((loyalty) => shareList(loyalty, 'our-wedding')),
    `POST ${BELOW}/lists/our-wedding/shares`,
    { data: LIST_SHARE },
  ],
  ['a shared list', sharedList('share'), 'GET /v3/lists/shares/share/no_profile', { data: SHARED }],
  [
    "a customer's own reservations",
    reader((loyalty) => ownReservations(loyalty, 'share', [11])),
    'GET /v3/list/items/11/reservations',
    { data: [RESERVATION] },
  ],
  [
    'a new reservation',
    reader((loyalty) =>
      reserveItem(loyalty, 'share', 11, { name: 'Ada', quantity: 1, idempotencyKey: 'key' }),
    ),
    'POST /v3/list/items/11/reservations',
    { data: RESERVATION },
  ],
  [
    'an estimate',
    reader((loyalty) => {
      const line = { product_id: 'lamp', variant_id: undefined, quantity: 1, price: 89 };
      const { points } = createEstimates(loyalty);
      const estimate = (price: number) =>
        points({ currency: 'EUR', lines: [{ ...line, price }] }, () => Promise.resolve());
      return Promise.all([estimate(89), estimate(5)]);
    }),
    'POST /v3/incentives/estimate',
    { data: { points: 94, items: [{ points: 89 }, { points: 5 }] } },
  ],
];
/** What may stand in the place of any field. */
const WRONG = [
  undefined,
  null,
  '',
  'x',
  '5',
  0,
  -1,
  1.5,
  1e300,
  true,
  false,
  [],
  [null],
  {},
  { a: 1 },
  '<b>',
  '2026-02-30',
];

/** Every place in a JSON value, as a path of keys; the value itself is the empty path. */
function places(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key]))];
}

/** A copy with another value at that place; `undefined` takes the field away. */
function changed(value: unknown, [key, ...rest]: readonly string[], other: unknown): unknown {
  if (key === undefined) return other;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  copy[key] = changed(copy[key], rest, other);
  return copy;
}

/** Loads the resource from that reply, and looks at every value that elements could show. */
async function checked(
  definition: ResourceDefinition<unknown>,
  route: string,
  reply: unknown,
): Promise<void> {
  const { loyalty } = openLoyalty({ ...AROUND, [route]: () => json(reply ?? null) }, SETTINGS);
  const resource = loyalty.resource(definition);
  await resource.refresh();
  const { status, error, value } = resource.state;
  // A cause would be something that a reader threw by accident.
  if (status === 'error') expect([error?.code, error?.cause]).toEqual(['bad_response', undefined]);
  else expect(status).toBe('complete');
  showable(value);
}

function showable(value: unknown): void {
  if (value instanceof Date) expect(value.getTime()).not.toBeNaN();
  else if (typeof value === 'number') expect(Math.abs(value)).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
  else if (typeof value === 'string') expect(value).not.toMatch(/^(|NaN|undefined|null|\[object Object\])$/);
  else if (typeof value === 'object' && value !== null) Object.values(value).forEach(showable);
  else if (typeof value !== 'boolean') expect(value ?? undefined).toBeUndefined();
}

describe.each(WIRES)('%s', (_name, definition, route, wire) => {
  it('with a field of any other type are read or a bad response, without a crash, NaN or undefined as text', async () => {
    for (const place of places(wire)) {
      for (const wrong of WRONG) await checked(definition, route, changed(wire, place, wrong));
    }
  });

  it('with unknown fields are read', async () => {
    const { loyalty } = openLoyalty({ ...AROUND, [route]: () => json(wire) }, SETTINGS);
    await loyalty.resource(definition).refresh();
    const usual = loyalty.resource(definition).state.value;
    expect(usual).toBeDefined();
    const more = openLoyalty(
      { ...AROUND, [route]: () => json(changed(wire, ['__more'], { a: 1 })) },
      SETTINGS,
    );
    await more.loyalty.resource(definition).refresh();
    expect(more.loyalty.resource(definition).state).toMatchObject({ status: 'complete', value: usual });
  });

  it('never throws for several fields of any type', async () => {
    const wrong = fc.oneof(fc.constantFrom(...WRONG), fc.jsonValue({ maxDepth: 2 }));
    const changes = fc.array(fc.tuple(fc.constantFrom(...places(wire)), wrong), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(changes, async (some) => {
        // Deeper places first: a place inside one that was replaced is gone.
        const order = [...some].sort(([one], [other]) => other.length - one.length);
        await checked(
          definition,
          route,
          order.reduce<unknown>((reply, [place, other]) => changed(reply, place, other), wire),
        );
      }),
      { numRuns: RUNS },
    );
  });
});

describe.each([
  [
    'programme',
    readProgramme,
    {
      tiers: [{ name: 'Gold', points_required: 5, color: '#fc0', benefits: [{ name: 'Sale' }] }],
      rewards: [{ name: 'Coffee', points_cost: 5 }],
    },
  ],
  [
    'ways to earn',
    readWays,
    [{ name: 'Order', description: 'Buy', points: 5, url: 'https://shop.example.com/' }],
  ],
  [
    'purchase',
    (items: unknown) => readPurchase(items, 'EUR'),
    [{ product_id: 'lamp', variant_id: 'blue', quantity: '2', price: '89.50' }],
  ],
] as const)('the %s that a page contains', (_name, read: (value: unknown) => unknown, given: unknown) => {
  it('is read with any value in any place, without NaN or undefined as text', () => {
    for (const place of places(given))
      for (const wrong of WRONG) showable(read(changed(given, place, wrong)));
  });
});

describe('what decides', () => {
  const own = reader((loyalty) => ownReservations(loyalty, 'share', [11]));
  const links = listShares('our-wedding');
  const OWN = 'GET /v3/list/items/11/reservations';
  const LINKS = `GET ${BELOW}/lists/our-wedding/shares`;
  it.each([
    ['a reservation without its status', own, OWN, { ...RESERVATION, status: undefined }, 'status'],
    ['a reservation with another status', own, OWN, { ...RESERVATION, status: 'waiting' }, 'status'],
    ['a reservation without its number', own, OWN, { ...RESERVATION, quantity: undefined }, 'quantity'],
    ['a reservation', own, OWN, RESERVATION, undefined],
    ['a link with another role', links, LINKS, { ...LIST_SHARE, role: 'owner' }, 'role'],
    ['a link', links, LINKS, LIST_SHARE, undefined],
    ['a link of a service without roles', links, LINKS, { ...LIST_SHARE, role: undefined }, undefined],
  ])('has no default: %s', async (_what, definition: ResourceDefinition<unknown>, route, wire, field) => {
    const { loyalty } = openLoyalty({ ...AROUND, [route]: () => json(paged(wire)) }, SETTINGS);
    await loyalty.resource(definition).refresh();
    expect(loyalty.resource(definition).state.error?.field).toBe(field);
  });
});

describe('items without a list in their reply', () => {
  it('are not counted as none', async () => {
    const { loyalty } = openLoyalty({ ...AROUND, [`GET ${BELOW}/lists/20/items`]: () => json({}) }, SETTINGS);
    await loyalty.resource(lists).refresh();
    expect(loyalty.resource(lists).state.value).toMatchObject([{ id: 20, count: undefined }]);
  });
});

describe('the name of a list', () => {
  it.each([
    ['our-wedding', undefined],
    ['wishlist', 'Wishlist'],
  ])('without it the list %s is called %s, and never by its handle', async (handle, name) => {
    const { name: _, ...nameless } = { ...LIST, handle };
    const answers = { ...AROUND, [`GET ${BELOW}/lists`]: () => json(paged(nameless)) };
    const { loyalty } = openLoyalty(answers, SETTINGS);
    await loyalty.resource(lists).refresh();
    const { value, error } = loyalty.resource(lists).state;
    expect(value?.[0]?.name).toBe(name);
    expect(error?.field).toBe(name === undefined ? 'name' : undefined);
  });
});

describe('a changed day', () => {
  it('is the day that was sent where the reply has none', async () => {
    const { event_at: _, ...reply } = LIST;
    const { loyalty } = openLoyalty(
      { ...AROUND, [`PUT ${BELOW}/lists/our-wedding`]: () => json({ data: reply }) },
      SETTINGS,
    );
    const shown = loyalty.resource(ownList('our-wedding'));
    await shown.refresh();
    await setEventDay(loyalty, 'our-wedding', '2099-06-02');
    expect(shown.state.value?.eventAt).toEqual(new Date('2099-06-02'));
  });
});
