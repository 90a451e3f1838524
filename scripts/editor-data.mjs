// Writes what editors read of the elements, from the manifest: data for VS Code and for JetBrains. Makes the manifest compact.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { generateJetBrainsWebTypes } from 'custom-element-jet-brains-integration';
import { generateVsCodeCustomElementData } from 'custom-element-vs-code-integration';

const EDITORS = 'dist/editors';

/** Generators change the manifest that they are given. */
const manifest = () => JSON.parse(readFileSync('dist/custom-elements.json', 'utf8'));

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

mkdirSync(EDITORS, { recursive: true });
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
for (const name of readdirSync(EDITORS)) compact(`${EDITORS}/${name}`, MERGED[name]);
compact('dist/custom-elements.json');
