import { describe, expect, it } from 'vitest';
import { createRecorder, STOPPED, TOKEN_OPERATION } from '../../src/doctor/recorded-fetch.ts';
import { createSecrets } from '../../src/doctor/secrets.ts';

const URL_OF = (path: string) => `https://api.example.com/v3/${path}`;
const GET = { headers: { Authorization: 'Bearer bearer-1' } };

function open(answer: (url: string) => Response | Error, options: Parameters<typeof createRecorder>[2] = {}) {
  const secrets = createSecrets();
  const recorder = createRecorder(
    async (url) => {
      const answered = answer(url);
      if (answered instanceof Error) throw answered;
      return answered;
    },
    secrets,
    options,
  );
  return { recorder, secrets };
}
const named = (name: string, more: object = {}) =>
  Object.assign(new Error('The message.'), { name, ...more });

describe('a recorded request', () => {
  it('that is a GET is sent once for an address and a token, and a write each time', async () => {
    const { recorder } = open(() => new Response('{"a":1}'));
    expect(await (await recorder.fetch(URL_OF('a'), GET)).json()).toEqual({ a: 1 });
    expect(await (await recorder.fetch(URL_OF('a'), GET)).json()).toEqual({ a: 1 });
    expect(recorder.sentCount).toBe(1);
    await recorder.fetch(URL_OF('b'), GET);
    await recorder.fetch(URL_OF('a'), { headers: { Authorization: 'Bearer bearer-2' } });
    expect(recorder.sentCount).toBe(3);
    for (let time = 0; time < 2; time++)
      await recorder.fetch(URL_OF('a'), { ...GET, method: 'PUT', body: '{}' });
    expect(recorder.sentCount).toBe(5);
    expect(recorder.exchanges.map(({ method, sent }) => [method, sent]).at(-1)).toEqual(['PUT', '{}']);
  });

  it('is sent each time where answers change', async () => {
    const { recorder } = open(() => new Response('{}'), { isForgetful: true });
    for (let time = 0; time < 2; time++) await recorder.fetch(URL_OF('a'), GET);
    expect(recorder.sentCount).toBe(2);
  });

  it('is sent again after a limit, or without an answer', async () => {
    for (const answered of [new Response('{}', { status: 429 }), named('TypeError')]) {
      const { recorder } = open(() => (answered instanceof Response ? answered.clone() : answered));
      for (let time = 0; time < 2; time++) await recorder.fetch(URL_OF('a'), GET).catch(() => undefined);
      expect(recorder.sentCount).toBe(2);
    }
    const { recorder } = open(() => new Response('{}', { status: 500 }));
    for (let time = 0; time < 2; time++) await recorder.fetch(URL_OF('a'), GET);
    expect(recorder.sentCount).toBe(1);
  });

  it.each<[Error, string]>([
    [named('TimeoutError'), 'TIMEOUT'],
    [named('AbortError'), 'TIMEOUT'],
    [named('TypeError', { cause: { code: 'ECONNREFUSED' } }), 'ECONNREFUSED'],
    [named('TypeError', { cause: { errors: [{ code: 'ENETUNREACH' }, { code: 'OTHER' }] } }), 'ENETUNREACH'],
    [named('TypeError'), 'The message.'],
  ])('without an answer has the reason: %s', async (error, failure) => {
    const { recorder } = open(() => error);
    await expect(recorder.fetch(URL_OF('a'), GET)).rejects.toThrow('fetch failed');
    expect(recorder.exchanges[0]).toMatchObject({ status: 0, failure });
  });

  it('is not sent after ten minutes of answers', async () => {
    let time = 0;
    const { recorder } = open(() => ((time += 600_001), new Response('{}')), { now: () => time });
    await recorder.fetch(URL_OF('a'), GET);
    await expect(recorder.fetch(URL_OF('b'), GET)).rejects.toThrow();
    expect([recorder.sentCount, recorder.exchanges[1]!.failure]).toEqual([1, STOPPED]);
    let exact = 0;
    const other = open(() => ((exact += 600_000), new Response('{}')), { now: () => exact });
    for (const path of ['a', 'b']) await other.recorder.fetch(URL_OF(path), GET);
    expect(other.recorder.sentCount).toBe(2);
  });

  it('has the operation that it was sent for; one without a token asks for it', async () => {
    const { recorder } = open(() => new Response('{}'));
    await recorder.during('profiles.tier.show', () => recorder.fetch(URL_OF('tier'), GET));
    await recorder.during('profiles.tier.show', () =>
      recorder.fetch(URL_OF('token'), { method: 'POST', body: '{}' }),
    );
    await recorder.during('identities.search-profile', () => recorder.fetch(URL_OF('p/identities'), GET));
    await recorder.during('identities.search-profile', () => recorder.fetch(URL_OF('search'), GET));
    await recorder.fetch(URL_OF('none'), GET);
    expect(recorder.exchanges.map(({ operation }) => operation)).toEqual([
      'profiles.tier.show',
      TOKEN_OPERATION,
      'profiles.identities.index',
      'identities.search-profile',
      undefined,
    ]);
  });

  it('hides the token that it has, and those that are answered', async () => {
    const body = { data: { jwt: 'x'.repeat(12), short: 'y'.repeat(11), at: '2026-01-02T03:04:05Z' } };
    const { recorder, secrets } = open(() => new Response(JSON.stringify(body)));
    await recorder.fetch(URL_OF('a'), GET);
    expect(secrets.hide(`bearer-1 ${'x'.repeat(12)}`)).toBe(`[hidden] ${'x'.repeat(12)}`);
    await recorder.fetch(URL_OF('token'), { method: 'POST', body: '{}' });
    expect(secrets.hide(JSON.stringify(body))).toBe(
      `{"data":{"jwt":"[hidden]","short":"${'y'.repeat(11)}","at":"2026-01-02T03:04:05Z"}}`,
    );
  });

  it('is collected with those that are answered from memory, in the order in which they were asked for', async () => {
    const { recorder } = open((url) => new Response(JSON.stringify(url.slice(-1))));
    await recorder.fetch(URL_OF('a'), GET);
    const { result, exchanges } = await recorder.collect(async () => {
      for (const path of ['b', 'a']) await recorder.fetch(URL_OF(path), GET);
      return 5;
    });
    expect([result, ...exchanges.map(({ body }) => body)]).toEqual([5, 'b', 'a']);
  });

  it('whose answer is larger than is read has no body', async () => {
    const { recorder } = open(() => new Response(`"${'a'.repeat(2_000_000)}"`));
    const response = await recorder.fetch(URL_OF('a'), GET);
    expect(await response.text()).toBe('is larger than 2 MB');
    expect(recorder.exchanges[0]!.cut).toBe('is larger than 2 MB');
    const deep = open(() => new Response('['.repeat(101) + ']'.repeat(101))).recorder;
    await deep.fetch(URL_OF('a'), GET);
    expect(deep.exchanges[0]).toMatchObject({
      body: undefined,
      cut: 'has more than 100 arrays and records inside each other',
    });
    const empty = open(() => new Response(null, { status: 204 })).recorder;
    expect((await empty.fetch(URL_OF('a'), GET)).status).toBe(204);
  });
});
