import * as v from 'valibot';
import { readBatch, type Endpoint } from '../../../src/services/endpoints/index.ts';
import { MAX_RECORDS } from '../../../src/services/shapes/envelope.ts';
import { batchFamilies } from '../batches/families.ts';
import { endpointOf } from '../catalogue.ts';
import { sql } from 'kysely';
import { MAX_BATCH_BYTES } from '../http/body.ts';
import { invalid, notFound } from '../http/problem.ts';
import { accepting, route, type Route, type UserCall } from '../http/route.ts';
import { send } from '../jobs/boss.ts';
import { timestamp } from '../views.ts';

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
      .select(sql<number>`jsonb_array_length(records)`.as('total'))
      .where('id', '=', path.batch)
      .executeTakeFirst();
    if (!batch) throw notFound();
    const { id, status, position, failures, total } = batch;
    const resource = batchFamilies.find((family) => family.id === batch.endpoint)?.resource;
    return {
      data: {
        ...{ id, status, resource, total, failures: [...failures] },
        done: position - failures.length,
        failed: failures.length,
        created_at: timestamp(batch.created_at),
        updated_at: timestamp(batch.updated_at),
      },
    };
  }),
];

/** Stores the records as they are, and answers: what is wrong with one of them is said later (rule R22). */
function takesRecords(endpoint: Endpoint, resource: string): Route {
  const handle = async ({ db, body, path, principal }: UserCall<string, readonly object[]>) => {
    if (body.length > MAX_RECORDS) {
      throw invalid({
        body: [
          `A batch has at most ${MAX_RECORDS} records: use the imports for more (POST /v3/imports/upload).`,
        ],
      });
    }
    const { id, status } = await db
      .insertInto('batches')
      .values({
        endpoint: endpoint.id,
        path: JSON.stringify(path),
        records: JSON.stringify(body),
        user_id: principal.userId,
        scopes: [...principal.scopes],
      })
      .returning(['id', 'status'])
      .executeTakeFirstOrThrow();
    await send(db, 'batches', { batchId: id });
    return { data: { id, status } };
  };
  const made = accepting(route(endpoint, handle as never));
  return { ...made, model: resource, maxBytes: MAX_BATCH_BYTES, body: v.array(v.looseObject({})) };
}
