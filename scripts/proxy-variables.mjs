// Writes the table of docs/guides/operating-the-proxy.md from what `loyalty-proxy --help` lists; with --check it fails when they differ.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

const GUIDE = 'docs/guides/operating-the-proxy.md';
const TABLE = /(<!-- variables -->\n)[^]*(\n<!-- end of variables -->)/;

const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'src/proxy/main.ts', '--help'], {
  encoding: 'utf8',
});
const rows = [...stdout.matchAll(/^ {2}([A-Z][A-Z_]+) +(.*)$/gm)].map(
  ([, name, about]) => `| \`${name}\` | ${about.replaceAll('|', '\\|').replace(/\{.*\}/, '`$&`')} |`,
);
const guide = readFileSync(GUIDE, 'utf8');
const table = ['| variable | what it is |', '| --- | --- |', ...rows].join('\n');
const renewed = await format(
  guide.replace(TABLE, (_, start, end) => `${start}\n${table}\n${end}`),
  {
    ...(await resolveConfig(GUIDE)),
    filepath: GUIDE,
  },
);

if (!process.argv.includes('--check')) writeFileSync(GUIDE, renewed);
else if (renewed !== guide) {
  console.error(`${GUIDE} is not what loyalty-proxy --help lists. Run: node scripts/proxy-variables.mjs`);
  process.exit(1);
}
