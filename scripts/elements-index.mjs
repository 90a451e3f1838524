// Writes src/components/index.ts: the elements of the catalogue, and the events in the folders of components. `npm run build` runs it;
// with --check it fails when the file is not up to date.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { elementNames } from './catalogue-names.mjs';

const FOLDER = 'src/components';
const FILE = `${FOLDER}/index.ts`;

const elements = elementNames.map((name) => `./${name}/loyalty-${name}.ts`);
const events = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((path) => /-events\.ts$/.test(path) && !elements.includes(`./${path}`))
  .map((path) => `./${path}`)
  .sort();
// Events first: elements export only the types of theirs, and the first export of a name counts for the compiler.
const source = `// Made by scripts/elements-index.mjs from catalogue.ts and the names of files.
${[...events, ...elements].map((path) => `export * from '${path}';\n`).join('')}`;

if (!process.argv.includes('--check')) writeFileSync(FILE, source);
else if (readFileSync(FILE, 'utf8') !== source) {
  console.error(`${FILE} is not up to date. Run: node scripts/elements-index.mjs`);
  process.exit(1);
}
