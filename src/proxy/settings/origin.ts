/** Scheme, host and port as browsers send them: an ASCII host name without a wildcard, or an IPv6 address. */
const ORIGIN = /^https?:\/\/([a-z\d_]([a-z\d_.-]*[a-z\d_])?|\[[\da-f:.]+\])(:\d{1,5})?$/;
const MAX_LENGTH = 255;

/** Whether a text is an origin exactly as a browser sends it: `http://localhost:5173`, without a slash or a default port. */
export const isWebOrigin = (text: string): boolean =>
  text.length <= MAX_LENGTH && ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text;
