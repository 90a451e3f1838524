import { describe, expect, it } from 'vitest';
import { tryWrites } from '../../src/doctor/try-writes.ts';
import { json, refusal, type Sent } from '../support/client-fetch.ts';
import { BALANCES, DEFINITION, openLoyalty, PROFILE } from '../support/client-programme.ts';

// What the doctor says of a service that does, refuses, forgets or delays what was written.

const OWN = `/v3/profiles/${PROFILE}`;

interface Service {
  /** Answers instead of the service, by method and the end of the path. */
  readonly faults?: Readonly<Record<string, () => Response>>;
  /** What is answered well, and not done. */
  readonly forgets?: RegExp;
  /** Points that each claim costs beside its key: `once` for a key, `always`, or what else is taken. */
  readonly charges?: 'once' | 'always' | number;
  readonly available?: number;
  readonly offers?: readonly object[];
  /** Whether a claim with a known key answers another record. */
  readonly answersAnother?: boolean;
  readonly product?: string;
  readonly hasLists?: boolean;
  /** Whether the first product makes the list. */
  readonly makesList?: boolean;
  /** Whether the second list is shared. */
  readonly isShared?: boolean;
  /** Whether shared lists say how many pieces are reserved. */
  readonly countsReserved?: boolean;
  readonly benefits?: readonly object[];
}

