import { describe, expect, it } from 'vitest';
import { nodePairOf } from '../../../src/proxy/node-sealed-text.ts';
import { pairOf } from '../../../src/proxy/sealed-text.ts';

const TEXT = 'Grüße of Ann, {"id":1}';
const RUNTIMES = { 'every runtime': pairOf, Node: nodePairOf };

describe.each(Object.entries(RUNTIMES))('text sealed with functions of %s', (_, sealer) => {
  it.each(Object.entries(RUNTIMES))('is found and read with those of %s', async (_name, reader) => {
    const sealed = await (await sealer('secret')).seal(TEXT);
    const pair = await reader('secret');
    expect(pair.name).toBe((await sealer('secret')).name);
    expect(await pair.unseal(sealed)).toBe(TEXT);
  });

  it('has a new nonce each time, and no part of the text or the secret', async () => {
    const { name, seal } = await sealer('secret');
    const [one, other] = [await seal(TEXT), await seal(TEXT)];
    expect(one.split('.')[0]).not.toBe(other.split('.')[0]);
    expect(name).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toMatch(/Ann|secret/);
  });

  // With the short text a part of the tag is at the end where the text is cut.
  it.each([TEXT, '8 bytes!'])(
    'is not read with another secret, changed or cut at any place: %s',
    async (text) => {
      const { seal, unseal } = await sealer('secret');
      const [nonce = '', encrypted = ''] = (await seal(text)).split('.');
      const bytes = Buffer.from(encrypted, 'base64url');
      expect(await (await sealer('other')).unseal(`${nonce}.${encrypted}`)).toBeUndefined();
      for (let at = 0; at < bytes.length; at++) {
        const changed = Buffer.from(bytes);
        changed[at]! ^= 1;
        expect(await unseal(`${nonce}.${changed.toString('base64url')}`)).toBeUndefined();
        expect(await unseal(`${nonce}.${bytes.subarray(0, at).toString('base64url')}`)).toBeUndefined();
      }
      const otherNonce = Buffer.alloc(12, 7).toString('base64url');
      expect(await unseal(`${otherNonce}.${encrypted}`)).toBeUndefined();
    },
  );
});
