import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../../demo/service/api/route.ts';
import { settle } from '../../demo/service/points/settle.ts';
import { resources } from '../../demo/service/resources.ts';
import { routes } from '../../demo/service/routes.ts';
import type { Fields } from '../../src/services/contract/fields.ts';
import { CUSTOMER, OTHER_CUSTOMER } from '../demo/service/api/openapi/conformance-fixtures.ts';
import { countOf, measured } from '../support/counts.ts';
import { freshDatabase, type FreshDatabase } from '../support/database-fresh.ts';
import { serveEveryRoute, type EveryRoute } from '../support/service-every-route.ts';
import { bodyFor } from '../support/service-idor-matrix.ts';
import {
  foreign,
  openTwoCustomers,
  own,
  pathOf,
  writing,
  type TwoCustomers,
} from '../support/service-idor-open.ts';
import { everything, rowsOf } from '../support/service-rows.ts';

/** Number of columns sent to each route; the choice differs by route. */
const COLUMNS = countOf('COLUMNS', { share: 4, full: 10_000 });
/** The same for staff: one more request to each route has all columns. */
const STAFF_COLUMNS = countOf('STAFF_COLUMNS', { share: 3, full: 62 });
const chosenOf = <One>(all: readonly One[], index: number, count: number): One[] =>
  Array.from({ length: Math.min(count, all.length) }, (_, at) => all[(index * count + at) % all.length]!);

/** All fields of a schema at any depth, which the caller may set. */
function fieldsOf(schema: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(schema)) schema.forEach((one) => fieldsOf(one, found));
  else if (typeof schema === 'object' && schema !== null) {
    const { entries, wrapped, item, record, options, pipe } = schema as Record<string, unknown>;
    for (const [name, inner] of Object.entries((entries ?? {}) as Record<string, unknown>)) {
      found.add(name);
      fieldsOf(inner, found);
    }
    for (const inner of [wrapped, item, record, options, Array.isArray(pipe) ? pipe.slice(1) : undefined])
      fieldsOf(inner, found);
  }
  return found;
}

/** The fields that a reply refuses as unknown amounts. */
const refusedAmounts = (text: string): readonly string[] =>
  Object.entries<readonly string[]>(JSON.parse(text).errors ?? {}).flatMap(([field, [message = '']]) =>
    /an amount is not ignored|is calculated, and is/.test(message) ? (field.split('.').at(-1) ?? []) : [],
  );

describe('columns of the database in bodies of a customer', () => {
  let two: TwoCustomers;
  let columns: string[];
  beforeAll(async () => {
    two = await openTwoCustomers();
    const { rows } = await sql<{ name: string }>`
      select distinct column_name as name from information_schema.columns where table_schema = 'public' order by 1`.execute(
      two.service.db,
    );
    columns = rows.map(({ name }) => name);
  });
  afterAll(() => two?.service.drop());

  it('are not stored unless the contract has the field', async ({ task }) => {
    const { service, token, mine } = two;
    const before = await rowsOf(service.db, foreign);
    const sent = new Map<string, string>();
    const statuses: Record<number, number> = {};
    const alwaysRefused: string[] = [];
    let count = 0;
    for (const [index, route] of writing.entries()) {
      const known = fieldsOf(route.body);
      const strange = columns.filter((name) => !known.has(name));
      let accepted = 0;
      for (const column of chosenOf(strange, index, COLUMNS)) {
        const value = column === 'profile_id' ? foreign : `canary-${sent.size}-`;
        sent.set(value, `${route.endpoint.id}: ${column}`);
        const { body } = await bodyFor(route, service, mine);
        const withColumn = (one: unknown) => ({ ...(one as object), [column]: value });
        const { status } = await service.call(route.endpoint, {
          token,
          path: pathOf(route, own, mine),
          body: Array.isArray(body) ? body.map(withColumn) : withColumn(body),
        });
        statuses[status] = (statuses[status] ?? 0) + 1;
        count++;
        if (status < 300) accepted++;
      }
      if (!accepted) alwaysRefused.push(route.endpoint.id);
    }
    const stored = await everything(service.db);
    const storedColumns = [...new Set(stored.match(/canary-\d+-/g))].map((value) => sent.get(value));
    const isUntouched = (await rowsOf(service.db, foreign)) === before;
    measured(task, {
      tried: `${count} requests: ${writing.length} routes, ${columns.length} columns, those a route takes left out`,
      result: `${storedColumns.length} values stored, ${statuses[500] ?? 0} answers of 500; by status: ${JSON.stringify(statuses)}`,
    });
    expect(service.errors).toEqual([]);
    expect(storedColumns).toEqual([]);
    expect(isUntouched).toBe(true);
    // A route that refuses every request would not test its handler.
    expect(alwaysRefused).toEqual([]);
  });

  it('are found when a handler stores them: the twin', async () => {
    const name = 'canary-twin-';
    await sql`insert into identities (profile_id, namespace, value) values (${own}, 'x', ${name})`.execute(
      two.service.db,
    );
    expect(await everything(two.service.db)).toContain(name);
  });
});

