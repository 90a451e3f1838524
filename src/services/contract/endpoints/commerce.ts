import { endpoint } from '../endpoint.ts';

export const customProducts = endpoint('GET', '/v3/customProducts', 'customProducts.index');
export const addCustomProduct = endpoint('POST', '/v3/customProducts', 'customProducts.store');
export const readCustomProduct = endpoint('GET', '/v3/customProducts/{customProduct}', 'customProducts.show');
export const editCustomProduct = endpoint('PUT', '/v3/customProducts/{customProduct}', 'customProducts.update');
export const deleteCustomProduct = endpoint('DELETE', '/v3/customProducts/{customProduct}', 'customProducts.destroy');

export const locationCustomFields = endpoint('GET', '/v3/locations/{location}/custom-fields', 'locations.custom-fields.index');
export const addLocationCustomField = endpoint('POST', '/v3/locations/{location}/custom-fields', 'locations.custom-fields.store');
export const readLocationCustomField = endpoint('GET', '/v3/locations/{location}/custom-fields/{custom_field}', 'locations.custom-fields.show');
export const editLocationCustomField = endpoint('PUT', '/v3/locations/{location}/custom-fields/{custom_field}', 'locations.custom-fields.update');
export const deleteLocationCustomField = endpoint('DELETE', '/v3/locations/{location}/custom-fields/{custom_field}', 'locations.custom-fields.destroy');

export const locations = endpoint('GET', '/v3/locations', 'locations.index');
export const addLocation = endpoint('POST', '/v3/locations', 'locations.store');
export const readLocation = endpoint('GET', '/v3/locations/{location}', 'locations.show');
export const editLocation = endpoint('PUT', '/v3/locations/{location}', 'locations.update');
export const deleteLocation = endpoint('DELETE', '/v3/locations/{location}', 'locations.destroy');
export const batchLocations = endpoint('POST', '/v3/locations/batch.json', 'locations.batch.store');
export const readLocationByExternalId = endpoint('GET', '/v3/locations/external-id/{external_id}', 'locations.show-by-external-id');

export const orderItems = endpoint('GET', '/v3/orders/items', 'orders.items.index');
export const addOrderItem = endpoint('POST', '/v3/orders/items', 'orders.items.store');
export const readOrderItem = endpoint('GET', '/v3/orders/items/{orderitem}', 'orders.items.show');
export const editOrderItem = endpoint('PUT', '/v3/orders/items/{orderitem}', 'orders.items.update');
export const deleteOrderItem = endpoint('DELETE', '/v3/orders/items/{orderitem}', 'orders.items.destroy');

export const orders = endpoint('GET', '/v3/orders', 'orders.index');
export const addOrder = endpoint('POST', '/v3/orders', 'orders.store');
export const readOrder = endpoint('GET', '/v3/orders/{order}', 'orders.show');
export const editOrder = endpoint('PUT', '/v3/orders/{order}', 'orders.update');
export const deleteOrder = endpoint('DELETE', '/v3/orders/{order}', 'orders.destroy');
export const batchOrders = endpoint('POST', '/v3/orders/batch.json', 'orders.batch.store');
export const queueOrders = endpoint('POST', '/v3/orders/queue', 'orders.queue');
export const queueOrderCreation = endpoint('POST', '/v3/orders/queue/create', 'orders.queue.create');
export const resendOrder = endpoint('POST', '/v3/orders/{id}/resend', 'orders.resend');

export const productVariants = endpoint('GET', '/v3/products/variants', 'products.variants.index');
export const addProductVariant = endpoint('POST', '/v3/products/variants', 'products.variants.store');
export const readProductVariant = endpoint('GET', '/v3/products/variants/{variant}', 'products.variants.show');
export const editProductVariant = endpoint('PUT', '/v3/products/variants/{variant}', 'products.variants.update');
export const deleteProductVariant = endpoint('DELETE', '/v3/products/variants/{variant}', 'products.variants.destroy');

export const products = endpoint('GET', '/v3/products', 'products.index');
export const addProduct = endpoint('POST', '/v3/products', 'products.store');
export const readProduct = endpoint('GET', '/v3/products/{product}', 'products.show');
export const editProduct = endpoint('PUT', '/v3/products/{product}', 'products.update');
export const deleteProduct = endpoint('DELETE', '/v3/products/{product}', 'products.destroy');
export const batchProducts = endpoint('POST', '/v3/products/batch.json', 'products.batch.store');
export const createOrUpdateProduct = endpoint('POST', '/v3/products/create-update', 'products.create-update');

