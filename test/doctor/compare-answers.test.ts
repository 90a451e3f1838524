import { describe, expect, it } from 'vitest';
import { compareAnswers } from '../../src/doctor/compare-answers.ts';
import type { ExamineOptions, Finding, Findings } from '../../src/doctor/examine.ts';
import type { Exchange } from '../../src/doctor/recorded-fetch.ts';

const page = (query: string, body: unknown, more: Partial<Exchange> = {}) =>
  ({
    operation: 'profiles.rewards.index',
    method: 'GET',
    url: `https://api.example.com/v3/rewards${query}`,
    status: 200,
    headers: new Headers(),
    text: '',
    body,
    ...more,
  }) as Exchange;

/** The lines about these answers, and about what was loaded. */
async function linesOf(exchanges: readonly Exchange[], loaded: Readonly<Record<string, unknown>> = {}) {
  const finding = (name: string) => ({
    name,
    status: name in loaded ? 'loaded' : 'failed',
    value: loaded[name],
    exchanges: [],
  });
  const findings = new Map(
    ['lists', 'wishlist', 'history'].map((name) => [name, finding(name) as unknown as Finding]),
  );
  const options = { recorder: { exchanges }, settings: {} } as unknown as ExamineOptions;
  const checks = await compareAnswers(options, findings as unknown as Findings);
  return checks.map(({ state, text }) => `${state}: ${text}`);
}

describe('two answers that contradict each other', () => {
  const body = { meta: { per_page: 25 } };

  it('are a page of another size than was asked for, said once', async () => {
    const [line, ...others] = await linesOf([
      page('?page%5Bsize%5D=50', body),
      page('?page%5Bsize%5D=50', body),
    ]);
    expect(line).toMatch(
      /^wrong: profiles\.rewards\.index: page\[size\]=50 was asked for, and \/meta\/per_page is 25\./,
    );
    expect(others).toEqual([]);
    expect(await linesOf([page('?limit=50', body), page('?limit=40', body)])).toHaveLength(2);
  });

  it('are not a page of the size that was asked for, or without a size, or refused', async () => {
    expect(
      await linesOf([
        page('?limit=25', body),
        page('', body),
        page('?limit=50', {}),
        page('?limit=50', body, { status: 500 }),
      ]),
    ).toEqual([]);
  });

  it('are a wishlist with fewer items than the lists of the customer have', async () => {
    const lists = [
      { id: 1, handle: 'saved', type: 'wishlist', count: 2 },
      { id: 2, handle: 'gifts', type: 'registry', count: 9 },
    ];
    expect(await linesOf([], { lists, wishlist: [1, 2] })).toEqual([
      'ok: the wishlist has 2 items, and so have the lists of the customer',
    ]);
    const [fewer] = await linesOf([], { lists, wishlist: [1] });
    expect(fewer).toMatch(
      /^wrong: The lists of the customer have 2 items in "saved" \(id 1\), and the wishlist of the elements has 1\./,
    );
    expect((await linesOf([], { lists }))[0]).toContain('does not load');
    expect(await linesOf([], { lists: [], wishlist: [] })).toEqual([]);
    expect(await linesOf([], { wishlist: [] })).toEqual([]);
  });

  it('are a query that was refused, with the words of the service', async () => {
    const refused = page('?sort=id', { message: 'No sort.' }, { status: 422 });
    const [line] = await linesOf([refused]);
    expect(line).toContain('No sort.');
    expect(
      await linesOf([page('', { message: 'No.' }, { status: 422 }), page('?sort=id', {}, { status: 404 })]),
    ).toEqual([]);
  });
});
