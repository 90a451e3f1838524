import { describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/services/transport/tenant/sources.ts';
import type { PagingRules } from '../../../src/services/transport/tenant/tenant-file.ts';
import {
  askedPage,
  pagedReply,
  pageParameters,
  type AskedPage,
} from '../../../src/services/transport/tenant/tenant-pages.ts';

const records = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('the page that is asked for', () => {
  it.each<[Record<string, string>, PagingRules, AskedPage | undefined]>([
    [{}, {}, undefined],
    [{ sort: 'a' }, {}, undefined],
    [{ 'page[number]': '3' }, {}, { number: 3, size: 25 }],
    [{ 'page[size]': '50' }, {}, { number: 1, size: 50 }],
    [{ 'page[number]': '2', 'page[size]': '50' }, { maxSize: 20 }, { number: 2, size: 20 }],
    [{ 'page[number]': '2', 'page[size]': '50' }, { maxSize: 50 }, { number: 2, size: 50 }],
    [{ 'page[size]': '50' }, { size: null }, { number: 1, size: Infinity }],
    [{ 'page[size]': '50' }, { size: null, maxSize: 20 }, { number: 1, size: 20 }],
  ])('%j with %j is %j', (query, rules, page) => {
    expect(askedPage(query, rules)).toEqual(page);
  });

  it.each<[PagingRules, AskedPage, string | undefined, Record<string, string>]>([
    [{}, { number: 2, size: 10 }, undefined, { 'page[number]': '2', 'page[size]': '10' }],
    [{ number: 'p', size: 'n', first: 0 }, { number: 2, size: 10 }, undefined, { p: '1', n: '10' }],
    [
      { kind: 'offset', number: 'skip', size: 'take' },
      { number: 3, size: 10 },
      undefined,
      { skip: '20', take: '10' },
    ],
    [{ kind: 'cursor', number: 'after', size: 'n' }, { number: 1, size: 10 }, undefined, { n: '10' }],
    [{ kind: 'cursor', number: 'after', size: 'n' }, { number: 2, size: 10 }, 'c', { after: 'c', n: '10' }],
    [{ kind: 'none' }, { number: 2, size: 10 }, undefined, {}],
    [{ number: 'p', size: null }, { number: 2, size: 10 }, undefined, { p: '2' }],
    [{ number: 'p', size: 'n' }, { number: 2, size: Infinity }, undefined, { p: '2' }],
  ])('has with %j, %j and the cursor %s the parameters %j', (rules, page, cursor, parameters) => {
    expect(pageParameters(page, rules, cursor)).toEqual(parameters);
  });
});

describe('an answered page', () => {
  const replyOf = (reply: object, count: number, page: Partial<AskedPage> = {}, rules: PagingRules = {}) => {
    const scope = { reply } as unknown as Scope;
    const { data, meta, links, cursor } = pagedReply(
      records(count),
      { number: 1, size: 2, ...page },
      rules,
      scope,
    );
    return { data, meta, cursor, hasNext: links.next !== null, next: links.next };
  };
  const meta = (current_page: number, last_page: number, per_page: number, total?: number) => ({
    current_page,
    last_page,
    per_page,
    ...(total !== undefined && { total }),
  });

  it('has the last page that the service says, and is the last one there', () => {
    const reply = { meta: { last_page: 3, total: 5 } };
    expect(replyOf(reply, 2, { number: 2 })).toMatchObject({ meta: meta(2, 3, 2, 5), hasNext: true });
    expect(replyOf(reply, 1, { number: 3 })).toMatchObject({ meta: meta(3, 3, 2, 5), hasNext: false });
    expect(replyOf(reply, 2).next).toBe('?page%5Bsize%5D=2&page%5Bnumber%5D=2');
  });

  it('has the last page that follows from the number of all records, at least one', () => {
    expect(replyOf({ meta: { total: 4 } }, 2)).toMatchObject({ meta: meta(1, 2, 2, 4), hasNext: true });
    expect(replyOf({ meta: { total: 5 } }, 2).meta).toEqual(meta(1, 3, 2, 5));
    expect(replyOf({ meta: { total: 0 } }, 0)).toMatchObject({ meta: meta(1, 1, 2, 0), hasNext: false });
    expect(replyOf({ meta: { total: 9 } }, 2, { size: Infinity }).meta).toBeUndefined();
  });

  it('has a next page where it is full, unless the file says where its link is', () => {
    expect(replyOf({}, 2)).toMatchObject({ meta: undefined, hasNext: true });
    expect(replyOf({}, 1).hasNext).toBe(false);
    expect(replyOf({}, 2, {}, { next: '/more' }).hasNext).toBe(false);
    for (const more of ['/v3/x?page=2', true, 1])
      expect(replyOf({ more }, 1, {}, { next: '/more' }).hasNext).toBe(true);
    for (const more of [null, '', false])
      expect(replyOf({ more }, 2, {}, { next: '/more' }).hasNext).toBe(false);
    expect(replyOf({ links: { next: '/v3/x?page=2' } }, 1).hasNext).toBe(true);
  });

  it('of cursors has the cursor of the next page, also where it stands in an address', () => {
    const rules = { kind: 'cursor', number: 'after' } as const;
    expect(replyOf({ meta: { next_cursor: 'c' } }, 2, {}, rules)).toMatchObject({
      cursor: 'c',
      hasNext: true,
    });
    expect(replyOf({ links: { next: '/x?after=d&n=2' } }, 2, {}, rules)).toMatchObject({ cursor: 'd' });
    expect(replyOf({ links: { next: '/x?other=d' } }, 2, {}, rules)).toMatchObject({ cursor: '/x?other=d' });
    // A full page says nothing, nor does the number of pages.
    expect(replyOf({ meta: { last_page: 9 } }, 2, {}, rules)).toMatchObject({
      cursor: undefined,
      hasNext: false,
    });
    expect(replyOf({ links: { next: '/x?page=2' } }, 2).cursor).toBeUndefined();
  });

  it('is cut out of the whole list, where the service has no pages', () => {
    const rules = { kind: 'none' } as const;
    expect(replyOf({}, 5, { number: 2 }, rules)).toMatchObject({
      data: [2, 3],
      meta: meta(2, 3, 2, 5),
      hasNext: true,
    });
    expect(replyOf({}, 5, { number: 3 }, rules)).toMatchObject({ data: [4], hasNext: false });
    expect(replyOf({}, 4, { number: 2 }, rules)).toMatchObject({
      data: [2, 3],
      meta: meta(2, 2, 2, 4),
      hasNext: false,
    });
    expect(replyOf({}, 0, {}, rules)).toMatchObject({ data: [], meta: meta(1, 1, 2, 0), hasNext: false });
    expect(replyOf({}, 3, { size: Infinity }, rules).data).toEqual([0, 1, 2]);
  });
});
