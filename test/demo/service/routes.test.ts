import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as catalogue from '../../../src/services/contract/endpoints/index.ts';
import { storefrontTokenReply } from '../../../src/services/contract/auth.ts';
import { balances } from '../../../src/services/contract/incentives/points.ts';
import { data, page } from '../../../src/services/contract/envelope.ts';
import { listItemShape, listShape } from '../../../src/services/contract/lists.ts';
import { profileShape } from '../../../src/services/contract/profiles.ts';
import {
  rewardDefinitionShape,
  tierDefinitionShape,
} from '../../../src/services/contract/configuration/definitions.ts';
import { claimedReward, rewardShape } from '../../../src/services/contract/incentives/rewards.ts';
import { profileTier } from '../../../src/services/contract/incentives/tiers.ts';
import { routes } from '../../../demo/service/routes.ts';
import { endpoints, guarded } from '../../support/service-catalogue.ts';
import { fill, openService, sign, type OpenService, type Sent } from '../../support/service-open.ts';

interface HappyPath {
  readonly sent: Sent;
  /** Absent for 204 without a body. */
  readonly shape?: v.GenericSchema;
}

const mara = 'profile-1002';

/** A call that succeeds, for each endpoint that an element or the storefront calls. Other endpoints are tested with their subject. */
const happyPaths: Readonly<Record<string, HappyPath>> = {
  'storefront.auth.token.store': {
    sent: {
      path: { storefront_platform: 'harbour', version: 'v1' },
      body: { id: '1002', signature: sign('1002') },
    },
    shape: storefrontTokenReply,
  },
  'identities.search-profile': { sent: { path: { identifier: '1002' } }, shape: data(profileShape.record) },
  'profiles.balances.show': { sent: { path: { profile: mara } }, shape: data(balances) },
  'profiles.tier.show': { sent: { path: { profile: mara } }, shape: data(profileTier) },
  'profiles.rewards.index': { sent: { path: { id: mara } }, shape: page(rewardShape.record) },
  'profiles.rewards.store': {
    sent: { path: { profileId: mara }, body: { reward_definition_id: 2 } },
    shape: claimedReward,
  },
  'rewards.definitions.index': { sent: {}, shape: page(rewardDefinitionShape.record) },
  'tiers.definitions.index': { sent: {}, shape: page(tierDefinitionShape.record) },
  'profiles.lists.store': {
    sent: { path: { profile: mara }, body: { type: 'registry', handle: 'wedding', name: 'Wedding' } },
    shape: data(listShape.record),
  },
  'profiles.lists.items.index': {
    sent: { path: { profile: mara, list: 'wishlist' } },
    shape: page(listItemShape.record),
  },
  'profiles.lists.items.store': {
    sent: { path: { profile: mara, list: 'wishlist' }, body: { product_id: 'hp-1001' } },
    shape: data(listItemShape.record),
  },
  'profiles.lists.items.destroy': { sent: { path: { profile: mara, list: 'wishlist', item: '1' } } },
};

