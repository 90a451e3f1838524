import * as on from '../endpoints/commerce.ts';
import * as kind from '../kinds.ts';
import { accepted, customFieldShape, dated, notes, numbered } from '../common.ts';
import { contract, crud, G12, J9 } from '../contract.ts';
import { data, records } from '../envelope.ts';
import { defaulted, optional, type Reading, required, shape } from '../shape.ts';

export const locationShape = shape(
  'Location',
  'A place of the shop: the nine fields of 2.3, and where it belongs.',
  {
    ...numbered,
    type: optional(kind.text(50)),
    name: required(kind.text()),
    description: optional(kind.longText),
    phone: optional(kind.text(32)),
    email: optional(kind.email),
    external_id: optional(kind.text()),
    is_published: defaulted(kind.boolean),
    is_permanently_closed: defaulted(kind.boolean),
    region_id: optional(kind.reference),
    ...notes,
    ...dated,
  },
);
export type Location = Reading<typeof locationShape>;

export const locationContracts = [
  ...crud(
    locationShape,
    [on.locations, on.addLocation, on.readLocation, on.editLocation, on.deleteLocation],
    '4.6 Business',
    { one: 'a location', many: 'locations', assumed: G12 },
  ),
  ...crud(
    customFieldShape,
    [
      on.locationCustomFields,
      on.addLocationCustomField,
      on.readLocationCustomField,
      on.editLocationCustomField,
      on.deleteLocationCustomField,
    ],
    '4.6 Configuration',
    { one: 'a custom field of a location', many: 'custom fields of a location', assumed: J9 },
  ),
  contract(on.batchLocations, '4.6 Configuration', 'Adds locations in a batch', {
    reply: data(accepted),
    body: records(locationShape.add),
  }),
  contract(on.readLocationByExternalId, '4.6 Business', 'Reads a location by its external id', {
    assumed: G12,
    reply: data(locationShape.record),
  }),
];
