import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = 'examples/looks';

/** The style sheets to copy: each begins with a comment that has its name and what it does. */
export default readdirSync(FOLDER)
  .sort()
  .map((file) => {
    const source = readFileSync(`${FOLDER}/${file}`, 'utf8').trim();
    const [, title, description] = /^\/\* (.+?): (.+) \*\/$/m.exec(source) ?? [];
    if (!title)
      throw new Error(`${FOLDER}/${file} needs a first line such as /* Minimal: black on white. */`);
    return { name: file.replace('.css', ''), title, description, source };
  });
