import { createHmac } from 'node:crypto';
import toHex from 'crypto-js/enc-hex.js';
import hmacSha256 from 'crypto-js/hmac-sha256.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signCustomerId } from '../../src/proxy/signature.ts';

const nodeSignature = (id: string, secret: string) => createHmac('sha256', secret).update(id).digest('hex');

/** RFC 4231 section 4: key and message as hex, then HMAC-SHA-256. Case 5 shows the first 128 bits only. */
const rfc4231 = [
  ['0b'.repeat(20), hex('Hi There'), 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  [
    hex('Jefe'),
    hex('what do ya want for nothing?'),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
  ['aa'.repeat(20), 'dd'.repeat(50), '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe'],
  [
    '0102030405060708090a0b0c0d0e0f10111213141516171819',
    'cd'.repeat(50),
    '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
  ],
  ['0c'.repeat(20), hex('Test With Truncation'), 'a3b6167473100ee06e0c796c2955552b'],
  [
    'aa'.repeat(131),
    hex('Test Using Larger Than Block-Size Key - Hash Key First'),
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  ],
  [
    'aa'.repeat(131),
    hex(
      'This is a test using a larger than block-size key and a larger than block-size data. ' +
        'The key needs to be hashed before being used by the HMAC algorithm.',
    ),
    '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
  ],
] as const;

function hex(text: string): string {
  return Buffer.from(text).toString('hex');
}

describe('signCustomerId', () => {
  it('gives the result of the test vector', () => {
    expect(signCustomerId('1001', 's3cret')).toBe(
      'fd91015933eaadcbb042489f6f0d71935d6b9dd02b1974ba6430cfd0057507fa',
    );
  });

  it('gives the RFC 4231 results for the two cases that are text', () => {
    expect(signCustomerId('Hi There', '\u000b'.repeat(20))).toBe(rfc4231[0][2]);
    expect(signCustomerId('what do ya want for nothing?', 'Jefe')).toBe(rfc4231[1][2]);
  });

  it.each(rfc4231)('uses a library that passes RFC 4231: key %s', (key, message, expected) => {
    const digest = hmacSha256(toHex.parse(message), toHex.parse(key)).toString(toHex);
    expect(digest.slice(0, expected.length)).toBe(expected);
  });

  it('agrees with node:crypto on 10,000 ids, secrets and times of one seed', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 });
    // A key that is longer than the block of the hash is hashed first.
    const secret = fc.oneof(text, fc.string({ unit: 'binary', minLength: 60, maxLength: 140 }));
    const moment = fc.option(fc.date({ noInvalidDate: true, min: new Date(0) }), { nil: undefined });
    let compared = 0;
    fc.assert(
      fc.property(text, secret, moment, (id, key, signedAt) => {
        const signed = signedAt ? `${id}.${Math.floor(signedAt.getTime() / 1_000)}` : id;
        expect(signCustomerId(id, key, { signedAt })).toBe(nodeSignature(signed, key));
        compared++;
      }),
      { numRuns: 10_000 },
    );
    expect(compared).toBe(10_000);
  });

  it('agrees with node:crypto on any code point and on long secrets', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(text, text, (id, secret) => {
        expect(signCustomerId(id, secret)).toBe(nodeSignature(id, secret));
      }),
      { numRuns: 500 },
    );
  });

  it('signs an id exactly as sent: blanks, case and composed letters matter', () => {
    const signatures = ['ann', 'Ann', ' ann', 'ann ', 'Ama\u0308', 'Am\u00e4'].map((id) =>
      signCustomerId(id, 's3cret'),
    );
    expect(new Set(signatures).size).toBe(6);
  });

  it('names the missing argument', () => {
    expect(() => signCustomerId('', 's3cret')).toThrow(/customerId is empty/);
    expect(() => signCustomerId('1001', '')).toThrow(/secret is empty/);
    expect(() => signCustomerId(1001 as unknown as string, 's3cret')).toThrow(/customerId must be a string/);
    expect(() => signCustomerId('1001', undefined as unknown as string)).toThrow(/secret must be a string/);
  });

  it('refuses a lone surrogate, which has no UTF-8 form', () => {
    expect(() => signCustomerId('10\ud83d01', 's3cret')).toThrow(/customerId holds half a character/);
    expect(() => signCustomerId('1001', '\udc00')).toThrow(/secret holds half a character/);
    expect(signCustomerId('\ud83d\ude00', 's3cret')).toBe(nodeSignature('😀', 's3cret'));
  });

  it('has no message with the secret', () => {
    for (const bad of ['', 7, null, 'half \ud83d']) {
      expect(() => signCustomerId(bad as string, 'canary-secret')).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('canary-secret') }),
      );
    }
  });
});
