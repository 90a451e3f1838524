import { endpointOf } from '../../../../src/services/contract/catalogue.ts';
import * as v from 'valibot';
import { readBatch, type Endpoint } from '../../../../src/services/contract/endpoints/index.ts';
import { acceptRecords } from './accept.ts';
import { batchFamilies, familyOf } from './families.ts';
import { sql } from 'kysely';
import { MAX_BATCH_BYTES } from '../../../../src/services/contract/envelope.ts';
import { notFound } from '../../api/problem.ts';
import { accepting, route, type Route, type UserCall } from '../../api/route.ts';
import { timestamp } from '../../api/formats.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Every batch endpoint, and how its result is read (spec 1 rule 8, ASSUMPTION G53). */
export const batchRoutes: readonly Route[] = [
  ...batchFamilies.flatMap(({ id, resource }) => {
    const endpoint = endpointOf(id);
    if (!endpoint) throw new Error(`The catalogue has no ${id}.`);
    return [takesRecords(endpoint, resource)];
  }),

  route(readBatch, async ({ db, path }) => {
    if (!UUID.test(path.batch)) throw notFound();
    const batch = await db
      .selectFrom('batches')
      .select(['id', 'endpoint', 'status', 'position', 'failures', 'created_at', 'updated_at'])
      .select(sql<number>`coalesce(total, jsonb_array_length(records))`.as('total'))
      .where('id', '=', path.batch)
      .executeTakeFirst();
    if (!batch) throw notFound();
    const { id, status, position, failures, total } = batch;
    const resource = familyOf(batch.endpoint)?.resource;
    return {
      data: {
        id,
        status,
        resource,
        total,
        failures: [...failures],
        done: position - failures.length,
        failed: failures.length,
        created_at: timestamp(batch.created_at),
        updated_at: timestamp(batch.updated_at),
      },
    };
  }),
];

function takesRecords(endpoint: Endpoint, resource: string): Route {
  const handle = async ({ db, body, path, principal }: UserCall<string, readonly object[]>) => ({
    data: await acceptRecords(db, { endpointId: endpoint.id, path, records: body, principal }),
  });
  const made = accepting(route(endpoint, handle as never));
  return { ...made, model: resource, maxBytes: MAX_BATCH_BYTES, body: v.array(v.looseObject({})) };
}
