import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/index.ts';
import { listItems } from '../../../src/services/contract/endpoints/index.ts';
import { openServiceProxy, type ServiceProxy } from '../support/open-service-proxy.ts';

// Links to other pages of an answer, followed to the last page: `../links.test.ts` has those of other services.

describe('links of the reference service', () => {
  let proxy: ServiceProxy;
  let token: string;
  beforeAll(async () => {
    proxy = await openServiceProxy();
    token = await proxy.signIn('1003');
  });
  afterAll(() => proxy.stop());
  const path = { profile: 'profile-1003', list: 'wishlist' };

  it('lead to the proxy and to every page of the list', async () => {
    const first = await proxy.call(listItems, { token, path, query: '?page[size]=20' });
    expect(Object.keys(first.body.links)).toEqual(['first', 'last', 'prev', 'next']);
    const { first: one, last, next } = first.body.links;
    for (const link of [one, last, next]) {
      expect(link).toMatch(`${proxy.url}/v3/profiles/profile-1003/lists/wishlist/items?`);
    }
    const found = [...first.body.data];
    for (let link = next; link;) {
      const response = await fetch(link, { headers: { Authorization: `Bearer ${token}` } });
      expect(response.status).toBe(200);
      const page = (await response.json()) as {
        data: unknown[];
        links: { next: string | null; prev: string };
      };
      expect(page.links.prev).toMatch(proxy.url);
      found.push(...page.data);
      link = page.links.next;
    }
    expect(new Set(found.map(({ id }) => id)).size).toBe(58);
    expect(found).toHaveLength(58);
  });

  it('work with the client', async () => {
    const client = createClient({ baseUrl: proxy.url, token });
    const found = [];
    for await (const { id } of client.all(listItems, { ...path, pageSize: 10 })) found.push(id);
    expect(new Set(found).size).toBe(58);
    expect(found).toHaveLength(58);
  });
});
