/** No token is reused longer than this, whatever it says. */
export const LIFETIME_CAP_MS = 24 * 3_600_000;
/** For a token that ends while the request is on its way. */
export const EXPIRY_MARGIN_MS = 5_000;
