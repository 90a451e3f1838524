import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tenantSettings } from '../../demo/service/tenant-settings.ts';

// docs/settings.md: every setting has a row, and every row names a test that exists.

const root = new URL('../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');
const page = read('docs/settings.md');
const rows = page.split('\n').filter((line) => /^\| `/.test(line));
const cellsOf = (row: string) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

describe('docs/settings.md', () => {
  it('has a row for each tenant setting, with its default', () => {
    const listed = rows
      .filter((row) => /^\| `\w+(\.[\w-]+)+`/.test(row))
      .map((row) => cellsOf(row).slice(0, 3));
    expect(listed).toEqual(
      Object.entries(tenantSettings).map(([key, { fallback, changes }]) => [
        `\`${key}\``,
        typeof fallback === 'object' && fallback !== null ? JSON.stringify(fallback) : String(fallback),
        changes.replace(/ \(`event_at`\)/, '').replace(/\.$/, ''),
      ]),
    );
  });

  it('has a row for each environment variable of the service', () => {
    const started = [...read('demo/service/main.ts').matchAll(/env\['(\w+)'\]/g)].map(
      ([, name = '']) => name,
    );
    const sample = [...read('demo/sample/users.ts').matchAll(/process\.env\['(\w+)'\]/g)].map(
      ([, name = '']) => name,
    );
    for (const name of new Set([...started, ...sample])) expect(page, name).toContain(`\`${name}\``);
  });

  it('names tests that exist', () => {
    for (const row of rows) {
      const tests =
        cellsOf(row)
          .at(-1)
          ?.match(/test\/[\w/.-]+\.ts/g) ?? [];
      expect(tests, row).not.toEqual([]);
      for (const file of tests) expect(existsSync(new URL(file, root)), file).toBe(true);
    }
  });
});
