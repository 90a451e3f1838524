import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimReward } from '../../../../src/services/contract/endpoints/index.ts';
import { idOf, mara, openClaims, type Claims } from '../../../support/service-claims.ts';
import type { OpenService } from '../../../support/service-open.ts';
import { pointsOf } from '../../../support/service-rows.ts';

describe('claiming a reward with an Idempotency-Key', () => {
  let service: OpenService;
  let claim: Claims['claim'];
  let setPoints: Claims['setPoints'];
  beforeAll(async () => void ({ service, claim, setPoints } = await openClaims()));
  afterAll(() => service.drop());
  beforeEach(() => setPoints(2_280));

  const key = (value: string) => ({ 'Idempotency-Key': value });

  it('happens once, and a repetition gets the same answer', async () => {
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

  it('happens once with twenty concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => claim('free-delivery', key('together'))),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await pointsOf(service.db, mara)).balance).toBe(2_130);
  });

  it('answers 422 for another request with the key', async () => {
    await claim('free-delivery', key('b'));
    expect(await claim('beeswax-candle', key('b'))).toMatchObject({
      status: 422,
      body: { errors: { 'Idempotency-Key': [expect.any(String)] } },
    });
  });

  it('accepts the same key of another customer', async () => {
    await claim('free-delivery', key('c'));
    const other = await service.call(claimReward, {
      path: { profileId: 'profile-1003' },
      body: { reward_definition_id: idOf('free-delivery') },
      token: await service.tokenOf('1003'),
      headers: key('c'),
    });
    expect(other.body.data.profile_id).toBe('profile-1003');
  });

  it('can be retried after a refusal, which changes nothing', async () => {
    await setPoints(0);
    expect((await claim('free-delivery', key('d'))).status).toBe(422);
    await setPoints(150);
    expect((await claim('free-delivery', key('d'))).status).toBe(200);
  });

  it('stores the answer for eight days', async () => {
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

  it.each(['x'.repeat(256), 'with space', 'ümlaut'])('answers 422 for the key %j', async (value) => {
    expect((await claim('free-delivery', { 'Idempotency-Key': value })).status).toBe(422);
  });
});
