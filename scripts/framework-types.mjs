// Writes what editors and frameworks read of the elements, from the manifest: dist/editors has the data for VS Code and JetBrains,
// dist/frameworks the types for JSX, Vue and Svelte.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { generateJsxTypes } from '@wc-toolkit/jsx-types';
import { generateJetBrainsWebTypes } from 'custom-element-jet-brains-integration';
import { generateVsCodeCustomElementData } from 'custom-element-vs-code-integration';
import { generateVuejsTypes } from 'custom-element-vuejs-integration';

const EDITORS = 'dist/editors';
const FRAMEWORKS = 'dist/frameworks';
const PACKAGE = 'loyalty-elements';

/** Generators change the manifest that they are given. */
const manifest = () => JSON.parse(readFileSync('dist/custom-elements.json', 'utf8'));

/**
 * The types that a generator has written, without what follows them: it extends modules of frameworks, which a page may not have
 * installed. The generators import a type once for each element that uses it, which a module may not.
 */
function typesOf(fileName) {
  const types = readFileSync(`${FRAMEWORKS}/${fileName}`, 'utf8');
  const imports = /^import type \{([^}]*)\} from ["']loyalty-elements["'];\n/gm;
  const names = [...types.matchAll(imports)].flatMap(([, list]) =>
    list.split(',').map((name) => name.trim()),
  );
  const unique = [...new Set(names.filter(Boolean))].sort().join(', ');
  const rest = types.slice(0, types.search(/^declare (module|global|namespace) /m)).replace(imports, '');
  return `import type { ${unique} } from '${PACKAGE}';\n${rest}`;
}

/** Extends the interface in which a framework looks for the elements. */
const extension = (
  module,
  body,
) => `import type { CustomCssProperties, CustomElements, CustomElementsSolidJs } from './elements.js';

declare module '${module}' {
${body}
}

export type * from './elements.js';
`;
const jsx = (elements, more = '') => `  namespace JSX {
    interface IntrinsicElements extends ${elements} {}
  }${more}`;

/** Types of frameworks by the name of their entry. Svelte takes the names of attributes and events from the same types as React. */
const EXTENSIONS = {
  react: extension(
    'react',
    jsx('CustomElements', '\n  interface CSSProperties extends CustomCssProperties {}'),
  ),
  preact: extension('preact', jsx('CustomElements')),
  // Its main module only passes on the namespace, and what is passed on cannot be extended.
  solid: extension('solid-js/jsx-runtime', jsx('CustomElementsSolidJs')),
  svelte: extension('svelte/elements', '  export interface SvelteHTMLElements extends CustomElements {}'),
};

/** Vue takes properties that can be set. Its generator wraps the classes of events as if they were payloads. */
function vueTypes() {
  const writable = manifest();
  for (const { declarations } of writable.modules)
    for (const element of declarations) element.members = element.members.filter(({ readonly }) => !readonly);
  const fileName = 'vue.d.ts';
  generateVuejsTypes(writable, {
    outdir: FRAMEWORKS,
    fileName,
    globalTypePath: PACKAGE,
    // Events have a comment of their own, and so do properties of CSS in the data for editors.
    hideEventDocs: true,
    hideCssPropertiesDocs: true,
  });
  const elements = typesOf(fileName).replace(/CustomEvent<(Loyalty\w+Event)>/g, '$1');
  return `${elements}
declare module 'vue' {
  interface GlobalComponents extends CustomElements {}
}
`;
}

for (const folder of [EDITORS, FRAMEWORKS]) mkdirSync(folder, { recursive: true });
generateVsCodeCustomElementData(manifest(), {
  outdir: EDITORS,
  htmlFileName: 'html-custom-data.json',
  cssFileName: 'css-custom-data.json',
  // They have entries of their own in the other file.
  hideCssPropertiesDocs: true,
  hideCssPartsDocs: true,
});
generateJetBrainsWebTypes(manifest(), {
  outdir: EDITORS,
  webTypesFileName: 'web-types.json',
  packageJson: false,
  // These have entries of their own in the file, which the editor shows where one is written.
  hideSlotDocs: true,
  hideEventDocs: true,
  hideCssPropertiesDocs: true,
  hideCssPartsDocs: true,
});
const fileName = 'elements.d.ts';
generateJsxTypes(manifest(), {
  outdir: FRAMEWORKS,
  fileName,
  globalTypePath: PACKAGE,
  stronglyTypedEvents: true,
});
/** Below the title of each list the generator explains what such a list is. */
const EXPLANATION = /^( *\* ## .+\n *\*\n) *\* [A-Z].*\.\n *\*\n(?= *\* - )/gm;

/** These have a comment of their own, where a page writes them. */
const WRITTEN_BELOW =
  /^ *\* ## (Attributes & Properties|Events|CSS Custom Properties)\n(?: *\*(?! ##)[^/\n]?.*\n)*?(?= *\* ## | *\*\/)/gm;

/** Solid's elements take what they say of themselves from those of JSX: the generator writes it twice. */
function jsxTypes() {
  const types = typesOf(fileName)
    .replace(EXPLANATION, '$1')
    .replace(WRITTEN_BELOW, '')
    .replaceAll(' (default: `undefined`)', '');
  const solid = /^export type CustomElementsSolidJs = (\{\n[^]*?^\};)$/m;
  if (!solid.test(types)) throw new Error('The generator of JSX types writes no CustomElementsSolidJs.');
  return types.replace(solid, (_, table) => {
    const properties = table.replace(/^ *\/\*\*[^]*?\*\/\n/gm, '');
    return `type SolidJsElements = ${properties}

export type CustomElementsSolidJs = { [Tag in keyof CustomElements]: SolidJsElements[Tag] };`;
  });
}

/** One entry for each name, with all that elements say of it: an editor would suggest a part as often as there are elements with it. */
function mergeByName(entries) {
  const merged = new Map();
  for (const entry of entries) {
    const { description } = merged.get(entry.name) ?? entry;
    const lines = new Set([...(description ?? '').split('\n'), entry.description ?? ''].filter(Boolean));
    merged.set(entry.name, { ...entry, description: [...lines].join('\n') });
  }
  return [...merged.values()];
}

/** Without the spaces that only a person would read: a third of the file. */
function compact(file, change = (data) => data) {
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))));
}

const mergeCss = ({ properties, pseudoElements, ...data }) => ({
  ...data,
  properties: mergeByName(properties),
  pseudoElements: mergeByName(pseudoElements),
});
const mergeWebTypes = ({ contributions: { css, ...contributions }, ...data }) => ({
  ...data,
  contributions: {
    ...contributions,
    css: {
      ...css,
      properties: mergeByName(css.properties),
      'pseudo-elements': mergeByName(css['pseudo-elements']),
    },
  },
});
/** By file; other files stay as they are. */
const MERGED = { 'css-custom-data.json': mergeCss, 'web-types.json': mergeWebTypes };

const files = { elements: jsxTypes(), vue: vueTypes(), ...EXTENSIONS };
for (const [name, text] of Object.entries(files)) {
  writeFileSync(`${FRAMEWORKS}/${name}.d.ts`, text);
  // An import for its types must find a module.
  writeFileSync(`${FRAMEWORKS}/${name}.js`, 'export {};\n');
}
for (const name of readdirSync(EDITORS)) compact(`${EDITORS}/${name}`, MERGED[name]);
compact('dist/custom-elements.json');
