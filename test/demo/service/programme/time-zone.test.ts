import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  dayOf,
  endOfDay,
  endOfDayAfter,
  hourOfDay,
  startOfDay,
} from '../../../../demo/service/programme/time-zone.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { definitionOf } from '../../../support/service-incentive-records.ts';
import { openProgramme, type Programme } from '../../../support/service-programme.ts';

describe('days of a time zone', () => {
  it.each([
    ['UTC', '2027-06-30', '2027-06-30T00:00:00.000Z', '2027-06-30T23:59:59.999Z'],
    ['Pacific/Auckland', '2027-06-30', '2027-06-29T12:00:00.000Z', '2027-06-30T11:59:59.999Z'],
    ['America/Los_Angeles', '2027-06-30', '2027-06-30T07:00:00.000Z', '2027-07-01T06:59:59.999Z'],
    ['Europe/Amsterdam, 23 hours long', '2027-03-28', '2027-03-27T23:00:00.000Z', '2027-03-28T21:59:59.999Z'],
    ['Europe/Amsterdam, 25 hours long', '2027-10-31', '2027-10-30T22:00:00.000Z', '2027-10-31T22:59:59.999Z'],
    [
      'Africa/Cairo, which begins at one',
      '2026-04-24',
      '2026-04-23T22:00:00.000Z',
      '2026-04-24T20:59:59.999Z',
    ],
  ])('begin and end in %s on %s', (named, day, first, last) => {
    const zone = named.split(',')[0] as string;
    expect(startOfDay(day, zone).toISOString()).toBe(first);
    expect(endOfDay(day, zone).toISOString()).toBe(last);
    expect([dayOf(new Date(first), zone), dayOf(new Date(last), zone)]).toEqual([day, day]);
  });

  it.each(['2027-02-27T00:00:00.000Z', '2028-02-28T23:59:59.999Z', '1969-12-30T12:34:56.789Z'])(
    'ends in UTC as in any other zone of that time, days after %s',
    (moment) => {
      for (const days of [0, 1, 2, 400])
        expect(endOfDayAfter(new Date(moment), days, 'UTC')).toEqual(
          endOfDayAfter(new Date(moment), days, 'Etc/UTC'),
        );
    },
  );

  it.each([
    ['that the clocks skip is the one after it', '2026-03-29', '2026-03-29T01:00:00.000Z'],
    ['that comes twice is the first', '2026-10-25', '2026-10-25T00:00:00.000Z'],
  ])('have one moment for an hour %s', (_, day, moment) => {
    const noon = new Date(`${day}T12:00:00Z`);
    expect(hourOfDay(noon, 2, 'Europe/Berlin').toISOString()).toBe(moment);
  });

  it('an unknown time zone counts as UTC', () => {
    expect(dayOf(new Date('2026-03-29T23:30:00Z'), 'Mars/Base')).toBe('2026-03-29');
  });
});

