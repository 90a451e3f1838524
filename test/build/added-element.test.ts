import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// An element is added by its folder and one line of the catalogue, a language by its file: every list follows. Both are added to a copy of the
// sources.

const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCES = [
  'src',
  'scripts',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'custom-elements-manifest.config.js',
  '.prettierrc.json',
];
const COMPONENTS = 'src/components';

const ELEMENT = `import { html } from 'lit';
import { balances } from '../../services/index.ts';
import { define } from '../internal/element.ts';
import { InvitingElement } from '../page/inviting-element.ts';
import { ResourceController } from '../internal/resource-controller.ts';
import { helloStyles } from './hello-styles.ts';

/**
 * A greeting.
 *
 * @summary a greeting
 * @tag loyalty-hello
 * @guests line
 * @needs balances
 * @required tone
 */
export class LoyaltyHello extends InvitingElement {
  static override properties = { tone: {} };
  static readonly values = { tone: ['warm', 'cool'] };
  static override styles = helloStyles;

  /** How it greets. */
  tone: 'warm' | 'cool' | undefined;

  #points = new ResourceController(this, balances);

  protected override render() {
    return this.#points.state.status === 'signed-out' ? this.renderSignedOut('Hello') : html\`<p part="base">Hello</p>\`;
  }
}

define('loyalty-hello', LoyaltyHello);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-hello': LoyaltyHello;
  }
}
`;
const STYLES = `import { css } from 'lit';
import { elementStyles } from '../internal/styles.ts';

export const box = css\`
  :host {
    display: block;
    min-block-size: 77em;
  }
\`;
export const helloStyles = elementStyles(box);
`;

const LANGUAGE = `import type { Messages } from '../components/internal/texts/messages.ts';

export const messages: Messages = { Claim: 'Preni' };
`;

let copy: string;
const run = (command: string, ...words: string[]): string =>
  execFileSync(path.join(copy, 'node_modules/.bin', command), words, { cwd: copy, encoding: 'utf8' });
const read = (file: string): string => readFileSync(path.join(copy, file), 'utf8');

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'added-element-'));
  for (const name of SOURCES) cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  const folder = path.join(copy, COMPONENTS, 'hello');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'loyalty-hello.ts'), ELEMENT);
  writeFileSync(path.join(folder, 'hello-styles.ts'), STYLES);
  const catalogue = path.join(copy, COMPONENTS, 'catalogue.ts');
  writeFileSync(
    catalogue,
    read(`${COMPONENTS}/catalogue.ts`).replace(
      /\n\];\n$/,
      `\n  { name: 'hello', define: () => import('./hello/loyalty-hello.ts').then(() => {}) },\n];\n`,
    ),
  );
  writeFileSync(path.join(copy, 'src/locales/eo.ts'), LANGUAGE);
  execFileSync(process.execPath, ['scripts/elements-index.mjs'], { cwd: copy });
}, 60_000);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('an element with its folder and one line of the catalogue', () => {
  test('is exported by the package', () => {
    expect(read(`${COMPONENTS}/index.ts`)).toContain(`export * from './hello/loyalty-hello.ts';`);
  });

  test('is a name that misspelled tags are compared with, and has its required attribute', () => {
    const names = read(`${COMPONENTS}/page/element-names.ts`);
    expect(names).toContain(`'hello',`);
    expect(names).toContain(`hello: ['tone']`);
  });

  test('is known to the doctor with what it needs', () => {
    expect(read('src/doctor/element-needs.ts')).toContain(
      `{ name: 'hello', needs: ['balances'], required: ['tone'] }`,
    );
  });

  test('has its boxes in loyalty.css, for members and guests', { timeout: 60_000 }, () => {
    writeFileSync(
      path.join(copy, 'print.mjs'),
      `import { RESERVED_BOXES } from './${COMPONENTS}/reserved-boxes.ts';\nconsole.log(RESERVED_BOXES);\n`,
    );
    const css = run('tsx', 'print.mjs');
    expect(css).toMatch(/loyalty-hello:not\(:defined\) \{ display: block; min-block-size: 77em;/);
    expect(css).toMatch(/:is\([^{]*loyalty-hello[^{]*:not\(\[invites\]/);
  });

  test(
    'is in the manifest with its attributes, which types, editors and documents follow',
    { timeout: 120_000 },
    () => {
      run('cem', 'analyze', '--config', 'custom-elements-manifest.config.js', '--quiet');
      const { modules } = JSON.parse(read('dist/custom-elements.json')) as {
        modules: {
          declarations: { tagName: string; attributes: { name: string; type: { text: string } }[] }[];
        }[];
      };
      const hello = modules
        .flatMap(({ declarations }) => declarations)
        .find(({ tagName }) => tagName === 'loyalty-hello');
      expect(hello?.attributes.map(({ name, type }) => `${name}: ${type.text}`).sort()).toEqual([
        'invites: boolean',
        "tone: 'warm' | 'cool'",
      ]);
    },
  );
});

test('a language with its file is among those that the build writes', { timeout: 60_000 }, () => {
  writeFileSync(
    path.join(copy, 'languages.mjs'),
    `import { LOCALES } from './scripts/cdn-files.ts';\nconsole.log(LOCALES.join());\n`,
  );
  expect(run('tsx', 'languages.mjs').trim().split(',')).toContain('eo');
});
