import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { definitionOf } from '../../../support/service-incentive-records.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { openProgramme, type Programme } from '../../../support/service-programme.ts';

describe('the source of points in the ledger', () => {
  let programme: Programme;
  beforeAll(async () => {
    programme = await openProgramme();
  });
  afterAll(() => programme.service.drop());
  const day = (moment: string) => moment.slice(0, 10);
  /** A day of the programme: points expire at its end, and become available after days of 24 hours. */
  const inDays = (days: number, timeZone: string) =>
    new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv', { timeZone });

  it('an entry of a purchase has its source, and shows the rate to staff only', async () => {
    const bought = await programme.buy(25, { profile_id: 'profile-1004', receipt_ref: 'S-1' });
    const [entry] = await programme.ledger('profile-1004');
    expect(entry).toMatchObject({
      description: 'Purchase S-1',
      source_type: 'transaction',
      source_id: bought.id,
      internal_notes: 'Programme: 1 per EUR',
    });
    const body = { name: 'Double', handle: 'points-per-eur', value: '2' };
    const rate = await programme.ask(on.addRate, { body });
    await programme.buy(25, { profile_id: 'profile-1004' });
    expect((await programme.ledger('profile-1004'))[0]).toMatchObject({
      value: '50',
      internal_notes: 'Rate points-per-eur: 2 per EUR',
    });
    await programme.ask(on.deleteRate, { path: { rate: String(rate.id) } });
    const own = await programme.service.call(on.profileLedgers, {
      path: { profile: 'profile-1004' },
      token: await programme.service.tokenOf('1004'),
      query: '?sort=-id',
    });
    expect(own.body.data[0]).toMatchObject({ source_type: 'transaction' });
    expect(own.text).not.toContain('internal_notes');
  });

  it('an entry of a trigger has its source, and shows the action to staff only', async () => {
    const member = await programme.join();
    const trigger = await programme.ask(on.addTrigger, { body: { name: 'Welcome', event: 'joined' } });
    const path = { triggerId: String(trigger.id) };
    const action = await programme.ask(on.addTriggerAction, {
      path,
      body: { type: 'issue-points', settings: { value: 30 } },
    });
    await programme.ask(on.addProfileCustomEvent, { path: { profile: member }, body: { name: 'joined' } });
    await runDueJobs(programme.service);
    expect(await programme.ledger(member)).toMatchObject([
      {
        value: '30',
        description: 'Welcome',
        source_type: 'trigger',
        source_id: String(trigger.id),
        internal_notes: `trigger ${trigger.id} "Welcome", action ${action.id}`,
      },
    ]);
  });

  it('the settings for points of purchases determine release and expiry', async () => {
    await programme.set('points.purchase.release_period', 14);
    await programme.set('points.purchase.period', 365);
    const member = await programme.join();
    const bought = await programme.buy(80, { profile_id: member });
    expect(await programme.points(member)).toMatchObject({ available: 0, pending: 80 });
    const [point] = await programme.ask(on.profilePoints, { path: { profile: member } });
    expect(point).toMatchObject({ value: 80, source_type: 'transaction', source_id: bought.id });
    expect([day(point.released_at), day(point.expires_at)]).toEqual([
      inDays(14, 'UTC'),
      inDays(365, 'Europe/Amsterdam'),
    ]);
    await programme.set('points.purchase.release_period', null);
    await programme.set('points.purchase.period', null);
  });

  it('a setting of the programme answers 422 for an invalid value', async () => {
    const refused = async (key: string, value: unknown) =>
      (await programme.service.call(on.addSetting, { token: programme.machine, body: { key, value } })).body
        .errors.value;
    expect(await refused('points.purchase.period', 'a year')).toEqual([
      'The setting points.purchase.period has to be a whole number of days, 0 to 36500.',
    ]);
    expect(await refused('refunds.keep_rewards', 'yes')).toEqual([
      'The setting refunds.keep_rewards has to be true or false.',
    ]);
    // The sample programme has a record of this key, and keys are unique.
    await programme.set('programme.timezone', null);
    expect(await refused('programme.timezone', 'Mars/Olympus')).toEqual([
      'The setting programme.timezone has to be an IANA time zone, such as Europe/Amsterdam.',
    ]);
  });

  it('steps of an achievement have the description of the purchase', async () => {
    const member = await programme.join();
    const definition = await definitionOf(programme.service.db, 'achievement', { points_required: 100 });
    const bought = await programme.buy(10, { profile_id: member });
    const steps = await programme.ask(on.profileAchievementPoints, {
      path: { profile: member, definition: String(definition) },
    });
    expect(steps).toMatchObject([{ value: 10, description: `Purchase ${bought.receipt_ref}` }]);
  });
});
