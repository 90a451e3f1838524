// Lit carries ways around browsers that cannot run these elements in any case (`AbortSignal.any` needs Safari 17.4), and long texts
// for mistakes that a build would have shown. The CDN files leave them out: about 300 bytes of every shop page. They leave out our own
// hydration, too: a shop that renders on its server bundles the npm package. Each piece must be found exactly once, so a source that
// has changed stops the build here.
const PIECES = {
  'reactive-element/css-tag.js': [
    [
      't.ShadowRoot&&(void 0===t.ShadyCSS||t.ShadyCSS.nativeShadow)&&"adoptedStyleSheets"in Document.prototype&&"replace"in CSSStyleSheet.prototype',
      '!0',
    ],
    ['Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.")', 'Error("css")'],
    [
      `Error("Value passed to 'css' function must be a 'css' function result: "+t+". Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security.")`,
      'Error("css")',
    ],
  ],
  'reactive-element/reactive-element.js': [
    ['a.reactiveElementPolyfillSupport', 'void 0'],
    [',(a.reactiveElementVersions??=[]).push("2.1.2")', ''],
  ],
  'lit-html/lit-html.js': [
    ['Error("invalid template strings array")', 'Error("html")'],
    ['t.litHtmlPolyfillSupport', 'void 0'],
    [',(t.litHtmlVersions??=[]).push("3.3.3")', ''],
  ],
  'internal/hydration.ts': [
    ['Boolean(globalThis.document?.documentElement)', 'true'],
    ['(): boolean => hydrating', '(): boolean => false'],
  ],
  'internal/resource-controller.ts': [['hydrate(this.#host);', '']],
  'internal/reserved-rows.ts': [['!inBrowser || isHydrating()', 'false']],
  'lit-element/lit-element.js': [
    [',s.litElementHydrateSupport?.({LitElement:i})', ''],
    ['s.litElementPolyfillSupport', 'void 0'],
  ],
};

/** Build plugin for the CDN files. */
export function leanLit() {
  return {
    name: 'lean-lit',
    enforce: 'pre',
    transform(code, id) {
      const [, pieces] = Object.entries(PIECES).find(([file]) => id.endsWith(`/${file}`)) ?? [];
      if (!pieces) return undefined;
      let lean = code;
      for (const [piece, replacement] of pieces) {
        if (lean.split(piece).length !== 2)
          this.error(`A source has changed: look at scripts/lean-lit.mjs. Not found: ${piece}`);
        lean = lean.replace(piece, () => replacement);
      }
      return { code: lean, map: null };
    },
  };
}
