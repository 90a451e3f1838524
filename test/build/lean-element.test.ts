import { build } from 'esbuild';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromium as launchOptions } from '../../scripts/browser.mjs';

/** An element that logs what happens to it, and scripts that use it. Each case runs in a page of its own. */
const ENTRY = `import { css, LitElement } from 'lit';
const log = [];
const controller = (host) => ({
  hostConnected: () => log.push('hostConnected'),
  hostDisconnected: () => log.push('hostDisconnected'),
  hostUpdate: () => log.push('hostUpdate ' + host.isConnected),
});
class XElement extends LitElement {
  static properties = { label: {}, headingLevel: { attribute: 'heading-level', converter: Number }, hidden2: { state: true } };
  static styles = [[css\`:host{display:block}\`], css\`p{margin:0}\`];
  constructor() {
    super();
    this.label = 'default';
    this.addController(controller(this));
  }
  willUpdate(changed) {
    log.push('willUpdate ' + [...changed.keys()].sort() + ' ' + this.hasUpdated);
    if (this.label === 'derive') this.hidden2 = 'derived';
  }
  render() {
    log.push('render');
    if (this.label === 'fail') throw new Error('no');
    return this.label + ' ' + this.headingLevel + ' ' + this.hidden2;
  }
  updated(changed) {
    log.push('updated ' + [...changed.keys()].sort() + ' ' + this.hasUpdated + ' ' + this.isUpdatePending);
    if (this.label === 'again') this.label = 'other';
  }
}
const define = () => customElements.define('x-element', XElement);
const add = (html = '<x-element></x-element>') => {
  document.body.innerHTML = html;
  return document.querySelector('x-element');
};
const show = (element) => log.push('shows ' + element.shadowRoot?.textContent.trim());
const settle = async (element) => { log.push(await element.updateComplete); show(element); };
globalThis.cases = {
  async 'attributes and defaults'() {
    define();
    await settle(add('<x-element label="a" heading-level="3" hidden2="b"></x-element>'));
    await settle(add('<x-element></x-element>'));
  },
  async 'changed properties'() {
    define();
    const element = add();
    await settle(element);
    element.label = 'a';
    element.headingLevel = 2;
    element.label = 'b';
    await settle(element);
    element.label = 'b';
    log.push(element.isUpdatePending);
    element.setAttribute('heading-level', '5');
    await settle(element);
    element.requestUpdate();
    await settle(element);
  },
  async 'values from before the definition'() {
    const element = add('<x-element label="attribute"></x-element>');
    element.label = 'early';
    element.other = 'kept';
    define();
    await settle(element);
    log.push(Object.hasOwn(element, 'label'), element.other);
  },
  async 'an element that is never or later connected'() {
    define();
    const element = document.createElement('x-element');
    element.label = 'a';
    await 0;
    await 0;
    log.push(element.shadowRoot);
    document.body.append(element);
    await settle(element);
    element.remove();
    element.label = 'away';
    await settle(element);
    document.body.append(element);
    await settle(element);
  },
  async 'changes during an update'() {
    define();
    const element = add('<x-element label="derive"></x-element>');
    await settle(element);
    element.label = 'again';
    const isLast = await element.updateComplete;
    await settle(element);
    log.push('last: ' + isLast);
  },
  async 'an update that fails'() {
    define();
    const element = add();
    await settle(element);
    element.label = 'fail';
    await element.updateComplete.catch(({ message }) => log.push('rejected ' + message));
    show(element);
    element.label = 'works';
    await settle(element);
  },
  async 'styles'() {
    define();
    const element = add();
    await settle(element);
    log.push(element.renderRoot === element.shadowRoot, element.shadowRoot.adoptedStyleSheets.length, getComputedStyle(element).display);
  },
};
globalThis.run = async (name) => { await cases[name](); return log.map(String); };
`;
const NAMES = [...ENTRY.matchAll(/^ {2}async '(.+)'\(\)/gm)].map(([, name]) => name!);

async function bundle(isLean: boolean): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: process.cwd() },
    bundle: true,
    format: 'esm',
    write: false,
    tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
    ...(isLean && { alias: { lit: `${process.cwd()}/src/components/internal/lean-element.ts` } }),
  });
  return outputFiles[0]!.text;
}

describe('base class of the CDN files', () => {
  let browser: Browser;
  let scripts: readonly string[];
  beforeAll(async () => {
    browser = await chromium.launch(await launchOptions());
    scripts = await Promise.all([bundle(false), bundle(true)]);
  });
  afterAll(() => browser?.close());

  test.each(NAMES)('%s: the same as with Lit', async (name) => {
    const [lit, ours] = await Promise.all(
      scripts.map(async (content) => {
        const page = await browser.newPage();
        await page.addScriptTag({ content, type: 'module' });
        return page.evaluate<string[]>(`run(${JSON.stringify(name)})`);
      }),
    );
    expect(lit!.length).toBeGreaterThan(3);
    expect(ours).toEqual(lit);
  });
});
