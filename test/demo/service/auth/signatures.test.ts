import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSignedBy } from '../../../../demo/service/auth/customer-signature.ts';
import { sign, verify, type SignedHeaders } from '../../../../demo/service/events/signature.ts';

describe('isSignedBy', () => {
  const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex');
  const signature = hmac('1001', 'secret');

  it('accepts the signature of any of the secrets, and of no other', () => {
    const signed = { customerId: '1001', signature };
    expect(isSignedBy(['secret'], signed)).toBe(true);
    expect(isSignedBy(['other', 'secret'], signed)).toBe(true);
    expect(isSignedBy(['secret', 'other'], signed)).toBe(true);
    expect(isSignedBy(['secret', 'secret'], signed)).toBe(true);
    expect(isSignedBy(['other'], signed)).toBe(false);
    expect(isSignedBy([], signed)).toBe(false);
    expect(isSignedBy(['secret'], { customerId: '1002', signature })).toBe(false);
  });

  it.each([
    '',
    signature.slice(1),
    `${signature}0`,
    signature.toUpperCase(),
    '0'.repeat(64),
    '\0'.repeat(64),
  ])('refuses the signature %j', (given) => {
    expect(isSignedBy(['secret'], { customerId: '1001', signature: given })).toBe(false);
  });

  it('accepts a signature without a time unless a time is required', () => {
    const signed = { customerId: '1001', signature };
    expect(isSignedBy(['secret'], signed, { required: true })).toBe(false);
    expect(isSignedBy(['secret'], signed, { required: false })).toBe(true);
    expect(isSignedBy(['other'], signed, { required: false })).toBe(false);
  });

  it.each([
    ['1001.123456789', false],
    ['1001.17637700000', false],
    ['1001.12345678', true],
    ['1001.123456789012', true],
    ['1001.123456789a', true],
    ['1001-123456789', true],
  ])('accepts the id %s without a time: %s, because it may be one with a time', (customerId, isValid) => {
    expect(isSignedBy(['secret'], { customerId, signature: hmac(customerId, 'secret') })).toBe(isValid);
  });

  describe('with a time', () => {
    const AT = 1_700_000_000;
    const timed = { customerId: '1001', signature: hmac(`1001.${AT}`, 'secret'), signedAt: AT };
    const at = (seconds: number, signed: Parameters<typeof isSignedBy>[1] = timed) =>
      isSignedBy(['secret'], signed, { now: seconds * 1_000, required: true });

    it.each([
      [AT, true],
      [AT + 24 * 3_600, true],
      [AT + 24 * 3_600 + 1, false],
      [AT - 60, true],
      [AT - 61, false],
    ])('is valid at %i: %s', (seconds, isValid) => {
      expect(at(seconds)).toBe(isValid);
      expect(at(seconds, { ...timed, signedAt: String(AT) })).toBe(isValid);
    });

    it('is only valid for that time', () => {
      expect(at(AT, { ...timed, signedAt: AT + 1 })).toBe(false);
      expect(at(AT, { ...timed, signature })).toBe(false);
      expect(at(AT, { ...timed, signedAt: 'x', signature: hmac('1001.x', 'secret') })).toBe(false);
      expect(at(AT, { ...timed, signedAt: undefined })).toBe(false);
    });
  });
});

