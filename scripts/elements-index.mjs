// Writes what follows from the catalogue in src/components: the index of the elements and of the events in the folders of components, and
// the names of the elements. `npm run build` runs it; with --check it fails when a file is not up to date.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { elementNames } from './catalogue-names.mjs';

const FOLDER = 'src/components';
const MADE = '// Made by scripts/elements-index.mjs from catalogue.ts and the names of files.\n';

const elements = elementNames.map((name) => `./${name}/loyalty-${name}.ts`);
const events = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((path) => /-events\.ts$/.test(path) && !elements.includes(`./${path}`))
  .map((path) => `./${path}`)
  .sort();
const files = {
  // Events first: elements export only the types of theirs, and the first export of a name counts for the compiler.
  'index.ts': [...events, ...elements].map((path) => `export * from '${path}';\n`).join(''),
  // Without the catalogue, which loads the files of all elements in a bundle that has a few.
  'internal/element-names.ts': `export const ELEMENT_NAMES: readonly string[] = ${JSON.stringify(elementNames)};\n`,
};

for (const [name, source] of Object.entries(files)) {
  const file = `${FOLDER}/${name}`;
  const text = await format(MADE + source, { ...(await resolveConfig(file)), parser: 'typescript' });
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is not up to date. Run: node scripts/elements-index.mjs`);
    process.exitCode = 1;
  }
}
