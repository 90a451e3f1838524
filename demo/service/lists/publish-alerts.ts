import { timestamp } from '../api/formats.ts';
import type { Database } from '../database/tables.ts';
import { publish } from '../events/publish.ts';
import type { Due } from './alerts.ts';

/** The product of an alert, and for whom it is. */
export interface AlertedProduct {
  /** The owner of the list; null for a guest. */
  readonly profile_id: string | null;
  readonly list_id: number | null;
  readonly list_item_id: number | null;
  readonly guest_alert_id: number | null;
  readonly product_id: string;
  readonly variant_id: string | null;
  readonly name: string;
  readonly variant_name: string | null;
  readonly url: string | null;
  readonly price: string | null;
  readonly currency: string | null;
  readonly changed_at: Date;
}

/** Publishes one message of alerts. `link` ends them. An event for a guest has no address: the message that it causes has it from the alert. */
export async function publishAlert(
  work: Database,
  { profile_id: profileId, price, currency, changed_at, ...product }: AlertedProduct,
  due: Due,
  link: string,
): Promise<void> {
  const { list_id, list_item_id, guest_alert_id, product_id, variant_id, name, variant_name, url } = product;
  await publish(work, {
    trigger: due.kind === 'price' ? 'alert.price-dropped' : 'alert.back-in-stock',
    namespace: 'loyalty',
    profileId,
    payload: {
      list_id,
      list_item_id,
      guest_alert_id,
      product_id,
      variant_id,
      name,
      changed_at: timestamp(changed_at),
      variant_name,
      url,
      stop_link: link,
      ...(due.kind === 'price' && { was: due.was, price, currency }),
    },
  });
}
