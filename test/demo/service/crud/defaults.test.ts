import { expect, it } from 'vitest';
import { resources } from '../../../../demo/service/resources.ts';

it('a new record has the defaults of the stored table, so that a changed one is noticed', async () => {
  const lines = resources
    .filter(({ defaults }) => Object.keys(defaults ?? {}).length)
    .map(({ id, defaults }) => `${id} ${JSON.stringify(defaults)}\n`)
    .sort();
  await expect(lines.join('')).toMatchFileSnapshot('defaults.txt');
});
