import { expect, it } from 'vitest';
import { readTarget } from '../../src/proxy/guard/target.ts';

// Read apart from the proxy: what comes after it would refuse some of these too.
it.each([
  '/v3/./balances',
  '/v3/../balances',
  '/v3/..',
  '/.',
  '/v3/%2e%2e/x',
  '/v3/%2e/x',
  '/v3//x',
  '/v3/a%2fb',
])('a request target with a dot segment, an empty one or a hidden slash is refused: %s', (target) =>
  expect(readTarget(target)).toBeUndefined(),
);

it('a request target in its canonical spelling is taken apart', () => {
  expect(readTarget('/v3/a%20b/c?sort=-id')).toEqual({ segments: ['v3', 'a b', 'c'], query: '?sort=-id' });
});
