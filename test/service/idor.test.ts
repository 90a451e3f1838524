import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../demo/service/catalogue.ts';
import { isOpenToCustomers, profileParameter } from '../../demo/service/http/access.ts';
import { Problem } from '../../demo/service/http/problem.ts';
import type { Route } from '../../demo/service/http/route.ts';
import { settle } from '../../demo/service/incentives/settle.ts';
import { addRecord } from '../../demo/service/records/store.ts';
import { tableOf } from '../../demo/service/records/tables.ts';
import { routes } from '../../demo/service/routes.ts';
import type { Endpoint } from '../../src/services/endpoints/index.ts';
import {
  alike,
  bodyFor,
  lacks,
  namingBodies,
  noneOf,
  parametersOf,
  recordsOf,
  setApart,
  words,
  wordsOf,
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

const endpointNamed = (id: string): Endpoint => {
  const found = endpoints.find((endpoint) => endpoint.id === id);
  if (!found) throw new Error(`The catalogue has no ${id}.`);
  return found;
};

/** Fields and parameters that a careless handler could take a profile from. */
const NAMES = ['profile_id', 'profile', 'profileId', 'customer_id', 'creator_profile_id', 'claimed_by'];

describe('another customer’s records, from every route below a profile', () => {
  let service: OpenService;
  let token: string;
  let mine: Ids;
  let theirs: Ids;
  let absent: Ids;

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
    await setApart(service, foreign);
    absent = noneOf(mine);
  });
  afterAll(() => service.drop());

  const pathOf = ({ endpoint }: Route, profile: string, ids: Ids) => ({
    ...ids,
    ...wordsOf[endpoint.id],
    [profileParameter(endpoint) ?? '']: profile,
  });
  const ask = (route: Route, profile: string, ids: Ids, sent: Pick<Sent, 'body' | 'query'> = {}) =>
    service.call(route.endpoint, { token, ...sent, path: pathOf(route, profile, ids) });

  it('are in the matrix: none is answered that is missing there', () => {
    const missing = scoped.flatMap((route) => lacks(route).map((what) => `${route.endpoint.id}: ${what}`));
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
        const saying = (one: unknown) => ({ ...(one as object), [name]: profile });
        return await ask(route, own, mine, { body: Array.isArray(body) ? body.map(saying) : saying(body) });
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

  it('stay theirs where both have something of the same handle', async () => {
    const size = async (profile: string, list: string, value: string) => {
      for (const [of, id] of [
        ['profile', profile],
        ['list', list],
      ] as const) {
        await addRecord(service.db, tableOf('custom-field'), {
          ...{ profile_id: profile, parent: `${of}:${id}`, name: 'Size', handle: 'size', value },
          ...{ custom_fieldable_type: of, custom_fieldable_id: id },
        });
      }
    };
    await size(own, mine['list'] ?? '', 'ours');
    await size(foreign, theirs['list'] ?? '', 'theirs');
    const read = (endpoint: Endpoint, list: string | undefined) =>
      service.call(endpoint, {
        token,
        path: { profile: own, list: list ?? '', custom: 'size', custom_field: 'size' },
      });
    expect((await read(endpointNamed('profiles.attributes.custom.show'), undefined)).body.data.value).toBe(
      'ours',
    );
    expect(
      (await read(endpointNamed('profiles.lists.custom-fields.show'), mine['list'])).body.data.value,
    ).toBe('ours');
    expect((await read(endpointNamed('profiles.lists.custom-fields.show'), theirs['list'])).status).toBe(404);
  });

  it('do not show below what is everybody’s: definitions', async () => {
    // Theirs alone: of this definition we have no points, no credit, no redemption.
    const { definition = '', id = '', credit = '' } = theirs;
    const machine = await service.machineToken();
    const redeem = endpointNamed('profiles.redemptions.credit.store');
    const body = { credit_id: Number(credit), value: '0.01' };
    expect((await service.call(redeem, { token: machine, path: { profile: foreign }, body })).status).toBe(
      200,
    );
    const count = async (profile: string, asker: string) => {
      const path = { profile, type: 'credit', id };
      return (await service.call(endpointNamed('profiles.redemptions.count'), { token: asker, path })).body
        .data.count;
    };
    expect([await count(foreign, machine), await count(own, token)]).toEqual([1, 0]);
    const points = async (profile: string, asker: string) =>
      await service.call(endpointNamed('profiles.achievements.achievement-points.index'), {
        ...{ token: asker, path: { profile, definition } },
      });
    expect((await points(foreign, machine)).body.data).not.toEqual([]);
    expect((await points(own, token)).body.data).toEqual([]);
  });

  it('are in no batch: a customer may not call one at all', async () => {
    const batches = endpoints.filter(({ path }) => /\/batch(es\/|\.json|JsonDelete)/.test(path));
    expect(batches.length).toBeGreaterThan(10);
    const before = await rowsOf(service.db, foreign);
    for (const endpoint of batches) {
      const path = { model: 'profile', id: foreign, batch: '00000000-0000-4000-8000-000000000000' };
      const body = endpoint.method === 'GET' ? {} : { body: [{ profile_id: foreign, id: foreign }] };
      expect([endpoint.id, (await service.call(endpoint, { token, path, ...body })).status]).toEqual([
        ...[endpoint.id, 403],
      ]);
    }
    expect(await rowsOf(service.db, foreign)).toBe(before);
  });

  describe('where the guard is gone (the red twin)', () => {
    /** The handler itself, bound to the profile of the path and not to the token's; what it does is undone. */
    async function carelessly(route: Route, profile: string, ids: Ids, body?: unknown) {
      const sent = body ?? (await bodyFor(route, service, ids)).body;
      const undone = new Error('undone');
      let [status, reply, rows] = [0, undefined as unknown, ''];
      await service.db
        .transaction()
        .execute(async (db) => {
          const call = {
            ...{ db, body: sent, path: pathOf(route, profile, ids), profileId: profile },
            ...{ url: new URL('http://localhost/'), shopOrigin: undefined, note: () => {} },
            principal: isOpenToCustomers(route)
              ? { kind: 'customer', tokenId: 0, profileId: profile, userId: null, scopes: ['*'] }
              : { kind: 'machine', tokenId: 0, userId: 0, clientId: null, scopes: ['*'], permissions: ['*'] },
          };
          await route.handle(call as never).then(
            (answer) => {
              status = 200;
              reply = answer;
            },
            (error: unknown) => {
              if (!(error instanceof Problem)) throw error;
              status = error.status;
            },
          );
          if (status === 200) rows = await rowsOf(db, foreign);
          throw undone;
        })
        .catch((error: unknown) => {
          if (error !== undone) throw error;
        });
      return { status, reply, rows };
    }

    it.each(named(scoped))('%s: their records are there to be taken', async (_, route) => {
      expect((await carelessly(route, foreign, theirs)).status).toBe(200);
    });

    const ofProfiles = scoped.filter((route) => parametersOf(route).some((name) => !words.has(name)));
    it.each(named(ofProfiles))('%s: their records are not there for us', async (_, route) => {
      expect((await carelessly(route, own, theirs)).status).toBe(404);
    });

    it.each(named(writing))('%s: what is written for them is seen', async (_, route) => {
      const before = await rowsOf(service.db, foreign);
      const { status, rows } = await carelessly(route, foreign, theirs);
      expect([status, rows === before]).toEqual([200, false]);
    });

    const naming = writing.filter(({ endpoint }) => namingBodies.has(endpoint.id));
    it.each(named(naming))('%s: their record in the body is told from none', async (_, route) => {
      const { body } = await bodyFor(route, service, absent);
      expect((await carelessly(route, foreign, theirs, body)).status).toBeGreaterThanOrEqual(400);
    });

    const personal = reading.filter(({ endpoint }) => !alike.has(endpoint.id));
    it.each(named(personal))('%s: what they read is not what we read', async (_, route) => {
      const [answer, ours] = [await carelessly(route, foreign, theirs), await carelessly(route, own, mine)];
      expect(JSON.stringify(answer.reply)).not.toBe(JSON.stringify(ours.reply));
    });
  });
});
