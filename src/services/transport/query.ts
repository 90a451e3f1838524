/** Query parameters as they are written: `{ 'page[size]': '100' }`. */
export type Query = Readonly<Record<string, string>>;

/** `?a=b`, or nothing. */
export const writeQuery = (query: Query | undefined): string =>
  query ? `?${new URLSearchParams(query)}` : '';
