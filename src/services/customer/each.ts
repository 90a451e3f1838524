/** What `read` makes of each item; items it makes nothing of are dropped, the rest is kept. */
export const each = <T>(value: unknown, read: (item: unknown) => T | undefined): T[] =>
  Array.isArray(value) ? value.map(read).filter((item) => item !== undefined) : [];
