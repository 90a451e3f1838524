import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRecord } from '../../../../demo/service/crud/store.ts';
import { tableOf } from '../../../../demo/service/crud/tables.ts';
import { isOpenToCustomers } from '../../../../demo/service/api/access.ts';
import type { Route } from '../../../../demo/service/api/route.ts';
import { routes } from '../../../../demo/service/routes.ts';
import { bodyFor, type Ids } from '../../../support/service-idor-matrix.ts';
import {
  absentProfile,
  foreign,
  named,
  openTwoCustomers,
  own,
  type TwoCustomers,
} from '../../../support/service-idor-open.ts';
import { SHOP_ORIGIN, type OpenService } from '../../../support/service-open.ts';
import { rowsOf } from '../../../support/service-rows.ts';

// Whatever a body can name, with the id of another customer: the answer is that for an id that nothing has.

/** Text of every record of the other customer below: an answer that has it shows the record. */
const THEIRS = 'Only theirs';

interface Named {
  /** The id of another customer's record. */
  readonly theirs: unknown;
  /** An id of the same form that nothing has. */
  readonly absent: unknown;
}

/** Fields of bodies that name nothing of a customer: they are the same for every customer, or the record has no text yet. */
const SHARED: ReadonlySet<string> = new Set([
  'region_id',
  'location_id',
  'list_definition_id',
  'reward_definition_id',
  'benefit_definition_id',
  'connection_id',
]);

/** Names of fields that name a record: by the form of their names. A new one has to be added to the table below, or to `SHARED`. */
const NAMES_RECORD = /(^|_)(id|ids|ref)$|^(list|profile|profiles|item|handle)$/;

interface Parts {
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly item?: unknown;
  readonly wrapped?: unknown;
  readonly options?: readonly unknown[];
}

/** The paths of a body's fields: `items.product_id` for the field of a line. */
function* fieldsOf(schema: unknown, before = ''): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  const { entries = {}, item, wrapped, options = [] } = schema as Parts;
  for (const one of [item, wrapped, ...(Array.isArray(options) ? options : [])]) yield* fieldsOf(one, before);
  for (const [name, field] of Object.entries(entries)) {
    yield before + name;
    yield* fieldsOf(field, `${before}${name}.`);
  }
}

const last = (path: string) => path.split('.').at(-1) ?? '';
const naming = (route: Route) => [
  ...new Set([...fieldsOf(route.body)].filter((path) => NAMES_RECORD.test(last(path)))),
];
const open = routes.filter((route) => isOpenToCustomers(route) && route.body);

/** A body with a value at a path; a list on the way gets one element. */
function withValue(body: unknown, [name = '', ...more]: readonly string[], value: unknown): unknown {
  if (Array.isArray(body)) return body.map((one) => withValue(one, [name, ...more], value));
  const given = (body ?? {}) as Record<string, unknown>;
  if (more.length === 0) return { ...given, [name]: value };
  const inner = given[name] ?? (name === 'items' ? [{ name: 'Line', quantity: 1, price: '1.00' }] : {});
  return { ...given, [name]: withValue(inner, more, value) };
}

describe('ids of another customer in bodies', () => {
  let service: OpenService;
  let token: string;
  let mine: Ids;
  let ask: TwoCustomers['ask'];
  let table: Readonly<Record<string, Named>>;
  beforeAll(async () => {
    const customers = await openTwoCustomers({ acceptPageProducts: true });
    ({ service, token, mine, ask } = customers);
    const { theirs } = customers;
    const { db } = service;
    const custom = await addRecord<{ id: number }>(db, tableOf('custom-product') as never, {
      profile_id: foreign,
      name: THEIRS,
      price: '98712.34',
      currency: 'EUR',
    });
    const order = await addRecord<{ id: number }>(db, tableOf('order') as never, {
      profile_id: foreign,
      external_id: 'their-order',
      status: 'open',
    });
    await sql`update lists set name = ${THEIRS} where profile_id = ${foreign}`.execute(db);
    const number = (id: string | undefined): Named => ({ theirs: Number(id), absent: 999_999_999 });
    table = {
      profile_id: { theirs: foreign, absent: absentProfile },
      product_id: { theirs: `custom-product:${custom.id}`, absent: 'custom-product:999999999' },
      variant_id: { theirs: String(custom.id), absent: 'no-variant' },
      benefit_id: number(theirs['benefit']),
      reward_id: number(theirs['rewardId']),
      credit_id: number(theirs['credit']),
      order_id: number(String(order.id)),
      list: number(theirs['list']),
      id: number(theirs['date']),
      transaction_external_id: { theirs: theirs['purchase'], absent: 'no-purchase' },
      external_id: { theirs: 'their-order', absent: 'no-order' },
      receipt_ref: { theirs: 'their-receipt', absent: 'no-receipt' },
      handle: { theirs: 'wedding', absent: 'no-list' },
    };
  });
  afterAll(() => service.drop());

  it('every field that names a record is in the table', () => {
    const missing = open.flatMap((route) =>
      naming(route)
        .filter((path) => !table[last(path)] && !SHARED.has(last(path)))
        .map((path) => `${route.endpoint.id}: ${path}`),
    );
    expect(missing).toEqual([]);
    expect(open.flatMap(naming).length).toBeGreaterThan(20);
  });

  it.each(named(open.filter((route) => naming(route).length)))(
    'are answered like an id that nothing has: %s',
    async (_, route) => {
      const before = await rowsOf(service.db, foreign);
      for (const path of naming(route).filter((one) => table[last(one)])) {
        const { theirs, absent } = table[last(path)]!;
        const send = async (value: unknown) => {
          const { body } = await bodyFor(route, service, mine);
          const page = route.endpoint.id === 'profiles.lists.items.store' &&
            path === 'product_id' && { product: { name: 'Page', url: `${SHOP_ORIGIN}/page` } };
          return await ask(route, own, mine, {
            body: withValue(page ? { ...(body as object), ...page } : body, path.split('.'), value),
          });
        };
        const [answer, none] = [await send(theirs), await send(absent)];
        expect([path, answer.status]).toEqual([path, none.status]);
        expect(answer.text).not.toContain(THEIRS);
        expect(answer.text).not.toContain('98712.34'); // no part of a time of day
        if (answer.status >= 400) expect(answer.text).toBe(none.text);
      }
      expect(await rowsOf(service.db, foreign)).toBe(before);
      const items = await service.send('GET', `/api/v3/profiles/${own}/lists/${mine['list']}/items`, {
        token,
      });
      expect(items.status).toBe(200);
      expect(items.text).not.toContain(THEIRS);
    },
  );
});
