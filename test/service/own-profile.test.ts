import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../demo/service/database/tables.ts';
import { addRecord } from '../../demo/service/records/store.ts';
import { tableOf } from '../../demo/service/records/tables.ts';
import { routes } from '../../demo/service/routes.ts';
import { searchProfile, type Endpoint } from '../../src/services/endpoints/index.ts';
import { isOpenToCustomers } from '../../demo/service/http/access.ts';
import { placesOf } from '../../demo/service/records/families.ts';
import { profileParameter, profileRoutes, profileScoped } from '../support/service-catalogue.ts';
import { incentiveNeed } from '../support/service-incentive-records.ts';
import { plainNeed } from '../support/service-profile-records.ts';
import { rowsOf } from '../support/service-rows.ts';
import { purchaseOf } from '../support/service-purchases.ts';
import { fill, openService, type OpenService, type Sent } from '../support/service-open.ts';

const own = 'profile-1002';
const foreign = 'profile-1003';
const nobody = 'profile-0000';

/** What a call needs beside the profile, with records of the other customer: an endpoint without an entry is red. */
type Records = {
  readonly list: string;
  readonly item: string;
  readonly share: string;
  readonly field: string;
  readonly date: string;
  readonly line: string;
};
const needs: Readonly<Record<string, (records: Records) => Pick<Sent, 'path' | 'body'>>> = {
  'profiles.balances.show': () => ({}),
  'profiles.tier.show': () => ({}),
  'profiles.rewards.index': () => ({}),
  'profiles.rewards.store': () => ({ body: { reward_definition_id: 2 } }),
  'profiles.custom-event.store': () => ({ body: { name: 'visited' } }),
  'profiles.lists.store': () => ({ body: { type: 'registry', handle: 'theirs', name: 'Theirs' } }),
  'profiles.lists.items.index': ({ list }) => ({ path: { list } }),
  'profiles.lists.items.store': ({ list }) => ({ path: { list }, body: { product_id: 'hp-1001' } }),
  'profiles.lists.items.destroy': ({ list, item }) => ({ path: { list, item } }),
  'profiles.show': () => ({}),
  'profiles.update': () => ({ body: { last_name: 'Changed' } }),
  'profiles.aggregations.index': () => ({}),
  'profiles.attributes.appearance.show': () => ({}),
  'profiles.attributes.appearance.update': () => ({ body: { theme: 'dark' } }),
  'profiles.attributes.comms.show': () => ({}),
  'profiles.attributes.comms.update': () => ({ body: { email_opt_in: true } }),
  'profiles.attributes.custom.index': () => ({}),
  'profiles.attributes.custom.show': ({ field }) => ({ path: { custom: field } }),
  'profiles.attributes.dates.update': ({ date }) => ({ body: [{ id: date, name: 'Changed' }] }),
  'profiles.attributes.validation-rules.show': () => ({}),
  'profiles.addresses.upsert': () => ({ body: { line_1: 'Changed 1', country: 'NL' } }),
  'profiles.lists.index': () => ({}),
  'profiles.lists.show': ({ list }) => ({ path: { list } }),
  'profiles.lists.update': ({ list }) => ({ path: { list }, body: { name: 'Changed' } }),
  'profiles.lists.destroy': ({ list }) => ({ path: { list } }),
  'profiles.lists.items.show': ({ list, item }) => ({ path: { list, item } }),
  'profiles.lists.items.update': ({ list, item }) => ({ path: { list, item }, body: { quantity: 7 } }),
  'profiles.lists.custom-fields.index': ({ list }) => ({ path: { list } }),
  'profiles.lists.custom-fields.show': ({ list, field }) => ({ path: { list, custom_field: field } }),
  'profiles.lists.shares.index': ({ list }) => ({ path: { list } }),
  'profiles.lists.shares.store': ({ list }) => ({ path: { list }, body: { is_public: true } }),
  'profiles.lists.shares.show': ({ list, share }) => ({ path: { list, share } }),
  'profiles.lists.shares.update': ({ list, share }) => ({ path: { list, share }, body: { is_public: true } }),
  'profiles.lists.shares.destroy': ({ list, share }) => ({ path: { list, share } }),
  'profiles.find-transactions': () => ({}),
  'profiles.group_transactions': () => ({}),
  'profiles.group_orders': () => ({}),
  'profiles.transaction-products.index': () => ({}),
  'profiles.transactionitems.list': () => ({ path: { type: 'wishlist' } }),
  'profiles.transactions.items.list-item.store': ({ list, line }) => ({
    path: { transactionitem: line },
    body: { list: Number(list) },
  }),
};

