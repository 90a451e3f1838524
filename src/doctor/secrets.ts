// Keeps tokens, signatures and secrets out of everything that is printed or written.

export interface Secrets {
  /** From now on this text is hidden. */
  add(secret: string | undefined): void;
  /** The text without any secret that is known. */
  hide(text: string): string;
}

/** Shorter texts are parts of other words. */
const MIN_LENGTH = 4;
const HIDDEN = '[hidden]';

export function createSecrets(): Secrets {
  const known = new Set<string>();
  return {
    add(secret) {
      if (!secret || secret.length < MIN_LENGTH) return;
      // As it is, in an address, and in JSON.
      for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
        known.add(form);
    },
    hide(text) {
      // The longest first: one secret may contain another.
      const longestFirst = [...known].sort((a, b) => b.length - a.length);
      return longestFirst.reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text);
    },
  };
}

/** Fields whose values can be spent or used to sign in. */
const IS_SECRET_NAME =
  /token|secret|password|signature|security|pin$|voucher|coupon|redemption_?code|card_?number|credit_?number|^code$|jwt|api_?key/i;

/** A JSON value without texts that can be spent or used to sign in. */
export const withoutSecrets = (body: unknown): string =>
  JSON.stringify(body, (name, value: unknown) =>
    typeof value === 'string' && IS_SECRET_NAME.test(name) ? HIDDEN : value,
  );

/** A value of an answer as the report shows it: at most a line, and nothing that can be spent. */
export function shownValue(name: string, value: unknown): string {
  if (typeof value === 'string' && IS_SECRET_NAME.test(name)) return `text of ${value.length} characters`;
  const text = value === undefined ? 'missing' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
