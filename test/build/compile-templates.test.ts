import { build } from 'esbuild';
import { chromium, type Browser } from 'playwright-core';
import { parseAst } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import { compileTemplates } from '../../scripts/compile-templates.mjs';

const context = {
  error(message: string): never {
    throw new Error(message);
  },
  parse: (code: string) => parseAst(code),
};
const id = `${process.cwd()}/src/components/tier/loyalty-tier.ts`;
const compiled = (code: string) => compileTemplates().transform.call(context, code, id)?.code;

/** Functions that return a template, each with the arguments of the renders that follow each other. */
const CASES = `import { html, nothing } from 'lit';
const star = html\`<svg viewBox="0 0 16 16"><path d="M8 1l2 4"/></svg>\`;
const item = ({ id, name }) => html\`<li id=\${id}>\${name}</li>\`;
export const cases = {
  'a text': [(text) => html\`<p>\${text}</p>\`, [['one'], ['two'], [3], [0], [false], [''], ['<b>&amp;'], [null], ['last'], [undefined]]],
  'content at the first and the last position': [(a, b) => html\`\${a} and \${b}\`, [['a', 'b'], ['a', nothing], [nothing, 'b']]],
  'only content': [(a) => html\`\${a}\`, [['a'], [nothing], ['b']]],
  'neighbouring content': [(a, b) => html\`<p>\${a}\${b}</p>\${a}\${b}\`, [['a', 'b'], [nothing, 'b'], ['a', nothing]]],
  'an attribute': [(a) => html\`<p title=\${a} class="x">x</p>\`, [['one'], ['two'], [nothing], [3], [undefined], [null], ['"<&']]],
  'an attribute that starts empty': [(a) => html\`<p title="\${a}">x</p>\`, [[nothing], ['one'], [nothing]]],
  'several bindings of an attribute': [(a, b) => html\`<p class="x \${a} \\\`&amp;\\\\ \${b ?? 'none'}!" id=\${a}>\${b}</p>\`, [['a', 'b'], ['a', 'c'], [undefined, null], [1, 2]]],
  'attributes of several elements': [(a, b) => html\`<p title=\${a}><b lang=\${b} title=\${a}>\${a}</b><i id=\${b}></i></p>\`, [['a', 'b'], ['c', 'd']]],
  'a boolean attribute': [(a) => html\`<input name="x" ?disabled=\${a} />\`, [[true], [false], [''], ['yes'], [nothing], [undefined], [1]]],
  'self-closing elements': [(a) => html\`<img src=\${a} alt=""/><br><input value=\${a}/>\${a}\`, [['data:,'], ['data:,x']]],
  'a nested template': [(a) => html\`<p>\${a ? html\`<b title=\${a}>\${a}\${html\`<i>\${a}</i>\`}</b>\` : nothing}</p>\`, [['a'], ['b'], [''], ['c']]],
  'one of two templates': [(a) => a ? html\`<b>\${a}</b>\` : html\`<i>\${a}</i>\`, [['a'], [''], ['b']]],
  'a template, a text and a list in turn': [(a) => html\`<p>\${a}</p>\`, [['a'], [['b', 'c']], [html\`<b>d</b>\`], ['e'], [nothing], [html\`<b>f</b>\`], [['g']], [null]]],
  'a template that a constant holds': [(a) => html\`<p>\${star}\${a ? star : nothing}</p>\`, [[true], [false], [true]]],
  'a list': [(...names) => html\`<ul>\${names.map((name) => item({ id: name, name }))}</ul>\`, [['a', 'b', 'c'], ['a'], [], ['d', 'e'], ['e', 'd', 'f', 'g']]],
  'lists in a list': [(...rows) => html\`<div>\${rows.map((row) => row.map((cell) => html\`<b>\${cell}</b>\`))}</div>\`, [[['a', 'b'], ['c']], [[], ['d']], []]],
  'rows of a table': [(...rows) => html\`<table><tbody>\${rows.map((row) => html\`<tr class=\${row}><td>\${row}</td></tr>\`)}</tbody></table>\`, [['a', 'b'], ['b']]],
  'rows without a body': [(a) => html\`<table><tr><td title=\${a}>\${a}</td></tr></table>\`, [['a'], ['b']]],
  'shapes of an svg': [(a) => html\`<svg viewBox="0 0 1 1" preserveAspectRatio="none"><rect width=\${a} height="1"></rect>\${nothing}</svg>\`, [['1%'], ['2%']]],
  'an iterable that is no array': [(a) => html\`<p>\${a}</p>\`, [[new Set(['a', 'b'])], [new Set()]]],
  'slots and their content': [(a) => html\`<slot name="x">\${a}</slot>\`, [['a'], [nothing]]],
};
export const listener = (onClick) => html\`<button @click=\${onClick} title=\${'x'}>\${'press'}</button>\`;
export { html, nothing };`;