/** Every route that takes a body with fields of its own, in each section. */
const staffWriting = routes.filter(
  (route) =>
    route.scope &&
    !route.form &&
    !isLoose(route) &&
    fieldsOf(route.body).size > 0 &&
    // Its one field names profiles of a connected system, which the samples do not have.
    route.endpoint.id !== 'profiles.sync',
);

/** Takes any object: no field is unknown. */
function isLoose({ body }: Route): boolean {
  return ['loose_object', 'record'].includes((body as { type?: string } | undefined)?.type ?? '');
}

/** Scopes of what the sample input does: a token gives only what it has, actions and records need the scope of their own endpoint. */
const MORE_SCOPES: Readonly<Record<string, readonly string[]>> = {
  'campaigns.preview': ['commerce.read'],
  'auth.access-tokens.store': ['profiles.read'],
  'auth.delegation-tokens.store': ['profiles.read', 'profiles.write'],
  'triggers.update': ['profiles.write'],
  'automations.update': ['profiles.write'],
  'automations.queries.samples': ['profiles.read'],
  'custom-fields.store': ['configuration.read'],
  'webhooks.store': ['profiles.read'],
  'webhooks.update': ['profiles.read'],
};

/** Values instead of those of the sample input, which is empty: unknown fields alone are refused. */
const INSTEAD: Readonly<Record<string, object>> = {
  'profiles.store': { first_name: 'Ada' },
  'orders.store': { status: 'open' },
  'profiles.orders.store': { status: 'open' },
  'profiles.lists.shares.store': { max_claims: 1 },
  'profiles.redemptions.returns.store': { reason: 'Broken' },
  'profiles.redemptions.reversals.store': { reason: 'Wrong customer' },
  'benefits.definitions.clone': { name: 'Copy' },
};

/** Answer to a repetition of the sample input, after the request with all columns. */
const REPEATED: Readonly<Record<string, number>> = {
  // Codes of currencies and countries: those of the samples repeat.
  'currencies.store': 409,
  'countries.store': 409,
};

/** Raw input, which is checked later. */
const TAKEN_IN = ['batches', 'import_rows'];

/** A profile that no other test input names. */
const BYSTANDER = 'profile-1005';

/** Names of a route's record that nobody writes: they are computed, or no column. */
const computedOf = ({ endpoint }: Route): string[] => {
  const resource = resources.find(({ id }) => endpoint.id.replace(/\.[\w-]+$/, '') === id);
  return Object.entries((resource?.shape.fields ?? {}) as Fields)
    .filter(([, { write }]) => write === 'never')
    .map(([name]) => name);
};

interface Column {
  readonly name: string;
  readonly type: string;
}

/** A different value for each request that fits the type of a column, and how the database would show it. */
function valueOf(type: string, number: number): { readonly value: unknown; readonly shown: string } {
  const canary = `canary-${number}-`;
  const large = 7_700_000_000_000 + number;
  if (/^(bigint|numeric|integer|smallint)$/.test(type)) return { value: large, shown: String(large) };
  if (/^(timestamp|date)/.test(type)) {
    // The day alone is different for each number, because a date has no time.
    const day = new Date(Date.UTC(2500, 0, 1 + number)).toISOString().slice(0, 10);
    return { value: `${day}T00:00:00Z`, shown: day };
  }
  if (type === 'ARRAY') return { value: [canary], shown: canary };
  if (type === 'jsonb') return { value: { canary }, shown: canary };
  return { value: canary, shown: canary };
}

