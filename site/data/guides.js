import { readFileSync } from 'node:fs';
import path from 'node:path';
import { addressOf } from '../markdown.js';

/** The guides in the groups of docs/README.md: the navigation follows that document. */
export default readFileSync('docs/README.md', 'utf8')
  .split(/^(?=For |The )/m)
  .slice(1)
  .map((text) => ({
    title: text.slice(0, text.indexOf(':')),
    links: [...text.matchAll(/\[([^\]]+)\]\(([^)#]+\.md)\)/g)]
      .map(([, title, href]) => ({ title, file: path.posix.join('docs', href) }))
      .filter(({ file }) => file.startsWith('docs/') && !file.startsWith('docs/elements/'))
      .map(({ title, file }) => ({
        title: title[0].toUpperCase() + title.slice(1),
        address: addressOf(file),
      })),
  }));
