import { describe, expect, it } from 'vitest';
import { brands, createClient, profileRedemptions } from '../../src/client/index.ts';
import { listen, type Answer } from './support/listening.ts';
import { redemptionRecord } from './support/records.ts';

const records = Array.from({ length: 250 }, (_, index) => ({ ...redemptionRecord, id: index + 1 }));
const token = 't';

/** Pages by number and size. */
function paged(url: string): Answer {
  const { searchParams } = new URL(url, 'http://x');
  const number = Number(searchParams.get('page[number]') ?? 1);
  const size = Math.min(Number(searchParams.get('page[size]') ?? 25), 100);
  const data = records.slice((number - 1) * size, number * size);
  const last = Math.ceil(records.length / size);
  return {
    body: { data, meta: { current_page: number, last_page: last, per_page: size, total: records.length } },
  };
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('pages', () => {
  it('have all records, each once', async () => {
    const { baseUrl, received } = await listen(({ url }) => paged(url));
    const client = createClient({ baseUrl, token });
    const found = await collect(client.all(profileRedemptions, { profile: 'p-1' }));
    expect(found.map(({ id }) => id)).toEqual(records.map(({ id }) => id));
    expect(received).toHaveLength(3);
  });

  it('continue by the count of the reply if pages are smaller than requested', async () => {
    const { baseUrl } = await listen(({ url }) => paged(url));
    const client = createClient({ baseUrl, token });
    const pages = await collect(client.pages(profileRedemptions, { profile: 'p-1', pageSize: 500 }));
    expect(pages.map(({ data }) => data.length)).toEqual([100, 100, 50]);
  });

  it('keep filter and sort on every page, and load no page that is not read', async () => {
    const { baseUrl, received } = await listen(({ url }) => paged(url));
    const client = createClient({ baseUrl, token });
    const browse = {
      profile: 'p-1',
      filter: { type: 'credit' },
      sort: ['-created_at'],
      pageSize: 10,
    } as const;
    let pages = 0;
    for await (const { data } of client.pages(profileRedemptions, browse)) {
      expect(data).toHaveLength(10);
      if (++pages === 2) break;
    }
    expect(received).toHaveLength(2);
    for (const { url } of received) {
      expect(decodeURIComponent(url)).toContain('filter[type]=credit&sort=-created_at');
    }
  });

  it('end after one page without link and count', async () => {
    const { baseUrl, received } = await listen(() => ({ body: { data: records } }));
    const found = await collect(createClient({ baseUrl, token }).all(profileRedemptions, { profile: 'p' }));
    expect(found).toHaveLength(250);
    expect(received).toHaveLength(1);
  });

  it('follow the query of a link on the same host', async () => {
    const { baseUrl, received } = await listen(({ url }, number) => ({
      body: {
        data: [{ id: number, name: 'B', handle: 'b' }],
        links: { next: number < 3 ? `${new URL(url, 'http://x').pathname}?cursor=${number}` : null },
      },
    }));
    const found = await collect(createClient({ baseUrl, token }).all(brands));
    expect(found.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(received[2]!.url).toBe('/api/v3/brands?cursor=2');
  });

  describe('of a tenant with other paging parameters', () => {
    /** Pages by `page` and `per_page`, with links and a count; takes no notice of `page[number]`. */
    const named = ({ url }: { url: string }): Answer => {
      const { pathname, searchParams } = new URL(url, 'http://x');
      const number = Number(searchParams.get('page') ?? 1);
      const size = Math.min(Number(searchParams.get('per_page') ?? 100), 100);
      const last = Math.ceil(records.length / size);
      const next = `${pathname}?page=${number + 1}`;
      return {
        body: {
          data: records.slice((number - 1) * size, number * size),
          links: { next: number < last ? next : null },
          meta: { current_page: number, last_page: last },
        },
      };
    };
    const ids = records.map(({ id }) => id);

    it('are each loaded once, by the query of the next link', async () => {
      const { baseUrl, received } = await listen(named);
      const found = await collect(createClient({ baseUrl, token }).all(profileRedemptions, { profile: 'p' }));
      expect(found.map(({ id }) => id)).toEqual(ids);
      expect(received).toHaveLength(3);
    });

    it('keep the filter if the link omits it', async () => {
      const { baseUrl, received } = await listen(named);
      const client = createClient({ baseUrl, token });
      await collect(client.all(profileRedemptions, { profile: 'p', filter: { type: 'credit' } }));
      for (const { url } of received) expect(decodeURIComponent(url)).toContain('filter[type]=credit');
    });

    it('use the names and the size of the setting paging', async () => {
      const { baseUrl, received } = await listen((one) => {
        const { links: _, ...body } = named(one).body as Record<string, unknown>;
        return { body };
      });
      const paging = { number: 'page', size: 'per_page', maxSize: 50 };
      const client = createClient({ baseUrl, token, paging });
      const found = await collect(client.all(profileRedemptions, { profile: 'p' }));
      expect(found.map(({ id }) => id)).toEqual(ids);
      expect(received[1]!.url).toBe('/api/v3/profiles/p/redemptions?per_page=50&page=2');
    });

    it('throw an error that names the setting if neither link nor setting leads to the next page', async () => {
      const { baseUrl, received } = await listen((one) => {
        const { links: _, ...body } = named(one).body as Record<string, unknown>;
        return { body };
      });
      const read = collect(createClient({ baseUrl, token }).all(profileRedemptions, { profile: 'p' }));
      await expect(read).rejects.toMatchObject({
        code: 'bad_response',
        message: expect.stringContaining('Set paging'),
      });
      expect(received).toHaveLength(2);
    });

    it.each([{ number: 'a b' }, { number: 'page', size: 'page' }, { maxSize: 0 }, { page: 'page' }, 'page'])(
      'refuse the setting paging: %j',
      (paging) => {
        const open = () =>
          createClient({ baseUrl: 'https://api.acme.example.com/api', paging: paging as never });
        expect(open).toThrow(/^paging may have/);
      },
    );
  });

  it('continue by number if the link has another address and the reply has a count', async () => {
    const { baseUrl, received } = await listen(({ url }) => {
      const { body } = paged(url);
      return { body: { ...(body as object), links: { next: 'https://internal.example.com/x?page=2' } } };
    });
    const found = await collect(createClient({ baseUrl, token }).all(profileRedemptions, { profile: 'p' }));
    expect(found).toHaveLength(250);
    expect(received).toHaveLength(3);
  });

  it.each([
    'https://evil.example.com/api/v3/brands?cursor=1',
    '//evil.example.com/api/v3/brands',
    '/api/v3/users?cursor=1',
    'javascript:alert(1)',
    'http://',
  ])('do not follow a link to %s, and say so', async (next) => {
    const { baseUrl, received } = await listen(() => ({ body: { data: [], links: { next } } }));
    const read = collect(createClient({ baseUrl, token }).all(brands));
    await expect(read).rejects.toMatchObject({ code: 'bad_response' });
    expect(received).toHaveLength(1);
  });

  it('throw if a link leads back', async () => {
    const { baseUrl, received } = await listen(() => ({ body: { data: [], links: { next: '?cursor=1' } } }));
    await expect(collect(createClient({ baseUrl, token }).all(brands))).rejects.toThrow('read already');
    expect(received).toHaveLength(2);
  });

  it('throw if a page has the records of the page before it', async () => {
    const { baseUrl, received } = await listen(() => ({
      body: { data: [{ id: 1, name: 'B', handle: 'b' }], meta: { last_page: 3 } },
    }));
    const read = collect(createClient({ baseUrl, token }).all(brands));
    await expect(read).rejects.toMatchObject({
      operation: 'brands.index',
      message: expect.stringContaining('page 2 equals page 1'),
    });
    expect(received).toHaveLength(2);
  });

  it('end at an empty page, despite the count', async () => {
    const { baseUrl, received } = await listen((_, number) => ({
      body: { data: number === 1 ? [{ id: 1, name: 'B', handle: 'b' }] : [], meta: { last_page: 1e9 } },
    }));
    expect(await collect(createClient({ baseUrl, token }).all(brands))).toHaveLength(1);
    expect(received).toHaveLength(2);
  });

  it('throw if the reply has no list', async () => {
    const { baseUrl } = await listen(() => ({ body: { data: {} } }));
    const read = collect(createClient({ baseUrl, token }).all(brands));
    await expect(read).rejects.toMatchObject({ code: 'bad_response' });
  });
});
