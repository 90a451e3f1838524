import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../../../demo/service/routes.ts';
import { contractOf, profileParameter } from '../../../../src/services/contract/catalogue.ts';
import type { Endpoint } from '../../../../src/services/contract/endpoints/index.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { fill } from '../../../support/service-open.ts';
import { CUSTOMER } from '../api/openapi/conformance-fixtures.ts';
import { openConformance, type Conformance } from '../api/openapi/conformance-service.ts';

// Every parameter of the contract that takes a profile, with the id of one that was merged.

const OLD = 'profile-merged-away';
const OLD_EXTERNAL_ID = 'crm-merged-away';

/** Fields of a body that take a profile. */
const isProfileField = (name: string): boolean => /(^|_)profile_id$/.test(name);

/** Whether a body has such a field, at any depth. */
function takesProfile(schema: unknown, seen = new Set<unknown>()): boolean {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return false;
  seen.add(schema);
  const { entries = {}, wrapped, item, record, options = [], pipe = [] } = schema as Record<string, never>;
  return (
    Object.keys(entries).some(isProfileField) ||
    [...Object.values(entries), wrapped, item, record, ...(options as []), ...(pipe as [])].some((one) =>
      takesProfile(one, seen),
    )
  );
}

/** The body with the id of the merged profile in its fields. */
const named = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (name, value: unknown) =>
      isProfileField(name) && typeof value === 'string' ? OLD : value,
    ),
  );

/** The records of an answer, as JSON: not its links, which are addresses of the same path. Identities name the merged profile. */
function recordsOf(text: string): string {
  const { data } = JSON.parse(text || '{}') as { data?: unknown };
  return JSON.stringify(data, (name, value: unknown) => (name === 'identities' ? null : value)) ?? '';
}

/** A merge and a purge end what they name: a late one of a merged profile must not reach its survivor. */
const ENDING = ['profiles.merge', 'profiles.purge'];

const reachable = routes.filter(
  // A merge adds the id to the identities of the survivor.
  ({ endpoint: { method, id } }) =>
    method !== 'DELETE' && !ENDING.includes(id) && !id.startsWith('profiles.identities'),
);
const below = reachable.filter(({ endpoint }) => profileParameter(endpoint) !== undefined);
const withField = reachable.filter(({ endpoint }) => takesProfile(contractOf(endpoint)?.body));

describe('the id of a merged profile', { timeout: 300_000 }, () => {
  let conformance: Conformance;
  const { profile } = CUSTOMER;

  async function send(endpoint: Endpoint, path: Readonly<Record<string, string>>, body?: unknown) {
    const response = await fetch(conformance.baseUrl + fill(endpoint.path, path), {
      method: endpoint.method,
      headers: {
        Authorization: `Bearer ${conformance.token}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  }

  /** The first answer of success: with all fields, or with the required ones, as all together can contradict each other. */
  async function answered(
    endpoint: Endpoint,
    change: (input: {
      path: Readonly<Record<string, string>>;
      body?: unknown;
    }) => Promise<{ path: Readonly<Record<string, string>>; body?: unknown }>,
  ) {
    let answer = { status: 0, text: '' };
    for (const whole of [true, false]) {
      const { path, body } = await change(await conformance.factory.inputFor(endpoint, whole));
      answer = await send(endpoint, path, body);
      if (answer.status < 300) break;
    }
    return answer;
  }

  beforeAll(async () => {
    conformance = await openConformance();
    const { factory, database } = conformance;
    await factory.create('profiles.store', { external_id: OLD_EXTERNAL_ID, email: 'merged@example.com' });
    await sql`update profiles set external_id = 'kept' where id = ${profile} and external_id is null`.execute(
      database.db,
    );
    const { rows } = await sql<{ id: string }>`
      select id from profiles where external_id = ${OLD_EXTERNAL_ID}`.execute(database.db);
    await factory.ask('profiles.merge', { path: { profile }, body: { profiles: [rows[0]?.id] } });
    await factory.create('interactions.store', { profile_id: profile });
    await sql`update identities set value = ${OLD} where namespace = 'merged'`.execute(database.db);
  });
  afterAll(() => conformance?.close());

  it.each(below)('is that of its survivor in the path of $endpoint.id', async ({ endpoint }) => {
    const answer = await answered(endpoint, async ({ path, body }) => ({
      path: { ...path, [profileParameter(endpoint) ?? '']: OLD },
      body,
    }));
    expect(answer.status, answer.text).toBeLessThan(300);
    expect(recordsOf(answer.text)).not.toContain(`"${OLD}"`);
  });

  it.each(withField)('is that of its survivor in the body of $endpoint.id', async ({ endpoint }) => {
    const answer = await answered(endpoint, async ({ path, body }) => {
      if (endpoint.id === 'organisations.profiles.store')
        await sql`delete from records where resource = 'organisation-profile'`.execute(
          conformance.database.db,
        );
      return { path, body: named(body) };
    });
    expect(answer.status, answer.text).toBeLessThan(300);
    expect(recordsOf(answer.text)).not.toContain(`"${OLD}"`);
  });

  it('is that of its survivor in the records of batches', async () => {
    const errors: unknown[] = [];
    await runDueJobs({ db: conformance.database.db, errors } as never);
    expect(errors).toEqual([]);
    const { rows } =
      await sql`select endpoint, failures from batches where failures::text ~ 'profile|no such record'`.execute(
        conformance.database.db,
      );
    expect(rows).toEqual([]);
  });

  it('is named by no record', async () => {
    const { rows: columns } = await sql<{ table: string }>`
      select distinct table_name as "table" from information_schema.columns join information_schema.tables
        using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name like '%profile_id'`.execute(
      conformance.database.db,
    );
    for (const { table } of columns) {
      const { rows } = await sql`
        select * from ${sql.table(table)} as one where to_jsonb(one)::text like ${`%"${OLD}"%`}
          and ${table} not in ('identities', 'audits')`.execute(conformance.database.db);
      expect([table, rows]).toEqual([table, []]);
    }
  });

  it.each([
    ['external_id', OLD_EXTERNAL_ID],
    ['id', OLD],
  ])('finds the survivor by filter[%s]', async (name, value) => {
    const response = await fetch(`${conformance.baseUrl}/v3/profiles?filter[${name}]=${value}`, {
      headers: { Authorization: `Bearer ${conformance.token}` },
    });
    const { data } = (await response.json()) as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual([profile]);
  });
});