/** Renders each case as often as it has arguments, in a page, and returns the page's content after each. */
const ENTRY = `import { cases, listener, html, nothing } from 'cases';
import { renderer } from 'renderer';
const host = { name: 'host' };
let page;
/** Lit keeps what it has rendered at the element that it renders into. */
const clear = () => {
  page = document.createElement('div');
  document.body.replaceChildren(page);
};
const show = () => page.innerHTML.replace(/<!--.*?-->/g, '');
globalThis.renders = (name) => {
  const [template, all] = cases[name];
  clear();
  const render = renderer(page, host);
  return all.map((values) => { render(template(...values)); return show(); });
};
globalThis.clicks = () => {
  clear();
  const render = renderer(page, host);
  const log = [];
  const press = () => { page.querySelector('button').click(); log.push('|'); };
  const add = (word) => function (event) { log.push(word, this.name, event.type); };
  for (const value of [add('one'), add('two'), nothing, add('three'), undefined]) { render(listener(value)); press(); }
  return log.join(' ');
};
globalThis.writes = async () => {
  clear();
  const render = renderer(page, host);
  const [template] = cases['attributes of several elements'];
  render(template('a', 'b'));
  const observer = new MutationObserver(() => {});
  observer.observe(page, { subtree: true, childList: true, attributes: true, characterData: true });
  render(template('a', 'b'));
  const same = observer.takeRecords().length;
  render(template('a', 'c'));
  return [same, observer.takeRecords().length];
};
globalThis.forged = () => {
  clear();
  const text = '<img src="x" onerror="globalThis.attacked = true">';
  const reply = JSON.parse(JSON.stringify({ ...html(text), _$litType$: 1, strings: [text], values: [] }));
  try { renderer(page, host)(reply); } catch {}
  return page.querySelectorAll('img').length;
};`;

const LIT = `import { render } from 'lit';
export const renderer = (root, host) => (template) => render(template, root, { host });`;
const OURS = `import { content } from 'lit';
export const renderer = (root, host) => content(root.appendChild(new Comment()), null, host);`;

async function bundle(modules: Readonly<Record<string, string>>, lit?: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: process.cwd() },
    bundle: true,
    format: 'esm',
    write: false,
    plugins: [
      {
        name: 'modules',
        setup(plugin) {
          plugin.onResolve({ filter: /^(cases|renderer)$/ }, ({ path }) => ({ path, namespace: 'modules' }));
          plugin.onLoad({ filter: /./, namespace: 'modules' }, ({ path }) => ({
            contents: modules[path]!,
            resolveDir: process.cwd(),
          }));
          if (lit) plugin.onResolve({ filter: /^lit$/ }, () => ({ path: lit }));
        },
      },
    ],
  });
  return outputFiles[0]!.text;
}

interface Globals {
  renders(name: string): string[];
  clicks(): string;
  writes(): Promise<number[]>;
  forged(): number;
}
const NAMES = [...CASES.matchAll(/^ {2}'(.+?)': /gm)].map(([, name]) => name!);

