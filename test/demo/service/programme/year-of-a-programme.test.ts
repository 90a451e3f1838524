import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../demo/sample/seeded-random.ts';
import { processDueWork } from '../../../../demo/service/jobs/due-work.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { countOf, measured, seedOf } from '../../../support/counts.ts';
import { definitionOf } from '../../../support/service-incentive-records.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { openProgramme, type Programme } from '../../../support/service-programme.ts';
import { passDays } from '../../../support/service-time.ts';
import { ProgrammeModel, type ModelPurchase } from './programme-model.ts';

const OPERATIONS = countOf('YEAR_OPERATIONS', { share: 90, full: 10_000 });
const SEED = seedOf();
/** `npm test` lets less time pass. */
const WEEKS = countOf('YEAR_WEEKS', { share: 3, full: 52 });
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const STEP_POINTS = 10;
const FEWEST_STEPS = 2;
const MOST_STEPS = 40;
/** After so many operations a member claims. */
const CLAIM_INTERVAL = 10;

describe(`a year of a programme, with the seed ${SEED}`, () => {
  let programme: Programme;
  let ask: Programme['ask'];
  let rate: number;
  /** A definition of a reward: a euro for each ten points. */
  let money: number;
  const achievements = { purchases: 0, category: 0 };
  const random = seededRandom(SEED);
  const randomOfClaims = seededRandom(SEED + 1);
  const below = (count: number) => Math.floor(random() * count);
  const one = <T>(of: readonly T[]): T => of[below(of.length)] as T;
  const model = new ProgrammeModel();
  /** The moment on this machine that is day 0 of the year. */
  const began = Date.now();
  /** Purchases whose refund has arrived before them. */
  const late: ModelPurchase[] = [];
  /** Members with the receipts that they have claimed. */
  const claims = new Set<string>();
  let count = 0;

  /** A moment of the year as the service gets it: its clock stays, and stored moments become older. */
  const sent = (at: number) => new Date(began + at - model.now).toISOString();
  /** Two to twenty days ago, never at the hour at which days are counted. */
  const moment = () =>
    model.now - below(18) * DAY_MS - 2 * HOUR_MS - below(20 * 60) * 60_000 - below(59) * 1_000;

  async function join(): Promise<void> {
    model.join(await programme.join());
  }

  function newPurchase(owner: string | null): ModelPurchase {
    const name = `y${++count}`;
    const lines = Array.from({ length: below(3) }, () => ({
      product: one(model.productNames),
      quantity: 1 + below(3),
    }));
    return {
      external: name,
      receipt: `R-${name}`,
      order: null,
      cents: 100 + below(20_000),
      at: moment(),
      owner,
      rate: 1,
      lines: lines.map((line) => ({ ...line, category: null })),
    };
  }

  async function buy(bought: ModelPurchase): Promise<void> {
    // A till may still have the id of a profile that was merged.
    const profile_id = bought.owner === null ? undefined : one(model.namesOf(bought.owner));
    await ask(on.addTransaction, {
      body: {
        external_id: bought.external,
        receipt_ref: bought.receipt,
        total: bought.cents / 100,
        currency: 'EUR',
        transacted_at: sent(bought.at),
        ...(profile_id !== undefined && { profile_id }),
        ...(bought.order !== null && { order_id: bought.order }),
        items: bought.lines.map(({ product, quantity }) => ({
          product_id: product,
          name: product,
          quantity,
          price: '1.00',
        })),
      },
    });
    model.buy(bought);
  }

  async function refund(naming: Record<string, unknown>, named: object, cents: number): Promise<void> {
    const external = `y${++count}`;
    // Some tills know only the day.
    const at = moment();
    const day = random() < 0.2 ? sent(at).slice(0, 10) : undefined;
    await ask(on.addTransaction, {
      body: {
        external_id: external,
        total: -cents / 100,
        currency: 'EUR',
        transacted_at: day ?? sent(at),
        ...naming,
      },
    });
    const shift = model.now - began;
    model.refund({
      external,
      cents,
      at: day ? Date.parse(day) + shift : at,
      until: day ? Date.parse(day) + DAY_MS - 1 + shift : at,
      ...named,
    });
  }

  const spelled = (receipt: string) =>
    one([receipt, receipt.toLowerCase(), ` ${receipt.replace('-', ' ')} `]);

  async function refundNamed(): Promise<void> {
    if (random() < 0.2) {
      const planned = newPurchase(one(model.members));
      late.push(planned);
      const cents = 1 + below(planned.cents);
      return random() < 0.5
        ? refund({ refund_of: planned.external }, { purchase: planned.external }, cents)
        : refund({ receipt_ref: spelled(planned.receipt) }, { receipt: planned.receipt }, cents);
    }
    const bought = one(model.purchases);
    if (!bought) return;
    if (bought.order !== null) {
      const left = model.leftByName(model.purchases.filter(({ order }) => order === bought.order));
      if (left > 0) await refund({ order_id: bought.order }, { order: bought.order }, 1 + below(left + 500));
      return;
    }
    const left = model.leftByName([bought]);
    if (left <= 0) return;
    // Half of them refund all that is left.
    const cents = random() < 0.5 ? left : 1 + below(left);
    if (random() < 0.5) await refund({ refund_of: bought.external }, { purchase: bought.external }, cents);
    else await refund({ receipt_ref: spelled(bought.receipt) }, { receipt: bought.receipt }, cents);
  }

  const operations: readonly (readonly [share: number, run: () => Promise<void>])[] = [
    [38, () => buy(newPurchase(random() < 0.15 ? null : one(model.members)))],
    [
      8,
      async () => {
        const owner = one(model.members);
        const known = model.purchases.filter((each) => each.order !== null && each.owner === owner);
        const order =
          known.length > 0 && random() < 0.6
            ? one(known).order
            : (await ask(on.addOrder, { body: { profile_id: owner } })).id;
        await buy({ ...newPurchase(owner), order });
      },
    ],
    [20, refundNamed],
    [
      10,
      async () => {
        const owner = one(model.members);
        await refund({ profile_id: one(model.namesOf(owner)) }, { owner }, 100 + below(15_000));
      },
    ],
    [
      6,
      async () => {
        const [planned] = late.splice(below(late.length), 1);
        if (planned) await buy({ ...planned, owner: model.survivorOf(planned.owner) });
      },
    ],
    [
      5,
      async () => {
        const bought = one(model.purchases.filter(({ owner, order }) => owner !== null && order === null));
        if (!bought?.owner) return;
        const [{ id }] = await ask(on.transactions, { query: `?filter[external_id]=${bought.external}` });
        const path = { profile: bought.owner, transaction: String(id) };
        await ask(on.unattachProfileTransaction, { path });
        bought.owner = null;
      },
    ],
    [
      5,
      async () => {
        const bought = one(model.purchases.filter(({ owner, order }) => owner === null && order === null));
        if (!bought) return;
        // A member claims a receipt once.
        const isNew = (each: string) =>
          !model.namesOf(each).some((name) => claims.has(`${name} ${bought.receipt}`));
        const member = one(model.members.filter(isNew));
        if (!member) return;
        claims.add(`${member} ${bought.receipt}`);
        const body = { receipt_ref: spelled(bought.receipt), total: bought.cents / 100 };
        const claim = await ask(on.addProfileTransactionClaim, { path: { profile: member }, body });
        expect(claim.status).toBe('matched');
        bought.owner = member;
      },
    ],
    [
      1,
      async () => {
        const [survivor, gone] = [one(model.members), one(model.members)];
        if (survivor === gone) return;
        await ask(on.mergeProfiles, { path: { profile: survivor }, body: { profiles: [gone] } });
        model.merge(survivor, gone);
        await join();
      },
    ],
    [
      3,
      async () => {
        const product = one(model.productNames);
        const category = one(['Home', 'Garden', null]);
        if (!model.categories.has(product))
          await ask(on.addProduct, { body: { external_id: product, name: product, category } });
        else if (random() < 0.3) {
          await ask(on.deleteProduct, { path: { product } });
          model.removeProduct(product);
          return;
        } else await ask(on.editProduct, { path: { product }, body: { category } });
        model.setProduct(product, category);
      },
    ],
    [
      1,
      async () => {
        model.rate = one([1, 1.5, 2]);
        await ask(on.editRate, { path: { rate: String(rate) }, body: { value: String(model.rate) } });
      },
    ],
    [
      3,
      async () => {
        const member = one(model.members);
        const value = 1 + below(60);
        await ask(on.addPoint, { body: { profile_id: one(model.namesOf(member)), value } });
        model.give(member, value);
      },
    ],
  ];
  const all = operations.reduce((sum, [share]) => sum + share, 0);

  async function operate(): Promise<void> {
    let at = random() * all;
    const found = operations.find(([share]) => (at -= share) < 0);
    await found?.[1]();
  }

  /** Undone at once: the points are then in the lots that they came from, where refunds and the end of a period find them. */
  async function claimAndUndo(): Promise<void> {
    const member = model.members[Math.floor(randomOfClaims() * model.members.length)] ?? '';
    const { available } = await programme.points(member);
    const most = Math.min(MOST_STEPS, Math.floor(available / STEP_POINTS));
    if (most < FEWEST_STEPS) return;
    const steps = FEWEST_STEPS + Math.floor(randomOfClaims() * (most - FEWEST_STEPS + 1));
    const reward = await ask(on.claimReward, {
      path: { profileId: member },
      body: { reward_definition_id: money, steps },
    });
    expect(reward).toMatchObject({ points_spent: steps * STEP_POINTS, amount: `${steps}.00` });
    expect((await programme.points(member)).available).toBe(available - steps * STEP_POINTS);
    await ask(on.deleteReward, { path: { reward: String(reward.id) } });
  }

  /** What the service says of every member that differs from the model. */
  async function differences(): Promise<string[]> {
    const found: string[] = [];
    for (const [member, expected] of model.standings(Date.now() - began)) {
      const { available, earned } = await programme.points(member);
      const progress = async (definition: number) =>
        (await programme.achievement(member, definition))?.points ?? 0;
      const actual = {
        available,
        earned,
        tier: await programme.tierOf(member),
        purchases: await progress(achievements.purchases),
        pieces: await progress(achievements.category),
      };
      if (JSON.stringify(actual) !== JSON.stringify(expected))
        found.push(`${member}: ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`);
    }
    return found;
  }

  beforeAll(async () => {
    programme = await openProgramme();
    ({ ask } = programme);
    // The model has no summer time: its days are those of UTC.
    await programme.set('programme.timezone', 'UTC');
    for (const { id } of await ask(on.tierDefinitions))
      await ask(on.editTierDefinition, { path: { definition: String(id) }, body: { is_published: false } });
    for (const { handle, required, days } of model.tiers)
      await ask(on.addTierDefinition, {
        body: { handle, name: handle, points_required: required, qualifying_days: days },
      });
    ({ id: rate } = await ask(on.addRate, {
      body: { name: 'Points', handle: 'points-per-eur', value: '1' },
    }));
    ({ id: money } = await ask(on.addRewardDefinition, {
      body: {
        name: 'Money off',
        handle: 'money-off',
        points_cost: STEP_POINTS,
        step_amount: '1.00',
        step_currency: 'EUR',
        minimum_steps: FEWEST_STEPS,
        maximum_steps: MOST_STEPS,
        is_published: true,
      },
    }));
    const counted = { counted_from: '2020-01-01T00:00:00Z' };
    achievements.purchases = await definitionOf(programme.service.db, 'achievement', {
      ...counted,
      criterion: 'purchases',
      points_required: 5,
    });
    achievements.category = await definitionOf(programme.service.db, 'achievement', {
      ...counted,
      criterion: 'category',
      criterion_values: ['home'],
      points_required: 10,
    });
    for (let member = 0; member < 25; member++) await join();
  });
  afterAll(() => programme?.service.drop());

  it('ends each week with the points, tiers and achievements of a plain model beside it', async ({
    task,
  }) => {
    let done = 0;
    for (let week = 1; week <= WEEKS; week++) {
      for (; done < Math.round((OPERATIONS * week) / WEEKS); done++) {
        await operate();
        if (done % CLAIM_INTERVAL === 0) await claimAndUndo();
      }
      await passDays(programme.service.db, 7);
      model.now += 7 * DAY_MS;
      await processDueWork(programme.service.db);
      await runDueJobs(programme.service);
      expect(programme.service.errors).toEqual([]);
      expect(await differences(), `week ${week}, ${done} operations`).toEqual([]);
    }
    measured(task, {
      tried: `${done} operations of ${model.members.length} members in a year of a programme, seed ${SEED}`,
      result: '0 differences between the service and a model of purchases, refunds, tiers and achievements',
    });
    const { rows } = await sql`
      select profile_id from point_balances as balance
      where available <> (select coalesce(sum(amount), 0) from point_entries where profile_id = balance.profile_id)
        or available <> (select coalesce(sum(remaining), 0) from point_lots where profile_id = balance.profile_id)`.execute(
      programme.service.db,
    );
    expect(rows).toEqual([]);
  }, 3_600_000);
});
