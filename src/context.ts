/** Entry for the customer of the page, `loyalty-elements/context`: for elements of other authors. It imports no element. */
export { loyaltyContext, type LoyaltyCustomer } from './components/internal/context.ts';
