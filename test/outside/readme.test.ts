import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageFolder } from './consumer.ts';

const HOME = 'https://github.com/loyalty-elements/loyalty-elements';
const readme = await readFile(path.join(packageFolder, 'README.md'), 'utf8');
const targets = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);

/** The file of the repository that a link to its web site shows. */
function ownFile(target: string): string | undefined {
  const { origin, pathname } = new URL(target);
  const site = new URL(HOME);
  const [, ref] = new RegExp(`^${site.pathname}/(?:blob/|tree/)?main/(.+)$`).exec(pathname) ?? [];
  return origin === site.origin || origin === 'https://raw.githubusercontent.com' ? ref : undefined;
}

describe('links of the published README', () => {
  test('point to published files or absolute addresses', () => {
    const local = targets.filter((target) => !target.startsWith('https://') && !target.startsWith('#'));
    expect(targets).not.toEqual([]);
    expect(local.filter((target) => !existsSync(path.join(packageFolder, target)))).toEqual([]);
  });

  test('to the repository point to existing files', () => {
    const own = targets
      .filter((target) => target.startsWith('https://'))
      .map(ownFile)
      .filter((file) => file !== undefined);
    expect(own).not.toEqual([]);
    expect(own.filter((file) => !existsSync(file))).toEqual([]);
  });
});
