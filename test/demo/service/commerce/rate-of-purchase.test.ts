import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openProgramme, type Programme } from '../../../support/service-programme.ts';

describe('the rate of a purchase', () => {
  let programme: Programme;
  let rate: string;
  let member: string;
  const setRate = (value: string) => programme.ask(on.editRate, { path: { rate }, body: { value } });
  const points = async () => {
    const { available, earned } = await programme.points(member);
    return [available, earned];
  };
  beforeAll(async () => {
    programme = await openProgramme();
    const body = { name: 'Points for pounds', handle: 'points-per-gbp', value: '0' };
    rate = String((await programme.ask(on.addRate, { body })).id);
  });
  afterAll(() => programme.service.drop());

  it('is that of its day where it is claimed later', async () => {
    member = await programme.join();
    await setRate('2');
    const bought = await programme.buy(50, { currency: 'GBP' });
    await setRate('10');
    const body = { receipt_ref: bought.receipt_ref, total: 50 };
    await programme.ask(on.addProfileTransactionClaim, { path: { profile: member }, body });
    expect(await points()).toEqual([100, 100]);
    await programme.refund(20, { currency: 'GBP', refund_of: bought.external_id });
    expect(await points()).toEqual([60, 60]);
  });

  it('is that of its day where it earned nothing, and a refund of it goes to another purchase', async () => {
    member = await programme.join();
    await setRate('0');
    const more = { profile_id: member, currency: 'GBP' };
    await programme.buy(50, { ...more, transacted_at: '2026-05-04T08:00:00Z' });
    await setRate('1');
    await programme.refund(30, { ...more, transacted_at: '2026-05-04T12:00:00Z' });
    expect(await points()).toEqual([0, 0]);
    // The refund takes from the newest purchase before it: nothing is left to take from the first one.
    await programme.buy(40, { ...more, transacted_at: '2026-05-04T10:00:00Z' });
    expect(await points()).toEqual([10, 10]);
  });
});
