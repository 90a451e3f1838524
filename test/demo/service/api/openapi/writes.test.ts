import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_BODY_BYTES } from '../../../../../demo/service/api/body.ts';
import { routes } from '../../../../../demo/service/routes.ts';
import { profileParameter } from '../../../../../src/services/contract/catalogue.ts';
import type { Endpoint } from '../../../../../src/services/contract/endpoints/index.ts';
import { CUSTOMER } from './conformance-fixtures.ts';
import { openConformance, type Conformance } from './conformance-service.ts';
import { fill } from '../../../../support/service-open.ts';
import { everything } from '../../../../support/service-rows.ts';

/** Every route with a body. */
const writes = routes.filter((route) => route.body);
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Accepts any object: no field is unknown. */
const isLoose = ({ body }: (typeof writes)[number]) =>
  ['loose_object', 'record'].includes((body as { type?: string } | undefined)?.type ?? '');

/** Tables that every request changes: counts of the rate limit, and the last use of a token. */
const ALWAYS_CHANGING = ['request_windows', 'tokens', 'users'];
/** Tables with the unprocessed input of batches and imports, whose records are checked later. */
const TAKEN_IN = ['batches', 'import_rows'];

type Wrong = readonly [what: string, status: number, ask: () => Promise<{ status: number; text: string }>];

const MARK = 'not-of-this-shape';

/** The body with its first field alone. */
const firstField = ({ body }: { readonly body?: unknown }, accepted: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(body as object)
      .filter(([name]) => accepted.has(name))
      .slice(0, 1),
  );

describe('an invalid body', () => {
  let conformance: Conformance;
  let before: string;
  /** Of every table. */
  let columns: string[];
  const stored = () => everything(conformance.database.db, ALWAYS_CHANGING);
  beforeAll(async () => {
    conformance = await openConformance();
    before = await stored();
    const { rows } = await sql<{ column_name: string }>`
      select distinct column_name from information_schema.columns where table_schema = 'public'`.execute(
      conformance.database.db,
    );
    columns = rows.map(({ column_name }) => column_name);
  });
  afterAll(() => conformance?.close());

  async function send(endpoint: Endpoint, type: string, body: string, path = anyPath(endpoint)) {
    const response = await fetch(conformance.baseUrl + fill(endpoint.path, path), {
      method: endpoint.method,
      headers: { Authorization: `Bearer ${conformance.token}`, 'Content-Type': type },
      body,
    });
    return { status: response.status, text: await response.text() };
  }

  describe.each(writes)('of $endpoint.id', ({ endpoint, form = false, maxBytes = MAX_BODY_BYTES, body }) => {
    const type = form ? FORM_TYPE : JSON_TYPE;
    const wrong: Wrong[] = [
      ...(form ? [] : [['no JSON', 400, () => send(endpoint, type, '{"name": ')] as const]),
      ['another Content-Type', 415, () => send(endpoint, 'text/plain', '{}')],
      ['too many bytes', 413, () => send(endpoint, type, `{"name":"${'x'.repeat(maxBytes)}"}`)],
      ...(isLoose({ body } as never)
        ? []
        : [
            [
              'fields of another type',
              422,
              () => send(endpoint, type, JSON.stringify(refused(body!))),
            ] as const,
          ]),
    ];
    it.each(wrong)('%s: %i with the documented body', async (_, status, ask) => {
      const answer = await ask();
      expect(answer.status, answer.text).toBe(status);
      expect(conformance.problemsOf(endpoint, answer)).toEqual([]);
      const { errors } = JSON.parse(answer.text) as { errors?: object };
      expect(errors !== undefined && Object.keys(errors).length > 0).toBe(status === 422);
    });
  });

  it('stores nothing', async () => {
    expect(await stored()).toBe(before);
  });

  const named = writes.filter(
    // The one field of `profiles.sync` names profiles of a connected system, which the samples do not have.
    (route) => !isLoose(route) && !route.form && route.endpoint.id !== 'profiles.sync',
  );
  it.each(named)('of $endpoint.id: unknown fields and the names of columns have no effect', async (route) => {
    const { endpoint } = route;
    const least = await conformance.factory.inputFor(endpoint, false);
    const { path } = least;
    // Unknown fields alone are refused.
    const accepted = new Set(fieldsOf(route.body));
    const isEmpty =
      route.needsKnownField &&
      !Array.isArray(least.body) &&
      !Object.keys(least.body as object).some((name) => accepted.has(name));
    // A job that waits cannot take every status.
    const body = isEmpty
      ? endpoint.id === 'imports.jobs.update'
        ? { status: 'paused' }
        : firstField(await conformance.factory.inputFor(endpoint, true), accepted)
      : least.body;
    const foreign = [MARK, ...columns.filter((name) => !accepted.has(name))];
    const more = Array.isArray(body) ? body.map((one) => marked(one, foreign)) : marked(body, foreign);
    const answer = await send(endpoint, JSON_TYPE, JSON.stringify(more), { ...path });
    expect(answer.status, answer.text).toBeLessThan(300);
    const reply = JSON.parse(answer.text || '{}') as { data?: unknown; warnings?: string[] };
    if (endpoint.method === 'PUT' && 'data' in reply)
      expect(reply.warnings?.join(), answer.text).toContain(
        `There is no field ${MARK} here: the nearest one is`,
      );
    // Their names are in the warnings.
    expect(JSON.stringify({ ...JSON.parse(answer.text || '{}'), warnings: [] })).not.toContain(MARK);
  });

  it('leaves no unknown field anywhere in the database', async () => {
    const kept = await everything(conformance.database.db, TAKEN_IN);
    expect(kept.split('\n').filter((row) => row.includes(MARK))).toEqual([]);
    expect(conformance.errors).toEqual([]);
  });
});

/** Adds fields to objects, also in lists; fields that the body has do not change. */
const marked = (body: unknown, names: readonly string[]) =>
  typeof body === 'object' ? { ...Object.fromEntries(names.map((name) => [name, MARK])), ...body } : body;

/** Field names of a schema: of a record, or of the records of a list. */
function fieldsOf(schema: unknown): string[] {
  const { entries, item, record, wrapped, pipe, options } = Object(schema) as Record<string, never>;
  if (entries) return Object.keys(entries);
  const inner = [item, record, wrapped, ...(pipe ?? []), ...(options ?? [])].filter(
    (one) => one && one !== schema,
  );
  return inner.flatMap(fieldsOf);
}

/** A path to a missing record of an existing profile. */
const anyPath = (endpoint: Endpoint): Record<string, string> =>
  Object.fromEntries(
    [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
      name,
      name === profileParameter(endpoint) ? CUSTOMER.profile : '999999999',
    ]),
  );

/** A body that the schema refuses: without fields, or with a field of another type. */
function refused(schema: v.GenericSchema): unknown {
  const entries = Object.keys((schema as { entries?: object }).entries ?? {});
  const candidates: unknown[] = [
    {},
    ...entries.flatMap((name) => [{ [name]: { no: [] } }, { [name]: 1.5 }, { [name]: '' }]),
    'text',
  ];
  return candidates.find((candidate) => !v.safeParse(schema, candidate).success);
}
