import { addGuestAlert } from '../../contract/endpoints/guest-alerts.ts';
import type { AlertKind } from '../../contract/lists.ts';
import { createCaller } from '../../transport/call.ts';
import { LoyaltyError } from '../../transport/errors.ts';
import type { ProductChoice } from '../lists/list-items.ts';
import type { Loyalty } from '../loyalty.ts';

/**
 * Has the service send a link to a guest's address: messages about the product follow once it is confirmed. The service does not say what it
 * knows of the address.
 * @throws LoyaltyError `not_found` or a status of 405 where the service does not offer it, `validation` with `fields`, `rate_limited` after too
 *   many links
 */
export async function askForGuestAlert(
  { config, http, mapping, backOff, report, settled }: Loyalty,
  { productId, variantId }: ProductChoice,
  kind: AlertKind,
  email: string,
): Promise<void> {
  if (!config) throw new LoyaltyError('invalid_config');
  const { baseUrl, paths } = config;
  // Not by `callWithoutToken`: shared with the page of a shared list, it would be a small file of its own, which that page would request.
  const call = settled(createCaller({ baseUrl, paths, http, mapping, backOff, report }));
  await call(addGuestAlert, {
    body: { email, product_id: productId, ...(variantId && { variant_id: variantId }), alerts: [kind] },
  });
}
