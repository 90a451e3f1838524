import { get, post, put, remove } from '../endpoint.ts';

export const customProducts = get('/v3/customProducts', 'customProducts.index');
export const addCustomProduct = post('/v3/customProducts', 'customProducts.store');
export const readCustomProduct = get('/v3/customProducts/{customProduct}', 'customProducts.show');
export const editCustomProduct = put('/v3/customProducts/{customProduct}', 'customProducts.update');
export const deleteCustomProduct = remove('/v3/customProducts/{customProduct}', 'customProducts.destroy');

export const locationCustomFields = get('/v3/locations/{location}/custom-fields', 'locations.custom-fields.index');
export const addLocationCustomField = post('/v3/locations/{location}/custom-fields', 'locations.custom-fields.store');
export const readLocationCustomField = get('/v3/locations/{location}/custom-fields/{custom_field}', 'locations.custom-fields.show');
export const editLocationCustomField = put('/v3/locations/{location}/custom-fields/{custom_field}', 'locations.custom-fields.update');
export const deleteLocationCustomField = remove('/v3/locations/{location}/custom-fields/{custom_field}', 'locations.custom-fields.destroy');

export const locations = get('/v3/locations', 'locations.index');
export const addLocation = post('/v3/locations', 'locations.store');
export const readLocation = get('/v3/locations/{location}', 'locations.show');
export const editLocation = put('/v3/locations/{location}', 'locations.update');
export const deleteLocation = remove('/v3/locations/{location}', 'locations.destroy');
export const batchLocations = post('/v3/locations/batch.json', 'locations.batch.store');
export const readLocationByExternalId = get('/v3/locations/external-id/{external_id}', 'locations.show-by-external-id');

export const orderItems = get('/v3/orders/items', 'orders.items.index');
export const addOrderItem = post('/v3/orders/items', 'orders.items.store');
export const readOrderItem = get('/v3/orders/items/{orderitem}', 'orders.items.show');
export const editOrderItem = put('/v3/orders/items/{orderitem}', 'orders.items.update');
export const deleteOrderItem = remove('/v3/orders/items/{orderitem}', 'orders.items.destroy');

export const orders = get('/v3/orders', 'orders.index');
export const addOrder = post('/v3/orders', 'orders.store');
export const readOrder = get('/v3/orders/{order}', 'orders.show');
export const editOrder = put('/v3/orders/{order}', 'orders.update');
export const deleteOrder = remove('/v3/orders/{order}', 'orders.destroy');
export const batchOrders = post('/v3/orders/batch.json', 'orders.batch.store');
export const queueOrders = post('/v3/orders/queue', 'orders.queue');
export const queueOrderCreation = post('/v3/orders/queue/create', 'orders.queue.create');
export const resendOrder = post('/v3/orders/{id}/resend', 'orders.resend');

export const productVariants = get('/v3/products/variants', 'products.variants.index');
export const addProductVariant = post('/v3/products/variants', 'products.variants.store');
export const readProductVariant = get('/v3/products/variants/{variant}', 'products.variants.show');
export const editProductVariant = put('/v3/products/variants/{variant}', 'products.variants.update');
export const deleteProductVariant = remove('/v3/products/variants/{variant}', 'products.variants.destroy');

export const products = get('/v3/products', 'products.index');
export const addProduct = post('/v3/products', 'products.store');
export const readProduct = get('/v3/products/{product}', 'products.show');
export const editProduct = put('/v3/products/{product}', 'products.update');
export const deleteProduct = remove('/v3/products/{product}', 'products.destroy');
export const batchProducts = post('/v3/products/batch.json', 'products.batch.store');
export const createOrUpdateProduct = post('/v3/products/create-update', 'products.create-update');

export const profileOrders = get('/v3/profiles/{profile}/orders', 'profiles.orders.index');
export const addProfileOrder = post('/v3/profiles/{profile}/orders', 'profiles.orders.store');
export const readProfileOrder = get('/v3/profiles/{profile}/orders/{order}', 'profiles.orders.show');
export const editProfileOrder = put('/v3/profiles/{profile}/orders/{order}', 'profiles.orders.update');
export const deleteProfileOrder = remove('/v3/profiles/{profile}/orders/{order}', 'profiles.orders.destroy');
export const groupProfileOrders = get('/v3/profiles/{profile}/group_orders', 'profiles.group_orders');

