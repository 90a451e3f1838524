// Prints the section of CHANGELOG.md of the version in package.json: the text of the release on GitHub.
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
const section = sections.find((one) => one.startsWith(`${version}\n`));
if (!section) {
  console.error(`CHANGELOG.md has no section "## ${version}".`);
  process.exit(1);
}
console.log(section.slice(version.length).trim());
