import { afterEach, describe, expect, it } from 'vitest';
import { createHttp } from '../../../src/services/transport/http.ts';
import { readJson, writeJson } from '../../../src/services/transport/json.ts';

const { prototype } = Array as unknown as { prototype: { toJSON?: () => string } };
const BODY = { items: [{ price: '89', tags: ['a', ['b']] }], at: new Date(0), none: undefined };
const WRITTEN = '{"items":[{"price":"89","tags":["a",["b"]]}],"at":"1970-01-01T00:00:00.000Z"}';

describe('JSON on a page with Array.prototype.toJSON', () => {
  afterEach(() => {
    delete prototype.toJSON;
  });

  it('has lists as lists', () => {
    prototype.toJSON = () => 'written by an old library';
    const [own, red] = [writeJson(BODY), JSON.stringify(BODY)];
    delete prototype.toJSON;
    expect(own).toBe(WRITTEN);
    expect(red).not.toBe(WRITTEN);
    expect([writeJson(undefined), writeJson([1])]).toEqual([undefined, '[1]']);
  });

  it('is the body of a request', async () => {
    let sent: unknown;
    const http = createHttp(async (_url, init) => {
      sent = init.body;
      return new Response('{}');
    });
    prototype.toJSON = () => 'written by an old library';
    const answer = http({ method: 'POST', url: 'https://api.example.com/', body: BODY });
    delete prototype.toJSON;
    await answer;
    expect(sent).toBe(WRITTEN);
  });
});

describe('readJson', () => {
  it.each(['{"a":[1]}', 'null', '0', '""'])('reads %s', (text) => {
    expect(JSON.stringify(readJson(text))).toBe(text);
  });

  it.each(['', ' ', '{', '<p>', 'undefined', null, undefined])('has no value for %j', (text) => {
    expect(readJson(text) ?? undefined).toBeUndefined();
  });
});
