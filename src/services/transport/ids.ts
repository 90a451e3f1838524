/** An id: an opaque text, or a number that was sent as one. It is sent back as it came. */
export type Id = string | number;
export const readId = (value: unknown): Id | undefined =>
  (typeof value === 'string' && value) || Number.isSafeInteger(value) ? (value as Id) : undefined;
