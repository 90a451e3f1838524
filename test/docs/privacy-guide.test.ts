import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TokenRecord } from '../../src/services/transport/tokens.ts';

// Every text of the source that begins as keys of the browser's storage do, and is none of it.
const NO_STORAGE: readonly string[] = [
  'loyalty-elements answers', // symbol of the answers in the page
  'loyalty-elements loyalty', // name of the context
  'loyalty-elements messages', // symbol of the page's texts
  'loyalty-elements tenant', // symbol of the tenant file
  'loyalty-elements lists ${edits.owner}', // Web Lock
];

const FOLDERS = ['src/services', 'src/components'];
const KEY = /(['`])(loyalty-elements(?: [^'`:/]*)?)\1/g;
const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8')),
);
const inSource = new Set(sources.flatMap((text) => [...text.matchAll(KEY)].map(([, , key]) => key!)));

/** Keys as the table writes them. */
const documented = (key: string): string =>
  key.replace('${baseUrl}', 'N').replace(/^loyalty-elements event $/, 'loyalty-elements event ID');

/** How the table names each field of the customer's record. */
const FIELDS: Readonly<Record<keyof TokenRecord, string>> = {
  token: 'token',
  expiresAt: 'its end',
  renewedAt: 'when it was renewed',
  profileId: 'profile id',
  page: 'whether the proxy has `/page`',
  balances: 'points',
  tier: 'tier',
  tierLanguage: 'its language',
  card: 'the card of `<loyalty-card>`',
  hearts: 'ids and number of saved products',
  saved: 'ids and number of saved products',
  settledAt: 'when reads show the last one',
  lost: 'writes without an answer',
  noWishlist: 'whether there is no wishlist',
  rows: 'numbers of rows of short lists',
};

describe('docs/guides/privacy.md', () => {
  const [, table = ''] =
    /<!-- storage -->([^]*)<!-- end of storage -->/.exec(readFileSync('docs/guides/privacy.md', 'utf8')) ??
    [];
  const listed = new Set([...table.matchAll(/`(loyalty-elements[^`]*)`/g)].map(([, key]) => key!));

  it('lists every key that the elements store, and no other', () => {
    const stored = [...inSource].filter((key) => !NO_STORAGE.includes(key)).map(documented);
    expect([...listed].sort()).toEqual([...stored, 'loyalty-elements N pending'].sort());
  });

  it('names every field of the customer’s record', () => {
    const [, row] = /^\| local storage +\| `loyalty-elements N` +\|(.*)/m.exec(table) ?? [];
    for (const name of Object.values(FIELDS)) expect(row).toContain(name);
  });

  it('is compared with what the source still has', () => {
    expect(NO_STORAGE.filter((key) => !inSource.has(key))).toEqual([]);
  });
});
