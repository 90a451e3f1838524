// Every proof that variables of the environment turn on, a line for each: their names, problems and the guide follow it.
export { bigcommerce } from './bigcommerce.ts';
export { openid } from './openid.ts';
export { ownSession } from './own-session.ts';
export { shopify } from './shopify.ts';
