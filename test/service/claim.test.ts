import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  claimReward,
  profileBalances,
  profileRewards,
  rewardDefinitions,
} from '../../src/services/endpoints/index.ts';
import { rewards } from '../../demo/sample/programme.ts';
import { issueToken } from '../../demo/service/auth/tokens.ts';
import { seed } from '../../demo/service/seed/seed.ts';
import { SECRET } from '../support/database-fresh.ts';
import { pointsOf } from '../support/service-rows.ts';
import { openService, type Answered, type OpenService } from '../support/service-open.ts';

describe('claiming a reward', () => {
  let service: OpenService;
  let token: string;
  const mara = 'profile-1002';
  const idOf = (handle: string) => 1 + rewards.findIndex((reward) => reward.handle === handle);

  const claim = (handle: string | number, headers: Record<string, string> = {}) =>
    service.call(claimReward, {
      path: { profileId: mara },
      body: { reward_definition_id: typeof handle === 'string' ? idOf(handle) : handle },
      token,
      headers,
    });
  const browse = async () =>
    (await service.call(rewardDefinitions, { query: '?page[size]=100', token })).body.data;
  const offered = async (handle: string) =>
    (await browse()).find((definition: { handle: string }) => definition.handle === handle);

  /** Gives Mara an amount of points, no more and no less, without an entry that would not sum up. */
  async function haveExactly(points: number): Promise<void> {
    const { balance } = await pointsOf(service.db, mara);
    if (balance !== 0) {
      await sql`update point_lots set remaining = 0 where profile_id = ${mara}`.execute(service.db);
      await sql`insert into point_entries (profile_id, kind, amount, reason)
        values (${mara}, 'expire', ${-balance}, 'Test')`.execute(service.db);
    }
    if (points === 0) return;
    await sql`insert into point_lots (profile_id, remaining) values (${mara}, ${points})`.execute(service.db);
    await sql`insert into point_entries (profile_id, kind, amount, reason)
      values (${mara}, 'earn', ${points}, 'Test')`.execute(service.db);
  }

  beforeAll(async () => {
    service = await openService();
    token = await service.tokenOf('1002');
  });
  afterAll(() => service.drop());
  beforeEach(() => haveExactly(2_280));

  it('takes the points, gives a reward with a code, and says what is left', async () => {
    const answer = await claim('stoneware-mug');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          profile_id: mara,
          reward_definition_id: idOf('stoneware-mug'),
          definition: { name: 'Stoneware mug' },
          code: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
          points_spent: 800,
          redeemed_at: null,
        },
        meta: { balances: { points: { available: 1_480 } } },
      },
    });
    const asked = await service.call(profileBalances, { path: { profile: mara }, token });
    expect(asked.body.data).toEqual(answer.body.meta.balances);
    const owned = await service.call(profileRewards, { path: { id: mara }, token });
    expect(owned.body.data[0]).toEqual(answer.body.data);
    expect(await pointsOf(service.db, mara)).toEqual({ balance: 1_480, ledger: 1_480, lots: 1_480 });
  });

  it('lets the reward expire after its days', async () => {
    const { issued_at, expires_at } = (await claim('free-delivery')).body.data;
    expect((Date.parse(expires_at) - Date.parse(issued_at)) / 86_400_000).toBeCloseTo(60, 3);
  });

  it('costs nothing where it is free, once', async () => {
    const answer = await claim('gift-wrapping');
    expect(answer.body).toMatchObject({
      data: { points_spent: 0 },
      meta: { balances: { points: { available: 2_280 } } },
    });
    expect((await claim('gift-wrapping')).body.errors.reward_definition_id).toEqual([
      'You have had this one.',
    ]);
  });

  describe('is refused with the reason that browsing shows', () => {
    it.each<[string, string, string, number]>([
      ['workshop-in-lisbon', 'points', '3,720 points to go', 2_280],
      ['five-off', 'points', '1 point to go', 499],
      ['linen-apron', 'stock', 'All gone', 9_000],
      ['spring-bundle', 'dates', 'Available from ', 9_000],
    ])('%s: %s', async (handle, reason, message, points) => {
      await haveExactly(points);
      const { eligibility } = await offered(handle);
      expect(eligibility).toEqual({ claimable: false, reason, message: expect.stringContaining(message) });
      const answer = await claim(handle);
      expect(answer).toMatchObject({
        status: 422,
        body: { message: expect.any(String), errors: { reward_definition_id: [`${eligibility.message}.`] } },
      });
      expect(await pointsOf(service.db, mara)).toMatchObject({ balance: points, ledger: points });
    });

    it('a tier', async () => {
      const noor = await service.tokenOf('1001');
      const { body } = await service.call(rewardDefinitions, { query: '?page[size]=100', token: noor });
      const dinner = body.data.find(({ handle }: { handle: string }) => handle === 'keepers-table');
      expect(dinner.eligibility).toEqual({
        claimable: false,
        reason: 'tier',
        message: 'For Lighthouse members',
      });
      const answer = await service.call(claimReward, {
        path: { profileId: 'profile-1001' },
        body: { reward_definition_id: dinner.id },
        token: noor,
      });
      expect(answer.body.errors).toEqual({ reward_definition_id: ['For Lighthouse members.'] });
    });

    it('a limit', async () => {
      await haveExactly(9_000);
      expect((await claim('early-access')).status).toBe(200);
      expect((await offered('early-access')).eligibility).toMatchObject({ reason: 'limit' });
      expect((await claim('early-access')).status).toBe(422);
    });

    it('everything else can be claimed, and is', async () => {
      await haveExactly(100_000);
      const claimable = (await browse()).filter(
        ({ eligibility }: { eligibility: { claimable: boolean } }) => eligibility.claimable,
      );
      expect(claimable.length).toBeGreaterThan(4);
      for (const { id, eligibility } of claimable) {
        expect(eligibility).toEqual({ claimable: true, reason: null, message: null });
        expect((await claim(id)).status).toBe(200);
      }
    });
  });

  it.each([0, -1, 999_999, 2 ** 53, 1e300, idOf('summer-draft')])(
    'refuses definition %d, which is none for customers',
    async (id) => {
      expect(await claim(id)).toMatchObject({
        status: 422,
        body: { errors: { reward_definition_id: ['There is no such reward.'] } },
      });
    },
  );

  it('never shows customers what is not published, internal notes, stock or limits', async () => {
    const definitions = await browse();
    expect(definitions.map(({ handle }: { handle: string }) => handle)).not.toContain('summer-draft');
    const owned = await service.call(profileRewards, { path: { id: mara }, token });
    expect(JSON.stringify([definitions, owned.body])).not.toMatch(
      /internal_notes|Twelve chairs|"stock":|claim_limit/,
    );
  });

  describe('with an Idempotency-Key', () => {
    const key = (value: string) => ({ 'Idempotency-Key': value });

    it('happens once, and is answered the same way again', async () => {
      const first = await claim('free-delivery', key('a'));
      const second = await claim('free-delivery', key('a'));
      expect(first.status).toBe(200);
      expect([second.status, second.text]).toEqual([200, first.text]);
      expect((await pointsOf(service.db, mara)).balance).toBe(2_130);
      // Twin: without the key it happens twice.
      await claim('free-delivery');
      await claim('free-delivery');
      expect((await pointsOf(service.db, mara)).balance).toBe(1_830);
    });

    it('happens once when twenty requests arrive together', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => claim('free-delivery', key('together'))),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect((await pointsOf(service.db, mara)).balance).toBe(2_130);
    });

    it('is refused for another request: 422', async () => {
      await claim('free-delivery', key('b'));
      expect(await claim('beeswax-candle', key('b'))).toMatchObject({
        status: 422,
        body: { errors: { 'Idempotency-Key': [expect.any(String)] } },
      });
    });

    it('belongs to one customer', async () => {
      await claim('free-delivery', key('c'));
      const other = await service.call(claimReward, {
        path: { profileId: 'profile-1003' },
        body: { reward_definition_id: idOf('free-delivery') },
        token: await service.tokenOf('1003'),
        headers: key('c'),
      });
      expect(other.body.data.profile_id).toBe('profile-1003');
    });

    it('can be tried again after a refusal, which has changed nothing', async () => {
      await haveExactly(0);
      expect((await claim('free-delivery', key('d'))).status).toBe(422);
      await haveExactly(150);
      expect((await claim('free-delivery', key('d'))).status).toBe(200);
    });

    it('is kept eight days', async () => {
      const age = (days: number) =>
        sql`update idempotency_keys set created_at = now() - ${days} * interval '1 day' where key = 'e'`.execute(
          service.db,
        );
      const first = await claim('free-delivery', key('e'));
      await age(7.9);
      expect((await claim('free-delivery', key('e'))).text).toBe(first.text);
      await age(8.1);
      expect((await claim('free-delivery', key('e'))).text).not.toBe(first.text);
    });

    it.each(['x'.repeat(256), 'with space', 'ümlaut'])('is refused when it is %j', async (value) => {
      expect((await claim('free-delivery', { 'Idempotency-Key': value })).status).toBe(422);
    });
  });

  describe('a hundred times at once', () => {
    const successes = (answers: readonly Answered[]) => answers.filter(({ status }) => status === 200).length;

    it('succeeds exactly as often as the points allow, and the ledger sums up', async () => {
      // 7 × 300 = 2,100 of 2,280.
      const answers = await Promise.all(Array.from({ length: 100 }, () => claim('beeswax-candle')));
      expect(successes(answers)).toBe(7);
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(93);
      expect(await pointsOf(service.db, mara)).toEqual({ balance: 180, ledger: 180, lots: 180 });
    });

    it('succeeds as often as there is stock, whoever claims', async () => {
      const wreath = idOf('wreath-evening');
      await sql`update reward_definitions set stock = 5, points_cost = 0 where id = ${wreath}`.execute(
        service.db,
      );
      await seed(service.db, { secret: SECRET, profiles: 60 });
      // Sixty customers: each waits for nobody's balance, all meet at the one row of the reward.
      const guests = await Promise.all(
        Array.from({ length: 60 }, async (_, index) => {
          const profileId = `generated-${index + 1}`;
          return { profileId, token: await issueToken(service.db, profileId) };
        }),
      );
      const answers = await Promise.all(
        guests.map(({ profileId, token: theirs }) =>
          service.call(claimReward, {
            path: { profileId },
            body: { reward_definition_id: wreath },
            token: theirs,
          }),
        ),
      );
      expect(successes(answers)).toBe(5);
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(55);
      const { rows } = await sql<{ stock: number }>`
        select stock from reward_definitions where id = ${wreath}`.execute(service.db);
      expect(rows).toEqual([{ stock: 0 }]);
    });

    it('would spend what is not there without the lock: the twin oversells', async () => {
      // The same race against read-then-write: what a claim is without its row lock and the database's check.
      await sql`create table naive (available bigint)`.execute(service.db);
      await sql`insert into naive values (2280)`.execute(service.db);
      const naiveClaim = () =>
        service.db.transaction().execute(async (work) => {
          const { rows } = await sql<{ available: number }>`select available from naive`.execute(work);
          if ((rows[0]?.available ?? 0) < 300) return false;
          await sql`update naive set available = available - 300`.execute(work);
          return true;
        });
      const answers = await Promise.all(Array.from({ length: 100 }, naiveClaim));
      expect(answers.filter(Boolean).length).toBeGreaterThan(7);
      await sql`drop table naive`.execute(service.db);
    });
  });
});
