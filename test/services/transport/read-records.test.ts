import { describe, expect, it } from 'vitest';
import { text } from '../../../src/services/transport/read.ts';
import { readEach, readIcon } from '../../../src/services/transport/read-records.ts';

describe('readEach', () => {
  it('reads each item, and leaves out those that cannot be read', () => {
    expect(readEach(['a', null, 7, {}], text)).toEqual(['a', '7']);
    expect(readEach([0, false, ''], (item) => item)).toEqual([0, false, '']);
  });

  it.each([undefined, null, 'text', 5, { 0: 'a', length: 1 }])('of %j is empty', (value) => {
    expect(readEach(value, text)).toEqual([]);
  });
});

describe('readIcon', () => {
  it.each(['★', '👩‍🚀', 'a', 'x'.repeat(8)])('takes %j', (icon) => expect(readIcon(icon)).toBe(icon));

  it.each(['', 'x'.repeat(9), 5, null, undefined, ['★'], { length: 1 }])('of %j is none', (value) => {
    expect(readIcon(value)).toBeUndefined();
  });
});
