import { addTransaction } from '../../src/services/contract/endpoints/index.ts';
import type { OpenService } from './service-open.ts';

let count = 0;

/** The body of a transaction with a new external id, and a new receipt; a refund names no receipt: it would wait for that. */
export const purchase = (more: Readonly<Record<string, unknown>> = {}) => ({
  external_id: `till-${++count}`,
  receipt_ref: Number(more['total']) < 0 ? undefined : `R-${count}`,
  transacted_at: '2026-05-04T10:15:00Z',
  total: 89.5,
  currency: 'EUR',
  items: [
    { product_id: 'hp-1001', name: 'Candle', quantity: 2, price: '24.75' },
    { sku: 'BOWL-S', name: 'Bowl', quantity: 1, price: '40.00' },
  ],
  ...more,
});

/** Adds a transaction of a profile and returns the id of its first line as text. */
export async function purchaseOf(service: OpenService, profileId: string): Promise<string> {
  const token = await service.machineToken();
  const body = purchase({ profile_id: profileId });
  const added = await service.call(addTransaction, { token, body });
  return String(added.body.data.items[0].id);
}
