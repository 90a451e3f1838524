import { describe, expect, it } from 'vitest';
import { findProfile } from '../../../src/services/customer/profile.ts';
import { BASE_URL, json, refusal } from '../../support/client-fetch.ts';
import { foundAs, openLoyalty, PROFILE, SIGNED_IN, TOKEN_PATH } from '../../support/client-programme.ts';
import { keptRecord, memoryStorage, tabWith } from '../../support/client-storage.ts';

const SEARCH = 'GET /v3/identities/search-profile/1001';

describe('profileId', () => {
  it('is requested once with the customer id, and stored with the token', async () => {
    const storage = memoryStorage();
    const { loyalty, count } = openLoyalty({}, SIGNED_IN, { browser: tabWith(storage) });
    const asked = await Promise.all(Array.from({ length: 10 }, () => loyalty.profileId()));
    expect(new Set([...asked, await loyalty.profileId()])).toEqual(new Set([PROFILE]));
    expect(count(SEARCH)).toBe(1);
    expect(keptRecord(storage)).toMatchObject({ token: 'token-1', profileId: PROFILE });
  });

  it('is the setting if there is one, without a search', async () => {
    const { loyalty, sent } = openLoyalty({}, { ...SIGNED_IN, profileId: 'theme-knows' });
    expect(await loyalty.profileId()).toBe('theme-knows');
    expect(sent.map(({ path }) => path)).toEqual([TOKEN_PATH]);
  });

  it('as a setting has priority over the stored id', async () => {
    const storage = memoryStorage();
    await openLoyalty({}, SIGNED_IN, { browser: tabWith(storage) }).loyalty.profileId();
    const { loyalty } = openLoyalty(
      {},
      { ...SIGNED_IN, profileId: 'theme-knows' },
      { browser: tabWith(storage) },
    );
    expect(await loyalty.profileId()).toBe('theme-knows');
  });

  it('the customer id is encoded in the path', async () => {
    const customerId = '../a b?c#d';
    const { loyalty, sent } = openLoyalty({}, { ...SIGNED_IN, customerId });
    await loyalty.profileId().catch(() => {});
    expect(sent.at(-1)!.url).toBe(`${BASE_URL}/v3/identities/search-profile/..%2Fa%20b%3Fc%23d`);
  });

  it('as a number is its decimal text', async () => {
    const { loyalty } = openLoyalty({ [SEARCH]: () => json({ data: foundAs(77, '1001') }) });
    expect(await loyalty.profileId()).toBe('77');
  });

  it.each([
    {},
    { id: 'p' },
    { data: {} },
    { data: { id: '' } },
    { data: { id: null } },
    { data: { id: {} } },
    { data: [] },
    null,
  ])('the reply %j is a bad response, and is not stored', async (reply) => {
    const storage = memoryStorage();
    const { loyalty, count } = openLoyalty({ [SEARCH]: () => json(reply) }, SIGNED_IN, {
      browser: tabWith(storage),
    });
    await expect(loyalty.profileId()).rejects.toMatchObject({ code: 'bad_response' });
    await expect(loyalty.profileId()).rejects.toMatchObject({ code: 'bad_response' });
    expect(keptRecord(storage)).not.toHaveProperty('profileId');
    expect(count(SEARCH)).toBe(2);
  });

  it('a customer without a profile is not found', async () => {
    const { loyalty } = openLoyalty({ [SEARCH]: () => refusal(404) });
    await expect(loyalty.profileId()).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([[''], [0.5], [null], [{}], [['p']]])(
    'a kept profile of %j is asked for anew',
    async (profileId) => {
      const storage = memoryStorage();
      const first = openLoyalty({}, SIGNED_IN, { browser: tabWith(storage) });
      await first.loyalty.profileId();
      const [slot, record] = [...storage.kept][0]!;
      storage.kept.set(slot, JSON.stringify({ ...JSON.parse(record), profileId }));
      const second = openLoyalty({}, SIGNED_IN, { browser: tabWith(storage) });
      expect(await second.loyalty.profileId()).toBe(PROFILE);
      expect(second.sent.map(({ method, path }) => `${method} ${path}`)).toEqual([SEARCH]);
    },
  );

  it('is unknown for a token without customer id: the diagnostic names the setting, and nothing is sent', async () => {
    const { loyalty, sent } = openLoyalty({}, { baseUrl: BASE_URL, token: 'given' });
    await expect(loyalty.profileId()).rejects.toMatchObject({
      code: 'invalid_config',
      message: expect.stringContaining('profile-id'),
    });
    expect(sent).toEqual([]);
  });

  it('of a token with a customer id is requested with that token', async () => {
    const { loyalty, sent } = openLoyalty({}, { baseUrl: BASE_URL, token: 'given', customerId: '1001' });
    expect([await loyalty.profileId(), await loyalty.profileId()]).toEqual([PROFILE, PROFILE]);
    expect(sent.map(({ headers }) => headers.authorization)).toEqual(['Bearer given']);
  });

  describe('if the search finds a profile with the customer id in another namespace', () => {
    const IDENTITIES = `GET /v3/profiles/${PROFILE}/identities`;
    const foreign = { namespace: 'pos-card', value: '1001' };

    it.each([
      ['the reply names the identities', { id: PROFILE, identities: [foreign] }, []],
      ['the reply names none', { id: PROFILE, identities: [] }, []],
      ['the reply names no list', { id: PROFILE, identities: { ...foreign, namespace: 'storefront' } }, []],
      ['the identities have to be asked for', { id: PROFILE }, [foreign]],
      [
        'the platform knows the profile by another value',
        { id: PROFILE },
        [{ namespace: 'storefront', value: '10' }],
      ],
    ])('is not found, and nothing is stored: %s', async (_, found, identities) => {
      const storage = memoryStorage();
      const { loyalty } = openLoyalty(
        { [SEARCH]: () => json({ data: found }), [IDENTITIES]: () => json({ data: identities }) },
        SIGNED_IN,
        { browser: tabWith(storage) },
      );
      await expect(loyalty.profileId()).rejects.toMatchObject({ code: 'not_found' });
      expect(keptRecord(storage)).not.toHaveProperty('profileId');
    });

    it('is used if its identities have the customer id on this platform', async () => {
      const { loyalty, sent } = openLoyalty({
        [SEARCH]: () => json({ data: { id: PROFILE } }),
        [IDENTITIES]: () => json({ data: [foreign, { namespace: 'storefront', value: 1001 }] }),
      });
      expect(await loyalty.profileId()).toBe(PROFILE);
      expect(decodeURIComponent(sent.at(-1)!.url)).toMatch(
        /identities\?filter\[namespace\]=storefront&filter\[value\]=1001$/,
      );
    });

    it('is returned without the check (red twin)', async () => {
      const { call } = openLoyalty({
        [SEARCH]: () => json({ data: { id: PROFILE, identities: [foreign] } }),
      }).loyalty;
      expect(await findProfile(call, '1001')).toBe(PROFILE);
    });
  });
});
