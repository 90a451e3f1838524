import { describe, expect, it } from 'vitest';
import { readBasic, readBearer, sessionOf } from '../../../src/proxy/routes/authorization.ts';

const basic = (text: string | Uint8Array, scheme = 'Basic ') => scheme + Buffer.from(text).toString('base64');

describe('readBasic', () => {
  it.each([
    ['a:b', 'a', 'b'],
    ['ann@example.com:pässwörd', 'ann@example.com', 'pässwörd'],
    ['a:b:c', 'a', 'b:c'],
    ['a: ', 'a', ' '],
    ['\uFEFFa:b', '\uFEFFa', 'b'],
    [`${'n'.repeat(254)}:${'p'.repeat(512)}`, 'n'.repeat(254), 'p'.repeat(512)],
  ])('splits %s at the first colon', (text, username, password) => {
    expect(readBasic(basic(text))).toEqual({ username, password });
  });

  it.each(['basic ', 'BASIC   '])('accepts the scheme %s', (scheme) => {
    expect(readBasic(basic('a:b', scheme))).toEqual({ username: 'a', password: 'b' });
  });

  it.each<[what: string, header: string | null]>([
    ['no header', null],
    ['no value', 'Basic '],
    ['another scheme', basic('a:b', 'Bearer ')],
    ['text before the scheme', basic('a:b', 'x Basic ')],
    ['no blank', basic('a:b', 'Basic')],
    ['a second value', `${basic('a:b')}, ${basic('c:d')}`],
    ['text after the value', `${basic('a:b')} x`],
    ['a value that is not base64', 'Basic !!!!'],
    ['three padding characters', 'Basic YTpi==='],
    ['base64 of an impossible length', 'Basic YTpiY'],
    ['no colon', basic('ab')],
    ['a name without a password', basic('a:')],
    ['a password without a name', basic(':b')],
    ['a control character in the name', basic('a\u0000b:c')],
    ['a control character in the password', basic('a:b\u0085')],
    ['bytes that are not UTF-8', basic(Uint8Array.of(0x61, 0x3a, 0xff))],
    ['a name that is too long', basic(`${'n'.repeat(255)}:p`)],
    ['a password that is too long', basic(`n:${'p'.repeat(513)}`)],
    ['a value that is too long', `Basic ${'Y'.repeat(2_001)}`],
  ])('refuses %s', (_, header) => {
    expect(readBasic(header)).toBeUndefined();
  });
});

describe('readBearer', () => {
  const TOKEN = 'abc-_'.padEnd(43, '9');
  it.each([`Bearer ${TOKEN}`, `bearer   ${TOKEN}`])('reads %s', (header) => {
    expect(readBearer(header)).toBe(TOKEN);
  });

  it.each([
    null,
    '',
    TOKEN,
    `Bearer${TOKEN}`,
    `x Bearer ${TOKEN}`,
    `Bearer ${TOKEN} x`,
    `Bearer ${TOKEN.slice(1)}`,
    `Bearer ${TOKEN}9`,
    `Bearer ${TOKEN.slice(1)}!`,
    `Basic ${TOKEN}`,
  ])('refuses %s', (header) => {
    expect(readBearer(header)).toBeUndefined();
  });
});

describe('sessionOf', () => {
  const TOKEN = 't'.repeat(43);
  const HANDLE = 'h'.repeat(43);
  const sessionIn = (headers: HeadersInit, handle: string | undefined) =>
    sessionOf(
      {
        sessions: { find: async () => ({ profileId: '7', customerId: '1001', names: [], handle }) },
        config: { session: 'cookie', log: () => {} },
      } as unknown as Parameters<typeof sessionOf>[0],
      { request: new Request('https://proxy.example.com/', { headers }), proven: undefined },
    );
  const Cookie = `__Host-loyalty=${TOKEN}`;

  it('finds the session of a cookie whose handle the page has', async () => {
    const found = await sessionIn({ Cookie, Authorization: `Bearer ${HANDLE}` }, HANDLE);
    expect(found).toMatchObject({ customerId: '1001' });
  });

  it.each([
    ['the cookie of a session without a handle, by a page that has none', { Cookie }, undefined],
    ['a cookie by a page without its handle', { Cookie }, HANDLE],
    ['a cookie by a page with another handle', { Cookie, Authorization: `Bearer ${TOKEN}` }, HANDLE],
    ['a handle without the cookie', { Authorization: `Bearer ${HANDLE}` }, HANDLE],
  ])('refuses %s', async (_, headers, handle) => {
    await expect(sessionIn(headers as HeadersInit, handle)).rejects.toMatchObject({ status: 401 });
  });
});
