import {
  deleteProfileAddress,
  profileAddresses,
  upsertProfileAddress,
} from '../../contract/endpoints/profile-addresses.ts';
import { record } from '../../transport/read.ts';
import { readReply } from '../../transport/read-records.ts';
import { browse } from '../browse.ts';
import type { Loyalty } from '../loyalty.ts';
import {
  deliveryAddress,
  deliveryType,
  readAddress,
  type DeliveryAddress,
  type StoredAddress,
} from '../resources/delivery-address.ts';
import type { OwnList } from '../resources/registry.ts';
import { changeOwnList } from './change-registry.ts';
import { removed, write } from './writes.ts';

/**
 * Stores where the gifts of an own list go; `named` is the list as the page names it.
 * @throws LoyaltyError `validation` with the fields that are wrong, and with `type` where the list is gone
 */
export async function setDeliveryAddress(
  loyalty: Loyalty,
  named: string,
  { id }: OwnList,
  address: DeliveryAddress,
): Promise<void> {
  const profile = await loyalty.profileId();
  const resource = loyalty.resource(deliveryAddress(id));
  const entries = Object.entries(address).map(([name, value]) => [name, value || null]);
  const body = { type: deliveryType(id), ...Object.fromEntries(entries) };
  const isIt = (stored: StoredAddress) =>
    Object.entries(address).every(([name, value]) => Reflect.get(stored, name) === value);
  const stored = await write<StoredAddress | null>(loyalty, {
    operation: upsertProfileAddress.id,
    send: () => loyalty.call(upsertProfileAddress, { profile, body }),
    read: (reply) => readReply(upsertProfileAddress.id, record(reply).data, readAddress),
    async find() {
      await resource.refresh();
      const { value } = resource.state;
      return value && isIt(value) ? value : undefined;
    },
    own: () => null,
  });
  if (stored) resource.set(stored);
  else await resource.refresh();
  changeOwnList(loyalty, named, (own) => ({ ...own, hasDelivery: true }));
}

/** Deletes it. @throws LoyaltyError */
export async function removeDeliveryAddress(
  loyalty: Loyalty,
  named: string,
  { id }: OwnList,
  { id: address }: StoredAddress,
): Promise<void> {
  const profile = await loyalty.profileId();
  await removed(
    loyalty,
    deleteProfileAddress.id,
    () => loyalty.call(deleteProfileAddress, { profile, address }),
    async () => {
      const stored = await browse(loyalty, profileAddresses, { profile });
      return !stored.some((one) => String(record(one)['id']) === address);
    },
  );
  loyalty.resource(deliveryAddress(id)).set(null);
  changeOwnList(loyalty, named, (own) => ({ ...own, hasDelivery: false }));
}
