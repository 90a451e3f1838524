import type { Database } from '../../database/tables.ts';
import type { GenericSchema, InferOutput } from 'valibot';
import { readBody } from '../../api/body.ts';
import type { Machine } from '../../auth/principal.ts';
import {
  aggregationOfProfile,
  statusOfProfile,
  tagsOfProfile,
} from '../../../../src/services/contract/profiles.ts';
import { perform, type JobOperation, type Runtime } from '../../jobs/perform.ts';
import { upsertOf } from '../../crud/upsert.ts';
import { orderResource } from '../../commerce/orders.ts';
import { addInstance } from './instances.ts';
import { survivorOf } from '../../profiles/merged-names.ts';
import { changeStatus, changeTags } from './labels.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One record of a batch, with everything that is needed to write it. */
export interface BatchRecord {
  readonly runtime: Runtime;
  readonly work: Database;
  readonly principal: Machine;
  readonly cause: string;
  readonly record: Fields;
}

/** A batch endpoint with the model of its records and the function that writes one of them. */
export interface BatchFamily {
  /** Its operation id. */
  readonly id: string;
  readonly resource: string;
  readonly write: (one: BatchRecord) => Promise<unknown>;
}

/** Writes a record through the endpoint for one record: the same checks, events and audit entry. */
const each =
  (endpointId: string, instead?: JobOperation['instead']) =>
  ({ runtime, work, principal, cause, record }: BatchRecord) =>
    perform(runtime, work, { endpointId, body: record, principal, cause, ...(instead && { instead }) });

/** Every batch endpoint of the catalogue (spec 4.6). */
export const batchFamilies: readonly BatchFamily[] = [
  { id: 'webhooks.batch.store', resource: 'webhook', write: each('webhooks.store') },
  { id: 'profiles.batch.store', resource: 'profile', write: each('profiles.store') },
  { id: 'transactions.batch.store', resource: 'transaction', write: each('transactions.store') },
  { id: 'orders.batch.store', resource: 'order', write: each('orders.store') },
  { id: 'products.batch.store', resource: 'product', write: each('products.store') },
  { id: 'locations.batch.store', resource: 'location', write: each('locations.store') },
  { id: 'rewards.batch.store', resource: 'reward', write: each('rewards.store') },
  { id: 'benefits.batch.store', resource: 'benefit', write: instance('benefits') },
  { id: 'allocations.batch.store', resource: 'allocation', write: instance('allocations') },
  { id: 'profile.status.batch.store', resource: 'profile-status', write: status('add') },
  { id: 'profile.status.batch.destroy', resource: 'profile-status', write: status('remove') },
  { id: 'profile.tags.batch.store', resource: 'profile-tags', write: tags('add') },
  { id: 'profile.tags.batch.destroy', resource: 'profile-tags', write: tags('remove') },
  { id: 'profile.aggregations.batch.store', resource: 'aggregation', write: aggregate },
];

/** Endpoints that queue records for later: their routes are in the sections of the records (`acceptRecords`). */
const queueFamilies: readonly BatchFamily[] = [
  { id: 'transactions.queue', resource: 'transaction', write: each('transactions.create-update') },
  { id: 'transactions.queue.create', resource: 'transaction', write: each('transactions.store') },
  { id: 'orders.queue', resource: 'order', write: each('orders.store', upsertOf(orderResource)) },
  { id: 'orders.queue.create', resource: 'order', write: each('orders.store') },
];

/** The batch family of an endpoint. */
export const familyOf = (endpointId: string): BatchFamily | undefined =>
  [...batchFamilies, ...queueFamilies].find(({ id }) => id === endpointId);

/** For models without an endpoint that adds one record. */
function instance(id: 'benefits' | 'allocations') {
  return ({ work, principal, record }: BatchRecord) => addInstance(work, principal, id, record);
}

function status(change: 'add' | 'remove') {
  return async ({ work, record }: BatchRecord): Promise<void> => {
    const { profile_id, status } = checked(statusOfProfile, record);
    await changeStatus(work, await survivorOf(work, profile_id), status, change);
  };
}

function tags(change: 'add' | 'remove') {
  return async ({ work, record }: BatchRecord): Promise<void> => {
    const { profile_id, tags } = checked(tagsOfProfile, record);
    await changeTags(work, await survivorOf(work, profile_id), tags, change);
  };
}

/** The endpoint of a profile takes a list of aggregations. */
async function aggregate({ runtime, work, principal, cause, record }: BatchRecord): Promise<void> {
  const { profile_id, ...aggregation } = checked(aggregationOfProfile, record);
  await perform(runtime, work, {
    endpointId: 'profiles.aggregations.update',
    principal,
    cause,
    path: { profileId: await survivorOf(work, profile_id) },
    body: [aggregation],
  });
}

/** A record, checked by the schema of its batch. Throws 422. */
function checked<Schema extends GenericSchema>(schema: Schema, record: Fields): InferOutput<Schema> {
  return readBody(schema, 'application/json', JSON.stringify(record), { needsValue: true });
}
