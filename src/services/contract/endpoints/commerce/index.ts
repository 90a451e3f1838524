/** Section Commerce (spec 1 rule 4). */
export * from './custom-products.ts';
export * from './location-custom-fields.ts';
export * from './locations.ts';
export * from './order-items.ts';
export * from './orders.ts';
export * from './product-variants.ts';
export * from './products.ts';
export * from './profile-orders.ts';
export * from './profile-transactions.ts';
export * from './ratings.ts';
export * from './transaction-custom-fields.ts';
export * from './transaction-items.ts';
export * from './transactions.ts';
