import { profileAddresses } from '../../contract/endpoints/profile-addresses.ts';
import { record, text, type Id } from '../../transport/read.ts';
import { requireValue } from '../../transport/read-records.ts';
import { browseRecords } from '../browse.ts';
import type { ResourceDefinition } from '../loyalty.ts';

// Where the gifts of an own list go. Only its owner and the shop read it. Loaded when the owner asks for it.

/** The fields of the form. All are sent together: an address never mixes the fields of two tabs. */
export interface DeliveryAddress {
  readonly name: string;
  readonly line_1: string;
  readonly line_2: string;
  readonly postcode: string;
  readonly city: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
}

export interface StoredAddress extends DeliveryAddress {
  readonly id: Id;
}

/** The type of the address of a list. */
export const deliveryType = (list: Id): string => `list-${list}`;

/** GET the address of an own list, by the id of the list; `null` for none. */
export const deliveryAddress = (list: Id): ResourceDefinition<StoredAddress | null> => ({
  key: `delivery-address ${list}`,
  async load(loyalty) {
    const profile = await loyalty.profileId();
    const type = deliveryType(list);
    const read = (wire: unknown) => (record(wire)['type'] === type ? readAddress(wire) : undefined);
    const found = await browseRecords(loyalty, profileAddresses, { profile }, read, { 'filter[type]': type });
    return found.at(-1) ?? null;
  },
});

/** @throws LoyaltyError `bad_response` without an id */
export function readAddress(wire: unknown): StoredAddress {
  const fields = record(wire);
  const of = (name: string) => text(fields[name]) ?? '';
  return {
    id: requireValue(text(fields['id']), 'id', fields['id']),
    name: of('name'),
    line_1: of('line_1'),
    line_2: of('line_2'),
    postcode: of('postcode'),
    city: of('city'),
    country: of('country'),
  };
}
