/** Entry for the error that events and methods give, `loyalty-elements/errors`: a page that imports it does not import the elements. */
export { LoyaltyError, type LoyaltyErrorCode } from './services/index.ts';
