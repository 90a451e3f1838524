import { endpointOf } from '../../../../src/services/contract/catalogue.ts';
import * as v from 'valibot';
import type { ListedEndpoint } from '../../../../src/services/contract/endpoint.ts';
import { readBatch } from '../../../../src/services/contract/endpoints/index.ts';
import { acceptRecords } from './accept.ts';
import { batchFamilies, familyOf } from './families.ts';
import { sql } from 'kysely';
import { MAX_BATCH_BYTES } from '../../../../src/services/contract/envelope.ts';
import { notFound } from '../../api/problem.ts';
import { accepting, route, type Route } from '../../api/route.ts';
import { machineOf } from '../../auth/principal.ts';
import { timestamp } from '../../api/formats.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The batch endpoints, and the endpoint for their results (spec 1 rule 8, ASSUMPTION). */
export const batchRoutes: readonly Route[] = [
  ...batchFamilies.flatMap(({ id, resource }) => {
    const endpoint = endpointOf(id);
    if (!endpoint) throw new Error(`The catalogue has no ${id}.`);
    return [batchRoute(endpoint, resource)];
  }),

  route(readBatch, async ({ db, path }) => {
    if (!UUID.test(path.batch)) throw notFound();
    const batch = await db
      .selectFrom('batches')
      .select(['id', 'endpoint', 'status', 'position', 'failures', 'warnings', 'created_at', 'updated_at'])
      .select(sql<number>`coalesce(total, jsonb_array_length(records))`.as('total'))
      .where('id', '=', path.batch)
      .executeTakeFirst();
    if (!batch) throw notFound();
    const { id, status, position, failures, warnings, total } = batch;
    const resource = familyOf(batch.endpoint)?.resource;
    return {
      data: {
        id,
        status,
        resource,
        total,
        failures: [...failures],
        warnings: [...warnings],
        done: position - failures.length,
        failed: failures.length,
        created_at: timestamp(batch.created_at),
        updated_at: timestamp(batch.updated_at),
      },
    };
  }),
];

function batchRoute(endpoint: ListedEndpoint, resource: string): Route {
  const accept = route(endpoint, async ({ db, body, path, principal }) => {
    const records: readonly unknown[] = Array.isArray(body) ? body : [];
    const batch = { endpointId: endpoint.id, path, records, principal: machineOf(principal) };
    return { data: await acceptRecords(db, batch) };
  });
  return {
    ...accepting(accept),
    model: resource,
    maxBytes: MAX_BATCH_BYTES,
    body: v.array(v.looseObject({})),
  };
}
