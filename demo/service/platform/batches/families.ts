import type { Database } from '../database/tables.ts';
import { MAX_BODY_BYTES, readBody } from '../../api/body.ts';
import type { Machine } from '../auth/principal.ts';
import { contractOf, endpointOf } from '../../../../src/services/contract/catalogue.ts';
import type { RecordsSchema } from '../../../../src/services/contract/envelope.ts';
import { perform, type Operation } from '../jobs/perform.ts';
import type { Runtime } from '../jobs/runtime.ts';
import { upsertOf } from '../../crud/upsert.ts';
import { orderResource } from '../../commerce/orders.ts';
import { addInstance } from './instances.ts';
import { changeStatus, changeTags } from './labels.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One record of a batch, and what is needed to write it. */
export interface OneOfBatch {
  readonly runtime: Runtime;
  readonly work: Database;
  readonly principal: Machine;
  readonly cause: string;
  readonly record: Fields;
}

/** A batch endpoint: what its records are, and what is done with one of them. */
export interface BatchFamily {
  /** Its operation id. */
  readonly id: string;
  readonly resource: string;
  readonly write: (one: OneOfBatch) => Promise<unknown>;
}

/** Through the endpoint that takes one record: the same checks, events and audit. */
const each =
  (endpointId: string, instead?: Operation['instead']) =>
  ({ runtime, work, principal, cause, record }: OneOfBatch) =>
    perform(runtime, work, { endpointId, body: record, principal, cause, ...(instead && { instead }) });

/** Every batch endpoint of the catalogue (spec 4.6, rule R23). */
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

/** What is done with the records of an endpoint. */
export const familyOf = (endpointId: string): BatchFamily | undefined =>
  [...batchFamilies, ...queueFamilies].find(({ id }) => id === endpointId);

/** No endpoint takes one of them. */
function instance(id: 'benefits' | 'allocations') {
  return ({ work, principal, record }: OneOfBatch) => addInstance(work, principal, id, record);
}

function status(change: 'add' | 'remove') {
  return async ({ work, record }: OneOfBatch): Promise<void> => {
    const { profile_id, status } = checked('profile.status.batch.store', record);
    await changeStatus(work, String(profile_id), String(status), change);
  };
}

function tags(change: 'add' | 'remove') {
  return async ({ work, record }: OneOfBatch): Promise<void> => {
    const { profile_id, tags } = checked('profile.tags.batch.store', record);
    await changeTags(work, String(profile_id), tags as string[], change);
  };
}

/** The endpoint of one profile takes a list. */
async function aggregate({ runtime, work, principal, cause, record }: OneOfBatch): Promise<void> {
  const { profile_id, ...aggregation } = checked('profile.aggregations.batch.store', record);
  await perform(runtime, work, {
    endpointId: 'profiles.aggregations.update',
    principal,
    cause,
    path: { profileId: String(profile_id) },
    body: [aggregation],
  });
}

/** A record as the contract of its batch says. Throws 422. */
function checked(batchId: string, record: Fields): Record<string, unknown> {
  const endpoint = endpointOf(batchId);
  const body = endpoint && (contractOf(endpoint)?.body as RecordsSchema<never> | undefined);
  if (!body) throw new Error(`The endpoint ${batchId} takes no records.`);
  const text = JSON.stringify(record);
  return readBody(body.record, 'application/json', text, { maxBytes: MAX_BODY_BYTES }) as Record<
    string,
    unknown
  >;
}
