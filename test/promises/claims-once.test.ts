import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countOf, measured } from '../support/counts.ts';
import { idOf, mara, openClaims, type Claims } from '../support/service-claims.ts';
import type { Answered } from '../support/service-open.ts';
import { pointsOf } from '../support/service-rows.ts';

const ATTEMPTS = countOf('CLAIM_ATTEMPTS', { share: 200, full: 5_000 });
/** Requests of one round: most are concurrent, the rest are sent after the first were answered. */
const PER_ROUND = 50;
const LATE = 10;
const COST = 150;

/** Conditions that allow one claim in a round. */
const KINDS = [
  'one idempotency key',
  'points for one claim',
  'a limit of one claim',
  'a stock of one',
] as const;
type Kind = (typeof KINDS)[number];

describe('concurrent claims with a limit of one', () => {
  let claims: Claims;
  beforeAll(async () => void (claims = await openClaims()));
  afterAll(() => claims.service.drop());

  const definition = idOf('free-delivery');
  const db = () => claims.service.db;

  async function prepare(kind: Kind): Promise<void> {
    await sql`
      update reward_definitions set points_cost = ${COST},
        claim_limit = ${kind === 'a limit of one claim' ? 1 : null},
        stock = ${kind === 'a stock of one' ? 1 : null}
      where id = ${definition}`.execute(db());
    await sql`delete from rewards where profile_id = ${mara} and reward_definition_id = ${definition}`.execute(
      db(),
    );
    await claims.setPoints(kind === 'points for one claim' ? COST + 20 : COST * PER_ROUND);
  }

  async function effects() {
    const { rows } = await sql<{ rewards: number; spent: number; events: number }>`
      select (select count(*) from rewards where profile_id = ${mara}) as rewards,
        (select count(*) from point_entries where profile_id = ${mara} and kind = 'spend') as spent,
        (select count(*) from events where trigger = 'reward.claimed') as events`.execute(db());
    return rows[0]!;
  }

  /** Sends the requests of a round; the late ones are retries of a client that did not get the first answers. */
  async function sendRound(kind: Kind, round: number): Promise<Answered[]> {
    const headers = kind === 'one idempotency key' ? { 'Idempotency-Key': `round-${round}` } : {};
    const send = (count: number) =>
      Promise.all(Array.from({ length: count }, () => claims.claim(definition, headers)));
    return [...(await send(PER_ROUND - LATE)), ...(await send(LATE))];
  }

  it(`issue one reward for each round, in ${ATTEMPTS} requests, and the balance stays the sum of the ledger`, async ({
    task,
  }) => {
    const wrong: string[] = [];
    const rounds = Math.ceil(ATTEMPTS / PER_ROUND);
    let lowest = Infinity;
    for (let round = 0; round < rounds; round++) {
      const kind = KINDS[round % KINDS.length]!;
      await prepare(kind);
      const [before, points] = [await effects(), await pointsOf(db(), mara)];
      const answers = await sendRound(kind, round);
      const [after, left] = [await effects(), await pointsOf(db(), mara)];
      lowest = Math.min(lowest, left.balance);
      const done = answers.filter(({ status }) => status === 200);
      const rewards = new Set(done.map(({ body }) => body.data.id));
      const gained = [
        after.rewards - before.rewards,
        after.spent - before.spent,
        after.events - before.events,
      ];
      const is = JSON.stringify({ gained, rewards: rewards.size, spent: points.balance - left.balance });
      const wanted = JSON.stringify({ gained: [1, 1, 1], rewards: 1, spent: COST });
      if (is !== wanted) wrong.push(`round ${round}, ${kind}: ${is}`);
      if (left.ledger !== left.balance || left.lots !== left.balance)
        wrong.push(`round ${round}: ${JSON.stringify(left)}`);
      // A retry with the idempotency key has the first answer again; without a key a second claim is refused.
      if (done.length !== (kind === 'one idempotency key' ? PER_ROUND : 1))
        wrong.push(`round ${round}: ${done.length} answers of 200`);
      if (answers.some(({ status }) => status !== 200 && status !== 422))
        wrong.push(`round ${round}: another status`);
    }
    measured(task, {
      tried: `${rounds * PER_ROUND} attempts in ${rounds} rounds, ${PER_ROUND - LATE} of ${PER_ROUND} at once`,
      result: `${rounds - new Set(wrong.map((one) => one.split(/[,:]/)[0])).size} rounds with 1 effect; lowest balance ${lowest}`,
    });
    expect(wrong).toEqual([]);
    expect(lowest).toBeGreaterThanOrEqual(0);
  });

  it('issue several rewards in the twin without a limit', async () => {
    await prepare('one idempotency key');
    const before = await effects();
    const answers = await Promise.all(Array.from({ length: 5 }, () => claims.claim(definition)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect((await effects()).rewards - before.rewards).toBe(5);
  });
});
