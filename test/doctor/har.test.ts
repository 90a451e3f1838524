import { describe, expect, it } from 'vitest';
import { harOf } from '../../src/doctor/har.ts';
import type { Problem } from '../../src/doctor/problem.ts';
import type { Exchange } from '../../src/doctor/recorded-fetch.ts';
import { isWorking, shortly } from '../../src/doctor/verdicts.ts';

const exchange = (more: Partial<Exchange> = {}): Exchange => ({
  operation: 'profiles.rewards.index',
  method: 'GET',
  url: 'https://api.example.com/v3/rewards?page=2&sort=-id',
  sent: undefined,
  sentAt: Date.parse('2026-01-02T03:04:05Z'),
  receivedAt: Date.parse('2026-01-02T03:04:05.250Z'),
  status: 200,
  headers: new Headers({ 'content-type': 'application/json', 'x-api-key': 'k', 'set-cookie': 'a=b' }),
  body: { data: { token: 't', name: 'n' } },
  text: '{"data":{}}',
  failure: undefined,
  cut: undefined,
  ...more,
});
const entryOf = (more?: Partial<Exchange>) => JSON.parse(harOf([exchange(more)])).log.entries[0];

describe('the archive of what was answered', () => {
  it('has the time, the operation, the query and the answer, without secrets', () => {
    const { startedDateTime, time, comment, request, response } = entryOf();
    expect([startedDateTime, time, comment]).toEqual([
      '2026-01-02T03:04:05.000Z',
      250,
      'profiles.rewards.index',
    ]);
    expect(request).toMatchObject({
      method: 'GET',
      headers: [],
      bodySize: 0,
      queryString: [
        { name: 'page', value: '2' },
        { name: 'sort', value: '-id' },
      ],
    });
    expect(request.postData).toBeUndefined();
    expect(response).toMatchObject({ status: 200, statusText: '', bodySize: 11, redirectURL: '' });
    expect(response.headers).toEqual([
      { name: 'content-type', value: 'application/json' },
      { name: 'x-api-key', value: '[hidden]' },
    ]);
    expect(response.content).toEqual({
      size: 11,
      mimeType: 'application/json',
      text: '{"data":{"token":"[hidden]","name":"n"}}',
    });
  });

  it('has the body that was sent, hidden where it is no JSON', () => {
    expect(entryOf({ sent: '{"password":"p","name":"n"}' }).request).toMatchObject({
      bodySize: 27,
      postData: { text: '{"password":"[hidden]","name":"n"}' },
    });
    expect(entryOf({ sent: 'client_secret=s' }).request.postData.text).toBe('[hidden]');
  });

  it('has the text of another answer, why none arrived, and that it was cut', () => {
    expect(entryOf({ body: undefined, text: '<p>', operation: undefined })).toMatchObject({
      response: { content: { text: '<p>' } },
    });
    expect(entryOf({ operation: undefined }).comment).toBeUndefined();
    expect(entryOf({ failure: 'ECONNREFUSED', status: 0 }).response.statusText).toBe('ECONNREFUSED');
    expect(entryOf({ cut: 'is larger than 2 MB' }).response.content.text).toBe(
      '[the answer is larger than 2 MB]',
    );
    const moved = new Headers({ location: '/there' });
    expect(entryOf({ headers: moved }).response).toMatchObject({
      redirectURL: '/there',
      content: { mimeType: '' },
    });
  });
});

describe('a problem in a few words', () => {
  const problem = (more: Partial<Problem>): Problem =>
    ({ operation: 'profiles.tier.show', message: 'It failed.', values: [], ...more }) as Problem;
  it.each<[Partial<Problem>, string]>([
    [{ field: 'points' }, 'profiles.tier.show: points missing'],
    [{ field: 'points', values: ['x'] }, 'profiles.tier.show: points not understood'],
    [{ status: 0 }, 'It failed.'],
    [{ status: 404 }, 'profiles.tier.show: status 404'],
    [{ status: 300 }, 'profiles.tier.show: status 300'],
    [{ status: 404, operation: '' }, 'request: status 404'],
    [{ status: 299 }, 'It failed'],
    [{}, 'It failed'],
    [{ message: 'm'.repeat(80) }, 'm'.repeat(70)],
  ])('%j', (more, words) => {
    expect(shortly(problem(more))).toBe(words);
  });

  it('is none for an element that works, also without a part', () => {
    const all = ['works', 'works without', 'does not work', 'hidden', 'not tried'] as const;
    expect(all.map((result) => isWorking({ element: 'tier', result, why: '', findings: [] }))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
