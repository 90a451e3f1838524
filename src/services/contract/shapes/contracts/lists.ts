import * as on from '../../endpoints/lists/index.ts';
import { customFieldShape } from '../custom-field.ts';
import { data, page } from '../envelope.ts';
import {
  addList,
  addListItem,
  listDefinitionShape,
  listItemShape,
  listShape,
  reservationShape,
  sharedListShape,
  shareShape,
} from '../list.ts';
import { customProductShape } from '../records/products.ts';
import { contract, plain } from './contract.ts';

/** What each endpoint of the section takes and answers. */
export const listsContracts = [
  ...plain(reservationShape, {
    browse: on.listItemReservations,
    add: on.addListItemReservation,
    read: on.readListItemReservation,
    edit: on.editListItemReservation,
    remove: on.deleteListItemReservation,
  }),
  ...plain(listDefinitionShape, {
    browse: on.listDefinitions,
    add: on.addListDefinition,
    read: on.readListDefinition,
    edit: on.editListDefinition,
    remove: on.deleteListDefinition,
  }),
  ...plain(listShape, {
    browse: on.profileLists,
    read: on.readProfileList,
    edit: on.editProfileList,
    remove: on.deleteProfileList,
  }),
  ...plain(customFieldShape, {
    browse: on.profileListCustomFields,
    add: on.addProfileListCustomField,
    read: on.readProfileListCustomField,
    edit: on.editProfileListCustomField,
    remove: on.deleteProfileListCustomField,
  }),
  ...plain(listItemShape, {
    browse: on.listItems,
    read: on.readProfileListItem,
    edit: on.editProfileListItem,
    remove: on.removeListItem,
  }),
  ...plain(shareShape, {
    browse: on.profileListShares,
    add: on.addProfileListShare,
    read: on.readProfileListShare,
    edit: on.editProfileListShare,
    remove: on.deleteProfileListShare,
  }),
  contract(on.claimListShare, data(shareShape.record)),
  contract(on.readListShareWithoutProfile, data(sharedListShape.record)),
  contract(on.readListShare, data(sharedListShape.record)),
  contract(on.readList, data(listShape.record)),
  contract(on.searchProductLists, page(listShape.record)),
  contract(on.addProfileListCustomProduct, data(listItemShape.record), customProductShape.add),
  contract(on.addListItem, data(listItemShape.record), addListItem),
  contract(on.addList, data(listShape.record), addList),
];
