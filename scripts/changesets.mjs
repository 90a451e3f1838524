// The next release, as the files of `.changeset` describe it. The commands of Changesets read the workspaces of package.json, which do not
// contain the package itself: its functions are called with that one package instead.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import applyReleasePlan from '@changesets/apply-release-plan';
import assembleReleasePlan from '@changesets/assemble-release-plan';
import { read as readConfig } from '@changesets/config';
import readChangesets from '@changesets/read';

async function plan(folder) {
  const dir = path.resolve(folder);
  const root = { dir, packageJson: JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8')) };
  const packages = { tool: 'root', root, packages: [root] };
  const config = await readConfig(dir, packages);
  return { releases: assembleReleasePlan(await readChangesets(dir), packages, config), packages, config };
}

/** The version that the changesets lead to: that of package.json where there are none. */
export async function plannedVersion(folder = '.') {
  const { releases, packages } = await plan(folder);
  return releases.releases[0]?.newVersion ?? packages.root.packageJson.version;
}

/** Sets the version, writes the section of CHANGELOG.md and removes the changesets. Returns the old version and the new one. */
export async function applyChangesets(folder = '.') {
  const { releases, packages, config } = await plan(folder);
  const [release] = releases.releases;
  if (!release) throw new Error('No file in .changeset describes a change: there is nothing to release.');
  await applyReleasePlan(releases, packages, config);
  return { before: release.oldVersion, after: release.newVersion };
}
