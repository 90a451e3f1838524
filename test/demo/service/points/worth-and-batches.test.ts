import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../demo/sample/seeded-random.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { countOf, measured, seedOf } from '../../../support/counts.ts';
import { openProgramme, type Programme } from '../../../support/service-programme.ts';
import { passDays } from '../../../support/service-time.ts';

const DAY_MS = 86_400_000;
const start = Date.now();
const inDays = (days: number) => new Date(start + days * DAY_MS).toISOString();

describe('the balances of a member', () => {
  let programme: Programme;
  beforeAll(async () => {
    programme = await openProgramme();
  });
  afterAll(() => programme.service.drop());
  afterEach(() => expect(programme.service.errors).toEqual([]));

  const give = (member: string, value: number, days?: number) =>
    programme.ask(on.addProfilePoint, {
      path: { profile: member },
      body: { value, ...(days !== undefined && { expires_at: inDays(days) }) },
    });

  it('have all points by their end, the first to end first', async () => {
    const member = await programme.join();
    await give(member, 10);
    await give(member, 30, 20);
    await give(member, 5, 20);
    await give(member, 7, 3);
    const { batches, available, expiring } = await programme.points(member);
    expect(batches.map(({ value }: { value: number }) => value)).toEqual([7, 35, 10]);
    expect(batches[0]).toEqual(expiring);
    expect(batches[2].expires_at).toBeNull();
    expect(available).toBe(52);
    await give(member, -20);
    const after = await programme.points(member);
    expect(after.batches.map(({ value }: { value: number }) => value)).toEqual([22, 10]);
  });

  it('are worth what the rates of the programme say, rounded down, and nothing without a rate', async () => {
    const member = await programme.join();
    await give(member, 333);
    expect((await programme.points(member)).worth).toEqual([{ currency: 'EUR', value: '3.33' }]);
    const yen = await programme.ask(on.addCurrency, {
      body: { name: 'Yen', handle: 'yen', code: 'JPY', symbol: '¥', decimals: 0 },
    });
    await programme.ask(on.addRate, {
      body: { name: 'Points in yen', handle: 'points-in-yen', value: '1.55', currency_id: yen.id },
    });
    expect((await programme.points(member)).worth).toEqual([
      { currency: 'EUR', value: '3.33' },
      { currency: 'JPY', value: '516' },
    ]);
    const rates = await programme.ask(on.rates);
    for (const { id, handle } of rates)
      if (/^points-in-/.test(handle)) await programme.ask(on.deleteRate, { path: { rate: String(id) } });
    expect((await programme.points(member)).worth).toEqual([]);
  });

  it('lose what the ledger says that a refund takes back, and no spent points', async () => {
    const member = await programme.join();
    const bought = await programme.buy(100, { profile_id: member });
    const entry = async () =>
      (await programme.ledger(member)).find(({ value }) => Number(value) > 0)?.refund_takes;
    expect(await entry()).toBe(100);
    await programme.refund(30, { profile_id: member, refund_of: bought.external_id });
    expect(await entry()).toBe(70);
    await give(member, -50);
    expect(await entry()).toBe(20);
    await programme.refund(70, { profile_id: member, refund_of: bought.external_id });
    expect((await programme.points(member)).available).toBe(0);
    expect(await entry()).toBe(0);
  });

  const operations = countOf('POINT_OPERATIONS', { share: 300, full: 10_000 });
  it(`are the ledger and the batches, after ${operations} random operations`, async ({ task }) => {
    const seed = seedOf();
    const random = seededRandom(seed);
    const upTo = (most: number) => 1 + Math.floor(random() * most);
    const member = await programme.join();
    const bought: string[] = [];
    let refused = 0;
    const call = async (...given: Parameters<Programme['service']['call']>) => {
      const { status, text } = await programme.service.call(given[0], {
        token: programme.machine,
        ...given[1],
      });
      // More points than there are, and a purchase that was refunded already.
      if (status === 422) refused++;
      else expect(status, text).toBe(200);
      return status;
    };
    const actions = [
      () =>
        call(on.addProfilePoint, {
          path: { profile: member },
          body: { value: upTo(50), ...(random() < 0.7 && { expires_at: inDays(upTo(60)) }) },
        }),
      () => call(on.addProfilePoint, { path: { profile: member }, body: { value: -upTo(60) } }),
      async () => {
        const { external_id } = await programme.buy(upTo(40), { profile_id: member });
        bought.push(external_id);
      },
      async () => {
        const refund_of = bought[Math.floor(random() * bought.length)];
        if (!refund_of) return;
        const body = {
          external_id: `refund-${bought.length}-${random()}`,
          profile_id: member,
          total: -upTo(20),
          currency: 'EUR',
          transacted_at: new Date().toISOString(),
          refund_of,
        };
        await call(on.addTransaction, { body });
      },
    ];
    for (let done = 1; done <= operations; done++) {
      await actions[Math.floor(random() * actions.length)]?.();
      if (done % Math.ceil(operations / 10) === 0) await passDays(programme.service.db, 9);
      if (done % 10 !== 0) continue;
      const { available, batches } = await programme.points(member);
      const { rows } = await sql<{ sum: number }>`
        select coalesce(sum(amount), 0)::bigint as sum from point_entries where profile_id = ${member}`.execute(
        programme.service.db,
      );
      const inBatches = batches.reduce((sum: number, { value }: { value: number }) => sum + value, 0);
      expect([inBatches, rows[0]?.sum], `SEED=${seed}, operation ${done}`).toEqual([available, available]);
    }
    measured(task, {
      tried: `${operations} operations, SEED=${seed}`,
      result: `${refused} refused, 0 differences`,
    });
  });
});
