import { magentoCustomers, magentoOrders } from './magento.ts';
import { loyaltylionPoints, smilePoints, yotpoPoints } from './programmes.ts';
import { shopifyCustomers, shopifyGiftCards, shopifyOrders } from './shopify.ts';
import type { Source } from './source.ts';
import { squareCustomers } from './square.ts';
import { woocommerceCustomers, woocommerceOrders } from './woocommerce.ts';

/** The exports that `--from` reads, by name. */
export const sources: Readonly<Record<string, Source>> = {
  'shopify-customers': shopifyCustomers,
  'shopify-orders': shopifyOrders,
  'shopify-gift-cards': shopifyGiftCards,
  'woocommerce-customers': woocommerceCustomers,
  'woocommerce-orders': woocommerceOrders,
  'magento-customers': magentoCustomers,
  'magento-orders': magentoOrders,
  'smile-points': smilePoints,
  'loyaltylion-points': loyaltylionPoints,
  'yotpo-points': yotpoPoints,
  'square-customers': squareCustomers,
};
