// Writes docs/guides/elements.md from the manifest; `--check` only compares.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

const GUIDE = 'docs/guides/elements.md';
const MANIFEST = 'dist/custom-elements.json';

if (!existsSync(MANIFEST)) {
  console.error(`${MANIFEST} is missing: run npm run build first.`);
  process.exit(1);
}
const { modules } = JSON.parse(readFileSync(MANIFEST, 'utf8'));
const elements = modules
  .flatMap(({ declarations = [] }) => declarations)
  .filter(({ tagName }) => tagName)
  .sort((a, b) =>
    a.tagName === 'loyalty-provider'
      ? -1
      : b.tagName === 'loyalty-provider'
        ? 1
        : a.tagName < b.tagName
          ? -1
          : 1,
  );

const cell = (text = '') => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();
const rows = (kind, list = [], name = ({ name }) => name, detail = ({ description }) => description) =>
  list.map((item) => `| ${kind} | \`${cell(name(item))}\` | ${cell(detail(item))} |`);

const section = ({
  tagName,
  description,
  attributes,
  slots,
  cssParts,
  cssProperties,
  cssStates,
  events,
  keyboard,
  members = [],
}) =>
  [
    `## \`<${tagName}>\``,
    '',
    cell(description),
    '',
    '| | name | what it is |',
    '|---|---|---|',
    ...rows('attribute', attributes),
    ...rows(
      'property',
      members.filter(({ kind, attribute }) => kind === 'field' && !attribute),
    ),
    ...rows(
      'method',
      members.filter(
        ({ kind }) => kind === 'method' && !['connectedCallback', 'disconnectedCallback'].includes(kind),
      ),
      ({ name }) => `${name}()`,
    ),
    ...rows('slot', slots, ({ name }) => name || '(default)'),
    ...rows('part', cssParts),
    ...rows('custom property', cssProperties, ({ name, default: standard }) =>
      standard ? `${name}: ${standard}` : name,
    ),
    ...rows('state', cssStates),
    ...rows('event', events),
    ...rows('key', keyboard),
    '',
  ].join('\n');

const introduction = `# Elements

<!-- made by scripts/elements-guide.mjs from the comments of src/components -->

Attributes, slots, CSS parts, custom properties, states, events and keys of every element. Colours and corners of all elements are in the
[README](../../README.md#style-it). Select a state with \`loyalty-tier:state(loading)\`, a part with \`loyalty-tier::part(badge)\`.

Every control is a native button, link, input or summary: Tab reaches it in the order in which it is shown, Enter and Space press it. What
other keys do, and where the focus goes when something opens or closes, is listed at the element. Focus is never lost to the page: what
replaces a pressed button takes it.

${elements.map(({ tagName }) => `- [\`<${tagName}>\`](#${tagName})`).join('\n')}
`;
const guide = await format([introduction, ...elements.map(section)].join('\n'), {
  ...(await resolveConfig(GUIDE)),
  parser: 'markdown',
});
if (existsSync(GUIDE) && readFileSync(GUIDE, 'utf8') === guide) process.exit(0);
if (process.argv.includes('--check')) {
  console.error(`${GUIDE} differs from the elements: run node scripts/elements-guide.mjs.`);
  process.exit(1);
}
writeFileSync(GUIDE, guide);
