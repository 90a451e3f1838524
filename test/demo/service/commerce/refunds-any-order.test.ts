import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { countOf, seedOf } from '../../../support/counts.ts';
import { definitionOf } from '../../../support/service-incentive-records.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { openProgramme, type Programme } from '../../../support/service-programme.ts';

const HISTORIES = countOf('REFUND_ORDERS', { share: 25, full: 1_000 });

let programme: Programme;
let definition: number;
beforeAll(async () => {
  programme = await openProgramme();
  definition = await definitionOf(programme.service.db, 'achievement', {
    criterion: 'purchases',
    points_required: 3,
    counted_from: '2026-01-01T00:00:00Z',
  });
});
afterAll(() => programme.service.drop());

const moment = fc.oneof(
  fc.integer({ min: 1, max: 6 }).map((hour) => `2026-05-04T0${hour}:00:00Z`),
  fc.constantFrom('2026-05-03', '2026-05-04', '2026-05-05T00:00:00Z'),
);
const purchases = fc.array(
  fc.record({
    total: fc.integer({ min: 1, max: 100 }),
    transacted_at: moment,
    /** Purchases that the customer claims by the receipt belong to nobody at first. */
    isClaimed: fc.boolean(),
    /** Of its total, and how the refund names it; null: it is not refunded by name. */
    refund: fc.option(
      fc.record({
        share: fc.integer({ min: 1, max: 100 }),
        by: fc.constantFrom('refund_of', 'receipt_ref', 'order_id'),
        transacted_at: moment,
        namesProfile: fc.boolean(),
      }),
    ),
  }),
  { minLength: 1, maxLength: 4 },
);
const unnamed = fc.array(fc.record({ total: fc.integer({ min: 1, max: 150 }), transacted_at: moment }), {
  maxLength: 3,
});
const waiting = fc.array(
  fc.record({ by: fc.constantFrom('refund_of', 'receipt_ref'), total: fc.integer({ min: 1, max: 90 }) }),
  { maxLength: 1 },
);
const history = fc.record({ purchases, unnamed, waiting }).chain((events) =>
  fc.record({
    events: fc.constant(events),
    // More keys than there can be requests: sorted by them, the requests arrive in any order.
    keys: fc.array(fc.integer(), { minLength: 16, maxLength: 16 }),
  }),
);

type History = typeof history extends fc.Arbitrary<infer One> ? One : never;

interface Request {
  readonly endpoint: typeof on.addTransaction | typeof on.addProfileTransactionClaim;
  readonly sent: { readonly path?: { readonly profile: string }; readonly body: object };
}

let histories = 0;

/** The requests of a history for a new member, with names that only it has. */
async function requestsOf({ events }: History) {
  const member = await programme.join();
  const name = `h${++histories}`;
  const requests: Request[] = [];
  const add = (body: object) => requests.push({ endpoint: on.addTransaction, sent: { body } });
  for (const [index, one] of events.purchases.entries()) {
    const external_id = `${name}-p${index}`;
    const receipt_ref = `${name}-R${index}`;
    const needsOrder = one.refund?.by === 'order_id';
    const order = needsOrder ? await programme.ask(on.addOrder, { body: { profile_id: member } }) : undefined;
    const isClaimed = one.isClaimed && !needsOrder;
    add({
      external_id,
      receipt_ref,
      total: one.total,
      transacted_at: one.transacted_at,
      ...(order && { order_id: order.id }),
      ...(!isClaimed && { profile_id: member }),
    });
    if (isClaimed)
      requests.push({
        endpoint: on.addProfileTransactionClaim,
        sent: { path: { profile: member }, body: { receipt_ref, total: one.total } },
      });
    if (!one.refund) continue;
    const { by, share, namesProfile, transacted_at } = one.refund;
    const names = {
      refund_of: external_id,
      receipt_ref: ` ${receipt_ref.toLowerCase()}`,
      order_id: order?.id,
    };
    add({
      external_id: `${name}-n${index}`,
      total: -Math.ceil((one.total * share) / 100),
      transacted_at,
      [by]: names[by],
      ...(namesProfile && { profile_id: member }),
    });
  }
  for (const [index, one] of events.unnamed.entries())
    add({
      external_id: `${name}-u${index}`,
      profile_id: member,
      total: -one.total,
      transacted_at: one.transacted_at,
    });
  for (const [index, { by, total }] of events.waiting.entries())
    add({
      external_id: `${name}-w${index}`,
      profile_id: member,
      total: -total,
      transacted_at: '2026-05-04T05:00:00Z',
      [by]: `${name}-gone`,
    });
  return { member, name, requests };
}

/** What is left of everything: by external ids without the name of the history. */
async function resultOf(member: string, name: string) {
  const { rows: amounts } = await sql<{ refund: string; purchase: string; amount: string }>`
    select refund.external_id as refund, purchase.external_id as purchase, trim_scale(amount)::text as amount
    from transaction_refunds join transactions as refund on refund.id = refund_id
    join transactions as purchase on purchase.id = transaction_id
    where refund.external_id like ${`${name}-%`} order by 1, 2`.execute(programme.service.db);
  const { rows: points } = await sql<{ purchase: string; points: number; counted: number }>`
    select external_id as purchase, coalesce(sum(amount), 0)::bigint as points, coalesce(sum(counted), 0)::bigint as counted
    from transactions left join transaction_points on transaction_id = transactions.id
    where external_id like ${`${name}-%`} group by 1 order by 1`.execute(programme.service.db);
  const { available, earned, owed } = await programme.points(member);
  await runDueJobs(programme.service);
  const progress = (await programme.achievement(member, definition))?.points ?? 0;
  const tier = await programme.tierOf(member);
  const result = { amounts, points, available, earned, owed, tier, progress };
  return JSON.stringify(result).replaceAll(`${name}-`, '');
}

it('every order of arrival of purchases, refunds and claims leaves the same points, amounts and progress', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (one) => {
      const results = [];
      for (const isShuffled of [false, true]) {
        const { member, name, requests } = await requestsOf(one);
        const order = requests.map((request, index) => ({ request, key: one.keys[index] ?? 0 }));
        if (isShuffled) order.sort((a, b) => a.key - b.key);
        for (const { request } of order) await programme.ask(request.endpoint, request.sent);
        results.push(await resultOf(member, name));
      }
      expect(results[1]).toBe(results[0]);
    }),
    { numRuns: HISTORIES, seed: seedOf() },
  );
}, 300_000);
