import * as on from '../endpoints/commerce.ts';
import * as kind from '../kinds.ts';
import { customFieldShape, notes, recordShape } from '../common.ts';
import { batch, clause, contract, crud, onlyNamed, onlyCollectionShown } from '../contract.ts';
import { data } from '../envelope.ts';
import { defaulted, optional, refersTo, required } from '../fields.ts';
import { about, type Reading } from '../shape.ts';

export const locationShape = recordShape('Location', {
  [about]: 'A shop or warehouse: the nine fields of 2.3, and its region.',
  type: optional(kind.text(50)),
  name: required(kind.text()),
  description: optional(kind.longText),
  phone: optional(kind.phone),
  email: optional(kind.email),
  external_id: optional(kind.externalId),
  is_published: defaulted(kind.boolean),
  is_permanently_closed: defaulted(kind.boolean),
  region_id: refersTo('region')(optional(kind.reference)),
  ...notes,
});
export type Location = Reading<typeof locationShape>;

export const locationContracts = [
  ...clause('4.6 Business', onlyNamed, [
    ...crud(on, 'locations', locationShape, { one: 'a location', many: 'locations' }),
    contract(on.readLocationByExternalId, 'Reads a location by its external id', {
      reply: data(locationShape),
    }),
  ]),
  ...clause('4.6 Configuration', [
    batch(on.batchLocations, 'Adds locations in a batch', locationShape.add),
    ...crud(on, 'locations.custom-fields', customFieldShape, {
      one: 'a custom field of a location',
      many: 'custom fields of a location',
      assumed: onlyCollectionShown,
    }),
  ]),
];
