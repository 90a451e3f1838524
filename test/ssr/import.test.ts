import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shopProject, type ShopProject } from '../support/ssr-project.ts';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, unknown> };
/** Every entry that defines elements: all of them together, and one by one. */
const ENTRIES = Object.keys(exports)
  .filter((name) => name === '.' || /^\.\/loyalty-.*\.js$/.test(name))
  .map((name) => name.replace('.', 'loyalty-elements'));

let project: ShopProject;
beforeAll(() => {
  project = shopProject();
});
afterAll(() => project?.remove());

describe('importing the built package in Node', () => {
  test('the entries are found', () => {
    expect(ENTRIES).toContain('loyalty-elements');
    expect(ENTRIES).toContain('loyalty-elements/loyalty-balance.js');
  });

  describe.each(ENTRIES)('%s', (entry) => {
    const module = `
      const given = Object.keys(globalThis);
      const exported = Object.values(await import('${entry}'));
      console.log(JSON.stringify({
        elements: exported.filter(({ elementProperties }) => elementProperties).length,
        added: Object.keys(globalThis).filter((name) => !given.includes(name)),
      }));`;

    test.each(['production', 'development'])('works without a DOM (condition %s)', async (condition) => {
      project.write('import.js', module);
      // Lit's development build prints that it is one.
      const silence = "globalThis.litIssuedWarnings = new Set(['dev-mode']);";
      if (condition === 'development') project.write('import.js', silence + module);
      const { elements } = JSON.parse(await project.run('import.js', [`--conditions=${condition}`]));
      expect(elements).toBeGreaterThan(0);
    });

    test('works with the DOM shim of @lit-labs/ssr', async () => {
      project.write('import.js', `import '@lit-labs/ssr/lib/install-global-dom-shim.js';${module}`);
      expect(JSON.parse(await project.run('import.js')).elements).toBeGreaterThan(0);
    });
  });

  test('adds no global but the registry of custom elements, and keeps no process alive', async () => {
    project.write(
      'globals.js',
      `const given = new Set(Object.getOwnPropertyNames(globalThis));
       await import('loyalty-elements');
       console.log(Object.getOwnPropertyNames(globalThis).filter((name) => !given.has(name)).join());`,
    );
    const added = (await project.run('globals.js')).trim().split(',');
    expect(added.filter((name) => !/^(lit|reactive)\w+Versions$/.test(name))).toEqual(['customElements']);
  });
});
