import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import type { Endpoint } from '../../../../src/services/contract/endpoints/index.ts';
import { definitionOf } from '../../../support/service-incentive-records.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { openProgramme, type Programme } from '../../../support/service-programme.ts';
import { purchase } from '../../../support/service-purchases.ts';

describe('an amount that an endpoint does not take', () => {
  let programme: Programme;
  let member: string;
  let definition: number;
  beforeAll(async () => {
    programme = await openProgramme();
    member = await programme.join();
    definition = await definitionOf(programme.service.db, 'credit', { value: 25 });
  });
  afterAll(() => programme.service.drop());

  const send = (endpoint: Endpoint, body: unknown, path = {}) =>
    programme.service.call(endpoint, { token: programme.machine, body, path });

  it('is refused in writes that move money or points, and nothing is written', async () => {
    const profile = { profile: member };
    const cases: readonly (readonly [Endpoint, object, object, string])[] = [
      [on.addProfilePoint, { value: 50, amount: 500 }, profile, 'amount'],
      [on.addCredit, { profile_id: member, credit_definition_id: definition, amount: '50.00' }, {}, 'amount'],
      [
        on.addCredit,
        { profile_id: member, credit_definition_id: definition, valueInitial: 50 },
        {},
        'valueInitial',
      ],
      [on.addReward, { profile_id: member, reward_definition_id: 1, points_cost: 100 }, {}, 'points_cost'],
      [on.addReward, { profile_id: member, reward_definition_id: 1, steps: 3 }, {}, 'steps'],
      [on.claimReward, { reward_definition_id: 1, step: 3 }, { profileId: member }, 'step'],
      [on.addTransaction, purchase({ profile_id: member, discount_total: '5.00' }), {}, 'discount_total'],
      [on.addTierDefinition, { name: 'T', handle: 't', points_required: 7, points: 70 }, {}, 'points'],
    ];
    for (const [endpoint, body, path, field] of cases) {
      const answer = await send(endpoint, body, path);
      expect(answer.status, `${endpoint.id} ${answer.text}`).toBe(422);
      expect(answer.body.errors).toHaveProperty(field);
    }
    expect((await programme.points(member)).available).toBe(0);
    expect(await programme.ask(on.profileCredits, { path: { profile: member } })).toEqual([]);
  });

  it('is accepted where the service calculates the same amount, and refused where it calculates another', async () => {
    const items = [{ name: 'Vase', quantity: 2, price: '10.00', total: 20 }];
    expect((await send(on.addOrder, { items, total: '20.00' })).status).toBe(200);
    expect((await send(on.addOrder, { items, total: 25 })).body.errors).toEqual({
      total: [expect.stringContaining('is calculated, and is 20')],
    });
    // Lines of a purchase only describe it: its total earns.
    expect((await send(on.addTransaction, purchase({ items }))).body.warnings).toBeUndefined();
    expect(
      (await send(on.addTransaction, purchase({ items: [{ ...items[0], total: 18 }] }))).body.warnings,
    ).toEqual(['items.0.total was left out: it is calculated of quantity and price.']);
    const card = await programme.ask(on.addCredit, {
      body: { profile_id: member, credit_definition_id: definition },
    });
    const path = { credit: String(card.id) };
    // A record may be sent as it was read, but its balance cannot be changed in this way.
    expect((await send(on.editCredit, { ...card, name: 'For you' }, path)).status).toBe(200);
    expect(
      (await send(on.editCredit, { name: 'For you', value_remaining: '50.00' }, path)).body.errors,
    ).toEqual({
      value_remaining: [expect.stringContaining('is calculated, and is 25')],
    });
  });

  it('is refused in a batch, record by record', async () => {
    const batch = await send(on.batchTransactions, [purchase({ refund_amount: 5 }), purchase()]);
    const benefits = await send(on.batchBenefits, [
      {
        profile_id: member,
        benefit_definition_id: await definitionOf(programme.service.db, 'benefit', { uses: 1 }),
        uses: 5,
      },
    ]);
    await runDueJobs(programme.service);
    const read = (id: string) => programme.ask(on.readBatch, { path: { batch: id } });
    expect((await read(batch.body.data.id)).failures).toEqual([
      { index: 0, message: expect.stringContaining('refund_amount') },
    ]);
    expect((await read(benefits.body.data.id)).failures).toEqual([
      { index: 0, message: expect.stringContaining('uses') },
    ]);
  });

  it('is ignored like other unknown fields in writes of other sections', async () => {
    expect((await send(on.addProfile, { first_name: 'Ada', points: 50 })).status).toBe(200);
  });
});
