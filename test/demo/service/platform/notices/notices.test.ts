import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { processDueWork } from '../../../../../demo/service/jobs/due-work.ts';
import { publishDailyNotices } from '../../../../../demo/service/platform/notices/daily.ts';
import * as on from '../../../../../src/services/contract/endpoints/index.ts';
import { openAutomation, type Automation } from '../../../../support/service-automation.ts';
import type { OpenService } from '../../../../support/service-open.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

describe('notices', () => {
  let service: OpenService;
  let send: Automation['send'];
  let add: Automation['add'];
  let clear: Automation['clear'];
  let ada: string;
  beforeAll(async () => void ({ service, send, add, clear } = await openAutomation()));
  afterAll(() => service.drop());
  beforeEach(async () => {
    await clear();
    // The sample customers have expiry dates of their own.
    await sql`delete from point_lots`.execute(service.db);
    await sql`delete from rewards`.execute(service.db);
    await sql`delete from notices`.execute(service.db);
    ada = (await add(on.addProfile, { first_name: 'Ada' })).id;
    await sql`delete from events`.execute(service.db);
  });
  afterEach(() => expect(service.errors).toEqual([]));

  const published = async (trigger: string) => {
    const rows = await service.db
      .selectFrom('events')
      .selectAll()
      .where('trigger', '=', trigger)
      .orderBy('id')
      .execute();
    return rows.filter(({ profile_id }) => profile_id === ada).map(({ payload }) => payload);
  };
  /** Days on which a date is announced, of the given days. The job runs three times a day, twice at the same time. */
  async function announcedOn(date: object, days: readonly string[]): Promise<unknown[]> {
    await add(on.editProfileDates, [{ name: 'Wedding', is_recurring: '1', ...date }], { profile: ada });
    await sql`update records set updated_at = '1990-01-01' where resource = 'profile-date'`.execute(
      service.db,
    );
    for (const day of days) {
      const noon = new Date(`${day}T12:00:00Z`);
      await Promise.all([publishDailyNotices(service.db, noon), publishDailyNotices(service.db, noon)]);
      await publishDailyNotices(service.db, noon);
    }
    return (await published('date.reached')).map((payload) => payload['day']);
  }

  it('given a wedding day, when it recurs, then it is announced once, with the number of years', async () => {
    expect(
      await announcedOn({ date: '2020-06-05' }, ['2026-06-04', '2026-06-05', '2026-06-06', '2027-06-05']),
    ).toEqual(['2026-06-05', '2027-06-05']);
    expect((await published('date.reached'))[0]).toMatchObject({
      name: 'Wedding',
      date: '2020-06-05',
      years: 6,
    });
  });

  it('given a date that does not recur, then it is announced only on its day', async () => {
    const days = ['2026-06-05', '2027-06-05'];
    expect(await announcedOn({ date: '2026-06-05', is_recurring: '0' }, days)).toEqual(['2026-06-05']);
  });

  it.each([
    ['before', ['2027-02-28', '2028-02-29']],
    ['after', ['2027-03-01', '2028-02-29']],
  ])('given 29 February and the setting %s, it comes on %j', async (value, expected) => {
    await add(on.addSetting, { key: 'dates.leap-day', value });
    const days = ['2027-02-27', '2027-02-28', '2027-03-01', '2028-02-28', '2028-02-29', '2028-03-01'];
    expect(await announcedOn({ date: '2000-02-29' }, days)).toEqual(expected);
  });

  it.each([
    ['weekly', '2026-06-01', ['2026-06-08', '2026-06-09', '2026-06-15'], ['2026-06-08', '2026-06-15']],
    [
      'monthly',
      '2026-01-31',
      ['2026-02-28', '2026-03-30', '2026-03-31', '2026-04-30'],
      ['2026-02-28', '2026-03-31', '2026-04-30'],
    ],
    ['quarterly', '2026-01-15', ['2026-02-15', '2026-04-15', '2026-07-15'], ['2026-04-15', '2026-07-15']],
    ['half-yearly', '2026-01-15', ['2026-04-15', '2026-07-15'], ['2026-07-15']],
    ['daily', '2026-06-01', ['2026-06-01', '2026-06-02'], ['2026-06-01', '2026-06-02']],
  ])('given the recurring_schedule %s from %s on', async (recurring_schedule, date, days, expected) => {
    expect(
      (await announcedOn({ date, recurring_schedule }, days)).filter((day) => days.includes(String(day))),
    ).toEqual(expected);
  });

  it('refuses an unknown recurring_schedule', async () => {
    const body = [{ name: 'D', date: '2020-01-01', recurring_schedule: 'now and then' }];
    const answer = await send(on.editProfileDates, body, { profile: ada });
    expect([answer.status, answer.body.errors]).toMatchObject([
      422,
      { recurring_schedule: [expect.stringContaining('yearly')] },
    ]);
  });

  describe('of dates that a customer wrote', () => {
    let token: string;
    let own: string;
    beforeEach(async () => {
      token = await service.tokenOf('1003');
      own = 'profile-1003';
    });

    const write = async (dates: readonly object[]) => {
      const answer = await service.call(on.editProfileDates, {
        token,
        path: { profile: own },
        body: dates,
      });
      await sql`update records set updated_at = '1990-01-01' where resource = 'profile-date'`.execute(
        service.db,
      );
      return answer;
    };
    const written = async (dates: readonly object[]): Promise<string> =>
      String((await write(dates)).body.data[0].id);
    const remove = (date: string) =>
      service.call(on.deleteProfileDate, { token, path: { profile: own, date } });
    const noonOf = (day: string) => publishDailyNotices(service.db, new Date(`${day}T12:00:00Z`));
    const days = async () => {
      const rows = await service.db
        .selectFrom('events')
        .select('payload')
        .where('trigger', '=', 'date.reached')
        .where('profile_id', '=', own)
        .orderBy('id')
        .execute();
      return rows.map(({ payload }) => payload['day']);
    };

    it('given a birthday that is moved, deleted and added again, announces it once a year', async () => {
      let id = await written([{ name: 'Birthday', date: '1990-06-01', is_recurring: '1' }]);
      await noonOf('2026-06-01');
      await write([{ id, date: '1990-06-02' }]);
      await noonOf('2026-06-02');
      await remove(id);
      id = await written([{ name: ' birth-day', date: '2026-06-03' }]);
      await noonOf('2026-06-03');
      expect(await days()).toEqual(['2026-06-01']);
      await remove(id);
      await written([{ name: 'Birthday', date: '1990-06-04', is_recurring: '1' }]);
      await noonOf('2027-06-04');
      expect(await days()).toEqual(['2026-06-01', '2027-06-04']);
    });

    it('given two dates of one name in one run, announces one of them', async () => {
      await write([
        { name: 'Birthday', date: '2026-06-05' },
        { name: 'birthday', date: '2026-06-05' },
        { name: 'BIRTHDAY', date: '2026-06-04' },
      ]);
      await noonOf('2026-06-05');
      expect(await days()).toEqual(['2026-06-04']);
    });

    it('given invented names, announces a limited number in a year', async () => {
      for (const day of ['2026-06-05', '2026-06-06']) {
        await write(Array.from({ length: 8 }, (_, index) => ({ name: `Name ${day} ${index}`, date: day })));
        await noonOf(day);
      }
      expect(await days()).toHaveLength(10);
    });

    it('given a date that staff wrote and that was reached, announces it no second time after the customer moved it', async () => {
      const birthday = { name: 'Birthday', date: '1990-06-01', is_recurring: '1' };
      const [{ id }] = await add(on.editProfileDates, [birthday], { profile: own });
      await noonOf('2026-06-01');
      await write([{ id, date: '1990-06-05' }]);
      await noonOf('2026-06-05');
      expect(await days()).toHaveLength(1);
    });

    it('refuses a shorter schedule than the setting allows', async () => {
      const monthly = {
        name: 'Pay day',
        date: '2026-06-01',
        is_recurring: '1',
        recurring_schedule: 'monthly',
      };
      expect((await write([{ ...monthly, recurring_schedule: 'daily' }])).body.errors).toEqual({
        recurring_schedule: ['Customers may choose one of yearly.'],
      });
      await add(on.addSetting, { key: 'dates.customer-schedule', value: 'monthly' });
      const id = await written([monthly]);
      for (const day of ['2026-06-01', '2026-06-09', '2026-07-01']) {
        await write([{ id, date: `2026-05-${day.slice(8)}` }]);
        await noonOf(day);
      }
      expect(await days()).toEqual(['2026-06-01', '2026-07-01']);
    });

    it('given a daily schedule that is older than this rule, announces the date once a year', async () => {
      const id = await written([{ name: 'Birthday', date: '2026-06-01', is_recurring: '1' }]);
      await sql`update records set fields = fields - 'written_by' || '{"recurring_schedule": "daily"}' where id = ${id}`.execute(
        service.db,
      );
      for (const day of ['2026-06-01', '2026-06-02', '2026-06-03']) await noonOf(day);
      expect(await days()).toHaveLength(1);
    });
  });

  it('the day begins at the configured hour in the time zone of the programme, and missed days are announced after a downtime', async () => {
    await add(on.addSetting, { key: 'programme.timezone', value: 'Asia/Tokyo' });
    await add(on.editProfileDates, [{ name: 'D', date: '2026-06-05' }], { profile: ada });
    await sql`update records set updated_at = '1990-01-01' where resource = 'profile-date'`.execute(
      service.db,
    );
    await publishDailyNotices(service.db, new Date('2026-06-04T23:59:00Z'));
    expect(await published('date.reached')).toEqual([]);
    await publishDailyNotices(service.db, new Date('2026-06-05T00:00:00Z'));
    expect(await published('date.reached')).toHaveLength(1);
    await add(on.editProfileDates, [{ name: 'E', date: '2026-06-20' }], { profile: ada });
    await sql`update records set updated_at = '1990-01-01' where resource = 'profile-date'`.execute(
      service.db,
    );
    await publishDailyNotices(service.db, new Date('2026-06-22T12:00:00Z'));
    expect(await published('date.reached')).toHaveLength(2);
    // A date that is entered after its day is not announced.
    await add(
      on.editProfileDates,
      [{ name: 'F', date: new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10) }],
      { profile: ada },
    );
    await publishDailyNotices(service.db);
    expect(await published('date.reached')).toHaveLength(2);
  });

  it('given points that expire in 40 days, then they are announced 30, 7 and 1 days ahead, once each, with their number', async () => {
    await add(on.addPoint, { profile_id: ada, value: 80, expires_at: '2026-12-31T12:00:00Z' });
    await add(on.addPoint, { profile_id: ada, value: 20, expires_at: '2026-12-31T13:00:00Z' });
    await sql`update point_lots set expires_at = '2099-08-10T12:00:00Z'`.execute(service.db);
    for (const day of [
      '2099-07-01',
      '2099-07-11',
      '2099-07-12',
      '2099-08-03',
      '2099-08-04',
      '2099-08-09',
      '2099-08-09',
    ])
      await publishDailyNotices(service.db, new Date(`${day}T10:00:00Z`));
    expect(await published('points.expiring')).toEqual(
      [30, 7, 1].map((days_left) => ({ value: 100, expires_at: '2099-08-10', days_left })),
    );
  });

  it('given earned points and expired points, then both are published', async () => {
    await add(on.addPoint, {
      profile_id: ada,
      value: 80,
      description: 'Welcome',
      expires_at: '2099-01-01T00:00:00Z',
    });
    expect(await published('points.earned')).toEqual([{ value: 80, description: 'Welcome' }]);
    await sql`update point_lots set expires_at = now() - interval '1 hour'`.execute(service.db);
    await processDueWork(service.db);
    await processDueWork(service.db);
    expect(await published('points.expired')).toEqual([{ profile_id: ada, points: 80 }]);
  });

  it('given a tier by tier points, when these are about to expire, then it is announced; not if the tier stays', async () => {
    await add(on.addTierPoint, { profile_id: ada, value: 1_000, expires_at: '2099-08-10T12:00:00Z' });
    const bo = (await add(on.addProfile, { first_name: 'Bo' })).id;
    await add(on.addPoint, { profile_id: bo, value: 1_500 });
    await add(on.addTierPoint, { profile_id: bo, value: 100, expires_at: '2099-08-10T12:00:00Z' });
    for (const day of ['2099-07-01', '2099-07-20', '2099-07-21', '2099-08-09'])
      await publishDailyNotices(service.db, new Date(`${day}T10:00:00Z`));
    expect(await published('tier.expiring')).toMatchObject([
      {
        tier: { handle: 'harbour' },
        points: 1_000,
        points_required: 1_000,
        expires_at: '2099-08-10',
        days_left: 21,
      },
      { days_left: 1 },
    ]);
    const { rows } =
      await sql`select from events where trigger = 'tier.expiring' and profile_id = ${bo}`.execute(
        service.db,
      );
    expect(rows).toEqual([]);
  });

  it('given an unused reward, then its expiry is announced, and again after an extension; not for used ones', async () => {
    const reward = await add(on.addReward, { profile_id: ada, reward_definition_id: 2 });
    const used = await add(on.addReward, { profile_id: ada, reward_definition_id: 2 });
    await sql`update rewards set expires_at = '2099-08-10T12:00:00Z'`.execute(service.db);
    await sql`update rewards set amount = '5.00', currency = 'EUR' where id = ${reward.id}`.execute(
      service.db,
    );
    await sql`update rewards set redeemed_at = now() where id = ${used.id}`.execute(service.db);
    const look = (day: string) => publishDailyNotices(service.db, new Date(`${day}T10:00:00Z`));
    await look('2099-08-08');
    await look('2099-08-09');
    expect(await published('reward.expiring')).toMatchObject([
      {
        id: reward.id,
        days_left: 2,
        code: reward.code,
        amount: '5.00',
        currency: 'EUR',
        expires_at: '2099-08-10',
      },
      { id: reward.id, days_left: 1 },
    ]);
    await sql`update rewards set expires_at = '2099-09-10T12:00:00Z'`.execute(service.db);
    await look('2099-08-20');
    expect(await published('reward.expiring')).toHaveLength(3);
  });

  it('given a product on a list, when its price changes by any endpoint, then the owner is notified once; a reverted change is none', async () => {
    const list = await add(
      on.addList,
      { type: 'wishlist', handle: 'wishes', name: 'Wishes' },
      { profile: ada },
    );
    await add(on.addListItem, { product_id: 'hp-1001' }, { profile: ada, list: String(list.id) });
    const price = async (value: string) =>
      await add(on.editProduct, { price: value }, { product: 'hp-1001' });
    await processDueWork(service.db);
    const { price: was } = await service.db
      .selectFrom('products')
      .select('price')
      .where('id', '=', 'hp-1001')
      .executeTakeFirstOrThrow();
    await price('12.50');
    await price('11.00');
    await Promise.all([processDueWork(service.db), processDueWork(service.db)]);
    expect(await published('list-item.price-changed')).toMatchObject([
      { product_id: 'hp-1001', was, price: '11.00', list_id: list.id },
    ]);
    await price('10.00');
    await price('11.00');
    await processDueWork(service.db);
    expect(await published('list-item.price-changed')).toHaveLength(1);
  });

  describe('given a product and two of its variants on a list', () => {
    let list: number;
    const variants: Record<string, number> = {};
    const events = ['price-changed', 'sold-out', 'back-in-stock'] as const;
    /** The events since the last call, without those of other items: `sold-out red`. */
    const changes = async () => {
      await processDueWork(service.db);
      const found = [];
      for (const event of events)
        for (const { variant_id, was, price } of await published(`list-item.${event}`))
          found.push([event, variant_id ?? 'whole', ...(price === undefined ? [] : [was, price])].join(' '));
      await sql`delete from events where trigger like 'list-item.%'`.execute(service.db);
      return found.sort();
    };
    const product = (body: object) => add(on.editProduct, body, { product: 'hp-1002' });
    const variant = (sku: string, body: object) =>
      add(on.editProductVariant, body, { variant: String(variants[sku]) });
    beforeEach(async () => {
      await product({ price: '20.00', stock: null, is_published: true });
      for (const more of [
        { sku: 'red', price: '25.00', stock: 3 },
        { sku: 'blue', external_id: '42' },
      ])
        variants[more.sku] = (
          await add(on.addProductVariant, { product_id: 'hp-1002', name: more.sku, ...more })
        ).id;
      list = (await add(on.addList, { type: 'wishlist', handle: 'choices', name: 'C' }, { profile: ada })).id;
      for (const more of [{}, { variant_id: 'red' }, { variant_id: '42' }])
        await add(on.addListItem, { product_id: 'hp-1002', ...more }, { profile: ada, list: String(list) });
      await changes();
    });

    it.each<[string, () => Promise<unknown>, string[]]>([
      [
        'a price of the product',
        () => product({ price: '18.00' }),
        ['price-changed 42 20.00 18.00', 'price-changed whole 20.00 18.00'],
      ],
      ['a price of a variant', () => variant('red', { price: '24.50' }), ['price-changed red 25.00 24.50']],
      [
        'a first price of a variant',
        () => variant('blue', { price: '19.00' }),
        ['price-changed 42 20.00 19.00'],
      ],
      ['a price of the variant as before', () => variant('blue', { price: '20.00' }), []],
      ['the last piece of a variant', () => variant('red', { stock: 0 }), ['sold-out red']],
      ['a piece of a variant', () => variant('red', { stock: 1 }), []],
      ['the last piece of the product', () => product({ stock: 0 }), ['sold-out 42', 'sold-out whole']],
      [
        'an end of the sale',
        () => product({ is_published: false }),
        ['sold-out 42', 'sold-out red', 'sold-out whole'],
      ],
      [
        'price and stock at once',
        async () => {
          await variant('red', { price: '30.00', stock: 0 });
          await product({ price: '21.00' });
        },
        [
          'price-changed 42 20.00 21.00',
          'price-changed red 25.00 30.00',
          'price-changed whole 20.00 21.00',
          'sold-out red',
        ],
      ],
    ])(
      'when %s changes, then the owner hears of what it concerns, and of the way back',
      async (_, change, expected) => {
        await change();
        expect(await changes()).toEqual(expected);
        await product({ price: '20.00', stock: null, is_published: true });
        await variant('red', { price: '25.00', stock: 3 });
        await variant('blue', { price: null });
        const back = expected.map((one) => {
          const [event, id, was, price] = one.split(' ');
          return event === 'sold-out' ? `back-in-stock ${id}` : [event, id, price, was].join(' ');
        });
        expect(await changes()).toEqual(back.sort());
      },
    );

    it('when a stock runs out and comes back at once, then nobody hears of it', async () => {
      await variant('red', { stock: 0 });
      await product({ stock: 0 });
      await variant('red', { stock: 9 });
      await product({ stock: 4 });
      expect(await changes()).toEqual([]);
    });
  });
});
