import { readdirSync, readFileSync } from 'node:fs';
import { addressOf, documentOf, ROOT_DOCUMENTS } from '../markdown.js';

const guides = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md') && !name.startsWith('elements/'))
  .map((name) => `docs/${name}`);

/** Every document of docs/ but the pages of elements, which the site makes from the manifest itself, and those of the root. */
export default [...guides, ...ROOT_DOCUMENTS].sort().map((file) => {
  const { html, headings } = documentOf(file, readFileSync(file, 'utf8'));
  const [first, ...others] = headings;
  return {
    file,
    address: addressOf(file),
    title: first.title,
    html,
    headings: others.filter(({ level }) => level === 2),
  };
});
