// Keeps tokens, signatures and secrets out of everything that is printed or written.

export interface Secrets {
  /** From now on this text is hidden. */
  add(secret: string | undefined): void;
  /** The text without any secret that is known, in whatever letters, backwards or encoded. */
  hide(text: string): string;
}

/** Shorter texts are parts of other words. */
const MIN_LENGTH = 4;
/** Shorter parts of Base64 are, too. */
const MIN_ENCODED = 8;
const HIDDEN = '[hidden]';

const reversed = (text: string): string => Array.from(text).reverse().join('');

/** The characters of Base64 that depend on this text alone, wherever it stands in what is encoded. */
function base64Of(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
}

function formsOf(secret: string): string[] {
  const written = [secret, reversed(secret)];
  const cases = written.flatMap((one) => [one, one.toUpperCase(), one.toLowerCase()]);
  const encoded = cases
    .flatMap((one) => [...base64Of(one), Buffer.from(one).toString('hex')])
    .filter((one) => one.length >= MIN_ENCODED);
  return [
    // As it is, in an address, and in JSON, which may escape the slash.
    ...written.flatMap((one) => [one, encodeURIComponent(one), JSON.stringify(one).slice(1, -1)]),
    ...encoded.flatMap((one) => [
      one,
      one.replaceAll('+', '-').replaceAll('/', '_'),
      encodeURIComponent(one),
    ]),
  ].flatMap((one) => [one, one.replaceAll('/', '\\/')]);
}

export function createSecrets(): Secrets {
  const known = new Set<string>();
  let pattern: RegExp | undefined;
  return {
    add(secret) {
      if (!secret || secret.length < MIN_LENGTH || known.has(secret)) return;
      for (const form of formsOf(secret)) known.add(form);
      pattern = undefined;
    },
    hide(text) {
      if (!known.size) return text;
      // The longest first: one secret may contain another. A service may answer it in other letters.
      pattern ??= new RegExp(
        [...known]
          .sort((a, b) => b.length - a.length)
          .map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
          .join('|'),
        'gi',
      );
      return text.replace(pattern, HIDDEN);
    },
  };
}

/** Fields whose values can be spent or used to sign in. */
const IS_SECRET_NAME =
  /token|secret|password|signature|security|pin$|voucher|coupon|redemption[_-]?code|card[_-]?number|credit[_-]?number|^code$|jwt|api[_-]?key/i;

export const isSecretName = (name: string): boolean => IS_SECRET_NAME.test(name);

/** A JSON value without texts and numbers that can be spent or used to sign in. */
export const withoutSecrets = (body: unknown): string =>
  JSON.stringify(body, (name, value: unknown) => (isSecretName(name) ? hidden(value) : value));

/** All texts and numbers inside are hidden: a token may be a record. */
function hidden(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number') return HIDDEN;
  if (Array.isArray(value)) return value.map(hidden);
  if (typeof value !== 'object' || !value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hidden(inner)]));
}

/** A value of an answer as the report shows it: at most a line, and nothing that can be spent. */
export function shownValue(name: string, value: unknown): string {
  if (typeof value === 'string' && isSecretName(name)) return `text of ${value.length} characters`;
  const text = value === undefined ? 'missing' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
