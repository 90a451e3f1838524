import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { record } from '../../../../src/services/transport/read.ts';
import { NotConfigured, type SyncAdapter, type SyncRow, type SyncSource } from './adapter.ts';

const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.minLength(1), v.maxLength(100));
const moment = v.pipe(v.string(), v.isoTimestamp());
const text = v.nullish(v.string());

/** A customer as the shop platform exports it. */
const customer = v.object({
  id,
  updated_at: moment,
  email: text,
  first_name: text,
  last_name: text,
  phone: text,
});
const order = v.object({
  id,
  updated_at: moment,
  customer_id: id,
  status: v.picklist(['open', 'placed', 'fulfilled', 'cancelled']),
  currency: text,
  ordered_at: v.nullish(moment),
  lines: v.optional(
    v.array(
      v.object({
        sku: text,
        name: v.string(),
        quantity: v.pipe(v.number(), v.gtValue(0)),
        price: v.string(),
      }),
    ),
    [],
  ),
});
const message = v.variant('type', [
  v.object({ type: v.picklist(['customer.created', 'customer.updated']), data: customer }),
  v.object({ type: v.picklist(['order.created', 'order.updated']), data: order }),
]);

/** Exported files of a shop: `customers.ndjson` and `orders.ndjson` in a folder below `SYNC_DIRECTORY`, a JSON object per line. */
export const shopExport: SyncAdapter = {
  type: 'shop-export',
  settings: v.object({ folder: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,79}$/)) }),
  hint: 'settings.folder names the folder of its files below SYNC_DIRECTORY: lower-case letters, digits and hyphens',

  async read(source, customers) {
    const wanted = customers && new Set(customers);
    const found = await linesOf(source, 'customers.ndjson', customer);
    const orders = await linesOf(source, 'orders.ndjson', order);
    return [
      ...found.filter((one) => !wanted || wanted.has(one.id)).map((one) => customerRow(source, one)),
      ...orders.filter((one) => !wanted || wanted.has(one.customer_id)).map((one) => orderRow(source, one)),
    ];
  },

  receive(source, given) {
    const read = v.safeParse(message, given);
    if (!read.success) return [];
    const { output } = read;
    switch (output.type) {
      case 'customer.created':
      case 'customer.updated':
        return [customerRow(source, output.data)];
      case 'order.created':
      case 'order.updated':
        return [orderRow(source, output.data)];
    }
  },
};

const externalIdOf = ({ handle }: SyncSource, externalId: string): string => `${handle}:${externalId}`;

function customerRow(source: SyncSource, given: v.InferOutput<typeof customer>): SyncRow {
  const { id: externalId, updated_at: changedAt, ...person } = given;
  const fields = { external_id: externalIdOf(source, externalId), ...withoutNull(person) };
  return { model: 'profile', externalId, changedAt, fields };
}

function orderRow(source: SyncSource, given: v.InferOutput<typeof order>): SyncRow {
  const { id: externalId, updated_at: changedAt, customer_id, lines, ...rest } = given;
  const fields = {
    external_id: externalIdOf(source, externalId),
    ...withoutNull(rest),
    items: lines.map(withoutNull),
  };
  return { model: 'order', externalId, changedAt, customerId: customer_id, fields };
}

const withoutNull = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

async function linesOf<Schema extends v.GenericSchema>(
  { directory, settings }: SyncSource,
  name: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>[]> {
  if (directory === undefined)
    throw new NotConfigured('Set SYNC_DIRECTORY of the service to the folder of the exported files.');
  const folder = String(settings['folder']);
  const content = await readFile(path.join(directory, folder, name), 'utf8').catch((error: unknown) => {
    if (record(error)['code'] !== 'ENOENT') throw error;
    throw new NotConfigured(`There is no file ${folder}/${name} in SYNC_DIRECTORY.`);
  });
  return content.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '') return [];
    const read = v.safeParse(schema, parsed(line));
    if (read.success) return [read.output];
    const [issue] = read.issues;
    throw new NotConfigured(`${folder}/${name}, line ${index + 1}: ${issue?.message ?? 'no JSON object'}.`);
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
