import { readFileSync } from 'node:fs';

/** The custom properties of all elements, from the table of the styling guide, which a test compares with the styles. */
export default [
  ...readFileSync('docs/guides/styling.md', 'utf8').matchAll(
    /^\| `(--loyalty-[\w-]+)` +\| (.+?) +\| (.+?) +\|$/gm,
  ),
].map(([, name, description, standard]) => ({
  name,
  description,
  default: standard.replaceAll('`', ''),
  kind: name.includes('color') ? 'color' : 'length',
}));
