// Writes the table of elements into the README, from the manifest; `--check` only compares.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

const README = 'README.md';
const START = '<!-- elements: made by scripts/readme-elements.mjs -->';
const END = '<!-- /elements -->';
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
  members = [],
}) =>
  [
    `### \`<${tagName}>\``,
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
    '',
  ].join('\n');

const readme = readFileSync(README, 'utf8');
const [before, rest] = readme.split(START);
if (rest === undefined || !rest.includes(END)) throw new Error(`README.md lacks ${START} … ${END}`);
const after = rest.slice(rest.indexOf(END));
const updated = await format(`${before}${START}\n\n${elements.map(section).join('\n')}\n${after}`, {
  ...(await resolveConfig(README)),
  parser: 'markdown',
});
if (updated === readme) process.exit(0);
if (process.argv.includes('--check')) {
  console.error(
    'The table of elements in README.md differs from the elements: run node scripts/readme-elements.mjs.',
  );
  process.exit(1);
}
writeFileSync(README, updated);
