import { readdirSync, readFileSync } from 'node:fs';
import { addressOf, documentOf } from '../markdown.js';

/** Every document of docs/ but the pages of elements, which the site makes from the manifest itself. */
export default readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md') && !name.startsWith('elements/'))
  .sort()
  .map((name) => {
    const file = `docs/${name}`;
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