/** The lines of the doctor about a service that keeps what it is sent. */
async function linesOf(service: Service = {}) {
  const { faults = {}, forgets = /^$/, charges = 'once', hasLists = true } = service;
  const items: { id: number; product_id: string }[] = [{ id: 1, product_id: 'lamp' }];
  const dates: { id: string; name: string; date: string }[] = [];
  const shares: { id: number; handle: string; role: string }[] = [];
  const receipts: { id: number; receipt_ref: string; status: string }[] = [];
  const held: { id: number; definition: object }[] = [];
  const offered = service.benefits ?? [{ id: 8, name: 'Tasting', points_cost: 0 }];
  let reserved = 0;
  const keys = new Set<string>();
  let available = service.available ?? 4_200;
  let ids = 100;
  const list = (id: number, handle: string) => ({ id, handle, name: handle, type: 'wishlist' });
  const lists = hasLists ? [list(1, 'wishlist'), list(2, 'garden')] : [];

  function answer({ method, path, body, headers }: Sent): Response {
    const [, part = path] = path.split(`${OWN}/`);
    const fault = faults[`${method} ${part}`];
    if (fault) return fault();
    const sent = body as Readonly<Record<string, string>>;
    const changed = Array.isArray(body) ? (body[0] as { id?: string; date: string }) : undefined;
    const isDone = !forgets.test(`${method} ${part}${changed?.id === undefined ? '' : ' changed'}`);
    switch (`${method} ${part.replace(/\/[\da-f-]+$/, '/{id}')}`) {
      case 'GET lists':
        return json({ data: lists });
      case 'GET lists/wishlist/items':
      case 'GET lists/1/items':
        return json({ data: items });
      case 'GET lists/2/items':
        return json({
          data: [
            { id: 9, product_id: 'lamp' },
            { id: 10, product_id: 'bowl' },
          ],
        });
      case 'POST lists/wishlist/items': {
        const added = { id: ++ids, product_id: sent['product_id'] ?? '' };
        if (isDone) items.push(added);
        if (service.makesList) lists.push(list(3, 'wishlist'));
        return json({ data: added }, 201);
      }
      case 'DELETE lists/wishlist/items/{id}':
        if (isDone) items.splice(1);
        return json(undefined, 204);
      case 'GET lists/3/items':
        return json({ data: [] });
      case 'POST lists': {
        const added = { ...list(++ids, sent['handle'] ?? ''), name: sent['name'] ?? '' };
        if (isDone) lists.push(added);
        return json({ data: added }, 201);
      }
      case 'DELETE lists/{id}':
        if (isDone) lists.pop();
        return json(undefined, 204);
      case 'GET transactions/claims':
        return json({ data: receipts });
      case 'POST transactions/claims': {
        const added = { id: ++ids, receipt_ref: sent['receipt_ref'] ?? '', status: 'pending' };
        if (isDone) receipts.push(added);
        return json({ data: added }, 201);
      }
      case 'DELETE transactions/claims/{id}':
        if (isDone) receipts.length = 0;
        return json(undefined, 204);
      case 'GET benefits':
        return json({ data: held });
      case 'GET benefits/claimable':
        return json({ data: offered });
      case 'POST benefits/claim': {
        const added = { id: ++ids, definition: offered[0]! };
        if (isDone) held.push(added);
        return json({ data: added }, 201);
      }
      case 'GET attributes/dates':
        return json({ data: dates });
      case 'PUT attributes/dates': {
        if (changed?.id !== undefined) {
          const own = dates.find(({ id }) => id === changed.id)!;
          if (isDone) own.date = changed.date;
          return json({ data: [{ ...own, date: changed.date }] });
        }
        const { name, date } = (body as { name: string; date: string }[])[0]!;
        const added = { id: `d${++ids}`, name, date };
        if (isDone) dates.push(added);
        return json({ data: [added] });
      }
      case 'GET lists/2/shares':
        if (service.isShared) return json({ data: [{ id: 7, handle: 'garden-link', role: 'viewer' }] });
        return json({ data: shares });
      case 'GET lists/1/shares':
        return json({ data: shares });
      case 'POST lists/1/shares': {
        const added = { id: ++ids, handle: 'h', role: 'viewer' };
        if (isDone) shares.push(added);
        return json({ data: added }, 201);
      }
      case 'DELETE lists/1/shares/{id}':
        if (isDone) shares.length = 0;
        return json(undefined, 204);
      case 'GET balances':
        return json({ data: { points: { ...BALANCES.points, available } } });
      case 'POST rewards': {
        const key = headers['idempotency-key'] ?? '';
        const isKnown = keys.has(key);
        keys.add(key);
        if (typeof charges === 'number') available -= isKnown ? 0 : charges;
        else if (charges === 'always' || !isKnown) available -= 500;
        return json({ data: { id: isKnown && service.answersAnother ? 72 : 71 } }, 201);
      }
      case 'POST custom-event':
        return json({ data: {} }, 201);
    }
    if (method === 'DELETE' && part.startsWith('attributes/dates/')) {
      if (isDone) dates.length = 0;
      return json(undefined, 204);
    }
    if (/^lists\/1\d\d\/items$/.test(part)) return json({ data: [] });
    if (path === '/v3/lists/shares/garden-link/no_profile') {
      const counts = service.countsReserved === false ? {} : { quantity_reserved: reserved };
      const item = { id: 10, product_id: 'bowl', quantity: 2, quantity_purchased: 0, ...counts };
      return json({ data: { ...list(2, 'garden'), items: [item] } });
    }
    if (path.startsWith('/v3/list/items/10/reservations')) {
      if (isDone) reserved = method === 'POST' ? 1 : 0;
      if (method === 'POST') return json({ data: { id: 5, quantity: 1, status: 'reserved' } }, 201);
      return json(undefined, 204);
    }
    if (path === '/v3/rewards/definitions') return json({ data: service.offers ?? [DEFINITION] });
    if (path === '/v3/incentives/estimate') return json({ data: { points: 100 } });
    return refusal(404);
  }

  // Each connection asks the same service.
  const answers = new Proxy(
    {},
    {
      get: (_, route: string) =>
        /token|search-profile/.test(route) || route === `GET ${OWN}/rewards` ? undefined : answer,
    },
  );
  const open = () => openLoyalty(answers).loyalty;
  const { checks, posts } = await tryWrites(open, service.product, { pause: () => Promise.resolve() });
  return { lines: checks.map(({ state, text }) => `${state}: ${text}`), posts };
}

