// Separate from `message-keys.ts`: the build replaces that file with one bit per hash, and the replacement imports `hashOf` from here.

/** Number of hashes. The 291 keys use 7 % of them, so 7 % of misspelt keys are not noticed. */
const HASHES = 4_093;

/** Hash of a message key. */
export const hashOf = (text: string): number =>
  [...text].reduce((hash, character) => (hash * 31 + character.codePointAt(0)!) % HASHES, 7);
