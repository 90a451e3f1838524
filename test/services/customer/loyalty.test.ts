import { describe, expect, it } from 'vitest';
import { profileBalances } from '../../../src/services/contract/endpoints/index.ts';
import { createLoyalty } from '../../../src/services/customer/loyalty.ts';
import { refresh } from '../../../src/services/customer/refresh.ts';
import { balances } from '../../../src/services/customer/resources/balances.ts';
import { rewards } from '../../../src/services/customer/resources/rewards.ts';
import { tier } from '../../../src/services/customer/resources/tier.ts';
import { wishlist } from '../../../src/services/customer/resources/wishlist.ts';
import { BASE_URL, json, refusal, settled } from '../../support/client-fetch.ts';
import {
  BALANCES,
  openLoyalty,
  PROFILE,
  programme,
  SIGNED_IN,
  TOKEN_PATH,
  foundAs,
} from '../../support/client-programme.ts';
import { keptRecord, memoryStorage, tabWith } from '../../support/client-storage.ts';

const BALANCES_ROUTE = `GET /v3/profiles/${PROFILE}/balances`;
const TOKEN_ROUTE = `POST ${TOKEN_PATH}`;
const ALL = [balances, tier, rewards, wishlist] as const;

describe('a signed customer', () => {
  it('many elements of one resource cost token, profile and one request', async () => {
    const { loyalty, sent } = openLoyalty();
    for (let element = 0; element < 20; element++) loyalty.resource(balances).subscribe(() => {});
    await settled();
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      TOKEN_ROUTE,
      'GET /v3/identities/search-profile/1001',
      BALANCES_ROUTE,
    ]);
    expect(loyalty.resource(balances).state).toMatchObject({
      status: 'complete',
      value: { available: 4200 },
    });
  });

  it('every resource at once is one token, one search, and one request for each list', async () => {
    const { loyalty, sent, count } = openLoyalty();
    for (const definition of ALL) loyalty.resource<unknown>(definition).subscribe(() => {});
    await settled();
    for (const definition of ALL) expect(loyalty.resource<unknown>(definition).state.status).toBe('complete');
    expect([count(TOKEN_ROUTE), count('GET /v3/identities/search-profile/1001'), sent.length]).toEqual([
      1, 1, 7,
    ]);
    for (const { path, headers, url } of sent) {
      expect(headers.authorization).toBe(path === TOKEN_PATH ? undefined : 'Bearer token-1');
      expect(url).not.toContain('token-1');
    }
  });

  it('a refused signature is sent once, however many elements begin later', async () => {
    const storage = memoryStorage();
    // The second page of the tab, whose files are in the cache of the browser.
    for (let page = 0; page < 2; page++) {
      const answers = { [TOKEN_ROUTE]: () => refusal(401) };
      const { loyalty, count } = openLoyalty(answers, SIGNED_IN, { browser: tabWith(storage) });
      for (const definition of ALL) {
        loyalty.resource<unknown>(definition).subscribe(() => {});
        await settled();
        expect(loyalty.resource<unknown>(definition).state.error?.code).toBe('forbidden');
      }
      expect(count(TOKEN_ROUTE)).toBe(1);
      loyalty.close();
    }
  });

  it('another refusal is asked for again', async () => {
    const { loyalty, count } = openLoyalty({ [TOKEN_ROUTE]: () => refusal(422) });
    await loyalty.profileId().catch(() => {});
    await loyalty.profileId().catch(() => {});
    expect(count(TOKEN_ROUTE)).toBe(2);
  });

  it('the next page of the tab requests neither token nor profile', async () => {
    const storage = memoryStorage();
    const first = openLoyalty({}, SIGNED_IN, { browser: tabWith(storage) });
    await first.loyalty.profileId();
    const second = openLoyalty({}, SIGNED_IN, { browser: tabWith(storage) });
    expect(await second.loyalty.profileId()).toBe(PROFILE);
    expect(second.sent).toEqual([]);
  });

  it('another customer gets no token, profile or hearts of the one before', async () => {
    const storage = memoryStorage();
    const first = openLoyalty({}, SIGNED_IN, { browser: tabWith(storage) });
    first.loyalty.resource(wishlist).subscribe(() => {});
    await settled();
    expect(keptRecord(storage)).toMatchObject({ token: 'token-1', profileId: PROFILE, hearts: ['lamp'] });
    const second = openLoyalty(
      {
        [TOKEN_ROUTE]: () => json({ data: { token: 'token-B' } }),
        'GET /v3/identities/search-profile/1002': () => json({ data: foundAs('profile-1002', '1002') }),
      },
      { ...SIGNED_IN, customerId: '1002' },
      { browser: tabWith(storage) },
    );
    expect(second.loyalty.cache.read()).toBeUndefined();
    expect(await second.loyalty.profileId()).toBe('profile-1002');
    expect(second.sent.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer token-B']);
    expect(keptRecord(storage)).not.toHaveProperty('hearts');
  });

  it('an unreachable token endpoint does not clear the cache', async () => {
    for (const status of [429, 500, 503]) {
      const storage = memoryStorage();
      const first = openLoyalty({}, SIGNED_IN, { browser: tabWith(storage) });
      await first.loyalty.profileId();
      const second = openLoyalty(
        { [TOKEN_ROUTE]: () => refusal(status), [BALANCES_ROUTE]: () => refusal(401) },
        SIGNED_IN,
        { browser: tabWith(storage) },
      );
      await second.loyalty.resource(balances).refresh();
      expect(second.loyalty.resource(balances).state).toMatchObject({ status: 'error', error: { status } });
      expect(keptRecord(storage)).toMatchObject({ token: 'token-1', profileId: PROFILE });
    }
  });
});

