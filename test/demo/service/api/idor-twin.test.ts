import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOpenToCustomers } from '../../../../demo/service/api/access.ts';
import { Problem } from '../../../../demo/service/api/problem.ts';
import type { Route } from '../../../../demo/service/api/route.ts';
import { sameForAll, bodyFor, bodiesWithIds, type Ids } from '../../../support/service-idor-matrix.ts';
import {
  foreign,
  named,
  openTwoCustomers,
  own,
  pathOf,
  reading,
  recordsIn,
  scoped,
  writing,
} from '../../../support/service-idor-open.ts';
import type { OpenService } from '../../../support/service-open.ts';
import { rowsOf } from '../../../support/service-rows.ts';

describe('red twin: records of another customer without the guard', () => {
  let service: OpenService;
  let mine: Ids;
  let theirs: Ids;
  let absent: Ids;
  beforeAll(async () => {
    const two = await openTwoCustomers();
    ({ service, mine, theirs, absent } = two);
    // The first customer calls every writing route once, so that counts and lists of the two differ.
    for (const route of writing) await two.ask(route, own, mine, await bodyFor(route, service, mine));
  });
  afterAll(() => service.drop());

  /**
   * Calls the handler with the profile of the path instead of the token's, and rolls its changes back. Returns the rows that it left only where
   * they are asked for: they are those of all tables.
   */
  async function carelessly(
    route: Route,
    profile: string,
    ids: Ids,
    { body, readsRows = false }: { readonly body?: unknown; readonly readsRows?: boolean } = {},
  ) {
    const sent = body ?? (await bodyFor(route, service, ids)).body;
    const undone = new Error('undone');
    let [status, reply, rows] = [0, undefined as unknown, ''];
    await service.db
      .transaction()
      .execute(async (db) => {
        const call = {
          db,
          body: sent,
          path: pathOf(route, profile, ids),
          profileId: profile,
          url: new URL('http://localhost/'),
          shopOrigin: undefined,
          note: () => {},
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
        if (status === 200 && readsRows) rows = await rowsOf(db, foreign);
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    return { status, reply, rows };
  }

  it.each(named(scoped))('%s: returns their records', async (_, route) => {
    expect((await carelessly(route, foreign, theirs)).status).toBe(200);
  });

  const ofProfiles = scoped.filter((route) => recordsIn(route).length);
  it.each(named(ofProfiles))('%s: their records answer 404 below the own profile', async (_, route) => {
    expect((await carelessly(route, own, theirs)).status).toBe(404);
  });

  it.each(named(writing))('%s: writing changes the rows of their profile', async (_, route) => {
    const before = await rowsOf(service.db, foreign);
    const { status, rows } = await carelessly(route, foreign, theirs, { readsRows: true });
    expect([status, rows === before]).toEqual([200, false]);
  });

  const naming = writing.filter(({ endpoint }) => bodiesWithIds.has(endpoint.id));
  it.each(named(naming))('%s: a missing record in the body answers an error', async (_, route) => {
    const { body } = await bodyFor(route, service, absent);
    expect((await carelessly(route, foreign, theirs, { body })).status).toBeGreaterThanOrEqual(400);
  });

  const personal = reading.filter(({ endpoint }) => !sameForAll.has(endpoint.id));
  it.each(named(personal))('%s: answers of the two profiles differ', async (_, route) => {
    const [answer, ours] = [await carelessly(route, foreign, theirs), await carelessly(route, own, mine)];
    expect(JSON.stringify(answer.reply)).not.toBe(JSON.stringify(ours.reply));
  });
});
