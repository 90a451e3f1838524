// Writes the code blocks of docs/guides/signatures.md from the tested files of platforms/signatures; with --check it fails when they differ.
import { readFileSync, writeFileSync } from 'node:fs';

const GUIDE = 'docs/guides/signatures.md';
const BLOCK = /<!-- (platforms\/signatures\/\S+) -->\n\n```(\w+)\n[^]*?\n```/g;

const guide = readFileSync(GUIDE, 'utf8');
const renewed = guide.replace(
  BLOCK,
  (_, file, language) =>
    `<!-- ${file} -->\n\n\`\`\`${language}\n${readFileSync(file, 'utf8').trim()}\n\`\`\``,
);

if (!process.argv.includes('--check')) writeFileSync(GUIDE, renewed);
else if (renewed !== guide) {
  console.error(`${GUIDE} is not what platforms/signatures has. Run: node scripts/signatures-guide.mjs`);
  process.exit(1);
}
