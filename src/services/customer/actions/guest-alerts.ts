import { addGuestAlert } from '../../contract/endpoints/guest-alerts.ts';
import type { AlertKind } from '../../contract/lists.ts';
import { callWithoutToken } from '../guest-call.ts';
import type { ProductChoice } from '../lists/list-items.ts';
import type { Loyalty } from '../loyalty.ts';

/**
 * Has the service send a link to a guest's address: messages about the product follow once it is confirmed. The service does not say what it
 * knows of the address.
 * @throws LoyaltyError `not_found` or a status of 405 where the service does not offer it, `validation` with `fields`, `rate_limited` after too
 *   many links
 */
export async function askForGuestAlert(
  loyalty: Loyalty,
  { productId, variantId }: ProductChoice,
  kind: AlertKind,
  email: string,
): Promise<void> {
  await callWithoutToken(loyalty)(addGuestAlert, {
    body: { email, product_id: productId, ...(variantId && { variant_id: variantId }), alerts: [kind] },
  });
}
