import { describe, expect, it } from 'vitest';
import { profileBalances } from '../../../src/services/contract/endpoints/index.ts';
import { createLoyalty } from '../../../src/services/customer/loyalty.ts';
import { balances } from '../../../src/services/customer/resources/balances.ts';
import { json, later, settled } from '../../support/client-fetch.ts';
import {
  BALANCES,
  openLoyalty,
  PROFILE,
  programme,
  SIGNED_IN,
  TOKEN_PATH,
} from '../../support/client-programme.ts';
import { keptRecord, memoryStorage, tabWith } from '../../support/client-storage.ts';

const BALANCES_ROUTE = `GET /v3/profiles/${PROFILE}/balances`;
const TOKEN_ROUTE = `POST ${TOKEN_PATH}`;

describe('close', () => {
  it('aborts requests in flight, that for a token too', async () => {
    for (const route of [TOKEN_ROUTE, 'GET /v3/identities/search-profile/1001', BALANCES_ROUTE]) {
      const { loyalty, sent } = openLoyalty({ [route]: () => later<Response>().promise });
      const loading = loyalty.resource(balances).refresh();
      await settled();
      expect(`${sent.at(-1)!.method} ${sent.at(-1)!.path}`).toBe(route);
      loyalty.close();
      expect(sent.at(-1)!.init.signal?.aborted).toBe(true);
      await loading;
      expect(loyalty.resource(balances).state).toMatchObject({ status: 'error', error: { code: 'aborted' } });
    }
  });

  it('sends nothing afterwards', async () => {
    const fresh = openLoyalty();
    fresh.loyalty.close();
    const used = openLoyalty();
    await used.loyalty.profileId();
    used.loyalty.close();
    used.sent.length = 0;
    for (const { loyalty, sent } of [fresh, used]) {
      await expect(loyalty.call(profileBalances, { profile: 'p' })).rejects.toMatchObject({
        code: 'aborted',
      });
      await loyalty.resource(balances).refresh();
      expect(sent).toEqual([]);
    }
  });

  it('drops a late response', async () => {
    const answer = later<Response>();
    const { fetch } = programme({ [BALANCES_ROUTE]: () => answer.promise });
    const deaf: typeof fetch = (url, init) => fetch(url, { ...init, signal: null });
    const loyalty = createLoyalty(SIGNED_IN, { fetch: deaf });
    const asked = loyalty.call(profileBalances, { profile: PROFILE });
    await settled();
    loyalty.close();
    answer.resolve(json({ data: BALANCES }));
    await expect(asked).rejects.toMatchObject({ code: 'aborted' });
  });

  it('does not store a token that arrives later', async () => {
    const answer = later<Response>();
    const storage = memoryStorage();
    const { fetch } = programme({ [TOKEN_ROUTE]: () => answer.promise });
    const deaf: typeof fetch = (url, init) => fetch(url, { ...init, signal: null });
    const loyalty = createLoyalty(SIGNED_IN, { fetch: deaf, browser: tabWith(storage) });
    const asked = loyalty.profileId();
    asked.catch(() => {});
    await settled();
    loyalty.close();
    answer.resolve(json({ data: { token: 'late' } }));
    await settled();
    expect(keptRecord(storage)).not.toHaveProperty('token');
  });

  it('keeps the token for the next page, and removes it at logout', async () => {
    for (const forget of [false, true]) {
      const storage = memoryStorage();
      const { loyalty } = openLoyalty({}, SIGNED_IN, { browser: tabWith(storage) });
      await loyalty.profileId();
      loyalty.close(forget);
      expect(keptRecord(storage)?.token).toBe(forget ? undefined : 'token-1');
      await settled();
      expect([...storage.kept.values()].filter(Boolean)).toHaveLength(forget ? 0 : 1);
    }
  });
});
