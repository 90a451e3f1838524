import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../../src/services/contract/endpoint.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

const mara = 'profile-1002';
const path = { profile: mara, profileId: mara };

describe('texts of definitions', () => {
  let service: OpenService;
  let machine: string;
  let token: string;
  let reward: { definition: string };
  beforeAll(async () => {
    service = await openService();
    machine = await service.machineToken();
    token = await service.tokenOf('1002');
    // The sample programme says its language; here it is not known until a test says it.
    await sql`delete from records where resource = 'setting'`.execute(service.db);
    reward = { definition: String((await addReward({ de: { name: 'Kaffee' } })).body.data.id) };
  });
  afterAll(() => service.drop());
  afterEach(() => expect(service.errors).toEqual([]));

  const addReward = (translations: unknown) =>
    service.call(on.addRewardDefinition, {
      token: machine,
      body: {
        name: 'Coffee',
        handle: `coffee-${crypto.randomUUID()}`,
        description: 'A cup.',
        points_cost: 1,
        is_published: true,
        translations,
      },
    });
  const editReward = (translations: unknown) =>
    service.call(on.editRewardDefinition, { path: reward, token: machine, body: { translations } });
  const own = (language?: string) => (language === undefined ? {} : { 'Accept-Language': language });
  const rewardFor = async (language?: string) => {
    const answer = await service.call(on.rewardDefinitions, {
      token,
      query: '?page[size]=100',
      headers: own(language),
    });
    const definition = answer.body.data.find((one: { id: number }) => String(one.id) === reward.definition);
    return { definition, headers: answer.headers };
  };
  const setLanguage = (value: string) =>
    service.call(on.addSetting, { token: machine, body: { key: 'programme.language', value } });

  it.each([
    ['de', 'Kaffee'],
    ['de-AT', 'Kaffee'],
    ['nl, de;q=0.5', 'Kaffee'],
    ['nl', 'Coffee'],
    ['de;q=0', 'Coffee'],
    ['de_DE', 'Coffee'],
    [undefined, 'Coffee'],
  ])('come for a customer who asks for %s as %s', async (language, name) => {
    const { definition, headers } = await rewardFor(language);
    expect(definition.name).toBe(name);
    expect(definition.description).toBe('A cup.');
    expect(headers.get('Vary')).toContain('Accept-Language');
    expect(headers.get('Content-Language')).toBe(name === 'Kaffee' ? 'de' : null);
    expect(definition).not.toHaveProperty('translations');
  });

  it('name the language of a text that is in another one than the first that was asked for', async () => {
    expect((await rewardFor('de-AT')).definition.text_languages).toBeNull();
    expect((await rewardFor('nl, de;q=0.5')).definition.text_languages).toEqual({ name: 'de' });
  });

  it('are for staff those of the record, with its translations', async () => {
    const { body, headers } = await service.call(on.readRewardDefinition, {
      path: reward,
      token: machine,
      headers: own('de'),
    });
    expect(body.data).toMatchObject({ name: 'Coffee', translations: { de: { name: 'Kaffee' } } });
    expect(headers.has('Content-Language')).toBe(false);
  });

  it('come in the language of the customer inside of instances, tiers and statements of writes', async () => {
    const { body: tiers } = await service.call(on.tierDefinitions, { token: machine });
    for (const { id } of tiers.data)
      await service.call(on.editTierDefinition, {
        path: { definition: String(id) },
        token: machine,
        body: { translations: { de: { name: `Stufe ${id}` } } },
      });
    const tier = await service.call(on.profileTier, { path, token, headers: own('de') });
    expect(tier.body.data.definition.name).toBe(`Stufe ${tier.body.data.definition.id}`);
    expect(tier.headers.get('Content-Language')).toBe('de');
    // A server that writes the tier into a page of this customer.
    const forPage = await service.call(on.profileTier, { path, token: machine, headers: own('de') });
    expect(forPage.body.data.definition.name).toBe(tier.body.data.definition.name);
    const needed = tiers.data[0].id;
    await service.call(on.editRewardDefinition, {
      path: reward,
      token: machine,
      body: { tier_definition_id: needed },
    });
    const read = await service.call(on.readTierDefinition, {
      path: { definition: String(needed) },
      token,
      headers: own('de'),
    });
    expect(read.body.data.rewards.map(({ name }: { name: string }) => name)).toContain('Kaffee');
    await service.call(on.editRewardDefinition, {
      path: reward,
      token: machine,
      body: { tier_definition_id: null },
    });
    const claimed = await service.call(on.claimReward, {
      path,
      token,
      body: { reward_definition_id: Number(reward.definition) },
      headers: own('de'),
    });
    expect(claimed.body.data.definition.name).toBe('Kaffee');
    const rewards = await service.call(on.profileRewards, { path: { id: mara }, token, headers: own('de') });
    expect(rewards.body.data).toContainEqual(
      expect.objectContaining({ definition: expect.objectContaining({ name: 'Kaffee' }) }),
    );
    const estimate = await service.call(on.estimateIncentives, {
      token,
      body: { total: 100 },
      headers: own('de'),
    });
    expect(estimate.body.data.tier.name).toMatch(/^Stufe \d+$/);
  });

  it('come in each of 40 languages, and are refused in 41', async () => {
    const tags = Array.from({ length: 41 }, (_, at) => `de-x-shop${at}`);
    const translations = (count: number) =>
      Object.fromEntries(tags.slice(0, count).map((tag) => [tag, { name: `Name in ${tag}` }]));
    expect((await editReward(translations(40))).status).toBe(200);
    for (const tag of [tags[0], tags[39]])
      expect((await rewardFor(tag)).definition.name).toBe(`Name in ${tag}`);
    const { status, body } = await editReward(translations(41));
    expect(status).toBe(422);
    expect(body.errors.translations).toEqual(['The translations field has to have at most 40 languages.']);
    await editReward({ de: { name: 'Kaffee' } });
  });

  it.each([
    ['an unknown language', { 'de_DE!': { name: 'x' } }, 'translations.de_DE!', 'has to be a language'],
    ['a language twice', { 'de-at': {}, 'de-AT': {} }, 'translations', 'name each language once'],
    [
      'an unknown text',
      { de: { title: 'x' } },
      'translations.de.title',
      'texts that can be translated are name,',
    ],
    [
      'a field that is no text',
      { de: { points_cost: 5 } },
      'translations.de.points_cost',
      'has to be left out',
    ],
    ['a number as text', { de: { name: 5 } }, 'translations.de.name', 'has to be text'],
    ['an empty text', { de: { name: '' } }, 'translations.de.name', 'not empty'],
    ['an empty long text', { de: { description: '' } }, 'translations.de.description', 'not empty'],
    ['a long name', { de: { name: 'x'.repeat(256) } }, 'translations.de.name', 'too long: at most 255'],
    ['a text instead of texts', { de: 'Kaffee' }, 'translations.de', 'has to be a JSON object of texts'],
    ['a list', { de: ['Kaffee'] }, 'translations.de', 'has to be a JSON object'],
    ['a list of languages', ['de'], 'translations', 'has to be a JSON object'],
  ])('are refused with the field: %s', async (_, translations, field, message) => {
    const { status, body } = await editReward(translations);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
    expect(body.errors[field][0]).toContain(message);
  });

  it('keep a translation while the record changes, and lose it with null', async () => {
    await service.call(on.editRewardDefinition, {
      path: reward,
      token: machine,
      body: { description: 'A cup.' },
    });
    expect((await rewardFor('de')).definition.name).toBe('Kaffee');
    await editReward(null);
    expect((await rewardFor('de')).definition.name).toBe('Coffee');
    await editReward({ de: { name: 'Kaffee' } });
  });

  it('are in a known language with the setting, and are said to be where the customer asked for another one', async () => {
    expect((await rewardFor('nl')).definition.text_languages).toBeNull();
    expect((await setLanguage('no language')).status).toBe(422);
    expect((await setLanguage('en')).status).toBe(200);
    const dutch = await rewardFor('nl');
    expect(dutch.definition.text_languages).toEqual({ name: 'en', description: 'en' });
    expect(dutch.headers.get('Content-Language')).toBe('en');
    const german = await rewardFor('de');
    expect(german.definition).toMatchObject({ name: 'Kaffee', text_languages: { description: 'en' } });
    const english = await rewardFor('en-GB, de;q=0.9');
    expect(english.definition).toMatchObject({ name: 'Coffee', text_languages: null });
  });

  const translations = { ar: { name: 'ذهبي', description: 'نص' } };
  const addTranslated = async (endpoint: object, fields: object) => {
    const { status, body } = await service.call(endpoint as typeof on.addStatus, {
      token: machine,
      body: { name: 'Gold', handle: 'translated', description: 'A text.', ...fields, translations },
    });
    expect(status).toBe(200);
    return body.data;
  };

  it.each<[{ readonly id: string }, object]>([
    [on.addPointDefinition, { value: 1 }],
    [on.addListDefinition, { type: 'wishlist' }],
    [on.addStatus, {}],
    [on.addAchievementDefinition, { points_required: 1_000_000 }],
  ])('are stored with translations, which staff read: $id', async (endpoint, fields) => {
    expect((await addTranslated(endpoint, fields)).translations).toEqual(translations);
  });

  it.each<[{ readonly id: string }, object, Endpoint]>([
    [on.addTierDefinition, { points_required: 987_654 }, on.tierDefinitions],
    [on.addBenefitDefinition, { is_published: true }, on.claimableProfileBenefits],
  ])('come in the language of a customer, who reads no translations: $id', async (add, fields, read) => {
    const { id } = await addTranslated(add, fields);
    const answer = await service.call(read, { path, token, query: '?page[size]=100', headers: own('ar') });
    const definitions = answer.body.data.map((one: { definition?: object }) => one.definition ?? one);
    const found = definitions.find((one: { id: number }) => String(one.id) === String(id));
    expect(found).toMatchObject({ name: 'ذهبي' });
    expect(found).not.toHaveProperty('translations');
  });

  it('are as in the record where they are in no other language', async () => {
    for (const none of [null, {}, { de: {} }]) {
      await editReward(none);
      expect((await rewardFor('de')).definition).toMatchObject({ name: 'Coffee', description: 'A cup.' });
    }
    await editReward({ de: { name: 'Kaffee' } });
  });
});
