// Writes the summary of each endpoint, from the contract, above its constant in dist/types: editors show it. The constants themselves
// have none, because a page ships the endpoints that it calls.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { runnerImport } from 'vite';

const FOLDER = 'dist/types/services/contract/endpoints';
/** `export declare const benefits: import("…").ListedEndpoint<"/v3/benefits", "benefits.index">;` */
const CONSTANT = /^export declare const \w+: .*<"([^"]+)", "([^"]+)">;$/gm;

const { module } = await runnerImport('src/services/contract/catalogue.ts');

for (const name of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue;
  const file = `${FOLDER}/${name}`;
  const types = readFileSync(file, 'utf8').replace(CONSTANT, (line, path, id) => {
    const { endpoint, summary } = module.contractOf({ id });
    return `/** ${summary}: \`${endpoint.method} ${path}\`. */\n${line}`;
  });
  writeFileSync(file, types);
}
