import { afterEach, describe, expect, it, vi } from 'vitest';
import { readAddress } from '../../../src/services/transport/address.ts';
import { webAddress } from '../../../src/services/transport/read-records.ts';

describe('readAddress', () => {
  it('takes 2,000 characters and no more', () => {
    const longest = `https://api.example.com/${'a'.repeat(2_000)}`.slice(0, 2_000);
    expect(readAddress(longest)).toBe(longest);
    expect(readAddress(`${longest}a`)).toBeUndefined();
  });
});

describe('webAddress on a page of this machine', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('takes http addresses of this machine, and no other scheme or host', () => {
    vi.stubGlobal('location', { hostname: 'localhost' });
    expect(webAddress('http://127.0.0.1:4000/a')).toBe('http://127.0.0.1:4000/a');
    expect(webAddress('ftp://localhost/a')).toBeUndefined();
    expect(webAddress('http://notlocalhost/a')).toBeUndefined();
  });

  it('takes no http address on a page of another host', () => {
    vi.stubGlobal('location', { hostname: 'shop.example' });
    expect(webAddress('http://localhost/a')).toBeUndefined();
  });
});
