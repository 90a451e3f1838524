import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countOf, measured } from '../support/counts.ts';
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
    for (const [index, route] of writing.entries()) {
      const known = fieldsOf(route.body);
      const strange = columns.filter((name) => !known.has(name));
      const chosen = Array.from(
        { length: Math.min(COLUMNS, strange.length) },
        (_, at) => strange[(index * COLUMNS + at) % strange.length]!,
      );
      let accepted = 0;
      for (const column of chosen) {
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
        if (status < 300) accepted++;
      }
      if (!accepted) alwaysRefused.push(route.endpoint.id);
    }
    const stored = await everything(service.db);
    const storedColumns = [...new Set(stored.match(/canary-\d+-/g))].map((value) => sent.get(value));
    const isUntouched = (await rowsOf(service.db, foreign)) === before;
    measured(task, {
      tried: `${sent.size} requests: ${writing.length} routes, ${columns.length} columns, those a route takes left out`,
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