describe('routes of the endpoints of the catalogue', () => {
  let service: OpenService;
  let token: string;

  beforeAll(async () => {
    service = await openService();
    token = await service.tokenOf('1002');
  });
  afterAll(() => service.drop());

  it('every endpoint of the table above has one route', () => {
    expect(endpoints.map(({ id }) => id).sort()).toEqual(Object.keys(happyPaths).sort());
  });

  it('all endpoints of the table are in the catalogue', () => {
    const constants = new Set<unknown>(Object.values(catalogue));
    expect(endpoints.filter((endpoint) => !constants.has(endpoint))).toEqual([]);
  });

  it.each(endpoints)('$id answers in its shape', async (endpoint) => {
    const happy = happyPaths[endpoint.id];
    expect(happy, 'a call that succeeds').toBeDefined();
    const answer = await service.call(endpoint, { token, ...happy?.sent });
    if (!happy?.shape) return expect(answer).toMatchObject({ status: 204, text: '' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(v.safeParse(happy.shape, answer.body).issues).toBeUndefined();
  });

  describe.each(guarded)('$id', (endpoint) => {
    const sent = () => happyPaths[endpoint.id]?.sent ?? {};
    const bearers: readonly [string, () => Promise<string | undefined> | string | undefined][] = [
      ['no header', () => undefined],
      ['Basic', () => `Basic ${btoa(`mara:${token}`)}`],
      ['the token under Basic', () => `Basic ${token}`],
      ['no scheme', () => token],
      ['an empty token', () => 'Bearer '],
      ['an unknown token', () => `Bearer ${'A'.repeat(43)}`],
      ['two tokens', () => `Bearer ${token} ${token}`],
      ['a cut token', () => `Bearer ${token.slice(0, -1)}`],
      ['an expired token', () => spoilt("expires_at = now() - interval '1 second'")],
      ['a revoked token', () => spoilt('revoked_at = now()')],
    ];

    async function spoilt(change: string): Promise<string> {
      // A token of another customer: the endpoint answers the same valid token again, so revoking it would revoke `token`.
      const spoiltToken = await service.tokenOf('1003');
      const { sql } = await import('kysely');
      await sql`update tokens set ${sql.raw(change)} where hash = sha256(${spoiltToken}::bytea)`.execute(
        service.db,
      );
      return `Bearer ${spoiltToken}`;
    }

    it.each(bearers)('answers 401 to %s', async (_, authorization) => {
      const header = await authorization();
      const answer = await service.call(endpoint, {
        ...sent(),
        headers: header === undefined ? {} : { Authorization: header },
      });
      expect(answer).toMatchObject({ status: 401, body: { message: 'Unauthenticated.' } });
      expect(Object.keys(answer.body)).toEqual(['message']);
    });

    it('answers 403 to a token without its scope, after 401 and before 422', async () => {
      const narrow = await service.tokenOf('1003');
      const { sql } = await import('kysely');
      await sql`update tokens set scopes = '{}' where hash = sha256(${narrow}::bytea)`.execute(service.db);
      const wrong = endpoint.method === 'POST' ? { ...sent(), body: { nonsense: true } } : sent();
      expect((await service.call(endpoint, wrong)).status).toBe(401);
      const refused = await service.call(endpoint, { ...wrong, token: narrow });
      expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining('scope') } });
      if (endpoint.method === 'POST') {
        expect((await service.call(endpoint, { ...wrong, token })).status).toBe(422);
      }
    });
  });

  const paths = [...new Set(endpoints.map(({ path }) => path))];
  it.each(paths)('%s refuses every other method with 405 and Allow', async (path) => {
    const sample = endpoints.find((endpoint) => endpoint.path === path);
    const address = `/api${fill(path, happyPaths[sample?.id ?? '']?.sent.path ?? {})}`;
    // A fixed segment of another path fills a parameter: `definitions` is read as the id of a reward.
    const fits = (template: string) =>
      new RegExp(`^/api${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(address);
    const allowed = [
      ...new Set(routes.filter(({ endpoint }) => fits(endpoint.path)).map(({ endpoint }) => endpoint.method)),
    ];
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY']) {
      if ((allowed as string[]).includes(method)) continue;
      const answer = await service.send(method, address, { token });
      expect(answer).toMatchObject({ status: 405, body: { message: expect.any(String) } });
      const allow = answer.headers.get('allow')?.split(', ') ?? [];
      expect(allow.filter((one) => one !== 'HEAD').sort()).toEqual([...allowed].sort());
    }
  });

  it.each([
    '/v3/rewards/definitions',
    '/api/v3/Rewards/definitions',
    '/api/v3/rewards/definitions/',
    '/api/v3/harbour/api/v1/auth/token',
    '/api',
    '/',
    '/api//v3/rewards/definitions',
  ])('%s answers 404', async (path) => {
    expect(await service.send('GET', path, { token })).toMatchObject({
      status: 404,
      body: { message: 'There is no such address.' },
    });
  });
});
