import { describe, expect, it } from 'vitest';
import {
  checkToken,
  HEADER_NAME_FORMAT,
  IDEMPOTENCY_KEY_FORMAT,
} from '../../../src/services/transport/formats.ts';

describe('the idempotency key', () => {
  it.each(['a', '0c5f4ab0-7b2c', '!~', 'x'.repeat(255)])('may be %j', (key) => {
    expect(IDEMPOTENCY_KEY_FORMAT.test(key)).toBe(true);
  });

  it.each(['', ' ', 'a b', ' ab', 'ab\n', 'ab ', 'é', 'x'.repeat(256)])('may not be %j', (key) => {
    expect(IDEMPOTENCY_KEY_FORMAT.test(key)).toBe(false);
  });
});

describe('the name of a header', () => {
  it.each(['X', 'Idempotency-Key', 'x_request_1'])('may be %j', (name) => {
    expect(HEADER_NAME_FORMAT.test(name)).toBe(true);
  });

  it.each(['', 'X Y', ' X', 'X:', 'X-Name\n', ':X', 'é'])('may not be %j', (name) => {
    expect(HEADER_NAME_FORMAT.test(name)).toBe(false);
  });
});

describe('checkToken', () => {
  it('returns a token that is valid in a header', () => {
    for (const token of ['a.b-c~d+/e==', '9001|aBc', '=', 'a:b,c;d']) expect(checkToken(token)).toBe(token);
  });

  it.each([undefined, '', 'a b', 'a\r\nX: 1', {}, '{{ token }}'])('refuses %j', (value) => {
    expect(() => checkToken(value)).toThrow(expect.objectContaining({ code: 'bad_response' }));
  });
});
