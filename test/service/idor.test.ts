import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../demo/service/catalogue.ts';
import { isOpenToCustomers, profileParameter } from '../../demo/service/http/access.ts';
import { Problem } from '../../demo/service/http/problem.ts';
import type { Route } from '../../demo/service/http/route.ts';
import { settle } from '../../demo/service/incentives/settle.ts';
import { routes } from '../../demo/service/routes.ts';
import {
  absent,
  bodyFor,
  lacks,
  parametersOf,
  recordsOf,
  words,
  type Ids,
} from '../support/service-idor-matrix.ts';
import { openService, type OpenService, type Sent } from '../support/service-open.ts';
import { rowsOf } from '../support/service-rows.ts';

const own = 'profile-1002';
const foreign = 'profile-1003';
const nobody = 'profile-0000';

/** Every endpoint of the catalogue below a profile that the service answers. */
const scoped = endpoints
  .filter((endpoint) => profileParameter(endpoint) !== undefined)
  .flatMap((endpoint) => routes.filter((route) => route.endpoint === endpoint));
const open = scoped.filter(isOpenToCustomers);
const named = (these: readonly Route[]) => these.map((route) => [route.endpoint.id, route] as const);

/** Fields and parameters that a careless handler could take a profile from. */
const NAMES = ['profile_id', 'profile', 'profileId', 'customer_id', 'creator_profile_id', 'claimed_by'];

describe('another customer’s records, from every route below a profile', () => {
  let service: OpenService;
  let token: string;
  let mine: Ids;
  let theirs: Ids;

  beforeAll(async () => {
    service = await openService();
    token = await service.tokenOf('1002');
    // Enough for every claim of the test.
    for (const profile of [own, foreign]) {
      await sql`insert into pending_points (profile_id, amount, reason, releases_at)
        values (${profile}, 100000, 'Test', now())`.execute(service.db);
      await service.db.transaction().execute((work) => settle(work, profile));
    }
    mine = await recordsOf(service, own);
    theirs = await recordsOf(service, foreign);
  });
  afterAll(() => service.drop());

  const pathOf = ({ endpoint }: Route, profile: string, ids: Ids) => ({
    ...ids,
    [profileParameter(endpoint) ?? '']: profile,
  });
  const ask = (route: Route, profile: string, ids: Ids, sent: Pick<Sent, 'body' | 'query'> = {}) =>
    service.call(route.endpoint, { token, ...sent, path: pathOf(route, profile, ids) });

  it('are in the matrix: none is answered that is missing there', () => {
    const missing = scoped.flatMap((route) => {
      // What is for users alone is refused before anything of it is looked at.
      const lacking = isOpenToCustomers(route) ? lacks(route) : [];
      return lacking.map((what) => `${route.endpoint.id}: ${what}`);
    });
    expect(missing).toEqual([]);
    expect(open.length).toBeGreaterThan(30);
  });

  it('are looked for by a matrix that says what it lacks', () => {
    const path = '/v3/profiles/{profile}/secrets/{secret}';
    const route = { endpoint: { id: 'profiles.secrets.update', method: 'PUT', path }, body: v.object({}) };
    expect(lacks(route as unknown as Route)).toEqual(['secret', 'body']);
  });

  it.each(named(scoped))('%s: with their profile in the path', async (_, route) => {
    const sent = await bodyFor(route, service, theirs);
    const before = await rowsOf(service.db, foreign);
    const answer = await ask(route, foreign, theirs, sent);
    expect(answer.status).toBe(isOpenToCustomers(route) ? 404 : 403);
    expect(answer.text).toBe((await ask(route, nobody, absent, sent)).text);
    expect(await rowsOf(service.db, foreign)).toBe(before);
  });

  const withRecords = open.filter((route) => parametersOf(route).some((name) => !words.has(name)));
  it.each(named(withRecords))('%s: with their record below the own profile', async (_, route) => {
    const before = await rowsOf(service.db, foreign);
    const none = await ask(route, own, absent, await bodyFor(route, service, mine));
    expect(none.status).toBe(404);
    for (const name of parametersOf(route).filter((one) => !words.has(one))) {
      // One of theirs among ours, and all of theirs.
      for (const ids of [{ ...mine, [name]: theirs[name] ?? '' }, theirs]) {
        const answer = await ask(route, own, ids, await bodyFor(route, service, mine));
        expect([name, answer.status, answer.text]).toEqual([name, 404, none.text]);
      }
    }
    expect(await rowsOf(service.db, foreign)).toBe(before);
  });

  const writing = open.filter(({ body }) => body !== undefined);
  it.each(named(writing))('%s: with their profile and their records in the body', async (_, route) => {
    const before = await rowsOf(service.db, foreign);
    for (const name of NAMES) {
      const naming = async (profile: string) => {
        const { body } = await bodyFor(route, service, mine);
        return await ask(route, own, mine, { body: { ...(body as object), [name]: profile } });
      };
      const [answer, none] = [await naming(foreign), await naming(nobody)];
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
  });

  const reading = open.filter(({ endpoint }) => endpoint.method === 'GET');
  it.each(named(reading))('%s: with their profile and their records in filters', async (_, route) => {
    const queries = (profile: string, ids: Ids) => [
      `?filter[profile_id]=${profile}`,
      `?filter[profile_id][in]=${own},${profile}`,
      `?filter[profile.id]=${profile}`,
      `?filter[id][in]=${Object.values(ids).filter(Number).join(',')}`,
      `?${NAMES.map((name) => `${name}=${profile}`).join('&')}`,
    ];
    const [asked, none] = [queries(foreign, theirs), queries(nobody, absent)];
    for (const [index, query] of asked.entries()) {
      const answer = await ask(route, own, mine, { query });
      expect([200, 422]).toContain(answer.status);
      // Ids of records are numbers of several tables: some of theirs are also ids of ours. What is shown has to be ours.
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
  });

  describe('where the guard is gone (the red twin)', () => {
    /** The handler itself, bound to the profile of the path and not to the token's; what it does is undone. */
    async function carelessly(route: Route, profile: string, ids: Ids): Promise<number> {
      const { body } = (await bodyFor(route, service, ids)) as { body?: unknown };
      const undone = new Error('undone');
      let status = 0;
      await service.db
        .transaction()
        .execute(async (db) => {
          const call = {
            ...{ db, body, path: pathOf(route, profile, ids), profileId: profile },
            ...{ url: new URL('http://localhost/'), shopOrigin: undefined, note: () => {} },
            principal: { kind: 'customer', tokenId: 0, profileId: profile, userId: null, scopes: ['*'] },
          };
          await route.handle(call as never).then(
            () => (status = 200),
            (error: unknown) => {
              if (!(error instanceof Problem)) throw error;
              status = error.status;
            },
          );
          throw undone;
        })
        .catch((error: unknown) => {
          if (error !== undone) throw error;
        });
      return status;
    }

    it.each(named(open))('%s: their records are there to be taken', async (_, route) => {
      expect(await carelessly(route, foreign, theirs)).toBe(200);
    });

    it.each(named(withRecords))('%s: their records are not there for us', async (_, route) => {
      expect(await carelessly(route, own, theirs)).toBe(404);
    });
  });
});
