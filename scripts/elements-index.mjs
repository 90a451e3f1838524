// Writes src/components/index.ts: the elements of the catalogue, and the events in the folders of components. `npm run build` runs it;
// with --check it fails when the file is not up to date.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const FOLDER = 'src/components';
const FILE = `${FOLDER}/index.ts`;

const catalogue = readFileSync(`${FOLDER}/catalogue.ts`, 'utf8');
const names = ['provider', ...[...catalogue.matchAll(/name: '([a-z-]+)'/g)].map(([, name]) => name)];
const elements = names.map((name) => `./${name}/loyalty-${name}.ts`);
const events = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((path) => /-events\.ts$/.test(path) && !elements.includes(`./${path}`))
  .map((path) => `./${path}`)
  .sort();
const source = `// Made by scripts/elements-index.mjs from catalogue.ts and the names of files.
${[...elements, ...events].map((path) => `export * from '${path}';\n`).join('')}`;

if (!process.argv.includes('--check')) writeFileSync(FILE, source);
else if (readFileSync(FILE, 'utf8') !== source) {
  console.error(`${FILE} is not up to date. Run: node scripts/elements-index.mjs`);
  process.exit(1);
}
