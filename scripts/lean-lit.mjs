// The CDN files contain no Lit: our own renderer of compiled templates (decision 0233) and our own base class (decision 0261) have what the
// elements use of it. They leave out hydration, too: a shop that renders on its server bundles the npm package. The build fails if a file of
// the tables is not part of it, if a text is not found exactly once, or if an element uses what is left out.

const internal = (name) => `${import.meta.dirname}/../src/components/internal/${name}.ts`;

/** By file: its content in the CDN files. */
const FILES = {
  'node_modules/lit/index.js': ['lean-element', 'compiled-templates']
    .map((name) => `export * from '${internal(name)}';`)
    .join('\n'),
  'internal/hydration.ts': 'export const hydrate = () => false;',
};

/** By file: a text and its replacement. */
const PIECES = {
  'internal/in-browser.ts': [
    ['Boolean(globalThis.document?.documentElement)', 'true'],
    ['(): boolean => hydrating', '(): boolean => false'],
  ],
  'internal/lists.ts': [['!inBrowser || isHydrating()', 'false']],
};

/** Uses of removed features in a source file. */
const UNSUPPORTED =
  /css`[^`]*\$\{|'lit\/(directive|async-directive|decorators)|noChange|noAccessor|useDefault|hasChanged|type: (Number|Array|Object|Boolean|String)|reflect: |attribute: false|shadowRootOptions|renderOptions|createRenderRoot|(svg|mathml)`|(firstUpdated|hostUpdated|shouldUpdate|scheduleUpdate|getUpdateComplete|removeController)\(|override update\(/;

const entryOf = (table, id) => Object.entries(table).find(([file]) => id.endsWith(`/${file}`)) ?? [];

/** Build plugin for the CDN files. */
export function leanLit() {
  const used = new Set();
  return {
    name: 'lean-lit',
    enforce: 'pre',
    load(id) {
      const [file, content] = entryOf(FILES, id);
      used.add(file);
      return content;
    },
    transform(code, id) {
      if (/\/src\/components\//.test(id) && UNSUPPORTED.test(code))
        this.error(`${id} uses a feature of Lit that the CDN files do not have (scripts/lean-lit.mjs).`);
      const [file, pieces] = entryOf(PIECES, id);
      if (!pieces) return undefined;
      used.add(file);
      let lean = code;
      for (const [text, replacement] of pieces) {
        if (lean.split(text).length !== 2)
          this.error(
            `${file} does not contain exactly once: ${text}. Update the table in scripts/lean-lit.mjs.`,
          );
        lean = lean.replace(text, () => replacement);
      }
      return { code: lean, map: null };
    },
    buildEnd(error) {
      const missing = Object.keys({ ...FILES, ...PIECES }).filter((file) => !used.has(file));
      if (!error && missing.length)
        this.error(
          `The build does not contain ${missing.join(', ')}. Update the tables in scripts/lean-lit.mjs.`,
        );
    },
  };
}