const CLAIMED = 'Left behind: the claimed reward "Coffee" (71), for which the customer has paid.';

const BENEFIT = 'the claimed benefit "Tasting". No call of the interface removes it';

describe('the doctor, with --write,', () => {
  it('saves, claims and removes, and says what stays', async () => {
    const { lines, posts } = await linesOf();
    expect(lines).toEqual([
      'ok: bowl was saved and removed again',
      'ok: a date was added and deleted again',
      'ok: a date was changed',
      'ok: a claim of a receipt was added and deleted again',
      'ok: a list was added and deleted again',
      'ok: the list "wishlist" was shared, and is not any more',
      'note: a reservation was not tried: no list is shared that has a product left',
      'ok: a purchase of 100 would earn 100 points; nothing was stored',
      'ok: a custom event "loyalty-doctor" was taken: it stays, because events cannot be deleted',
      'ok: the benefit "Tasting" was claimed',
      `wrong: Left behind: ${BENEFIT}`,
      'ok: two claims with one idempotency key were charged once, and answered the same reward: idempotency: { honoured: true } may be in the tenant file',
      'note: It stays claimed: 500 points of the test customer are spent, for "Coffee"',
      `wrong: ${CLAIMED} DELETE ${OWN}/rewards/71 removes it`,
    ]);
    expect([...posts.values()]).toEqual([undefined, undefined]);
  });

  it.each<[string, Service, string, string?]>([
    [
      'a product is not kept',
      { forgets: /POST lists.wishlist/ },
      'wrong: bowl was saved without an error, and is not on the wishlist',
      `perhaps the product bowl, which no read has shown. GET ${OWN}/lists/wishlist/items shows whether it is there`,
    ],
    [
      'a product is not removed',
      { forgets: /DELETE lists.wishlist/ },
      'wrong: bowl was saved, and could not be removed from the wishlist again',
      `the product bowl on the wishlist. DELETE ${OWN}/lists/wishlist/items/101 removes it`,
    ],
    [
      'a product is refused',
      { faults: { 'POST lists/wishlist/items': () => refusal(422) } },
      'wrong: a product could not be saved: Refused with 422.',
    ],
    [
      'the named product is saved already',
      { product: 'lamp' },
      'note: a heart was not tried: lamp is on the wishlist already',
    ],
    ['another product is named', { product: 'vase' }, 'ok: vase was saved and removed again'],
    [
      'no product is known',
      { hasLists: false },
      'note: a heart was not tried: name a product that is not on the wishlist with --product ID',
    ],
    [
      'the list of the first product stays',
      { hasLists: false, makesList: true, product: 'vase', forgets: /DELETE lists.3/ },
      'ok: vase was saved and removed again',
      `the empty list 3. DELETE ${OWN}/lists/3 removes it`,
    ],
    [
      'a date is not kept',
      { forgets: /PUT/ },
      'wrong: a date was saved without an error, and is not among the dates',
      `perhaps the date "Loyalty doctor", which no read has shown. GET ${OWN}/attributes/dates shows whether it is there`,
    ],
    [
      'a date is not deleted',
      { forgets: /DELETE attributes/ },
      'wrong: a date was added, and could not be deleted',
      `the date "Loyalty doctor". DELETE ${OWN}/attributes/dates/d102 removes it`,
    ],
    [
      'a date is not changed',
      { forgets: /PUT .* changed/ },
      'wrong: a date was changed without an error, and has its old day',
    ],
    [
      'a claim of a receipt is not kept',
      { forgets: /POST transactions/ },
      'wrong: a claim of a receipt was saved without an error, and is not among the claims',
      expect.stringMatching(
        /^perhaps the claim of the receipt "doctor-\S+", which no read has shown\. GET \S+\/transactions\/claims shows/,
      ),
    ],
    [
      'a claim of a receipt is not deleted',
      { forgets: /DELETE transactions/ },
      'wrong: a claim of a receipt was added, and could not be deleted',
      expect.stringMatching(
        /^the claim of the receipt "doctor-\S+"\. DELETE \S+\/transactions\/claims\/103 removes it/,
      ),
    ],
    [
      'a claim of a receipt is refused',
      { faults: { 'POST transactions/claims': () => refusal(422) } },
      'wrong: a claim of a receipt could not be added: Refused with 422.',
    ],
    [
      'a new list is not kept',
      { forgets: /POST lists$/ },
      'wrong: a list was saved without an error, and is not among the lists',
      `perhaps the empty list "Loyalty doctor", which no read has shown. GET ${OWN}/lists shows whether it is there`,
    ],
    [
      'a new list is not deleted',
      { forgets: /DELETE lists.1\d\d$/ },
      'wrong: a list was added, and could not be deleted',
      `the empty list "Loyalty doctor". DELETE ${OWN}/lists/104 removes it`,
    ],
    ['a piece is reserved', { isShared: true }, 'ok: a reservation was made and undone again'],
    [
      'a shared list does not say what is reserved',
      { isShared: true, countsReserved: false },
      'ok: a reservation was made and undone again; the shared list does not say what is reserved',
    ],
    [
      'a reservation is not counted',
      { isShared: true, forgets: /POST .*reservations/ },
      'wrong: a reservation was made without an error, and the shared list does not count it',
    ],
    [
      'a reservation is not undone',
      { isShared: true, forgets: /DELETE .*reservations/ },
      'wrong: a reservation was made, and could not be undone',
      'the reservation of "bowl" by "Loyalty doctor". DELETE /v3/list/items/10/reservations/5 removes it',
    ],
    [
      'a reservation is refused',
      { isShared: true, faults: { 'POST /v3/list/items/10/reservations': () => refusal(422) } },
      'wrong: a reservation could not be made: Refused with 422.',
    ],
    [
      'a benefit is not given',
      { forgets: /POST benefits/ },
      'wrong: the benefit "Tasting" was claimed without an error, and the customer does not have it',
    ],
    [
      'a benefit is refused',
      { faults: { 'POST benefits/claim': () => refusal(422) } },
      'wrong: a benefit could not be claimed: Refused with 422.',
    ],
    [
      'no benefit is free',
      { benefits: [{ id: 8, name: 'Tasting', points_cost: 20 }] },
      'note: a benefit was not claimed: none is offered that costs nothing',
    ],
    [
      'a date is refused',
      { faults: { 'PUT attributes/dates': () => refusal(422) } },
      'wrong: a date could not be added: Refused with 422.',
    ],
    [
      'dates cannot be read',
      { faults: { 'GET attributes/dates': () => refusal(403) } },
      'wrong: a date could not be tried: Refused with 403.',
    ],
    [
      'a share is not shown',
      { forgets: /POST lists.1/ },
      'wrong: the list "wishlist" was shared without an error, and no share is shown',
      `perhaps a share of the list "wishlist", which no read has shown. GET ${OWN}/lists/1/shares shows whether it is there`,
    ],
    [
      'a share is not deleted',
      { forgets: /DELETE lists.1.shares/ },
      'wrong: the list "wishlist" was shared, and the share could not be deleted',
      `the list "wishlist" is public by a share. DELETE ${OWN}/lists/1/shares/105 removes it`,
    ],
    [
      'a share is refused',
      { faults: { 'POST lists/1/shares': () => refusal(422) } },
      'wrong: the list "wishlist" could not be shared: Refused with 422.',
    ],
    [
      'no list can be shared',
      { hasLists: false },
      'note: a share was not tried: every list is shared already, or there is none',
    ],
    [
      'a list has no shares',
      { faults: { 'GET lists/1/shares': () => refusal(404) } },
      'wrong: the list "garden" could not be shared: Refused with 404.',
    ],
    [
      'a key is not honoured',
      { charges: 'always' },
      'wrong: Two claims with one idempotency key were charged twice (1000 points). Say it in the tenant file: idempotency: { honoured: false }.',
    ],
    [
      'a key answers another record',
      { answersAnother: true },
      'ok: two claims with one idempotency key were charged once: idempotency: { honoured: true } may be in the tenant file',
      `the claimed reward "Coffee" (72), for which the customer has paid. DELETE ${OWN}/rewards/72 removes it`,
    ],
    [
      'a claim costs less than was said',
      { charges: 200 },
      'note: a claim was answered, and the balance is 200 points less, not 500: whether keys are honoured is not known yet',
    ],
    [
      'a claim costs more than was said',
      { charges: 501 },
      'wrong: Two claims with one idempotency key were charged twice (501 points). Say it in the tenant file: idempotency: { honoured: false }.',
    ],
    [
      'a claim is refused',
      { faults: { 'POST rewards': () => refusal(422) } },
      'wrong: a claim was refused, and nothing was claimed: Refused with 422.',
    ],
    [
      'the points are enough for one claim',
      { available: 999 },
      'note: a claim was not tried: no reward is offered that the customer could pay twice',
    ],
    [
      'the points are enough for two claims',
      { available: 1_000 },
      'note: It stays claimed: 500 points of the test customer are spent, for "Coffee"',
    ],
    [
      'the offers cost nothing',
      { offers: [{ ...DEFINITION, points_cost: 0 }] },
      'note: a claim was not tried: no reward is offered that the customer could pay twice',
    ],
    [
      'another offer costs more',
      { offers: [{ ...DEFINITION, id: 8, name: 'Cake', points_cost: 700 }, DEFINITION] },
      'note: It stays claimed: 500 points of the test customer are spent, for "Coffee"',
    ],
    [
      'the cheapest claim is of five steps',
      {
        offers: [
          { ...DEFINITION, points_cost: 100, step_amount: '1.00', step_currency: 'EUR', minimum_steps: 5 },
        ],
      },
      'ok: two claims with one idempotency key were charged once, and answered the same reward: idempotency: { honoured: true } may be in the tenant file',
    ],
    [
      'an event is refused',
      { faults: { 'POST custom-event': () => refusal(422) } },
      'wrong: a custom event was refused: Refused with 422.',
    ],
    [
      'an estimate is refused',
      { faults: { 'POST /v3/incentives/estimate': () => refusal(422) } },
      'wrong: what a purchase earns is not known: Refused with 422.',
    ],
  ])('says that %s', async (_, service, line, left) => {
    const { lines } = await linesOf(service);
    expect(lines).toContain(line);
    const stays = lines.filter(
      (one) =>
        one.startsWith('wrong: Left behind') && ![CLAIMED, BENEFIT].some((words) => one.includes(words)),
    );
    expect(stays.map((one) => one.replace('wrong: Left behind: ', ''))).toEqual(
      left === undefined ? [] : [left],
    );
  });

  it('says that the second of two claims was refused', async () => {
    let claims = 0;
    const claim = () => (claims++ ? refusal(409) : json({ data: { id: 71 } }, 201));
    let reads = 0;
    const balances = () =>
      json({ data: { points: { ...BALANCES.points, available: reads++ ? 3_700 : 4_200 } } });
    const { lines } = await linesOf({ faults: { 'POST rewards': claim, 'GET balances': balances } });
    expect(lines).toContain(
      'ok: two claims with one idempotency key were charged once (the second was refused: Refused with 409.): idempotency: { honoured: true } may be in the tenant file',
    );
  });

  it('stores why an operation does not work', async () => {
    const refused = () => refusal(403);
    const { posts } = await linesOf({
      faults: { 'POST custom-event': refused, 'POST /v3/incentives/estimate': refused },
    });
    expect([...posts].map(([operation, error]) => [operation, error?.status])).toEqual([
      ['incentives.estimate', 403],
      ['profiles.custom-event.store', 403],
    ]);
  });
});
