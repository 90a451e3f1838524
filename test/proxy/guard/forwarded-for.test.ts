import { describe, expect, it } from 'vitest';
import { forwardedFor } from '../../../src/proxy/upstream/forwarded-for.ts';

describe('forwardedFor', () => {
  it.each(['203.0.113.1', '2001:db8::1', '::1', '2001:DB8:0:0:0:0:0:abcd', '::ffff:203.0.113.1', '::'])(
    'names the address %s to the service',
    (address) => {
      expect(forwardedFor(address)).toEqual({ 'X-Forwarded-For': address });
    },
  );

  it('names an address of 45 characters, the longest there is', () => {
    const longest = '0000:0000:0000:0000:0000:ffff:192.168.100.228';
    expect(forwardedFor(longest)).toEqual({ 'X-Forwarded-For': longest });
    expect(forwardedFor(`${longest}0`)).toEqual({});
  });

  it.each([
    '',
    'unknown',
    '1',
    '203.0.113.1, 10.0.0.1',
    '10.0.0.1,203.0.113.1',
    ' 203.0.113.1',
    '203.0.113.1 ',
    '203.0.113.1\r\nAuthorization: Bearer x',
    '[2001:db8::1]:443',
    'fe80::1%eth0',
    'for=203.0.113.1',
    '٢٠٣.0.113.1',
    'g::1',
  ])('names nothing for %j', (address) => {
    expect(forwardedFor(address)).toEqual({});
  });
});