describe('columns of the database in bodies of staff who hold one scope', { timeout: 3_600_000 }, () => {
  let database: FreshDatabase;
  let every: EveryRoute;
  let columns: Column[];
  beforeAll(async () => {
    database = await freshDatabase();
    every = await serveEveryRoute(database.db);
    const { rows } = await sql<Column>`
      select column_name as name, min(data_type) as type from information_schema.columns
      where table_schema = 'public' group by 1 order by 1`.execute(database.db);
    columns = rows;
    // Enough for every claim of the test.
    for (const profile of [CUSTOMER.profile, OTHER_CUSTOMER.profile]) {
      await sql`insert into pending_points (profile_id, amount, reason, releases_at)
        values (${profile}, 100000000, 'Test', now())`.execute(database.db);
      await database.db.transaction().execute((work) => settle(work, profile));
    }
  });
  afterAll(async () => {
    await every?.stop();
    await database?.drop();
  });

  /** Rows by the value of the columns of type boolean with this name. */
  async function countsOf(column: string): Promise<string> {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = ${column} and data_type = 'boolean' order by 1`.execute(
      database.db,
    );
    const counts: number[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{ yes: number; no: number }>`
        select count(*) filter (where ${sql.ref(column)}) as yes, count(*) filter (where not ${sql.ref(column)}) as no
        from ${sql.table(name)}`.execute(database.db);
      counts.push(rows[0]?.yes ?? 0, rows[0]?.no ?? 0);
    }
    return counts.join();
  }
  const difference = (before: string, after: string) =>
    after
      .split(',')
      .map((count, at) => Number(count) - Number(before.split(',')[at]))
      .join();

  /** A field that this change takes alone, with its value; none where each needs others. */
  async function knownFieldOf(route: Route, token: string): Promise<object> {
    const { body } = await every.inputFor(route, true);
    for (const [name, value] of Object.entries(body ?? {})) {
      const { path } = await every.inputFor(route, false);
      const { status } = await every.send(route, { path, body: { [name]: value } }, { token });
      if (status < 300) return { [name]: value };
    }
    return {};
  }
  const isWithoutKnownField = (text: string): boolean => text.includes('The body has no known field');

  it('are refused or not stored unless the contract has the field', async ({ task }) => {
    const before = await rowsOf(database.db, BYSTANDER);
    const { rows } = await sql<{ last: number }>`select max(id) as last from records`.execute(database.db);
    const last = rows[0]?.last ?? 0;
    const sent = new Map<string, string>();
    const statuses: Record<number, number> = {};
    const wrong: string[] = [];
    const alwaysRefused: string[] = [];
    const tokens = new Map<string, string>();
    let count = 0;
    /** The last answer. */
    let lastText = '';
    for (const [index, route] of staffWriting.entries()) {
      const { id } = route.endpoint;
      // Administrators' routes need every scope.
      const scope = route.administrators ? '*' : [route.scope!, ...(MORE_SCOPES[id] ?? [])].join(' ');
      const token = tokens.get(scope) ?? (await every.tokenFor(scope));
      tokens.set(scope, token);
      const known = fieldsOf(route.body);
      const own = computedOf(route).map((name) => ({ name, type: 'text' }));
      const strange = [...own, ...columns.filter(({ name }) => own.every((one) => one.name !== name))].filter(
        ({ name }) => !known.has(name),
      );
      // A change of unknown fields alone is refused: they are sent beside a known one.
      const beside = route.endpoint.method === 'PUT' ? await knownFieldOf(route, token) : {};
      let accepted = 0;
      const ask = async (columnsSent: Readonly<Record<string, unknown>>) => {
        // There is one record for each of a few settings.
        if (id === 'settings.store')
          await sql`delete from records where resource = 'setting' and id > ${last}`.execute(database.db);
        const { path, body } = await every.inputFor(route, false);
        const withColumns = (one: unknown) => ({
          ...(one as object),
          ...INSTEAD[id],
          ...beside,
          ...columnsSent,
        });
        const input = { path, body: Array.isArray(body) ? body.map(withColumns) : withColumns(body) };
        const { status, text } = await every.send(route, input, { token });
        lastText = text;
        statuses[status] = (statuses[status] ?? 0) + 1;
        count++;
        if (status < 300 || isWithoutKnownField(text)) accepted++;
        // A 404, 409 or 429 would hide what happens to the field.
        else if (status !== REPEATED[id] && ![400, 422].includes(status))
          wrong.push(`${id}: ${Object.keys(columnsSent).slice(0, 3).join()}: ${status} ${text}`);
        return status;
      };
      /** A value that fits the type of a column, and can be found if it is stored. */
      const markOf = ({ name, type }: Column): unknown => {
        if (name === 'profile_id') return BYSTANDER;
        const { value, shown } = valueOf(type, sent.size);
        sent.set(shown, `${id}: ${name}`);
        return value;
      };
      // Once all together: an ignored field refuses no request, so none hides another.
      const together = Object.fromEntries(strange.map((one) => [one.name, markOf(one)]));
      let status = await ask(together);
      // An amount that is not known is refused, not ignored: the others are sent again without it.
      const refused = status === 422 ? refusedAmounts(lastText) : [];
      if (refused.length > 0)
        status = await ask(
          Object.fromEntries(Object.entries(together).filter(([name]) => !refused.includes(name))),
        );
      if (status >= 300 && !isWithoutKnownField(lastText))
        wrong.push(`${id}: ${status} for all columns together: ${lastText}`);
      for (const column of chosenOf(strange, index, STAFF_COLUMNS)) {
        const { name, type } = column;
        if (type !== 'boolean') {
          await ask({ [name]: markOf(column) });
          continue;
        }
        // The first request makes the changes of the other fields: they are the same for both values then.
        await ask({ [name]: null });
        const states = [await countsOf(name)];
        for (const value of [true, false]) {
          await ask({ [name]: value });
          states.push(await countsOf(name));
        }
        const [first = '', second = '', third = ''] = states;
        if (difference(first, second) !== difference(second, third)) wrong.push(`${id}: ${name} is stored`);
      }
      if (!accepted) alwaysRefused.push(id);
    }
    const stored = await everything(database.db, TAKEN_IN);
    // Also as the text of a `bytea`.
    const hex = [...stored.matchAll(/63616e6172792d((?:3\d)+)2d/g)].map((found) =>
      Buffer.from(found[0], 'hex').toString(),
    );
    const found = [...(stored.match(/canary-\d+-|77\d{11}|2[5-9]\d\d-\d\d-\d\d/g) ?? []), ...hex];
    const storedColumns = [...new Set(found)].flatMap((value) => sent.get(value) ?? []);
    const isUntouched = (await rowsOf(database.db, BYSTANDER)) === before;
    measured(task, {
      tried: `${count} requests of staff with one scope: ${staffWriting.length} routes, ${columns.length} columns with values of their types and the computed fields of the route's records, one in a request and all together`,
      result: `${storedColumns.length} values stored, ${every.errors.length} answers of 500; by status: ${JSON.stringify(statuses)}`,
    });
    expect(wrong).toEqual([]);
    expect(every.errors).toEqual([]);
    expect(storedColumns).toEqual([]);
    expect(isUntouched).toBe(true);
    expect(alwaysRefused).toEqual([]);
  });

  it.each(['text', 'bigint', 'timestamp with time zone', 'ARRAY', 'jsonb'])(
    'are found in a column of type %s: the twin',
    async (type) => {
      const { value, shown } = valueOf(type, 1);
      await sql`create table twin (stored text)`.execute(database.db);
      await sql`insert into twin values (${JSON.stringify(value)})`.execute(database.db);
      expect(await everything(database.db, TAKEN_IN)).toContain(shown);
      await sql`drop table twin`.execute(database.db);
    },
  );
});