describe('signatures of webhooks', () => {
  const KEY = `whsec_${Buffer.from('key').toString('base64')}`;
  const OTHER = `whsec_${Buffer.from('other').toString('base64')}`;
  const NOW = 1_700_000_000;
  const digest = (key: string | Buffer, text: string) =>
    createHmac('sha256', key).update(text).digest('base64');
  // Computed without `sign`, so that a fault of `sign` fails a test.
  const headers: SignedHeaders = {
    'webhook-id': 'id-1',
    'webhook-timestamp': String(NOW),
    'webhook-signature': `v1,${digest('key', `id-1.${NOW}.{}`)}`,
  };
  const check = (over: Partial<SignedHeaders> = {}, body = '{}', now = NOW, keys = [KEY]) =>
    verify(keys, { ...headers, ...over }, body, now);

  it('are those of Standard Webhooks', () => {
    expect(sign([KEY], 'id-1', NOW, '{}')).toEqual(headers);
    expect(sign([KEY, OTHER], 'id-1', NOW, '{}')['webhook-signature']).toBe(
      `v1,${digest('key', `id-1.${NOW}.{}`)} v1,${digest('other', `id-1.${NOW}.{}`)}`,
    );
    expect(sign([Buffer.from('key').toString('base64')], 'id-1', NOW, '{}')).toEqual(headers);
    // The prefix `whsec_` is removed only at the beginning of a key.
    expect(sign([`x${KEY}`], 'id-1', NOW, '{}')['webhook-signature']).toBe(
      `v1,${digest(Buffer.from(`x${KEY}`, 'base64'), `id-1.${NOW}.{}`)}`,
    );
  });

  it('are accepted from any of the keys, also among invalid ones', () => {
    const right = headers['webhook-signature'];
    expect(check()).toBe(true);
    expect(check({}, '{}', NOW, [OTHER, KEY])).toBe(true);
    expect(check({ 'webhook-signature': `v1,AAAA ${right}` })).toBe(true);
    expect(check({ 'webhook-signature': `${right} v2,AAAA` })).toBe(true);
    expect(check({}, '{}', NOW, [OTHER])).toBe(false);
    expect(check({}, '{}', NOW, [])).toBe(false);
  });

  it('are valid for five minutes in both directions', () => {
    expect([300, -300, 301, -301].map((late) => check({}, '{}', NOW + late))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const fresh = sign([KEY], 'id-1', Math.floor(Date.now() / 1_000), '{}');
    expect(verify([KEY], fresh, '{}')).toBe(true);
    expect(verify([KEY], headers, '{}')).toBe(false);
  });

  const resigned = (id: string, time: string, body = '{}') => ({
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': `v1,${digest('key', `${id}.${time}.${body}`)}`,
  });

  it.each<[what: string, over: object]>([
    ['no id', { 'webhook-id': undefined }],
    ['an empty id', resigned('', String(NOW))],
    ['an id that is too long', resigned('i'.repeat(256), String(NOW))],
    ['another id', { 'webhook-id': 'id-2' }],
    ['no time', { 'webhook-timestamp': undefined }],
    ['an empty time', resigned('id-1', '')],
    ['a time with text', resigned('id-1', `${NOW}abc`)],
    ['a time with text before it', resigned('id-1', `a${NOW}`)],
    ['a time that is not whole', resigned('id-1', `${NOW}.0`)],
    ['a time that is too long', resigned('id-1', `000${NOW}`)],
    ['another time', { 'webhook-timestamp': String(NOW + 1) }],
    ['no signature', { 'webhook-signature': undefined }],
    ['an empty signature', { 'webhook-signature': '' }],
    ['a signature without its version', { 'webhook-signature': headers['webhook-signature'].slice(3) }],
    [
      'a signature of another version',
      { 'webhook-signature': headers['webhook-signature'].replace('v1', 'v2') },
    ],
    ['a truncated signature', { 'webhook-signature': headers['webhook-signature'].slice(0, -1) }],
    [
      'too many signatures',
      { 'webhook-signature': `${'v1,AAAA '.repeat(300)}${headers['webhook-signature']}` },
    ],
  ])('are refused with %s', (_, over) => {
    expect(check(over)).toBe(false);
  });

  it('are accepted up to their limits', () => {
    expect(check(resigned('i'.repeat(255), String(NOW)))).toBe(true);
    expect(check(resigned('id-1', `00${NOW}`))).toBe(true);
    const right = headers['webhook-signature'];
    expect(check({ 'webhook-signature': right.padStart(2_000, 'v1,AAAAA ') })).toBe(true);
    expect(check({ 'webhook-signature': ` ${right.padStart(2_000, 'v1,AAAAA ')}` })).toBe(false);
  });

  it('are refused for another body', () => {
    expect(check({}, '{} ')).toBe(false);
  });
});