export const profileTransactionProducts = get('/v3/profiles/{profile}/transaction-products', 'profiles.transaction-products.index');
export const profileTransactionClaims = get('/v3/profiles/{profile}/transactions/claims', 'profiles.transactions.claims.index');
export const addProfileTransactionClaim = post('/v3/profiles/{profile}/transactions/claims', 'profiles.transactions.claims.store');
export const readProfileTransactionClaim = get('/v3/profiles/{profile}/transactions/claims/{transactionClaim}', 'profiles.transactions.claims.show');
export const deleteProfileTransactionClaim = remove('/v3/profiles/{profile}/transactions/claims/{transactionClaim}', 'profiles.transactions.claims.destroy');
export const addProfileTransactionItemListItem = post('/v3/profiles/{profile}/transactions/items/{transactionitem}/list-item', 'profiles.transactions.items.list-item.store');
export const findProfileTransactions = get('/v3/profiles/{profile}/find-transactions', 'profiles.find-transactions');
export const groupProfileTransactions = get('/v3/profiles/{profile}/group_transactions', 'profiles.group_transactions');
export const unattachProfileTransaction = get('/v3/profiles/{profile}/transactions/{transaction}/unattach', 'profiles.transactions.unattach');
export const profileTransactionItemsOfList = get('/v3/profiles/{profile}/transactionitems/list/{type}', 'profiles.transactionitems.list');

export const ratings = get('/v3/ratings', 'ratings.index');
export const addRating = post('/v3/ratings', 'ratings.store');
export const readRating = get('/v3/ratings/{rating}', 'ratings.show');
export const editRating = put('/v3/ratings/{rating}', 'ratings.update');
export const deleteRating = remove('/v3/ratings/{rating}', 'ratings.destroy');

export const transactionCustomFields = get('/v3/transactions/{transaction}/custom-fields', 'transactions.custom-fields.index');
export const addTransactionCustomField = post('/v3/transactions/{transaction}/custom-fields', 'transactions.custom-fields.store');
export const readTransactionCustomField = get('/v3/transactions/{transaction}/custom-fields/{custom_field}', 'transactions.custom-fields.show');
export const editTransactionCustomField = put('/v3/transactions/{transaction}/custom-fields/{custom_field}', 'transactions.custom-fields.update');
export const deleteTransactionCustomField = remove('/v3/transactions/{transaction}/custom-fields/{custom_field}', 'transactions.custom-fields.destroy');

export const transactionItems = get('/v3/transactions/items', 'transactions.items.index');
export const readTransactionItem = get('/v3/transactions/items/{transactionitem}', 'transactions.items.show');
export const editTransactionItem = put('/v3/transactions/items/{transactionitem}', 'transactions.items.update');
export const addTransactionItemListItem = post('/v3/transactions/items/{transactionitem}/list-item', 'transactions.items.list-item.store');
export const resendTransactionItem = post('/v3/transactions/items/{transactionitem}/resend', 'transactions.items.resend');

export const transactions = get('/v3/transactions', 'transactions.index');
export const addTransaction = post('/v3/transactions', 'transactions.store');
export const readTransaction = get('/v3/transactions/{transaction}', 'transactions.show');
export const batchTransactions = post('/v3/transactions/batch.json', 'transactions.batch.store');
export const queueTransactionCreation = post('/v3/transactions/queue/create', 'transactions.queue.create');
export const resendTransaction = post('/v3/transactions/{id}/resend', 'transactions.resend');
export const queueTransactions = post('/v3/transactions/queue', 'transactions.queue');
export const createOrUpdateTransaction = post('/v3/transactions/create-update', 'transactions.create-update');
export const readTransactionByExternalId = get('/v3/transactions/external-id/{external_id}', 'transactions.show-by-external-id');
export const triggerTransactionEvent = post('/v3/transactions/{transaction}/trigger-event', 'transactions.trigger-event');
