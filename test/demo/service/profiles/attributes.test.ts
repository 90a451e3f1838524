import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import {
  profileDateShape,
  aggregationShape,
  appearanceShape,
  commsShape,
} from '../../../../src/services/contract/profiles.ts';
import type { Endpoint } from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

describe('attributes of a profile', () => {
  let service: OpenService;
  let staff: string;
  let mara: string;
  const profile = 'profile-1002';

  const call = (endpoint: Endpoint, body?: unknown, token = mara) =>
    service.call(endpoint, {
      path: { profile, profileId: profile },
      token,
      ...(body !== undefined && { body }),
    });

  beforeAll(async () => {
    service = await openService();
    staff = await service.machineToken();
    mara = await service.tokenOf('1002');
  });
  afterAll(() => service.drop());

  it('appearance and comms are readable before they are written, and change field by field', async () => {
    const comms = await call(on.profileComms);
    expect(v.safeParse(commsShape.sent, comms.body.data).issues).toBeUndefined();
    expect(comms.body.data).toMatchObject({ email_opt_in: false, language: null });
    await call(on.editProfileComms, { email_opt_in: true, shade: 'blue', profile_id: 'profile-1003' });
    const { body } = await call(on.editProfileComms, { language: 'sv' });
    expect(body.data).toMatchObject({ profile_id: profile, email_opt_in: true, language: 'sv' });
    expect((await call(on.profileComms)).body).toEqual(body);
    const look = await call(on.editProfileAppearance, { primary_colour: '#2f5d50', theme: 'dark' });
    expect(v.safeParse(appearanceShape.sent, look.body.data).issues).toBeUndefined();
    expect((await call(on.profileAppearance)).body).toEqual(look.body);
    expect((await call(on.editProfileAppearance, { avatar_url: 'javascript:alert(1)' })).status).toBe(422);
  });

  it('appearance and comms stay one record when first written by concurrent requests', async () => {
    const tomas = await service.tokenOf('1003');
    const edit = (language: string) =>
      service.call(on.editProfileComms, {
        path: { profile: 'profile-1003' },
        body: { language },
        token: tomas,
      });
    const answers = await Promise.all(['nl', 'sv', 'de', 'fr'].map(edit));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const rows = await service.db
      .selectFrom('records')
      .select('id')
      .where('resource', '=', 'comms')
      .where('profile_id', '=', 'profile-1003')
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('dates: those without an id are added, the others changed, and links are complete', async () => {
    const put = await call(
      on.editProfileDates,
      [
        {
          name: 'Birthday',
          date: '1990-05-01',
          is_recurring: '1',
          links: [{ profile_id: 'profile-1003', role: 'twin' }],
        },
        { name: 'Wedding', date: '2020-02-29' },
      ],
      staff,
    );
    expect(put.status).toBe(200);
    for (const date of put.body.data) {
      expect(v.safeParse(profileDateShape.sent, date).issues).toBeUndefined();
      expect(typeof date.id).toBe('string');
    }
    const [birthday, wedding] = put.body.data;
    expect(birthday.links).toEqual([
      {
        id: expect.any(String),
        attributes_date_id: birthday.id,
        profile_id: 'profile-1003',
        relationship: null,
        role: 'twin',
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    expect(wedding.is_recurring).toBe('0');
    await call(on.editProfileDates, [{ id: birthday.id, note: 'Cake' }]);
    const { body } = await call(on.profileDates);
    expect(body.data).toHaveLength(2);
    expect(body.data.find(({ id }: { id: string }) => id === birthday.id)).toMatchObject({
      note: 'Cake',
      date: '1990-05-01',
    });
  });

  it('dates: a birthday is no day of the future, and another date may be', async () => {
    const put = (date: object) => call(on.editProfileDates, [date], staff);
    const today = new Date().toISOString().slice(0, 10);
    const future = { date: '2999-05-01' };
    for (const birthday of [
      { name: 'Birthday', ...future },
      { name: 'birthday', ...future },
      { name: 'Geburtstag', handle: 'birthday', ...future },
    ]) {
      const answer = await put(birthday);
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { date: ['A birthday cannot be in the future.'] },
      ]);
    }
    const stored = (await put({ name: 'Birthday', date: '2020-05-01' })).body.data[0];
    expect((await put({ id: stored.id, ...future })).status).toBe(422);
    const wedding = (await put({ name: 'Wedding', ...future })).body.data[0];
    expect(wedding.date).toBe('2999-05-01');
    expect((await put({ id: wedding.id, name: 'Birthday' })).status).toBe(422);
    // The programme's time zone is UTC.
    expect((await put({ id: stored.id, date: today })).status).toBe(200);
    for (const { id } of [stored, wedding])
      await service.call(on.deleteProfileDate, { path: { profile, date: id }, token: staff });
  });

  it('dates: an invalid one undoes all, and the id of another profile’s date answers 404', async () => {
    const before = (await call(on.profileDates)).text;
    const wrong = await call(on.editProfileDates, [
      { name: 'Fine', date: '2020-01-01' },
      { name: 'Never', date: '2021-02-29' },
    ]);
    expect(wrong.status).toBe(422);
    expect(Object.keys(wrong.body.errors)).toEqual(['1.date']);
    const half = await call(on.editProfileDates, [
      { name: 'Fine', date: '2020-01-01' },
      { id: '999999', name: 'None' },
    ]);
    expect(half.status).toBe(404);
    expect((await call(on.profileDates)).text).toBe(before);
  });

  it('aggregations: the service has its own of a new profile before anybody calculates them', async () => {
    const added = await service.call(on.addProfile, { token: staff, body: { first_name: 'New' } });
    const path = { profile: added.body.data.id, profileId: added.body.data.id };
    await service.call(on.addProfilePoint, { token: staff, path, body: { value: 7 } });
    const { body } = await service.call(on.profileAggregations, { token: staff, path });
    expect(body.data).toContainEqual(expect.objectContaining({ handle: 'points-available', value: '7' }));
    expect(body.data).toContainEqual(expect.objectContaining({ handle: 'rewards-claimed', value: '0' }));
  });

  it('aggregations: set by other systems, or calculated by a GET that acts', async () => {
    const set = await call(
      on.editProfileAggregations,
      [{ handle: 'orders-last-year', value: '7.50' }],
      staff,
    );
    expect(v.safeParse(aggregationShape.sent, set.body.data[0]).issues).toBeUndefined();
    expect(set.body.data[0]).toMatchObject({ value: '7.50', name: 'Orders last year' });
    expect((await call(on.calculateProfileAggregations, undefined, mara)).status).toBe(403);
    const { body } = await call(on.calculateProfileAggregations, undefined, staff);
    const valueOf = (handle: string) =>
      body.data.find((one: { handle: string }) => one.handle === handle)?.value;
    const { points } = (await call(on.profileBalances)).body.data;
    expect(valueOf('points-available')).toBe(String(points.available));
    expect(valueOf('orders-last-year')).toBe('7.50');
    expect((await call(on.profileAggregations)).body.data).toEqual(body.data);
    const given = { profile_id: 'profile-1002', value: 5 };
    expect((await service.call(on.addPoint, { token: staff, body: given })).status).toBe(200);
    const fresh = (await call(on.profileAggregations)).body.data.find(
      (one: { handle: string }) => one.handle === 'points-available',
    );
    expect(fresh.value).toBe(String(points.available + 5));
    expect((await call(on.editProfileAggregations, [{ handle: 'x', value: 'many' }], staff)).status).toBe(
      422,
    );
    expect((await call(on.editProfileAggregations, [{ handle: 'x', value: '1' }], mara)).status).toBe(403);
  });

  it('validation rules are those of the schemas; customers see those of fields that they may write', async () => {
    const rulesOf = async (token: string) => {
      const { body } = await call(on.profileValidationRules, undefined, token);
      return new Map<string, string[]>(
        body.data.map(({ attribute, rules }: { attribute: string; rules: string[] }) => [attribute, rules]),
      );
    };
    const forStaff = await rulesOf(staff);
    expect(forStaff.get('email')).toEqual(['nullable', 'string', 'max:255', 'email']);
    expect(forStaff.get('address.line_1')).toEqual(['required', 'string', 'min:1', 'max:255']);
    expect(forStaff.has('external_id')).toBe(true);
    const forMara = await rulesOf(mara);
    expect(forMara.has('first_name')).toBe(true);
    expect(forMara.has('external_id')).toBe(false);
  });

  it('addresses are upserted by type, and one of them is the default', async () => {
    const upsert = (body: object) => call(on.upsertProfileAddress, body);
    const home = await upsert({ line_1: 'Main Street 1', country: 'NL', is_default: true });
    const again = await upsert({ line_1: 'Main Street 2', country: 'NL' });
    expect(again.body.data).toMatchObject({
      id: home.body.data.id,
      line_1: 'Main Street 2',
      is_default: true,
    });
    const work = await upsert({ type: 'work', line_1: 'Quay 3', country: 'SE', is_default: true });
    const { body } = await call(on.profileAddresses);
    expect(
      body.data.map(({ id, is_default }: { id: number; is_default: boolean }) => [id, is_default]),
    ).toEqual([
      [work.body.data.id, true],
      [home.body.data.id, false],
    ]);
    expect((await upsert({ line_1: 'x', country: 'Netherlands' })).status).toBe(422);
  });
});
