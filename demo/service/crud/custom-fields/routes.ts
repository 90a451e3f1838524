import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  batchDeleteCustomFields,
  customAttributes,
  searchCustomFields,
} from '../../../../src/services/contract/endpoints/index.ts';
import { customFieldShape, type CustomField } from '../../../../src/services/contract/shapes/custom-field.ts';
import { findFieldable } from './models.ts';
import { customFieldTable, removeCustomFields } from './store.ts';
import { MAX_BATCH_BYTES } from '../../../../src/services/contract/shapes/envelope.ts';
import { browse } from '../../api/paging.ts';
import { route, type KnownCall, type Route } from '../../api/route.ts';
import { attributesOf } from '../fields.ts';
import { rowsWithin } from '../store.ts';
import { viewsOf } from '../views.ts';

const attributes = attributesOf(customFieldShape, customFieldTable);
const views = (call: KnownCall, rows: readonly Record<string, unknown>[]): Promise<CustomField[]> =>
  viewsOf({ shape: customFieldShape }, call, rows);

/** Custom fields beside those of one record. */
export const customFieldRoutes: readonly Route[] = [
  route(searchCustomFields, (call) =>
    browse(call, rowsWithin(call.db, customFieldTable, {}), (rows) => views(call, rows), { attributes }),
  ),

  // What attributes there are, not whose: each handle once, without its value.
  route(customAttributes, (call) =>
    browse(
      call,
      call.db
        .selectFrom((from) =>
          from
            .selectFrom('records')
            .selectAll()
            .distinctOn(sql`fields ->> 'handle'`)
            .where('resource', '=', 'custom-field')
            .where(sql<boolean>`fields @> '{"custom_fieldable_type": "profile"}'`)
            .orderBy(sql`fields ->> 'handle'`)
            .orderBy('id')
            .as('records'),
        )
        .selectAll(),
      (rows) =>
        views(
          call,
          rows.map((row) => ({ ...row, fields: { ...row.fields, value: '', custom_fieldable_id: '' } })),
        ),
      { attributes: definable, order: 'handle' },
    ),
  ),

  {
    ...route(batchDeleteCustomFields, async ({ db, path, body, note }) => {
      const fieldable = await findFieldable(db, path.model, path.id);
      await removeCustomFields(db, fieldable, body);
      note({ changes: { removed: body } });
      // Done before it is answered: one statement is quicker than a queue (G53).
      return { data: { id: randomUUID(), status: 'done' } };
    }),
    ...{ status: 202, maxBytes: MAX_BATCH_BYTES, model: 'custom-field' },
  },
];

/** What is said of an attribute as such can be asked for; a value cannot. */
const definable = new Map(
  [...attributes].filter(([name]) =>
    ['name', 'handle', 'namespace', 'type', 'is_index', 'created_at'].includes(name),
  ),
);
