/** A name for one try of a write, so that the service can see a repetition. Random, 128 bits, hexadecimal. */
export function newAttempt(): string {
  // Not `crypto.randomUUID`: browsers keep that from pages without https.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
