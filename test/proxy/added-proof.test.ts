import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { variablesFor } from './support/process.ts';

// A proof is added by its file and one line of the catalogue, here to a copy of the sources: everything else follows.

const ROOT = path.resolve(import.meta.dirname, '../..');
const GUIDE = 'docs/guides/operating-the-proxy.md';
const PROOF = `import { describeProof } from './proof.ts';

export const badge = describeProof({
  needed: {
    BADGE_KEY: {
      about: 'customers by a badge: its key',
      format: { isValid: (value) => value.length > 3, requirement: 'must have four characters.' },
    },
  },
  create: ({ BADGE_KEY: key }) => ({ name: \`badge \${key}\`, verify: () => Promise.resolve(undefined) }),
});
`;

let copy: string;
function run(words: readonly string[], variables: Readonly<Record<string, string>> = {}): string {
  const { stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: copy,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...variables },
  });
  return stdout + stderr;
}
const main = ['--import', 'tsx', 'src/proxy/main.ts'];

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'added-proof-'));
  mkdirSync(path.join(copy, path.dirname(GUIDE)), { recursive: true });
  for (const name of ['src', 'scripts/proxy-variables.mjs', 'package.json', 'tsconfig.json', GUIDE])
    cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  writeFileSync(path.join(copy, 'src/proxy/proofs/badge.ts'), PROOF);
  appendFileSync(path.join(copy, 'src/proxy/proofs/catalogue.ts'), `export { badge } from './badge.ts';\n`);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('a proof with its file and one line of the catalogue', () => {
  it('has its variables in the help, and in the table of the guide', () => {
    expect(run([...main, '--help'])).toMatch(/^ {2}BADGE_KEY +customers by a badge: its key$/m);
    expect(run(['scripts/proxy-variables.mjs'])).toBe('');
    expect(readFileSync(path.join(copy, GUIDE), 'utf8')).toMatch(
      /^\| `BADGE_KEY` +\| customers by a badge: its key +\|$/m,
    );
  });

  it('is refused with the name of its variable', () => {
    const variables = { ...variablesFor('https://api.acme.example.com/api'), BADGE_KEY: 'abc' };
    expect(run(main, variables)).toContain('- BADGE_KEY must have four characters.');
  });

  it('is among the proofs of the settings', () => {
    writeFileSync(
      path.join(copy, 'print.mjs'),
      `import { completeSettingsFrom } from './src/proxy/settings/environment.ts';
console.log(completeSettingsFrom(process.env).proofs.map(({ name }) => name).join());\n`,
    );
    const variables = { ...variablesFor('https://api.acme.example.com/api'), BADGE_KEY: 'abcd' };
    expect(run(['--import', 'tsx', 'print.mjs'], variables)).toBe('badge abcd\n');
  });
});