export const profileOrders = endpoint('GET', '/v3/profiles/{profile}/orders', 'profiles.orders.index');
export const addProfileOrder = endpoint('POST', '/v3/profiles/{profile}/orders', 'profiles.orders.store');
export const readProfileOrder = endpoint('GET', '/v3/profiles/{profile}/orders/{order}', 'profiles.orders.show');
export const editProfileOrder = endpoint('PUT', '/v3/profiles/{profile}/orders/{order}', 'profiles.orders.update');
export const deleteProfileOrder = endpoint('DELETE', '/v3/profiles/{profile}/orders/{order}', 'profiles.orders.destroy');
export const groupProfileOrders = endpoint('GET', '/v3/profiles/{profile}/group_orders', 'profiles.group_orders');

export const profileTransactionProducts = endpoint('GET', '/v3/profiles/{profile}/transaction-products', 'profiles.transaction-products.index');
export const profileTransactionClaims = endpoint('GET', '/v3/profiles/{profile}/transactions/claims', 'profiles.transactions.claims.index');
export const addProfileTransactionClaim = endpoint('POST', '/v3/profiles/{profile}/transactions/claims', 'profiles.transactions.claims.store');
export const readProfileTransactionClaim = endpoint('GET', '/v3/profiles/{profile}/transactions/claims/{transactionClaim}', 'profiles.transactions.claims.show');
export const deleteProfileTransactionClaim = endpoint('DELETE', '/v3/profiles/{profile}/transactions/claims/{transactionClaim}', 'profiles.transactions.claims.destroy');
export const addProfileTransactionItemListItem = endpoint('POST', '/v3/profiles/{profile}/transactions/items/{transactionitem}/list-item', 'profiles.transactions.items.list-item.store');
export const findProfileTransactions = endpoint('GET', '/v3/profiles/{profile}/find-transactions', 'profiles.find-transactions');
export const groupProfileTransactions = endpoint('GET', '/v3/profiles/{profile}/group_transactions', 'profiles.group_transactions');
export const unattachProfileTransaction = endpoint('GET', '/v3/profiles/{profile}/transactions/{transaction}/unattach', 'profiles.transactions.unattach');
export const profileTransactionItemsOfList = endpoint('GET', '/v3/profiles/{profile}/transactionitems/list/{type}', 'profiles.transactionitems.list');

export const ratings = endpoint('GET', '/v3/ratings', 'ratings.index');
export const addRating = endpoint('POST', '/v3/ratings', 'ratings.store');
export const readRating = endpoint('GET', '/v3/ratings/{rating}', 'ratings.show');
export const editRating = endpoint('PUT', '/v3/ratings/{rating}', 'ratings.update');
export const deleteRating = endpoint('DELETE', '/v3/ratings/{rating}', 'ratings.destroy');

export const transactionCustomFields = endpoint('GET', '/v3/transactions/{transaction}/custom-fields', 'transactions.custom-fields.index');
export const addTransactionCustomField = endpoint('POST', '/v3/transactions/{transaction}/custom-fields', 'transactions.custom-fields.store');
export const readTransactionCustomField = endpoint('GET', '/v3/transactions/{transaction}/custom-fields/{custom_field}', 'transactions.custom-fields.show');
export const editTransactionCustomField = endpoint('PUT', '/v3/transactions/{transaction}/custom-fields/{custom_field}', 'transactions.custom-fields.update');
export const deleteTransactionCustomField = endpoint('DELETE', '/v3/transactions/{transaction}/custom-fields/{custom_field}', 'transactions.custom-fields.destroy');

export const transactionItems = endpoint('GET', '/v3/transactions/items', 'transactions.items.index');
export const readTransactionItem = endpoint('GET', '/v3/transactions/items/{transactionitem}', 'transactions.items.show');
export const editTransactionItem = endpoint('PUT', '/v3/transactions/items/{transactionitem}', 'transactions.items.update');
export const addTransactionItemListItem = endpoint('POST', '/v3/transactions/items/{transactionitem}/list-item', 'transactions.items.list-item.store');
export const resendTransactionItem = endpoint('POST', '/v3/transactions/items/{transactionitem}/resend', 'transactions.items.resend');

export const transactions = endpoint('GET', '/v3/transactions', 'transactions.index');
export const addTransaction = endpoint('POST', '/v3/transactions', 'transactions.store');
export const readTransaction = endpoint('GET', '/v3/transactions/{transaction}', 'transactions.show');
export const batchTransactions = endpoint('POST', '/v3/transactions/batch.json', 'transactions.batch.store');
export const queueTransactionCreation = endpoint('POST', '/v3/transactions/queue/create', 'transactions.queue.create');
export const resendTransaction = endpoint('POST', '/v3/transactions/{id}/resend', 'transactions.resend');
export const queueTransactions = endpoint('POST', '/v3/transactions/queue', 'transactions.queue');
export const createOrUpdateTransaction = endpoint('POST', '/v3/transactions/create-update', 'transactions.create-update');
export const readTransactionByExternalId = endpoint('GET', '/v3/transactions/external-id/{external_id}', 'transactions.show-by-external-id');
export const triggerTransactionEvent = endpoint('POST', '/v3/transactions/{transaction}/trigger-event', 'transactions.trigger-event');
