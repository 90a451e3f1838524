// Writes what follows from the catalogue and the docblocks of the elements: the index of the elements and of the events in the folders of
// components, the names of the elements, and what the doctor knows of them. `npm run build` runs it; with --check it fails when a file is
// not up to date.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { elementNames } from './catalogue-names.mjs';

const FOLDER = 'src/components';
const MADE =
  '// Made by scripts/elements-index.mjs from catalogue.ts, the docblocks of the elements and the names of files.\n';

const elements = elementNames.map((name) => `./${name}/loyalty-${name}.ts`);
const events = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((path) => /-events\.ts$/.test(path) && !elements.includes(`./${path}`))
  .map((path) => `./${path}`)
  .sort();

/** The list after a tag of an element's docblock, such as `@required list`. */
function listOf(name, word) {
  const source = readFileSync(`${FOLDER}/${name}/loyalty-${name}.ts`, 'utf8');
  return new RegExp(`^ \\* @${word} (.+)$`, 'm').exec(source)?.[1].split(', ');
}

/** What an element needs, from its docblock: `@needs rewards, balances`, `@parts tiers`, `@posts incentives.estimate`, `@required list`. */
function needsOf(name) {
  const [needs = [], parts, posts, required] = ['needs', 'parts', 'posts', 'required'].map((word) =>
    listOf(name, word),
  );
  return {
    name,
    needs,
    ...(parts && { parts }),
    ...(posts && { posts: posts[0] }),
    ...(required && { required }),
  };
}

/** The box of an element: `@guests line`, `@guests-unless [programme]`, `@block none` or `@block [variant='card']`, `@box none`. */
function boxOf(name) {
  const [guests, unless, block, box] = ['guests', 'guests-unless', 'block', 'box'].map((word) =>
    listOf(name, word),
  );
  return {
    name,
    ...(guests && { guests: guests[0] }),
    ...(unless && { guestsUnless: unless.join(', ') }),
    ...(block && { isBlock: block[0] === 'none' ? false : block[0] }),
    ...(box && { hasBox: false }),
  };
}

const files = {
  // Events first: elements export only the types of theirs, and the first export of a name counts for the compiler.
  [`${FOLDER}/index.ts`]: [...events, ...elements].map((path) => `export * from '${path}';\n`).join(''),
  // Without the catalogue, which loads the files of all elements in a bundle that has a few.
  [`${FOLDER}/page/element-names.ts`]: `export const ELEMENT_NAMES: readonly string[] = ${JSON.stringify(elementNames)};

/** Attributes without which an element shows nothing, by its name. */
export const REQUIRED: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(
    Object.fromEntries(
      elementNames.map((name) => [name, listOf(name, 'required')]).filter(([, list]) => list),
    ),
  )};

/** Elements that show content of the page without the name of a slot. */
export const WITH_CONTENT: readonly string[] = ${JSON.stringify(elementNames.filter((name) => listOf(name, 'slot -')))};
`,
  [`${FOLDER}/element-boxes.ts`]: `/** What \`loyalty.css\` reserves for an element. */
export interface ElementBox {
  readonly name: string;
  /**
   * What guests see: \`line\`, a notice that is one line high unless the element has \`invites\`; \`small\`, a notice in a box of their size;
   * \`notice\`, one in the box that members have.
   */
  readonly guests?: 'line' | 'small' | 'notice';
  /** A selector of the element where guests see something else. */
  readonly guestsUnless?: string;
  /** \`<name>/<name>-styles.ts\` exports the box, unless the element shows nothing. */
  readonly hasBox?: false;
  /** Whether it is a block of the page, which does not touch what is above it: not, or a selector of when. */
  readonly isBlock?: false | string;
}

/** Every element of the catalogue. */
export const BOXES: readonly ElementBox[] = ${JSON.stringify(elementNames.filter((name) => name !== 'provider').map(boxOf))};
`,
  'src/doctor/element-needs.ts': `import type { ElementNeeds } from './elements.ts';

/** The provider and every element of the catalogue, in its order. */
export const ELEMENTS: readonly ElementNeeds[] = ${JSON.stringify(elementNames.map(needsOf))};
`,
};

for (const [file, source] of Object.entries(files)) {
  const text = await format(MADE + source, { ...(await resolveConfig(file)), parser: 'typescript' });
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is not up to date. Run: node scripts/elements-index.mjs`);
    process.exitCode = 1;
  }
}
