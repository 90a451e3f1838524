/** 128 random bits in hexadecimal, for an idempotency key or the name of a sign-in. */
export function randomId(): string {
  // Not `crypto.randomUUID`, which browsers do not offer on pages without https.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
