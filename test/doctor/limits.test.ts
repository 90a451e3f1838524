import { describe, expect, it } from 'vitest';
import { escaped, isTooDeep, jsonLines, oneLine, readLimited } from '../../src/doctor/limits.ts';
import { patiently } from '../../src/doctor/patience.ts';
import type { Exchange, Recorder } from '../../src/doctor/recorded-fetch.ts';
import { createSecrets, shownValue, withoutSecrets } from '../../src/doctor/secrets.ts';

describe('an answer', () => {
  it.each([
    [5, { text: 'abcde', isCut: false }],
    [4, { text: 'abcd', isCut: true }],
    [3, { text: 'abc', isCut: true }],
  ])('of five bytes is read up to %i bytes', async (bytes, read) => {
    const body = new ReadableStream({
      start(stream) {
        for (const part of ['abc', 'de']) stream.enqueue(new TextEncoder().encode(part));
        stream.close();
      },
    });
    expect(await readLimited(new Response(body), bytes)).toEqual(read);
  });

  it('without a body is empty', async () => {
    expect(await readLimited(new Response(null), 1)).toEqual({ text: '', isCut: false });
  });

  it('is too deep with more than 100 arrays and records inside each other', () => {
    const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    const records = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
    expect([isTooDeep(arrays(100)), isTooDeep(arrays(101))]).toEqual([false, true]);
    expect([isTooDeep(records(100)), isTooDeep(records(101))]).toEqual([false, true]);
  });

  it('is not too deep by brackets in texts, or side by side', () => {
    expect(isTooDeep(`["${'['.repeat(200)}\\"${'{'.repeat(200)}"]`)).toBe(false);
    expect(isTooDeep(`[${'[],'.repeat(200)}{}]`)).toBe(false);
    expect(isTooDeep(`["\\\\",${'['.repeat(100)}`)).toBe(true);
  });
});

describe('a line of the report', () => {
  it('has at most 1,000 characters, and says how many there were', () => {
    expect(oneLine('a'.repeat(1_000))).toBe('a'.repeat(1_000));
    expect(oneLine('a'.repeat(1_001))).toBe(`${'a'.repeat(1_000)}… (1001 characters)`);
  });

  it('shows characters that steer a terminal or the direction of text as their numbers', () => {
    expect(escaped('a\n\u202eb\u{e0001}')).toBe('a\\u000a\\u202eb\\udb40\\udc01');
    expect(jsonLines({ a: '\u200b' })).toBe('{\n  "a": "\\u200b"\n}\n');
  });

  it('shows of a value at most 60 characters, and of a secret its length alone', () => {
    expect(shownValue('name', 'n'.repeat(58))).toBe(`"${'n'.repeat(58)}"`);
    expect(shownValue('name', 'n'.repeat(59))).toBe(`"${'n'.repeat(56)}…`);
    expect(shownValue('code', 'WRAP-1')).toBe('text of 6 characters');
    expect([shownValue('code', 5), shownValue('name', undefined)]).toEqual(['5', 'missing']);
  });
});

describe('secrets', () => {
  const secrets = createSecrets();
  it('shorter than four characters are parts of other words, and stay', () => {
    expect(secrets.hide('abc')).toBe('abc');
    secrets.add('abc');
    secrets.add(undefined);
    secrets.add('');
    expect(secrets.hide('abc')).toBe('abc');
    secrets.add('abcd');
    expect(secrets.hide('xabcdx')).toBe('x[hidden]x');
  });

  it.each([
    ['in other letters', 'CANARY-SECRET/1'],
    ['backwards', '1/terces-yranac'],
    ['in an address', encodeURIComponent('canary-secret/1')],
    ['in JSON', 'canary-secret\\/1'],
    ['as hex digits', Buffer.from('canary-secret/1').toString('hex')],
    ['as Base64', Buffer.from('canary-secret/1').toString('base64').slice(0, 20)],
    ['inside of Base64', Buffer.from('x:canary-secret/1').toString('base64').slice(3, 23)],
  ])('are hidden %s', (_, text) => {
    secrets.add('canary-secret/1');
    expect(secrets.hide(`<${text}>`)).toContain('[hidden]');
    expect(secrets.hide('<another text>')).toBe('<another text>');
  });

  it('are hidden before those that they contain', () => {
    const both = createSecrets();
    both.add('secret');
    both.add('secret-of-two');
    expect(both.hide('secret-of-two')).toBe('[hidden]');
  });

  it('in records are hidden by their names, with all texts and numbers inside', () => {
    expect(withoutSecrets({ token: { a: ['t', 1, true, null] }, code: 'c', name: 'n', points: 5 })).toBe(
      '{"token":{"a":["[hidden]","[hidden]",true,null]},"code":"[hidden]","name":"n","points":5}',
    );
  });
});

describe('a limited service', () => {
  async function waitsFor(answers: readonly { status: number; retryAfter?: string }[]) {
    let asked = 0;
    const pauses: number[] = [];
    const notes: string[] = [];
    const recorder = {
      collect: async (work: () => Promise<unknown>) => {
        const { status, retryAfter } = answers[Math.min(asked++, answers.length - 1)]!;
        const headers = new Headers(retryAfter === undefined ? {} : { 'Retry-After': retryAfter });
        return { result: await work(), exchanges: [{ status, headers } as Exchange] };
      },
    } as unknown as Recorder;
    const pause = async (ms: number) => void pauses.push(ms);
    const { exchanges } = await patiently({ recorder, pause, note: (line) => void notes.push(line) }, () =>
      Promise.resolve(),
    );
    return { asked, pauses, notes, status: exchanges[0]!.status };
  }

  it('is asked again after the time that it says, or after five seconds', async () => {
    const limited = [{ status: 429, retryAfter: '2' }, { status: 429 }, { status: 200 }];
    expect(await waitsFor(limited)).toEqual({
      asked: 3,
      pauses: [2_000, 5_000],
      notes: [2, 5].map((s) => `The service limits requests (status 429): waiting ${s} s.`),
      status: 200,
    });
    expect((await waitsFor([{ status: 429, retryAfter: '0' }, { status: 200 }])).pauses).toEqual([5_000]);
  });

  it('is waited for at most 70 seconds, three times', async () => {
    expect(await waitsFor([{ status: 429, retryAfter: '3600' }])).toMatchObject({
      asked: 4,
      pauses: [70_000, 70_000, 70_000],
      status: 429,
    });
  });

  it('is not waited for after another status', async () => {
    expect(await waitsFor([{ status: 503, retryAfter: '2' }])).toMatchObject({ asked: 1, pauses: [] });
  });
});
