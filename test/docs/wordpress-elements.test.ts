import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../src/components/catalogue.ts';

// The blocks of the WordPress plugin, whose table of elements is PHP, against the names that the elements have.

const php = readFileSync('platforms/wordpress/loyalty-elements/includes/elements.php', 'utf8');
const names = readFileSync('test/build/elements.txt', 'utf8').split('\n');

/** Pairs of a PHP array of texts: `'layout' => 'grid'`. */
const pairsOf = (list: string) =>
  [...list.matchAll(/'([\w-]+)' => '([\w-]+)'/g)].map(([, name = '', value = '']) => [name, value] as const);
const rows = [...php.matchAll(/'([\w-]+)' +=> array\( 'loyalty-([\w-]+)', array\(([^)]*)\) \)/g)].map(
  ([, block = '', element = '', defaults = '']) => ({ block, element, defaults: pairsOf(defaults) }),
);
const [, withSignIn = ''] = /const WITH_SIGN_IN = array\(([^)]*)\)/.exec(php) ?? [];
const [, titles = ''] = /function titles\(\): array \{([^}]*)\}/.exec(php) ?? [];
const [, switches = ''] = /const SWITCHES = array\(([^;]*)\);/.exec(php) ?? [];
const [, switchTexts = ''] = /function switch_texts\(\): array \{([^}]*)\}/.exec(php) ?? [];
const wordsOf = (list: string) => [...list.matchAll(/'([\w-]+)'(?: +=>|,| \))/g)].map(([, word]) => word);

/** Whether the attribute takes the value: one of its words, or a number. */
function takes(element: string, attribute: string, value: string): boolean {
  const line = names.find((name) => name.startsWith(`loyalty-${element} attribute ${attribute}: `)) ?? '';
  return line.includes(`'${value}'`) || (line.endsWith(': number') && /^\d+$/.test(value));
}

describe('blocks of WordPress', () => {
  test.each(rows)('$block › is an element of the catalogue', ({ element }) => {
    expect(CATALOGUE.map(({ name }) => name)).toContain(element);
  });

  test('have defaults that their elements take', () => {
    const defaults = rows.flatMap(({ element, defaults }) =>
      defaults.map(([name, value]) => [element, name, value] as const),
    );
    expect(defaults.length).toBeGreaterThan(2);
    expect(defaults.filter((one) => !takes(...one))).toEqual([]);
    expect(takes('balance', 'variant', 'large')).toBe(false);
  });

  test('have switches that their elements have as attributes without a value, with a text each', () => {
    const ofBlocks = [...switches.matchAll(/'([\w-]+)' => array\( ([^)]*) \)/g)].flatMap(
      ([, block, list = '']) => [...list.matchAll(/'([\w-]+)'/g)].map(([, name]) => ({ block, name })),
    );
    expect(ofBlocks).toContainEqual({ block: 'alert', name: 'guests' });
    for (const { block, name } of ofBlocks) {
      const { element } = rows.find((row) => row.block === block)!;
      expect(names).toContain(`loyalty-${element} attribute ${name}: boolean`);
      expect(switchTexts).toContain(`'${name}' => array(`);
    }
  });

  test('have a title each', () => {
    expect(rows.length).toBeGreaterThan(5);
    expect(wordsOf(titles).filter((word) => rows.some(({ block }) => block === word))).toEqual(
      rows.map(({ block }) => block),
    );
  });

  test('have a link for guests only where the element has a slot for it', () => {
    const blocks = [...withSignIn.matchAll(/'([\w-]+)'/g)].map(([, block]) => block);
    expect(blocks.length).toBeGreaterThan(2);
    for (const block of blocks) {
      const { element } = rows.find((row) => row.block === block)!;
      expect(names).toContain(`loyalty-${element} slot signed-out`);
    }
  });
});