describe('first and last days of a period', () => {
  let programme: Programme;
  let member: string;
  beforeAll(async () => {
    programme = await openProgramme();
    member = await programme.join();
    await programme.set('programme.timezone', 'Pacific/Auckland');
  });
  afterAll(() => programme.service.drop());
  afterEach(() => expect(programme.service.errors).toEqual([]));

  const LAST_OF_JUNE = '2027-06-30T11:59:59.999000Z';
  const FIRST_OF_JUNE_30 = '2027-06-29T12:00:00.000000Z';
  const inZone = (moment: string) =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Pacific/Auckland',
      dateStyle: 'short',
      timeStyle: 'medium',
    }).format(new Date(moment));

  it('credits of a definition for Auckland that ends on 30 June expire at the end of that day in Auckland', async () => {
    await programme.set('programme.timezone', 'America/New_York');
    const definition = await programme.ask(on.addCreditDefinition, {
      body: {
        name: 'Gift card',
        handle: 'gift-card',
        value: 10,
        timezone: 'Pacific/Auckland',
        period_type: 'absolute',
        absolute_expiry: '2027-06-30',
      },
    });
    await programme.set('programme.timezone', 'Pacific/Auckland');
    const credit = await programme.ask(on.addCredit, {
      body: { profile_id: member, credit_definition_id: definition.id },
    });
    expect(credit.expires_at).toBe(LAST_OF_JUNE);
    const edited = await programme.ask(on.editCredit, {
      path: { credit: String(credit.id) },
      body: { expires_at: '2027-06-30' },
    });
    expect(edited.expires_at).toBe(LAST_OF_JUNE);
    const [extended] = await programme.ask(on.extendCredits, {
      body: { ids: [credit.id], expires_at: '2027-06-30' },
    });
    expect(extended.expires_at).toBe(LAST_OF_JUNE);
  });

  it.each(['day', 'month', 'year'])(
    'a credit for one %s lasts until the end of its last day',
    async (type) => {
      const id = await definitionOf(programme.service.db, 'credit', {
        value: 5,
        period: 1,
        period_type: type,
      });
      const body = { profile_id: member, credit_definition_id: id };
      const credit = await programme.ask(on.addCredit, { body });
      expect(inZone(credit.expires_at)).toMatch(/ 23:59:59$/);
    },
  );

  it('points begin and expire with whole days, also by the period of their definition', async () => {
    const path = { profile: member };
    const body = { value: 5, released_at: '2027-06-30', expires_at: '2027-06-30' };
    expect(await programme.ask(on.addProfilePoint, { path, body })).toMatchObject({
      released_at: FIRST_OF_JUNE_30,
      expires_at: LAST_OF_JUNE,
    });
    const definition = await definitionOf(programme.service.db, 'point', { value: 5, period: 30 });
    const point = await programme.ask(on.addProfilePoint, {
      path,
      body: { point_definition_id: definition },
    });
    expect(inZone(point.expires_at)).toMatch(/ 23:59:59$/);
    const tierPoint = await programme.ask(on.addTierPoint, {
      body: { profile_id: member, value: 5, expires_at: '2027-06-30' },
    });
    expect(tierPoint.expires_at).toBe(LAST_OF_JUNE);
  });

  it('rewards and benefits expire at the end of a day, both sent and by their definition', async () => {
    const reward = await programme.ask(on.addReward, {
      body: { profile_id: member, reward_definition_id: 1, expires_at: '2027-06-30' },
    });
    expect(reward.expires_at).toBe(LAST_OF_JUNE);
    const definition = await programme.ask(on.addRewardDefinition, {
      body: { name: 'Short', handle: 'short', points_cost: 0, valid_days: 3, is_published: true },
    });
    for (const endpoint of [on.addReward, on.claimReward]) {
      const body = { profile_id: member, reward_definition_id: definition.id };
      const issued = await programme.ask(endpoint, { body, path: { profileId: member } });
      expect(inZone(issued.expires_at)).toMatch(/ 23:59:59$/);
    }
    const benefitDefinition = await definitionOf(programme.service.db, 'benefit', {
      uses: 1,
      points_cost: 0,
      valid_days: 3,
    });
    const benefit = await programme.ask(on.claimProfileBenefit, {
      path: { profile: member },
      body: { benefit_definition_id: benefitDefinition },
    });
    expect(inZone(benefit.expires_at)).toMatch(/ 23:59:59$/);
  });

  it('a definition is available from the start of its first day to the end of its last day, and shows these days', async () => {
    const body = { name: 'Once', handle: 'once', points_cost: 0, is_published: true };
    const definition = await programme.ask(on.addRewardDefinition, {
      body: { ...body, available_from: '2027-06-30', available_until: '2027-06-30' },
    });
    expect(definition).toMatchObject({ available_from: FIRST_OF_JUNE_30, available_until: LAST_OF_JUNE });
    const refused = await programme.service.call(on.claimReward, {
      token: programme.machine,
      path: { profileId: member },
      body: { reward_definition_id: definition.id },
    });
    expect(refused.body.errors.reward_definition_id).toEqual(['Available from June 30, 2027.']);
  });

  it.each([
    ['rewards', on.addRewardDefinition, on.editRewardDefinition],
    ['benefits', on.addBenefitDefinition, on.editBenefitDefinition],
  ])('definitions of %s that end before they begin answer 422', async (name, add, edit) => {
    const errors = { available_until: ['The available_until field cannot be before available_from.'] };
    const body = { name, handle: `late-${name}`, points_cost: 0, available_from: '2027-07-01' };
    const { machine: token, service } = programme;
    const wrong = { ...body, available_until: '2027-06-30' };
    expect(await service.call(add, { token, body: wrong })).toMatchObject({ status: 422, body: { errors } });
    const { id } = await programme.ask(add, { body });
    const edited = await service.call(edit, {
      token,
      path: { definition: String(id) },
      body: { available_until: '2027-06-30' },
    });
    expect(edited).toMatchObject({ status: 422, body: { errors } });
    const sameDay = { available_until: '2027-07-01' };
    expect(
      (await service.call(edit, { token, path: { definition: String(id) }, body: sameDay })).status,
    ).toBe(200);
  });
});
