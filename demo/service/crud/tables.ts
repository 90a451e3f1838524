import { incentiveTables } from '../programme/tables.ts';
import { ownTable, recordsTable, type Table } from './table.ts';

/** Models with a table of their own; all others share one. */
const own: Readonly<Record<string, Table>> = {
  profile: {
    ...ownTable('profiles', ['first_name', 'last_name', 'email', 'external_id', 'type', 'deleted_at']),
    unless: 'deleted_at',
  },
  identity: { ...ownTable('identities', ['profile_id', 'namespace', 'value']), plain: true },
  product: ownTable('products', [
    ...['external_id', 'handle', 'name', 'category', 'description', 'url', 'image_url', 'price', 'currency'],
  ]),
  transaction: ownTable('transactions', [
    ...['external_id', 'profile_id', 'order_id', 'receipt_ref', 'transacted_at', 'total', 'currency'],
    ...['location_id', 'refund_of', 'content_hash'],
  ]),
  'transaction-item': {
    ...ownTable('transaction_items', [
      ...['transaction_id', 'product_id', 'variant_id', 'sku', 'name', 'description'],
      ...['quantity', 'price', 'total'],
    ]),
    numbers: ['transaction_id'],
  },
  list: ownTable('lists', ['profile_id', 'type', 'handle', 'name']),
  'list-item': ownTable('list_items', ['list_id', 'profile_id', 'product_id', 'quantity']),
  user: ownTable('users', [
    ...['username', 'name', 'email', 'is_machine', 'password_hash', 'is_active', 'roles', 'last_seen_at'],
  ]),
  role: ownTable('roles', ['name', 'handle', 'permissions']),
  audit: ownTable('audits', ['action', 'user_id', 'profile_id', 'model', 'model_id', 'request_id']),
  ...incentiveTables,
};

/** Where the records of a model are. */
export const tableOf = (model: string): Table => own[model] ?? recordsTable(model);
