import { describe, expect, it } from 'vitest';
import { allPages } from '../../../src/services/transport/paging.ts';
import type { Query } from '../../../src/services/transport/query.ts';
import { rewards } from '../../../src/services/customer/resources/rewards.ts';
import { json } from '../../support/client-fetch.ts';
import { openLoyalty, PROFILE, REWARD } from '../../support/client-programme.ts';

/** Browses `pages`, and returns the queries. */
async function browsed(reply: (page: number) => unknown): Promise<{ found: unknown[]; asked: Query[] }> {
  const asked: Query[] = [];
  const found = await allPages(async (query) => {
    asked.push(query);
    return reply(Number(query['page[number]']));
  });
  return { found, asked };
}

describe('allPages', () => {
  it('requests the first page by number and size', async () => {
    const { asked } = await browsed(() => ({ data: [] }));
    expect(asked).toEqual([{ 'page[size]': '100', 'page[number]': '1' }]);
  });

  it('returns the records of all pages in order', async () => {
    const { found, asked } = await browsed((page) => ({
      data: [`${page}a`, `${page}b`],
      meta: { last_page: 3 },
    }));
    expect(found).toEqual(['1a', '1b', '2a', '2b', '3a', '3b']);
    expect(asked.map((query) => query['page[number]'])).toEqual(['1', '2', '3']);
  });

  it('follows the query of the next link, for a tenant that pages by other parameters', async () => {
    const asked: Query[] = [];
    const found = await allPages(async (query) => {
      asked.push(query);
      const page = Number(query['page'] ?? 1);
      return {
        data: [page],
        links: {
          next: page < 3 ? `https://api.acme.example.com/api/v3/x?page=${page + 1}&per_page=1` : null,
        },
        meta: { last_page: 3 },
      };
    });
    expect(found).toEqual([1, 2, 3]);
    expect(asked[2]).toEqual({ page: '3', per_page: '1' });
  });

  it('follows links if the reply has no count', async () => {
    const cursors = ['?cursor=b', '/v3/x?cursor=c', null];
    let at = 0;
    const found = await allPages(async () => ({ data: [at], links: { next: cursors[at++] } }));
    expect(found).toEqual([0, 1, 2]);
  });

  it.each([11, 1_000, 2 ** 53 - 1, '40'])(
    'ends after ten pages when there are said to be %j',
    async (last_page) => {
      const { found, asked } = await browsed((page) => ({ data: [page], meta: { last_page } }));
      expect(found).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(asked).toHaveLength(10);
    },
  );

  it('ends at the last page that a later reply names', async () => {
    const { asked } = await browsed((page) => ({ data: [], meta: { last_page: page < 3 ? 9 : 3 } }));
    expect(asked).toHaveLength(3);
  });

  it.each([undefined, null, 0, -1, 1.5, 'x', '', [[]], {}, true, 1e300])(
    'reads one page when the last is %j',
    async (last_page) => {
      const { asked } = await browsed(() => ({ data: [1], meta: { last_page } }));
      expect(asked).toHaveLength(1);
    },
  );

  it.each(
    [
      undefined,
      null,
      5,
      'text',
      [],
      {},
      { data: null },
      { data: {} },
      { data: 'abc' },
      { meta: {} },
      [[1]],
    ].map((reply) => [reply]),
  )('the reply %j is a bad response, not an empty list', async (reply) =>
    expect(browsed(() => reply)).rejects.toMatchObject({ code: 'bad_response' }),
  );

  it('fails if one page fails: an incomplete list is not shown', async () => {
    const pages = browsed((page) => {
      if (page === 2) throw new Error('away');
      return { data: [page], meta: { last_page: 3 } };
    });
    await expect(pages).rejects.toThrow('away');
  });

  it('never requests the address of a link', async () => {
    const links = { next: 'https://evil.example/steal', last: 'https://evil.example/last' };
    const route = `GET /v3/profiles/${PROFILE}/rewards`;
    const { loyalty, sent } = openLoyalty({
      [route]: () => json({ data: [REWARD], links, meta: { last_page: 2, path: 'https://evil.example/' } }),
    });
    await loyalty.resource(rewards).refresh();
    expect(sent.filter(({ path }) => path.endsWith(`${PROFILE}/rewards`))).toHaveLength(2);
    expect(new Set(sent.map(({ url }) => new URL(url).host))).toEqual(new Set(['api.acme.example.com']));
  });
});