describe('compiled templates in a browser', () => {
  let browser: Browser;
  /** Calls a function of `ENTRY` with Lit and with our renderer. */
  let both: <T>(call: (globals: Globals, argument: string) => T, argument?: string) => Promise<[T, T]>;

  beforeAll(async () => {
    browser = await chromium.launch(await launchOptions());
    const scripts = [
      await bundle({ cases: CASES, renderer: LIT }),
      await bundle(
        { cases: compiled(CASES)!, renderer: OURS },
        `${process.cwd()}/src/components/internal/compiled-templates.ts`,
      ),
    ];
    const pages = await Promise.all(
      scripts.map(async (content) => {
        const page = await browser.newPage();
        await page.addScriptTag({ content, type: 'module' });
        return page;
      }),
    );
    both = async (call, argument = '') =>
      (await Promise.all(
        pages.map((page) => page.evaluate(`(${call.toString()})(globalThis, ${JSON.stringify(argument)})`)),
      )) as never;
  });
  afterAll(() => browser?.close());

  test.each(NAMES)('%s: the same elements and texts as with Lit', async (name) => {
    const [lit, ours] = await both((globals, argument) => globals.renders(argument), name);
    expect(ours).toEqual(lit);
    expect(new Set(lit).size).toBeGreaterThan(1);
  });

  test('calls the current listener with the host as `this`', async () => {
    const [lit, ours] = await both((globals) => globals.clicks());
    expect(ours).toBe(lit);
    expect(ours).toBe('one host click | two host click | | three host click | |');
  });

  test('writes only what has changed', async () => {
    const [lit, ours] = await both((globals) => globals.writes());
    expect(await ours).toEqual([0, 2]);
    expect(await lit).toEqual([0, 2]);
  });

  test('never takes a reply of the service for a template', async () => {
    expect(await both((globals) => globals.forged())).toEqual([0, 0]);
  });
});

describe('compile-templates', () => {
  const template = (text: string) =>
    `import { html } from 'lit';\nexport const view = (a, b) => html\`${text}\`;`;

  test('writes a short mark for each binding and joins the values of an attribute', () => {
    expect(
      compiled(
        template('<p title=${a} class="x ${b}" ?hidden=${a} @click=${b}>${a}</p>${html`<b>${b}</b>`}'),
      ),
    ).toContain(
      'html("<p :title :class ?hidden @click><!></p><!><!>", a, `x ${(b) ?? \'\'}`, a, b, a, html("<b><!></b>", b))',
    );
  });

  test('leaves files without a template as they are', () => {
    expect(compiled('export const html = 1;')).toBeUndefined();
  });

  test.each([
    ['a binding in a comment', '<p><!-- ${a} --></p>', /a comment.*Remove it/],
    ['a comment', '<p><!-- x --></p>', /a comment.*Remove it/],
    [
      'a binding inside of a raw text element',
      '<textarea>${a}</textarea>',
      /inside <textarea>\. Bind an attribute/,
    ],
    ['a binding inside of a title', '<svg></svg><title>${a}</title>', /inside <title>/],
    ['the name of an element', '<${a}></${a}>', /the name of an element\. Write a template for each name/],
    ['a property', '<input .value=${a}>', /\.value binds a property\. Bind an attribute/],
    [
      'a binding in the place of an attribute',
      '<p ${a}></p>',
      /in the place of an attribute\. Write the name/,
    ],
    [
      'a name with capital letters',
      '<svg viewBox=${a}></svg>',
      /viewBox to lower case\. Bind a name without/,
    ],
    ['a boolean attribute with a text', '<p ?hidden="x ${a}"></p>', /\?hidden needs one value/],
    [
      'an attribute that starts like a binding',
      '<p :x="1">${a}</p>',
      /the attribute :x starts like a binding\. Rename it/,
    ],
    ['an attribute twice', '<p id=${a} id=${b}></p>', /ignores it\. Move it/],
    ['a binding in a template element', '<template><p>${a}</p></template>', /ignores it\. Move it/],
    [
      '`nothing` beside another text',
      '<p class="x ${a ? b : nothing}"></p>',
      /`nothing` removes an attribute only if/,
    ],
  ])('fails with what to change for %s', (_, text, message) => {
    expect(() => compiled(template(text))).toThrow(message);
  });

  test('fails when `html` has another name', () => {
    expect(() => compiled("import { html as h } from 'lit'; h``;")).toThrow(
      /imports html as h.*Import it as html/,
    );
  });
});