describe('no customer', () => {
  it('a guest sends nothing, and every resource is unauthenticated', async () => {
    const { loyalty, sent, console } = openLoyalty({}, { baseUrl: BASE_URL });
    for (const definition of ALL) {
      await loyalty.resource<unknown>(definition).refresh();
      expect(loyalty.resource<unknown>(definition).state).toMatchObject({
        error: { code: 'unauthenticated' },
      });
    }
    await settled();
    expect(sent).toEqual([]);
    expect(console.error).not.toHaveBeenCalled();
  });

  it('invalid settings send nothing, and are logged once', async () => {
    const { loyalty, sent, console } = openLoyalty({}, { ...SIGNED_IN, baseUrl: 'http://example.com' });
    for (const definition of ALL) {
      await loyalty.resource<unknown>(definition).refresh();
      expect(loyalty.resource<unknown>(definition).state).toMatchObject({
        error: { code: 'invalid_config' },
      });
    }
    await expect(loyalty.call(profileBalances, { profile: 'p' })).rejects.toMatchObject({
      code: 'invalid_config',
    });
    await settled();
    expect(sent).toEqual([]);
    expect(console.error).toHaveBeenCalledTimes(1);
  });

  it('invalid settings without a console do not throw', async () => {
    const { fetch, sent } = programme();
    const loyalty = createLoyalty({}, { fetch });
    await expect(loyalty.profileId()).rejects.toMatchObject({ code: 'invalid_config' });
    await settled();
    expect(sent).toEqual([]);
  });
});

describe('a given token', () => {
  it('is used unchanged, not stored, and never renewed', async () => {
    const storage = memoryStorage();
    const settings = { baseUrl: BASE_URL, token: 'given', profileId: PROFILE };
    const { loyalty, sent, count } = openLoyalty({ [BALANCES_ROUTE]: () => refusal(401) }, settings, {
      browser: tabWith(storage),
    });
    for (let turn = 0; turn < 3; turn++) {
      await loyalty.resource(balances).refresh();
      expect(loyalty.resource(balances).state).toMatchObject({ error: { code: 'unauthenticated' } });
    }
    expect(sent.map(({ headers }) => headers.authorization)).toEqual(['Bearer given']);
    expect([count(TOKEN_ROUTE), storage.kept.size]).toEqual([0, 0]);
  });
});

describe('refresh', () => {
  it('loads only loaded resources again', async () => {
    let available = 1;
    const points = () => json({ data: { points: { available: available++ } } });
    const { loyalty, sent } = openLoyalty({ [BALANCES_ROUTE]: points });
    loyalty.resource(balances).subscribe(() => {});
    loyalty.resource(tier);
    await settled();
    sent.length = 0;
    await refresh(loyalty);
    expect(sent.map(({ path }) => path)).toEqual([`/v3/profiles/${PROFILE}/balances`]);
    expect(loyalty.resource(balances).state.value?.available).toBe(2);
  });

  it('never rejects', async () => {
    let away = false;
    const points = () => (away ? refusal(500) : json({ data: BALANCES }));
    const { loyalty } = openLoyalty({ [BALANCES_ROUTE]: points });
    await loyalty.resource(balances).refresh();
    away = true;
    await refresh(loyalty);
    expect(loyalty.resource(balances).state).toMatchObject({ status: 'error', value: { available: 4200 } });
  });
});

it('the signature is in no address, no header, no storage and no line of the console', async () => {
  const storage = memoryStorage();
  const { loyalty, sent, console } = openLoyalty(
    { [BALANCES_ROUTE]: () => refusal(500) },
    { ...SIGNED_IN, logging: true },
    { browser: tabWith(storage) },
  );
  for (const definition of ALL) await loyalty.resource<unknown>(definition).refresh();
  const { error } = loyalty.resource(balances).state;
  const traces = [
    ...sent.flatMap(({ url, headers }) => [url, JSON.stringify(headers)]),
    ...storage.kept.values(),
    ...[...console.info.mock.calls, ...console.error.mock.calls].flat().map(String),
    `${error?.message} ${error?.stack}`,
  ];
  expect(traces.filter((trace) => trace.includes(SIGNED_IN.signature!))).toEqual([]);
});
