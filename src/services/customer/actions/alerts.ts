import { editProfileListItem } from '../../contract/endpoints/lists.ts';
import type { AlertKind } from '../../contract/lists.ts';
import { LoyaltyError, toLoyaltyError } from '../../transport/errors.ts';
import { WISHLIST } from '../../transport/page-parts.ts';
import { record, type Id } from '../../transport/read.ts';
import { readReply } from '../../transport/read-records.ts';
import { isGuest, isOnDevice } from '../lists/device.ts';
import {
  isSameChoice,
  readItem,
  type ItemNote,
  type ProductChoice,
  type WishlistItem,
} from '../lists/list-items.ts';
import { settled } from '../lists/settled.ts';
import type { Loyalty } from '../loyalty.ts';
import { addToList, loadRest, wishlist, type SavedProduct } from '../resources/wishlist.ts';
import { outlooks } from './outlook.ts';
import { write } from './writes.ts';

// What the customer asks to be told about a product of the wishlist: that it costs less, and that it can be bought again.

/** What is asked for, or no longer. */
export interface Alert {
  readonly kind: AlertKind;
  readonly isOn: boolean;
}

/** Whether the service says that the customer asked for it; `undefined` where its `alerts` are not understood. */
export function hasAlert(item: ItemAlerts | undefined, kind: AlertKind): boolean | undefined {
  const alerts = item?.alerts ?? [];
  return Array.isArray(alerts) ? alerts.includes(kind) : undefined;
}

type ItemAlerts = Pick<WishlistItem, 'alerts'>;

const alertsOf = (item: ItemAlerts | undefined): readonly AlertKind[] =>
  Array.isArray(item?.alerts) ? item.alerts : [];

/** The last change of each customer: the service takes all alerts of an item at once, so that one change follows the other. */
const changes = new WeakMap<Loyalty, Promise<unknown>>();

/**
 * Asks for an alert about a product of the wishlist, or ends it. A product that is not on the wishlist is saved first, as by `addToList`, and
 * stays there where the alert is refused. Resolves to all alerts that the service has now.
 * @param details describes a product that the service may not know
 * @param onSaved called when the product was saved for it
 * @throws LoyaltyError `unauthenticated` for a guest, `offline` while the service does not have the product, `validation` where it knows neither
 *   its price nor its stock, `bad_response` where it does not say that it has the alert, `unsupported` where the page keeps wishlists on the device
 */
export function setAlert(
  loyalty: Loyalty,
  choice: ProductChoice,
  alert: Alert,
  details?: SavedProduct,
  onSaved?: () => void,
): Promise<readonly AlertKind[]> {
  const change = async () => {
    if (isOnDevice(loyalty)) throw new LoyaltyError(isGuest(loyalty) ? 'unauthenticated' : 'unsupported');
    const found = await findItem(loyalty, choice);
    if (!found && !alert.isOn) return [];
    const item = found?.id ? found : await saveItem(loyalty, { ...found, ...choice }, details);
    if (!found) onSaved?.();
    if (!item.id) throw notSavedYet();
    return sendAlert(loyalty, choice, item.id, alert);
  };
  const changed = (changes.get(loyalty) ?? Promise.resolve()).then(change);
  changes.set(
    loyalty,
    changed.catch(() => {}),
  );
  return changed;
}

const shownItem = (loyalty: Loyalty, choice: ProductChoice): WishlistItem | undefined =>
  loyalty.resource(wishlist).state.value?.find((item) => isSameChoice(item, choice));

/** The item of a product; `undefined` where the wishlist does not have it. */
async function findItem(loyalty: Loyalty, choice: ProductChoice): Promise<WishlistItem | undefined> {
  const list = loyalty.resource(wishlist);
  if (list.state.error && !list.state.value) void list.refresh();
  await settled(list);
  const { error, value } = list.state;
  if (error && !value) throw error;
  const find = () => shownItem(loyalty, choice);
  if (!find()) await loadRest(loyalty, WISHLIST, () => !!find());
  return find();
}

/** Saves a product, or sends one that only the device has, with its note. Resolves to its item, without an id where the device still has it. */
async function saveItem(
  loyalty: Loyalty,
  choice: ProductChoice & ItemNote,
  details?: SavedProduct,
): Promise<Partial<WishlistItem>> {
  await addToList(loyalty, WISHLIST, choice, details);
  // A reply that cannot be read, or that says that another page has saved it, has no item.
  if (!shownItem(loyalty, choice)?.id) await loyalty.resource(wishlist).refresh();
  return (await findItem(loyalty, choice)) ?? {};
}

/** Nothing was sent about the alert. */
function notSavedYet(): LoyaltyError {
  const error = new LoyaltyError('offline', 'The service does not have the product yet.');
  outlooks.set(error, { kind: 'refused' });
  return error;
}

async function sendAlert(
  loyalty: Loyalty,
  choice: ProductChoice,
  item: Id,
  { kind, isOn }: Alert,
): Promise<readonly AlertKind[]> {
  const list = loyalty.resource(wishlist);
  const operation = editProfileListItem.id;
  const profile = await loyalty.profileId();
  const others = alertsOf(shownItem(loyalty, choice)).filter((other) => other !== kind);
  const body = { alerts: isOn ? [...others, kind] : others };
  const gone = { alerts: [] };
  const { alerts } = await write<Partial<WishlistItem>>(loyalty, {
    operation,
    send: () => loyalty.call(editProfileListItem, { profile, list: WISHLIST, item, body }),
    read: (reply) => readReply(operation, record(reply).data, readItem),
    async find() {
      await list.refresh();
      if (list.state.error) throw list.state.error;
      const found = (await findItem(loyalty, choice)) ?? gone;
      return hasAlert(found, kind) === isOn ? found : undefined;
    },
    own: () => ({}),
  }).catch(async (thrown: unknown) => {
    if (toLoyaltyError(thrown).code !== 'not_found') throw thrown;
    await list.refresh(); // it was removed elsewhere
    if (isOn) throw thrown;
    return gone;
  });
  const { value } = list.state;
  if (value) list.set(value.map((other) => (isSameChoice(other, choice) ? { ...other, alerts } : other)));
  // A service without alerts takes the request, and tells nobody.
  if (hasAlert({ alerts }, kind) !== isOn)
    throw new LoyaltyError('bad_response', `${operation}: alerts are not as they were sent.`, {
      status: 200,
      operation,
      field: 'alerts',
      received: alerts,
    });
  return alertsOf({ alerts });
}
