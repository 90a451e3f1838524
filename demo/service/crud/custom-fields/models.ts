import type { Database } from '../../platform/database/tables.ts';
import { notFound } from '../../api/problem.ts';
import { findRecord } from '../store.ts';
import { tableOf } from '../tables.ts';

/** Models whose records have custom fields (ASSUMPTION G52). Where their records are, `records/tables.ts` says. */
const models: ReadonlySet<string> = new Set([
  // Profiles and lists
  ...[
    'profile',
    'address',
    'identity',
    'interaction',
    'profile-date',
    'list',
    'list-item',
    'list-definition',
  ],
  // Commerce
  ...[
    'transaction',
    'transaction-item',
    'order',
    'order-item',
    'product',
    'product-variant',
    'custom-product',
  ],
  ...['location', 'rating'],
  // Incentives
  ...['reward', 'benefit', 'point', 'credit', 'tier', 'achievement', 'redemption'].flatMap((model) => [
    model,
    `${model}-definition`,
  ]),
  // Organisations and configuration
  ...[
    'organisation',
    'user',
    'staff',
    'role',
    'brand',
    'country',
    'currency',
    'department',
    'region',
    'rate',
  ],
  ...[
    'system',
    'tag',
    'status',
    'connection',
    'connection-definition',
    'trigger',
    'automation',
    'target',
    'webhook',
  ],
]);

/** There is one tenant, and this is its number. */
const TENANT_ID = '1';

/** A record that has custom fields. */
export interface Fieldable {
  readonly model: string;
  readonly id: string;
  /** The profile that it belongs to, or is. */
  readonly profileId: string | null;
}

export const tenant: Fieldable = { model: 'tenant', id: TENANT_ID, profileId: null };

/** The record a path names. Throws 404 for an unknown model and for no such record. */
export async function findFieldable(db: Database, model: string, id: string): Promise<Fieldable> {
  if (model === tenant.model) {
    if (id !== TENANT_ID) throw notFound();
    return tenant;
  }
  if (!models.has(model)) throw notFound();
  const record = await findRecord(db, tableOf(model), {}, id);
  const owner = model === 'profile' ? record.id : record['profile_id'];
  return { model, id: String(record.id), profileId: typeof owner === 'string' ? owner : null };
}
