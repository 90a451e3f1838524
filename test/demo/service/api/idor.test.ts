import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOpenToCustomers, profileParameter } from '../../../../demo/service/api/access.ts';
import type { Route } from '../../../../demo/service/api/route.ts';
import { bodyFor, missingIn, type Ids } from '../../../support/service-idor-matrix.ts';
import {
  foreign,
  named,
  absentProfile,
  open,
  openTwoCustomers,
  own,
  pathOf,
  reading,
  recordsIn,
  scoped,
  writing,
  type TwoCustomers,
} from '../../../support/service-idor-open.ts';
import { fill, type OpenService } from '../../../support/service-open.ts';
import { rowsOf } from '../../../support/service-rows.ts';

/** Fields and parameters from which a faulty handler could take the profile. */
const NAMES = ['profile_id', 'profile', 'profileId', 'customer_id', 'creator_profile_id', 'claimed_by'];

describe('records of another customer, by every route below a profile', () => {
  let service: OpenService;
  let token: string;
  let mine: Ids;
  let theirs: Ids;
  let absent: Ids;
  let ask: TwoCustomers['ask'];
  beforeAll(async () => void ({ service, token, mine, theirs, absent, ask } = await openTwoCustomers()));
  afterAll(() => service.drop());

  it('no route is missing in the matrix', () => {
    const missing = scoped.flatMap((route) =>
      missingIn(route).map((what) => `${route.endpoint.id}: ${what}`),
    );
    expect(missing).toEqual([]);
    expect(open.length).toBeGreaterThan(30);
  });

  it('the matrix reports a missing route', () => {
    const path = '/v3/profiles/{profile}/secrets/{secret}';
    const route = { endpoint: { id: 'profiles.secrets.update', method: 'PUT', path }, body: v.object({}) };
    expect(missingIn(route as unknown as Route)).toEqual(['secret', 'body']);
  });

  it.each(named(scoped))('are refused with their profile in the path: %s', async (_, route) => {
    const sent = await bodyFor(route, service, theirs);
    const before = await rowsOf(service.db, foreign);
    const answer = await ask(route, foreign, theirs, sent);
    expect(answer.status).toBe(isOpenToCustomers(route) ? 404 : 403);
    expect(answer.text).toBe((await ask(route, absentProfile, absent, sent)).text);
    // Routes for users answer 403 for the own profile as well.
    if (!isOpenToCustomers(route)) expect((await ask(route, own, mine, sent)).text).toBe(answer.text);
    expect(await rowsOf(service.db, foreign)).toBe(before);
  });

  /** Spellings of a profile id that a faulty router or query could accept. */
  const spellings: Readonly<Record<string, (id: string) => string>> = {
    encoded: (id) => [...id].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
    'with a NUL byte': (id) => `${id}%00`,
    'after the own and a slash': (id) => `${own}%2F..%2F${id}`,
  };
  it.each(named(open))(
    'are refused with their profile in the path, in other encodings: %s',
    async (_, route) => {
      const { method, path } = route.endpoint;
      const parameter = `{${profileParameter(route.endpoint)}}`;
      const sent = await bodyFor(route, service, theirs);
      const before = await rowsOf(service.db, foreign);
      for (const [how, spell] of Object.entries(spellings)) {
        const asked = (profile: string) =>
          service.send(
            method,
            `/api${fill(path.replace(parameter, spell(profile)), pathOf(route, own, theirs))}`,
            {
              token,
              ...sent,
            },
          );
        const [answer, none] = [await asked(foreign), await asked(absentProfile)];
        expect([how, answer.status, answer.text]).toEqual([how, 404, none.text]);
      }
      expect(await rowsOf(service.db, foreign)).toBe(before);
    },
  );

  const withRecords = open.filter((route) => recordsIn(route).length);
  it.each(named(withRecords))('are refused with their record below the own profile: %s', async (_, route) => {
    const before = await rowsOf(service.db, foreign);
    const none = await ask(route, own, absent, await bodyFor(route, service, mine));
    expect(none.status).toBe(404);
    for (const name of recordsIn(route)) {
      // One of their ids among own ones, and all of theirs.
      for (const ids of [{ ...mine, [name]: theirs[name] ?? '' }, theirs]) {
        const answer = await ask(route, own, ids, await bodyFor(route, service, mine));
        expect([name, answer.status, answer.text]).toEqual([name, 404, none.text]);
      }
    }
    expect(await rowsOf(service.db, foreign)).toBe(before);
  });

  it.each(named(writing))(
    'are refused with their profile and their records in the body: %s',
    async (_, route) => {
      const before = await rowsOf(service.db, foreign);
      for (const name of NAMES) {
        const naming = async (profile: string) => {
          const { body } = await bodyFor(route, service, mine);
          const saying = (one: unknown) => ({ ...(one as object), [name]: profile });
          return await ask(route, own, mine, { body: Array.isArray(body) ? body.map(saying) : saying(body) });
        };
        const [answer, none] = [await naming(foreign), await naming(absentProfile)];
        expect([name, answer.status]).toEqual([name, none.status]);
        expect(answer.text).not.toContain(foreign);
        if (answer.status >= 400) expect(answer.text).toBe(none.text);
      }
      const [answer, none] = [
        await ask(route, own, mine, await bodyFor(route, service, theirs)),
        await ask(route, own, mine, await bodyFor(route, service, absent)),
      ];
      expect(answer.status).toBe(none.status);
      if (answer.status >= 400) expect(answer.text).toBe(none.text);
      expect(await rowsOf(service.db, foreign)).toBe(before);
    },
  );

  it.each(named(reading))(
    'are not found with their profile and their records in filters: %s',
    async (_, route) => {
      const queries = (profile: string, ids: Ids) => [
        `?filter[profile_id]=${profile}`,
        `?filter[profile_id][in]=${own},${profile}`,
        `?filter[profile_id][ne]=${own}`,
        `?filter[profile.id]=${profile}`,
        `?filter[id][in]=${Object.values(ids).filter(Number).join(',')}`,
        `?${NAMES.map((name) => `${name}=${profile}`).join('&')}`,
      ];
      const [asked, none] = [queries(foreign, theirs), queries(absentProfile, absent)];
      for (const [index, query] of asked.entries()) {
        const answer = await ask(route, own, mine, { query });
        expect([200, 422]).toContain(answer.status);
        // Ids of different tables overlap, so some of theirs are also own ids. Only own records may be shown.
        if (query.startsWith('?filter[id]')) {
          const data = [answer.body.data ?? []].flat() as { profile_id?: string }[];
          expect(data.filter(({ profile_id }) => (profile_id ?? own) !== own)).toEqual([]);
          continue;
        }
        const other = await ask(route, own, mine, { query: none[index] ?? '' });
        expect(answer.status).toBe(other.status);
        expect(answer.body.data).toEqual(other.body.data);
        expect(JSON.stringify(answer.body.data ?? [])).not.toContain(foreign);
      }
    },
  );
});
