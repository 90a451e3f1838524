import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../src/components/catalogue.ts';
import { builtFiles, elementFile, withStaticImports } from './files.ts';

/** The public suggestion for files of a theme. */
const FILE_BYTES = 10_000;
const BALANCE_BYTES = 18_000;
/** All files of a page with each of the first six elements, once. */
const FIRST_ELEMENTS_BYTES = 46_000;
const FIRST_ELEMENTS = ['balance', 'account', 'rewards', 'tier', 'wishlist', 'wishlist-button'];
/** The same with what these load in a state that a page may show: a sign-in, a failure, a large balance. */
const WITH_STATES_BYTES = 53_500;
const THEIR_STATES = ['session', 'failure', 'balance-states'];
/** All that any other page with one element loads before the element is defined. */
const PAGE_BYTES = 32_900;
/** A shared list knows invitations and presents that several give, whose files load where there are such. */
const SHARED_LIST_BYTES = 33_100;

/** Scripts of `dist/cdn` without those that a page loads by their names: languages, `tenant.js`, `first-answers.js`. */
const SCRIPTS = 66;
/** Smaller files cost a request each. Their modules are shared by pages that would load much else with another file. */
const SMALL_BYTES = 1_000;
const SMALL = [
  'customer-lists',
  'fields',
  'forms',
  'items',
  'loyalty-wishlist-count',
  'point-details',
  'tier',
  'writes',
];

const files = builtFiles('cdn').filter(({ name }) => name.endsWith('.js'));
const total = (list: readonly { readonly bytes: number }[]) =>
  list.reduce((sum, { bytes }) => sum + bytes, 0);

/** A built file with the hash of its content in its name. */
function fileOf(start: string): string {
  const file = files.find(({ name }) => new RegExp(`^${start}-[\\da-f]{8}\\.js$`).test(name));
  if (!file) throw new Error(`${start} is not built`);
  return file.name;
}

/** The files of a page that loads these elements, and these files. */
function pageWith(elements: readonly string[], starts: readonly string[] = []): typeof files {
  const own = elements.map((element) => elementFile(files, element));
  const names = ['loyalty.js', 'elements.js', ...own, ...starts.map(fileOf)];
  return [...new Set(names.flatMap((name) => withStaticImports(files, name)))];
}

describe('bytes on a shop page after brotli', () => {
  test.each(files)('$name › has at most 10,000', ({ bytes }) => {
    expect(bytes).toBeLessThanOrEqual(FILE_BYTES);
  });

  test(`the scripts are at most ${SCRIPTS} files, and few are small`, () => {
    const scripts = files.filter(({ name }) => !/^(locale-|tenant\.|first-answers\.)/.test(name));
    const small = scripts.filter(({ bytes }) => bytes < SMALL_BYTES);
    expect(scripts.length).toBeLessThanOrEqual(SCRIPTS);
    expect(small.map(({ name }) => name.replace(/-[\da-f]{8}\.js$/, '')).sort()).toEqual(SMALL);
  });

  test(`a page with a balance loads at most ${BALANCE_BYTES} in two files, Lit included`, () => {
    const loaded = withStaticImports(files, 'elements.js');
    expect(loaded.map(({ name }) => name).sort()).toEqual(['elements.js', 'loyalty.js']);
    expect(total(loaded)).toBeLessThanOrEqual(BALANCE_BYTES);
  });

  test.each([
    ['together', [], FIRST_ELEMENTS_BYTES],
    ['with their states', THEIR_STATES, WITH_STATES_BYTES],
  ])('the first six elements %s stay below their limit', (_, states, limit) => {
    const loaded = pageWith(FIRST_ELEMENTS, states);
    expect(total(loaded)).toBeLessThanOrEqual(limit);
  });

  test.each(CATALOGUE.filter(({ name }) => name !== 'shared-list'))(
    `a page with loyalty-$name loads at most ${PAGE_BYTES}`,
    ({ name }) => {
      expect(total(pageWith([name]))).toBeLessThanOrEqual(PAGE_BYTES);
    },
  );

  test(`a page with loyalty-shared-list loads at most ${SHARED_LIST_BYTES}`, () => {
    expect(total(pageWith(['shared-list']))).toBeLessThanOrEqual(SHARED_LIST_BYTES);
  });

  test('the file that a page loads first needs no other, and requests the balance', () => {
    const loaded = withStaticImports(files, 'loyalty.js');
    expect(loaded.map(({ name }) => name)).toEqual(['loyalty.js']);
    expect(loaded[0]!.text).toContain('/balances');
  });

  test('what says that a file did not load needs no file of an element', () => {
    const loaded = withStaticImports(files, fileOf('page-policy')).map(({ name }) => name);
    expect(loaded.filter((name) => /^(elements|content)/.test(name))).toEqual([]);
  });

  test('Lit is in elements.js only', () => {
    expect(files.filter(({ text }) => text.includes('createTreeWalker')).map(({ name }) => name)).toEqual([
      'elements.js',
    ]);
  });
});