/** Records of the other customer that no sample has. */
async function addRecords(db: Database, profileId: string, list: number) {
  const parts = { profile_id: profileId, parent: `list:${list}` };
  const share = await addRecord(db, tableOf('list-share'), {
    ...parts,
    handle: 'h'.repeat(32),
    role: 'viewer',
    is_public: false,
  });
  const field = { name: 'Size', handle: 'size', value: 'M', custom_fieldable_type: 'list' };
  await addRecord(db, tableOf('custom-field'), { ...parts, ...field, custom_fieldable_id: String(list) });
  await addRecord(db, tableOf('custom-field'), { ...parts, parent: `profile:${profileId}`, ...field });
  const date = await addRecord(db, tableOf('profile-date'), {
    profile_id: profileId,
    name: 'Birthday',
    date: '1990-05-01',
  });
  return { share: String(share.id), field: 'size', date: String(date.id) };
}

/** Ways to write a profile id that a careless router or query could take for it. */
const spellings: readonly [string, (id: string) => string][] = [
  ['as it is', (id) => id],
  ['encoded', (id) => [...id].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')],
  ['with a NUL byte', (id) => `${id}%00`],
  ['after the own and a slash', (id) => `${own}%2F..%2F${id}`],
];

describe('a profile of someone else', () => {
  let service: OpenService;
  let token: string;
  let records: Records;

  beforeAll(async () => {
    service = await openService();
    token = await service.tokenOf('1002');
    const item = await service.db
      .selectFrom('list_items')
      .select(['id', 'list_id'])
      .where('profile_id', '=', foreign)
      .executeTakeFirstOrThrow();
    const { list_id: list, id } = item;
    const line = await purchaseOf(service, foreign);
    records = {
      list: String(list),
      item: String(id),
      line,
      ...(await addRecords(service.db, foreign, list)),
    };
  });
  afterAll(() => service.drop());

  type Need = Pick<Sent, 'path' | 'body'>;
  const made = new Map<string, Promise<Need | undefined>>();
  /** What a call needs, with records of the other customer, made once. */
  async function needOf(endpoint: Endpoint): Promise<Need> {
    const given = needs[endpoint.id]?.(records);
    if (given) return given;
    const plain =
      made.get(endpoint.id) ??
      incentiveNeed(service.db, endpoint, foreign).then(
        (need) => need ?? plainNeed(service.db, endpoint, foreign),
      );
    made.set(endpoint.id, plain);
    const need = await plain;
    if (!need) throw new Error(`${endpoint.id} is missing from the matrix`);
    return need;
  }

  /** Calls with another's profile that were answered with anything but what a profile nobody has gets. */
  async function leaks(
    endpoint: Endpoint,
    send: (path: string, sent: Pick<Sent, 'body'>) => Promise<{ status: number; text: string }>,
  ): Promise<string[]> {
    const parameter = profileParameter(endpoint) ?? '';
    const need = await needOf(endpoint);
    const found: string[] = [];
    for (const [name, spell] of spellings) {
      const ask = (profile: string) => {
        const template = endpoint.path.replace(`{${parameter}}`, spell(profile));
        return send(`/api${fill(template, need.path ?? {})}`, need);
      };
      const [theirs, none] = [await ask(foreign), await ask(nobody)];
      if (theirs.status !== 404 || theirs.text !== none.text)
        found.push(`${name}: ${theirs.status} ${theirs.text}`);
    }
    return found;
  }

  it.each(profileScoped)('$id: is as if it did not exist, and stays as it was', async (endpoint) => {
    await needOf(endpoint);
    const before = await rowsOf(service.db, foreign);
    const found = await leaks(endpoint, (path, sent) =>
      service.send(endpoint.method, path, { token, ...sent }),
    );
    expect(found).toEqual([]);
    expect(await rowsOf(service.db, foreign)).toBe(before);
  });

  it('is found out by the same matrix where a handler forgets to ask whose it is', async () => {
    // The product's own handlers, given the profile of the path instead of the token's: the twin without the guard.
    const careless = new Hono();
    for (const route of routes.filter(({ endpoint }) => profileScoped.includes(endpoint))) {
      const path = `/api${route.endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`;
      careless.on(route.endpoint.method, path, async (context) => {
        const parameters = context.req.param() as Record<string, string>;
        const call = {
          ...{ path: parameters, url: new URL(context.req.url), shopOrigin: undefined },
          profileId: parameters[profileParameter(route.endpoint) ?? ''],
          principal: { kind: 'machine', tokenId: 0, userId: null, scopes: ['*'], permissions: ['*'] },
          note: () => {},
          body: route.body && (await context.req.json()),
        };
        // Undone at once: what one endpoint deletes, the next has to find.
        const undone = new Error('undone');
        let reply: unknown;
        await service.db
          .transaction()
          .execute(async (db) => {
            reply = await route.handle({ ...call, db } as never);
            throw undone;
          })
          .catch((error: unknown) => {
            if (error !== undone) throw error;
          });
        return context.json(reply ?? {});
      });
    }
    careless.onError((_, context) => context.json({ message: 'There is no such record.' }, 404));
    for (const endpoint of profileScoped) {
      const found = await leaks(endpoint, async (path, { body }) => {
        const response = await careless.request(path, {
          method: endpoint.method,
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        return { status: response.status, text: await response.text() };
      });
      expect(found, endpoint.id).not.toEqual([]);
    }
  });

  it.each(profileScoped.filter(({ id, path }) => !(id in needs) && placesOf({ path } as Endpoint).record))(
    '$id: its record is out of reach below the own profile too',
    async (endpoint) => {
      const need = await needOf(endpoint);
      const before = await rowsOf(service.db, foreign);
      const parameter = profileParameter(endpoint) ?? '';
      const record = placesOf(endpoint).record ?? '';
      const ask = (id: string) =>
        service.call(endpoint, { token, ...need, path: { [parameter]: own, [record]: id } });
      const theirs = await ask(need.path?.[record] ?? '');
      expect(theirs).toMatchObject({ status: 404, text: (await ask('999999999')).text });
      expect(await rowsOf(service.db, foreign)).toBe(before);
    },
  );

  it.each(profileRoutes.filter((route) => !isOpenToCustomers(route)).map(({ endpoint }) => endpoint))(
    '$id: is for users alone, and says so of every profile',
    async (endpoint) => {
      const before = await rowsOf(service.db, foreign);
      const parameter = profileParameter(endpoint) ?? '';
      const ask = (profile: string) => {
        const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
        const path = { ...Object.fromEntries(names.map((name) => [name, '1'])), [parameter]: profile };
        const body = endpoint.method === 'GET' ? {} : { body: {} };
        return service.call(endpoint, { path, token, ...body });
      };
      const answers = await Promise.all([own, foreign, nobody].map(ask));
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await rowsOf(service.db, foreign)).toBe(before);
    },
  );

  it.each(profileScoped.filter(({ id }) => id.endsWith('.index')))(
    '$id: no filter and no parameter brings their records',
    async (endpoint) => {
      const parameter = profileParameter(endpoint) ?? '';
      const path = { ...(await needOf(endpoint)).path, list: 'wishlist', [parameter]: own };
      for (const query of [
        `?filter[profile_id]=${foreign}`,
        `?filter[profile_id][ne]=${own}`,
        `?filter[profile_id][in]=${own},${foreign}`,
        `?profile_id=${foreign}&profile=${foreign}`,
      ]) {
        const { status, text } = await service.call(endpoint, { path, query, token });
        expect([200, 422]).toContain(status);
        if (status === 200)
          expect(
            JSON.parse(text)
              .data.map((one: { profile_id?: string }) => one.profile_id ?? own)
              .filter((id: string) => id !== own),
          ).toEqual([]);
      }
    },
  );

  it.each(profileScoped.filter(({ path }) => path.includes('{list}')))(
    '$id: its records are out of reach below the own profile too',
    async (endpoint) => {
      const before = await rowsOf(service.db, foreign);
      const { body, path } = needs[endpoint.id]?.(records) ?? {};
      const ask = (list: string, item: string) =>
        service.call(endpoint, {
          path: { ...path, profile: own, list, item },
          token,
          ...(body !== undefined && { body }),
        });
      const theirs = await ask(records.list, records.item);
      const none = await ask('999999', '999999');
      expect(theirs).toMatchObject({ status: 404, text: none.text });
      // An item of theirs in a list of ours.
      if (endpoint.path.includes('{item}')) {
        expect(await ask('wishlist', records.item)).toMatchObject({ status: 404, text: none.text });
      }
      expect(await rowsOf(service.db, foreign)).toBe(before);
    },
  );

  it('is not to be found by searching either', async () => {
    const search = (identifier: string) => service.call(searchProfile, { path: { identifier }, token });
    expect((await search('1002')).body.data.id).toBe(own);
    expect((await search('mara.lindqvist@example.com')).body.data.id).toBe(own);
    const none = await search('0000');
    for (const identifier of [
      '1003',
      'tomas.herrera@example.com',
      foreign,
      '1002%',
      '%',
      "' or 1=1 --",
      '1002\0',
    ]) {
      expect(await search(identifier)).toMatchObject({ status: 404, text: none.text });
    }
  });
});
