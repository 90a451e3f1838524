// Writes what documents take from the elements: a page for each in docs/elements/ and the table in README.md, from the catalogue and the
// docblocks (by the manifest); and the list of texts in docs/guides/messages.md. With --check it only compares.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { elementNames } from './catalogue-names.mjs';

const FOLDER = 'docs/elements';
const MANIFEST = 'dist/custom-elements.json';
const README = 'README.md';
const MESSAGES = 'docs/guides/messages.md';
const MADE = '<!-- Made by scripts/elements-guide.mjs from the docblocks of src/components. -->';
const TABLE = /(<!-- elements -->\n)[^]*(<!-- end of elements -->)/;

const fail = (message) => {
  console.error(message);
  process.exit(1);
};

if (!existsSync(MANIFEST)) fail(`${MANIFEST} is missing: run npm run build first.`);
const { modules } = JSON.parse(readFileSync(MANIFEST, 'utf8'));
const documented = new Map(
  modules.flatMap(({ declarations = [] }) => declarations).map((one) => [one.tagName, one]),
);
const elements = elementNames.map((name) => {
  const element = documented.get(`loyalty-${name}`);
  if (!element?.summary)
    fail(`<loyalty-${name}> has no @summary in its docblock, or ${MANIFEST} is old: run npm run build.`);
  return element;
});

const cell = (text = '') => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();
const code = (text) => (text ? `\`${cell(text)}\`` : '');
/** A table of items. `more` has further columns by their heading: what each says of an item, as code. */
const table = (heading, items = [], { name = ({ name }) => name, ...more } = {}) => {
  if (items.length === 0) return [];
  const headings = ['name', ...Object.keys(more), 'what it is'];
  return [
    `## ${heading}`,
    '',
    `| ${headings.join(' | ')} |`,
    `|${headings.map(() => '---|').join('')}`,
    ...items.map((item) => {
      const cells = [name, ...Object.values(more)].map((read) => code(read(item)));
      return `| ${[...cells, cell(item.description)].join(' | ')} |`;
    }),
    '',
  ];
};
const type = ({ type }) => type.text;
const signature = ({ name, parameters = [] }) =>
  `${name}(${parameters.map((one) => `${one.name}${one.optional ? '?' : ''}: ${one.type.text}`).join(', ')})`;
const list = () =>
  [
    '| element | shows |',
    '|---|---|',
    ...elements.map((one) => `| \`${one.tagName}\` | ${cell(one.summary)} |`),
  ].join('\n');

const page = ({ tagName, description, members = [], ...element }) =>
  [
    `# \`<${tagName}>\``,
    '',
    MADE,
    '',
    cell(description),
    '',
    ...table('Attributes', element.attributes, { type }),
    ...table(
      'Properties',
      members.filter(({ kind, attribute }) => kind === 'field' && !attribute),
      { type },
    ),
    ...table(
      'Methods',
      members.filter(({ kind }) => kind === 'method'),
      { name: signature },
    ),
    ...table('Events', element.events, { class: type, detail: ({ detail }) => detail.text }),
    ...table('Slots', element.slots, { name: ({ name }) => name || '(default)' }),
    ...table('Parts', element.cssParts),
    ...table('Custom properties', element.cssProperties, {
      name: ({ name, default: standard }) => (standard ? `${name}: ${standard}` : name),
    }),
    ...table('States', element.cssStates),
    ...table('Keys', element.keyboard),
    '[All elements](README.md)',
  ].join('\n');

const index = `# Elements

${MADE}

One page for each element: attributes, properties, methods, events, slots, CSS parts, custom properties, states and keys. Colours and corners of
all elements are in [styling](../guides/styling.md). Select a state with \`loyalty-tier:state(loading)\`, a part with \`loyalty-tier::part(badge)\`.

${list().replaceAll(/`(loyalty-[a-z-]+)` \|/g, '[`$1`]($1.md) |')}

Every control is a native button, link, input or summary: Tab reaches it in the order in which it is shown, Enter and Space press it. What
other keys do, and where the focus goes when something opens or closes, is on the page of the element. Focus is never lost to the page: what
replaces a pressed button takes it.
`;

const options = { ...(await resolveConfig(`${FOLDER}/README.md`)), parser: 'markdown' };
const files = new Map([[`${FOLDER}/README.md`, await format(index, options)]]);
for (const element of elements)
  files.set(`${FOLDER}/${element.tagName}.md`, await format(page(element), options));
const readme = readFileSync(README, 'utf8');
if (!TABLE.test(readme)) fail(`${README} has no place for the table of elements: <!-- elements -->.`);
files.set(
  README,
  await format(
    readme.replace(TABLE, (_, start, end) => `${start}\n${list()}\n\n${end}`),
    options,
  ),
);

/** The texts that the code calls with a singular of their own: `localize(text, values, language, singular)`. */
function textsWithSingular() {
  const found = new Set();
  const visit = (node) => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'localize' && node.arguments.length > 3)
      found.add(node.arguments[0].text);
    node.forEachChild(visit);
  };
  for (const name of readdirSync('src/components', { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const text = readFileSync(`src/components/${name}`, 'utf8');
    visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
  }
  return found;
}
const singular = textsWithSingular();
const keys = [
  ...readFileSync('src/components/internal/texts/message-keys.ts', 'utf8').matchAll(/^ {2}'(.+)',$/gm),
].map(([, key]) => key);

/** The texts that a language does not have yet: elements show them in English. */
function untranslated() {
  const lines = readdirSync('src/locales').flatMap((name) => {
    const source = ts.createSourceFile(
      name,
      readFileSync(`src/locales/${name}`, 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    const translated = new Set();
    const visit = (node) => {
      if (ts.isPropertyAssignment(node)) translated.add(node.name.text);
      node.forEachChild(visit);
    };
    visit(source);
    const missing = keys.filter((key) => !translated.has(key));
    return missing.length === 0
      ? []
      : [`- \`${name.replace('.ts', '')}\`: ${missing.map((key) => `\`${key}\``).join(', ')}`];
  });
  return lines.length === 0 ? 'Every language has every text.' : lines.join('\n');
}

const messages = readFileSync(MESSAGES, 'utf8')
  .replace(/(^## Keys\n\n[^]*?\n\n)- [^]*$/m, (_, start) =>
    [start, ...keys.map((key) => `- \`${key}\`${singular.has(key) ? ' *' : ''}\n`)].join(''),
  )
  .replace(/(^## Not translated yet\n\n)[^]*?(?=\n\n## )/m, (_, heading) => heading + untranslated());
files.set(MESSAGES, await format(messages, options));

const current = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
const changed = [...files].filter(([file, text]) => current(file) !== text).map(([file]) => file);
const left = existsSync(FOLDER)
  ? readdirSync(FOLDER)
      .map((name) => `${FOLDER}/${name}`)
      .filter((file) => !files.has(file))
  : [];

if (process.argv.includes('--check')) {
  if (changed.length + left.length > 0)
    fail(
      `${[...changed, ...left].join(', ')}: not what the elements say. Run: node scripts/elements-guide.mjs, after npm run build.`,
    );
} else {
  mkdirSync(FOLDER, { recursive: true });
  for (const file of changed) writeFileSync(file, files.get(file));
  for (const file of left) rmSync(file);
}
