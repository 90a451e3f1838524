import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MESSAGE_KEYS } from '../../src/components/internal/texts/message-keys.ts';

const source = readdirSync('src/components', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('message-keys.ts'))
  .map((name) => readFileSync(`src/components/${name}`, 'utf8'))
  .join('\n');

describe('message keys', () => {
  test('are all used by elements', () => {
    expect(MESSAGE_KEYS.filter((key) => !source.includes(`'${key}'`))).toEqual([]);
  });

  test('contain every text of the elements', () => {
    const said = [...source.matchAll(/\blocalize\(\s*'([^']+)'/g)].map(([, key]) => key!);
    expect(said.length).toBeGreaterThan(60);
    expect(said.filter((key) => !MESSAGE_KEYS.some((known) => known === key))).toEqual([]);
  });

  test('are listed in the guide, in this order', () => {
    const guide = readFileSync('docs/guides/messages.md', 'utf8');
    const listed = [...guide.slice(guide.indexOf('## Keys')).matchAll(/^- `(.+?)`/gm)].map(([, key]) => key);
    expect(listed).toEqual([...MESSAGE_KEYS]);
  });

  test.each(['docs/guides/styling.md', 'docs/guides/messages.md'])(
    'contain those of the example in %s',
    (file) => {
      const [, example] = /messages='([^']+)'/.exec(readFileSync(file, 'utf8'))!;
      const keys = Object.keys(JSON.parse(example!) as object);
      expect(keys.filter((key) => !MESSAGE_KEYS.some((known) => known === key))).toEqual([]);
      expect(keys).toContain('points');
    },
  );
});
