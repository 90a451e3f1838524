import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expanded } from '../support/package-entries.ts';
import { shopProject, type ShopProject } from '../support/ssr-project.ts';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, { readonly default: string }>;
};
/** Every entry that defines elements: the one with all of them, and one for each. */
const ENTRIES = Object.entries(exports)
  .flatMap(([key, target]) => expanded(key, target).map(([name]) => name))
  .filter((name) => name === '.' || /^\.\/loyalty-.*\.js$/.test(name))
  .map((name) => name.replace('.', 'loyalty-elements'));

let project: ShopProject;
beforeAll(() => {
  project = shopProject();
});
afterAll(() => project?.remove());

describe('import of the built package in Node', () => {
  test('has entries to test', () => {
    expect(ENTRIES).toContain('loyalty-elements');
    expect(ENTRIES).toContain('loyalty-elements/loyalty-balance.js');
  });

  describe.each(ENTRIES)('%s', (entry) => {
    const module = `
      const exported = Object.values(await import('${entry}'));
      console.log(exported.filter(({ observedAttributes }) => observedAttributes).length);`;

    test.each(['production', 'development'])('works without a DOM (condition %s)', async (condition) => {
      // Lit's development build prints a warning.
      project.write('import.js', `globalThis.litIssuedWarnings = new Set(['dev-mode']);${module}`);
      const elements = await project.run('import.js', [`--conditions=${condition}`]);
      expect(Number(elements)).toBeGreaterThan(0);
    });

    test('works with the DOM shim of @lit-labs/ssr', async () => {
      project.write('import.js', `import '@lit-labs/ssr/lib/install-global-dom-shim.js';${module}`);
      expect(Number(await project.run('import.js'))).toBeGreaterThan(0);
    });
  });

  test('adds no global except that of Lit, with the registry of custom elements', async () => {
    project.write(
      'globals.js',
      `const given = new Set(Object.getOwnPropertyNames(globalThis));
       await import('loyalty-elements');
       console.log(Object.getOwnPropertyNames(globalThis).filter((name) => !given.has(name)).join());`,
    );
    const added = (await project.run('globals.js')).trim().split(',');
    expect(added.filter((name) => !/^(lit|reactive)[A-Z]/.test(name))).toEqual(['customElements']);
  });
});
