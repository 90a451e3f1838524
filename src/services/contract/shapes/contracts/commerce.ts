import * as on from '../../endpoints/commerce/index.ts';
import { customFieldShape } from '../custom-field.ts';
import { data, page, records } from '../envelope.ts';
import { listItemShape } from '../list.ts';
import { accepted } from '../records/automation.ts';
import {
  group,
  locationShape,
  looseOrderItemShape,
  onList,
  orderShape,
  transactionClaimShape,
  transactionItemShape,
  transactionShape,
} from '../records/commerce.ts';
import { customProductShape, productShape, productVariantShape, ratingShape } from '../records/products.ts';
import { contract, plain } from './contract.ts';

/** What each endpoint of the section takes and answers. */
export const commerceContracts = [
  ...plain(customProductShape, {
    browse: on.customProducts,
    add: on.addCustomProduct,
    read: on.readCustomProduct,
    edit: on.editCustomProduct,
    remove: on.deleteCustomProduct,
  }),
  ...plain(locationShape, {
    browse: on.locations,
    add: on.addLocation,
    read: on.readLocation,
    edit: on.editLocation,
    remove: on.deleteLocation,
  }),
  ...plain(customFieldShape, {
    browse: on.locationCustomFields,
    add: on.addLocationCustomField,
    read: on.readLocationCustomField,
    edit: on.editLocationCustomField,
    remove: on.deleteLocationCustomField,
  }),
  ...plain(orderShape, {
    browse: on.orders,
    add: on.addOrder,
    read: on.readOrder,
    edit: on.editOrder,
    remove: on.deleteOrder,
  }),
  ...plain(looseOrderItemShape, {
    browse: on.orderItems,
    add: on.addOrderItem,
    read: on.readOrderItem,
    edit: on.editOrderItem,
    remove: on.deleteOrderItem,
  }),
  ...plain(productShape, {
    browse: on.products,
    add: on.addProduct,
    read: on.readProduct,
    edit: on.editProduct,
    remove: on.deleteProduct,
  }),
  ...plain(productVariantShape, {
    browse: on.productVariants,
    add: on.addProductVariant,
    read: on.readProductVariant,
    edit: on.editProductVariant,
    remove: on.deleteProductVariant,
  }),
  ...plain(orderShape, {
    browse: on.profileOrders,
    add: on.addProfileOrder,
    read: on.readProfileOrder,
    edit: on.editProfileOrder,
    remove: on.deleteProfileOrder,
  }),
  ...plain(transactionClaimShape, {
    browse: on.profileTransactionClaims,
    add: on.addProfileTransactionClaim,
    read: on.readProfileTransactionClaim,
    remove: on.deleteProfileTransactionClaim,
  }),
  ...plain(ratingShape, {
    browse: on.ratings,
    add: on.addRating,
    read: on.readRating,
    edit: on.editRating,
    remove: on.deleteRating,
  }),
  ...plain(transactionShape, { browse: on.transactions, add: on.addTransaction, read: on.readTransaction }),
  ...plain(customFieldShape, {
    browse: on.transactionCustomFields,
    add: on.addTransactionCustomField,
    read: on.readTransactionCustomField,
    edit: on.editTransactionCustomField,
    remove: on.deleteTransactionCustomField,
  }),
  ...plain(transactionItemShape, {
    browse: on.transactionItems,
    read: on.readTransactionItem,
    edit: on.editTransactionItem,
  }),
  contract(on.batchLocations, data(accepted), records(locationShape.add)),
  contract(on.readLocationByExternalId, data(locationShape.record)),
  contract(on.batchOrders, data(accepted), records(orderShape.add)),
  contract(on.queueOrders, data(accepted), records(orderShape.add)),
  contract(on.queueOrderCreation, data(accepted), records(orderShape.add)),
  contract(on.resendOrder, data(accepted)),
  contract(on.batchProducts, data(accepted), records(productShape.add)),
  contract(on.createOrUpdateProduct, data(productShape.record), productShape.add),
  contract(on.findProfileTransactions, page(transactionShape.record)),
  contract(on.groupProfileOrders, page(group)),
  contract(on.groupProfileTransactions, page(group)),
  contract(on.profileTransactionProducts, page(productShape.record)),
  contract(on.profileTransactionItemsOfList, page(transactionItemShape.record)),
  contract(on.addProfileTransactionItemListItem, data(listItemShape.record), onList),
  contract(on.unattachProfileTransaction, data(transactionShape.record)),
  contract(on.batchTransactions, data(accepted), records(transactionShape.add)),
  contract(on.createOrUpdateTransaction, data(transactionShape.record), transactionShape.add),
  contract(on.addTransactionItemListItem, data(listItemShape.record), onList),
  contract(on.resendTransactionItem, data(accepted)),
  contract(on.queueTransactions, data(accepted), records(transactionShape.add)),
  contract(on.queueTransactionCreation, data(accepted), records(transactionShape.add)),
  contract(on.resendTransaction, data(accepted)),
  contract(on.readTransactionByExternalId, data(transactionShape.record)),
  contract(on.triggerTransactionEvent, data(accepted)),
];
