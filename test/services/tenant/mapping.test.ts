import { describe, expect, it } from 'vitest';
import * as on from '../../../src/services/contract/endpoints/index.ts';
import type { ListedEndpoint } from '../../../src/services/contract/endpoint.ts';
import { LoyaltyError } from '../../../src/services/transport/errors.ts';
import { statusError } from '../../../src/services/transport/failure.ts';
import { createMapping, type WireRequest } from '../../../src/services/transport/tenant/mapping.ts';
import {
  defineTenant,
  type OperationRules,
  type Source,
  type TenantFile,
} from '../../../src/services/transport/tenant/tenant-file.ts';

/** A service that answers by method and path; `undefined`: 404. */
function serviceOf(answers: Readonly<Record<string, (request: WireRequest) => unknown>>) {
  const sent: WireRequest[] = [];
  const ask = async (request: WireRequest) => {
    sent.push(request);
    const answer = answers[`${request.method} ${request.address.split('?')[0]}`];
    const body = answer?.(request);
    if (body instanceof LoyaltyError) throw body;
    if (body === undefined) throw statusError({ status: 404, headers: new Headers() }, {});
    return { body, headers: new Headers({ 'X-Total': '3' }) };
  };
  return { ask, sent };
}

async function asked(
  file: TenantFile,
  endpoint: ListedEndpoint,
  parameters: object,
  answers: Parameters<typeof serviceOf>[0],
) {
  const { ask, sent } = serviceOf(answers);
  const options = { baseUrl: 'https://api.example.com/api' };
  const reply = await createMapping(defineTenant(file), {}, options).call(endpoint, parameters, ask);
  return { reply: reply as { data: never; meta?: never; links?: never }, sent };
}

const OWNED = 'GET /v3/profiles/p/rewards';
const first = { 'page[number]': '1', 'page[size]': '100' };

describe('records', () => {
  it.each([
    ['Active', ['c-1']],
    ['Retired', []],
    ['Paused', 'profiles.credits.index: keep is "Paused".'],
    [undefined, 'profiles.credits.index: keep is missing.'],
  ])('count as their lifecycle %s says, in words that are all named', async (lifecycle, expected) => {
    const keep = { from: '/lifecycle', values: { Active: true, Retired: false } } as const;
    const answer = asked(
      { operations: { 'profiles.credits.index': { keep } } },
      on.profileCredits,
      { profile: 'p', query: first },
      { 'GET /v3/profiles/p/credits': () => ({ data: [{ id: 'c-1', value_remaining: '5', lifecycle }] }) },
    ).then(
      ({ reply }) => (reply.data as { id: string }[]).map(({ id }) => id),
      ({ message }: Error) => message,
    );
    expect(await answer).toEqual(expected);
  });

  it('get fields by place, constant, predicate, word, moment, amount and function', async () => {
    const file: TenantFile = {
      operations: {
        'profiles.credits.index': {
          data: '/items',
          keep: { from: '/state', is: ['open', 'locked'] },
          record: {
            value_remaining: { from: '/left', as: 'cents' },
            'definition.currency': { value: 'EUR' },
            locked: { from: '/state', is: ['locked'] },
            expires_at: { from: ['/ends', '/end'], as: 'seconds' },
            name: (credit: { label: string }) => credit.label.toUpperCase(),
          },
        },
      },
    };
    const { reply } = await asked(
      file,
      on.profileCredits,
      { profile: 'p', query: first },
      {
        'GET /v3/profiles/p/credits': () => ({
          items: [
            { id: 'c-1', left: 1250, state: 'locked', end: 4_102_444_800, label: 'gift' },
            { id: 'c-2', left: 5, state: 'archived', label: 'old' },
          ],
        }),
      },
    );
    expect(reply.data).toMatchObject([
      {
        id: 'c-1',
        value_remaining: '12.50',
        definition: { currency: 'EUR' },
        locked: true,
        expires_at: '2100-01-01T00:00:00.000Z',
        name: 'GIFT',
      },
    ]);
  });

  it.each([
    ['is null in parts', { from: '/ends', as: 'seconds' }, { ends: null }, null],
    ['is null by words', { from: '/ends', values: { never: null } }, { ends: 'never' }, null],
    ['is null in the first place of two', { from: ['/ends', '/end'] }, { ends: null }, null],
    ['is missing', { from: '/ends', as: 'seconds' }, {}, undefined],
    [
      'is null, and a value where there is none',
      { from: '/ends', or: '2100-01-01' },
      { ends: null },
      '2100-01-01',
    ],
  ] as const)('keep null apart from missing: a field that %s', async (_what, source, wire, expected) => {
    const { reply } = await asked(
      { operations: { 'profiles.credits.index': { record: { expires_at: source } } } },
      on.profileCredits,
      { profile: 'p', query: first },
      { 'GET /v3/profiles/p/credits': () => ({ data: [{ id: 'c-1', value_remaining: '5', ...wire }] }) },
    );
    const [credit] = reply.data as { expires_at?: string | null }[];
    expect(credit!.expires_at).toBe(expected);
  });

  it('get what they lack from another address, joined by a key or asked for each', async () => {
    const file: TenantFile = {
      paging: { kind: 'none' },
      operations: {
        'profiles.rewards.index': {
          also: {
            definitions: { get: '/v3/catalogue', by: '/uid', key: '/reward' },
            detail: { get: '/v3/issued/{record:/id}' },
          },
          record: {
            'definition.name': 'definitions:/title',
            code: 'detail:/voucher',
            reward_definition_id: '/reward',
          },
        },
      },
    };
    const { reply, sent } = await asked(
      file,
      on.profileRewards,
      { id: 'p', query: first },
      {
        [OWNED]: () => ({ data: [{ id: 'a', reward: 'x' }] }),
        'GET /v3/catalogue': () => ({
          data: [
            { uid: 'w', title: 'No' },
            { uid: 'x', title: 'Coffee' },
          ],
        }),
        'GET /v3/issued/a': () => ({ data: { voucher: '7K' } }),
      },
    );
    expect(reply.data).toMatchObject([
      { definition: { name: 'Coffee' }, code: '7K', reward_definition_id: 'x' },
    ]);
    expect(sent).toHaveLength(3);
  });

  it.each([
    [
      'a function that throws',
      () => {
        throw new Error('no such shape');
      },
      'profiles.tier.show: points: no such shape',
    ],
    ['an empty deciding field', '/nowhere', 'profiles.tier.show: points is empty.'],
  ] as const)('%s make the reply invalid, with the name of the operation', async (_name, points, message) => {
    const file = { operations: { 'profiles.tier.show': { record: { points } } } } as TenantFile;
    const call = asked(
      file,
      on.profileTier,
      { profile: 'p' },
      { 'GET /v3/profiles/p/tier': () => ({ data: { level: 1 } }) },
    );
    await expect(call).rejects.toMatchObject({ code: 'bad_response', message });
  });
});

describe('requests', () => {
  it('have another method, path, query and body', async () => {
    const file: TenantFile = {
      headers: { 'X-Store': 'acme' },
      idempotency: { honoured: true, header: 'X-Request-Id' },
      operations: {
        'profiles.rewards.store': {
          path: '/v3/members/{profileId}/redeem',
          body: { 'reward.id': '/reward_definition_id', channel: { value: 'web' } },
          bodyAs: 'array',
        },
        'profiles.ledgers.index': {
          query: {
            leaveOut: ['filter[type]'],
            rename: { sort: 'order' },
            values: { sort: { '-occurred_at': 'date:desc' } },
            add: { kind: 'points' },
          },
          paging: { number: 'page', size: 'per_page', maxSize: 20 },
        },
      },
    };
    const claim = await asked(
      file,
      on.claimReward,
      { profileId: 'p', body: { reward_definition_id: 'r' }, idempotencyKey: 'k' },
      { 'POST /v3/members/p/redeem': () => ({ data: { id: 1 } }) },
    );
    expect(claim.sent).toMatchObject([
      {
        body: [{ reward: { id: 'r' }, channel: 'web' }],
        headers: { 'X-Store': 'acme', 'X-Request-Id': 'k' },
      },
    ]);
    const query = { 'filter[type]': 'points', sort: '-occurred_at', 'page[number]': '2', 'page[size]': '25' };
    const ledger = await asked(
      file,
      on.profileLedgers,
      { profile: 'p', query },
      {
        'GET /v3/profiles/p/ledgers': () => ({ data: [] }),
      },
    );
    expect(ledger.sent[0]!.address).toBe(
      '/v3/profiles/p/ledgers?order=date%3Adesc&kind=points&per_page=20&page=2',
    );
  });

  it('ask before for what their path needs', async () => {
    const file: TenantFile = {
      operations: {
        'profiles.lists.items.store': {
          before: {
            product: {
              get: '/v3/products',
              query: { external_id: 'any' },
              by: '/external_id',
              key: '/product_id',
            },
          },
          path: '/v3/lists/{list}/add/{product:/id}',
          body: { quantity: { value: 1 } },
          record: { product_id: '/product/external_id' },
        },
      },
    };
    const { reply, sent } = await asked(
      file,
      on.addListItem,
      { profile: 'p', list: 'l', body: { product_id: 'shop-9' } },
      {
        'GET /v3/products': () => ({ data: [{ id: 55, external_id: 'shop-9' }] }),
        'POST /v3/lists/l/add/55': () => ({ data: { id: 1, product: { external_id: 'shop-9' } } }),
      },
    );
    expect(sent.at(-1)).toMatchObject({ body: { quantity: 1 } });
    expect(reply.data).toMatchObject({ product_id: 'shop-9' });
  });

  it('are not sent for an operation or a filter that the service does not have', async () => {
    const file: TenantFile = {
      operations: {
        'profiles.tier.show': false,
        'profiles.points.index': { query: { unsupported: ['filter[type]'] } },
      },
    };
    const unsupported = { code: 'unsupported' };
    await expect(asked(file, on.profileTier, { profile: 'p' }, {})).rejects.toMatchObject(unsupported);
    const query = { 'filter[type]': 'expire' };
    await expect(asked(file, on.profilePoints, { profile: 'p', query }, {})).rejects.toMatchObject(
      unsupported,
    );
  });
});

describe('pages', () => {
  const entries = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => ({
      id: from + at,
      value: 1,
      occurred_at: '2026-01-01T00:00:00Z',
    }));
  const ledger = (paging: NonNullable<TenantFile['paging']>, answer: (query: URLSearchParams) => unknown) => {
    const { ask, sent } = serviceOf({
      'GET /v3/profiles/p/ledgers': ({ address }) => answer(new URLSearchParams(address.split('?')[1])),
    });
    const mapping = createMapping({ paging });
    const page = async (number: number) =>
      (await mapping.call(
        on.profileLedgers,
        { profile: 'p', query: { 'page[number]': String(number), 'page[size]': '2' } } as never,
        ask,
      )) as { data: { id: number }[]; links: { next: string | null } };
    return { page, sent };
  };

  it.each<[string, NonNullable<TenantFile['paging']>, (query: URLSearchParams) => unknown]>([
    [
      'numbers from 0',
      { number: 'p', size: 'n', first: 0, total: 'header:/X-Total' },
      (query) => ({ data: entries(1, 3).slice(Number(query.get('p')) * 2, Number(query.get('p')) * 2 + 2) }),
    ],
    [
      'an offset',
      { kind: 'offset', number: 'skip', size: 'take' },
      (query) => ({ data: entries(1, 3).slice(Number(query.get('skip')), Number(query.get('skip')) + 2) }),
    ],
    [
      'a cursor in an address',
      { kind: 'cursor', number: 'after', size: 'limit', next: '/next' },
      (query) =>
        query.get('after') === 'x'
          ? { data: entries(3, 3) }
          : { data: entries(1, 2), next: 'https://s/l?after=x&limit=2' },
    ],
    ['no pages', { kind: 'none' }, () => ({ data: entries(1, 3) })],
  ])('by %s are asked for by number', async (_name, paging, answer) => {
    const { page } = ledger(paging, answer);
    // The second page first: a cursor is found on the way.
    const second = await page(2);
    expect([second.data.map(({ id }) => id), second.links.next]).toEqual([[3], null]);
    const one = await page(1);
    expect(one.data.map(({ id }) => id)).toEqual([1, 2]);
    expect(one.links.next).toContain('page%5Bnumber%5D=2');
  });
});

describe('refusals', () => {
  const file: TenantFile = {
    errors: {
      statuses: { 400: 'validation', 409: 'not_found' },
      message: '/error/text',
      fields: '/error/fields',
      refused: { from: '/ok', is: [false] },
    },
  };
  const tier = (answer: unknown) =>
    asked(file, on.profileTier, { profile: 'p' }, { 'GET /v3/profiles/p/tier': () => answer });
  const status = (code: number, body: unknown) => statusError({ status: code, headers: new Headers() }, body);

  it.each([
    [
      status(400, { error: { text: 'Too early', fields: { date: 'no' } } }),
      { code: 'validation', message: 'Too early', fields: { date: ['no'] } },
    ],
    [status(409, {}), { code: 'not_found', status: 409 }],
    [
      { ok: false, error: { text: 'Not yours' } },
      { code: 'validation', message: 'Not yours' },
    ],
  ])('have the code and text of the file', async (answer, expected) => {
    await expect(tier(answer)).rejects.toMatchObject(expected);
  });
});

describe('the wishlist', () => {
  const lists = [
    { id: 8, handle: 'r-1', type: 'gift_registry', name: 'R' },
    { id: 9, handle: 'x-9', type: 'wish', name: 'W' },
  ];
  const types = { from: '/type', values: { wish: 'wishlist', gift_registry: 'registry' } } as const;
  const file: TenantFile = {
    wishlist: { type: 'wishlist' },
    operations: { 'profiles.lists.index': { record: { type: types } } },
  };
  const items = { profile: 'p', list: 'wishlist', query: first };

  it('is the first list of a type, and has our handle', async () => {
    const { sent, reply } = await asked(file, on.listItems, items, {
      'GET /v3/profiles/p/lists': () => ({ data: lists }),
      'GET /v3/profiles/p/lists/9/items': () => ({ data: [{ id: 1, product_id: 'a' }] }),
    });
    expect(reply.data).toMatchObject([{ product_id: 'a' }]);
    expect(sent).toHaveLength(2);
    const index = await asked(
      file,
      on.profileLists,
      { profile: 'p', query: first },
      {
        'GET /v3/profiles/p/lists': () => ({ data: lists }),
      },
    );
    expect(index.reply.data).toMatchObject([
      { handle: 'r-1', type: 'registry' },
      { handle: 'wishlist', type: 'wishlist' },
    ]);
  });

  it('is missing where the customer has no list of the type', async () => {
    const call = asked(file, on.listItems, items, {
      'GET /v3/profiles/p/lists': () => ({ data: [lists[0]] }),
    });
    await expect(call).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('requests of a tenant', () => {
  const DATES = '/v3/profiles/p/attributes/dates';
  const file: TenantFile = {
    operations: {
      'profiles.attributes.dates.update': [
        {
          when: '/id',
          method: 'PATCH',
          path: '/v3/profiles/{profile}/attributes/dates/{body:/id}',
          bodyAs: 'record',
          body: { date: '/date' },
        },
        { method: 'POST', bodyAs: 'record', body: { label: '/name', date: '/date' } },
      ],
    },
  };
  const saved = () => ({ data: { id: '7', name: 'Birthday', date: '1990-05-14' } });

  it('follow the first rules that apply to the body', async () => {
    const answers = { [`PATCH ${DATES}/7`]: saved, [`POST ${DATES}`]: saved };
    const changed = { profile: 'p', body: [{ id: '7', date: '1990-05-14' }] };
    expect((await asked(file, on.editProfileDates, changed, answers)).sent[0]).toMatchObject({
      method: 'PATCH',
      body: { date: '1990-05-14' },
    });
    const added = { profile: 'p', body: [{ name: 'Birthday', date: '1990-05-14', is_recurring: '1' }] };
    expect((await asked(file, on.editProfileDates, added, answers)).sent[0]).toMatchObject({
      method: 'POST',
      body: { label: 'Birthday', date: '1990-05-14' },
    });
  });

  it('are unsupported where no rules apply', async () => {
    const [changes] = file.operations!['profiles.attributes.dates.update'] as readonly OperationRules[];
    const onlyChanges = { operations: { 'profiles.attributes.dates.update': [changes!] } };
    const added = { profile: 'p', body: [{ name: 'Birthday', date: '1990-05-14' }] };
    await expect(asked(onlyChanges, on.editProfileDates, added, {})).rejects.toMatchObject({
      code: 'unsupported',
    });
  });

  it('have a body where the catalogue has none', async () => {
    const removal: TenantFile = {
      operations: {
        'profiles.lists.items.destroy': {
          method: 'POST',
          path: '/v3/profiles/{profile}/lists/{list}/remove',
          body: (_, { parameters }) => ({ ids: [parameters['item']] }),
        },
      },
    };
    const { sent } = await asked(
      removal,
      on.removeListItem,
      { profile: 'p', list: 'l', item: 'i' },
      { 'POST /v3/profiles/p/lists/l/remove': () => ({}) },
    );
    expect(sent[0]!.body).toEqual({ ids: ['i'] });
  });

  it('have headers of their own, such as the ETag of a read', async () => {
    const { sent } = await asked(
      {
        headers: { 'X-Shop': 'a' },
        operations: {
          'profiles.lists.update': {
            before: { current: { get: '/v3/lists/{list}', header: 'X-Total' } },
            headers: { 'If-Match': 'current:', 'X-None': '/none' },
          },
        },
      },
      on.editProfileList,
      { profile: 'p', list: 'l', body: { name: 'New' } },
      {
        'GET /v3/lists/l': () => ({}),
        'PUT /v3/profiles/p/lists/l': () => ({ data: { id: 'l', handle: 'l', type: 'wishlist' } }),
      },
    );
    expect(sent[1]!.headers).toEqual({ 'X-Shop': 'a', 'If-Match': '3' });
  });

  it('map each record of a batch', async () => {
    const { sent } = await asked(
      { operations: { 'profile.tags.batch.store': { body: { label: '/name', of: 'body:/name' } } } },
      on.batchProfileTags,
      { body: [{ name: 'a' }, { name: 'b' }] },
      { 'POST /v3/profile/tags/batch.json': () => ({ data: {} }) },
    );
    expect(sent[0]!.body).toEqual([
      { label: 'a', of: 'a' },
      { label: 'b', of: 'b' },
    ]);
  });

  it('have no parameter to which a function gives no value', async () => {
    const { sent } = await asked(
      {
        operations: {
          'tiers.definitions.index': { query: () => ({ a: undefined, b: null, c: '1' }) as never },
        },
      },
      on.tierDefinitions,
      {},
      { 'GET /v3/tiers/definitions': () => ({ data: [] }) },
    );
    expect(sent[0]!.address).toBe('/v3/tiers/definitions?c=1');
  });

  it('have no idempotency key where the service ignores it, unless a header is named', async () => {
    const keyOf = async (idempotency: TenantFile['idempotency'] & object) => {
      const claim = { profileId: 'p', body: { reward_definition_id: 1 }, idempotencyKey: 'key' };
      const answers = { 'POST /v3/profiles/p/rewards': () => ({ data: { id: 1 } }) };
      const { sent } = await asked({ idempotency }, on.claimReward, claim, answers);
      return [sent[0]!.idempotencyKey, sent[0]!.headers];
    };
    expect(await keyOf({ honoured: true })).toEqual(['key', {}]);
    expect(await keyOf({ honoured: false })).toEqual([undefined, {}]);
    expect(await keyOf({ honoured: false, header: 'X-Request-Id' })).toEqual([
      undefined,
      { 'X-Request-Id': 'key' },
    ]);
  });
});

describe('a write that is accepted and done later', () => {
  const CLAIM = 'POST /v3/profiles/p/rewards';
  const done = { state: 'done', data: { id: 7 } };
  const claimed = (finish: object, reply: object, job: (() => unknown) | undefined = () => done) =>
    asked(
      {
        operations: {
          'profiles.rewards.store': { finish: { state: '/state', everySeconds: 0, ...finish } as never },
        },
      },
      on.claimReward,
      { profileId: 'p', body: { reward_definition_id: 1 } },
      { [CLAIM]: () => reply, ...(job && { 'GET /v3/jobs/9': job }) },
    );
  const errorOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      ({ code, status, message, forShopper }: LoyaltyError) => ({ code, status, message, forShopper }),
    );

  it.each([
    ['a path with a place', { get: '/v3/jobs/{reply:/job}' }, { job: 9 }],
    [
      'an address below the base address',
      { address: '/links/self' },
      { links: { self: 'https://api.example.com/api/v3/jobs/9' } },
    ],
    ['a relative address', { address: '/self' }, { self: 'v3/jobs/9' }],
  ])('asks %s, and gives the last answer', async (_what, finish, reply) => {
    const { reply: answered, sent } = await claimed(finish, reply);
    expect(answered.data).toEqual({ id: 7 });
    expect(sent.map(({ method, address }) => `${method} ${address}`)).toEqual([CLAIM, 'GET /v3/jobs/9']);
  });

  it('gives a reply without the address as it came', async () => {
    const { reply, sent } = await claimed({ address: 'header:/Location' }, { data: { id: 3 } });
    expect([reply.data, sent.length]).toEqual([{ id: 3 }, 1]);
  });

  it.each([
    'https://evil.example/api/v3/jobs/9',
    'https://api.example.com/other/v3/jobs/9',
    '//evil.example/jobs/9',
    '/v3/jobs/9',
    'https://api.example.com/api/../x',
  ])('asks no address that is not below the base address: %s', async (self) => {
    let isAsked = false;
    const job = () => ((isAsked = true), done);
    expect(await errorOf(claimed({ address: '/self' }, { self }, job))).toMatchObject({
      code: 'timeout',
      status: undefined,
    });
    expect(isAsked).toBe(false);
  });

  const unknownOnce = () => {
    const states = ['parked', 'done'];
    return () => ({ state: states.shift(), data: { id: 7 } });
  };
  it.each([
    ['its answer is lost', () => new LoyaltyError('offline')],
    ['its word is not known', () => ({ state: 'parked' })],
    ['its word is not known, though the next one would be', unknownOnce()],
    ['it has no word', () => ({})],
    ['it waits too long', () => ({ state: 'waiting' })],
  ])('is not known to be done, nor undone, where %s', async (_what, job) => {
    expect(
      await errorOf(claimed({ get: '/v3/jobs/9', forSeconds: 0.1, everySeconds: 0.02 }, {}, job)),
    ).toMatchObject({ code: 'timeout', status: undefined });
  });

  it('is refused where its address says so, with the text for the shopper', async () => {
    const job = () => ({ state: 'failed', message: 'This reward is sold out.' });
    expect(await errorOf(claimed({ get: '/v3/jobs/9' }, {}, job))).toMatchObject({
      code: 'validation',
      status: 422,
      forShopper: { message: 'This reward is sold out.' },
    });
  });
});

describe('texts in several languages', () => {
  const NAMES = { en: 'Coffee', de: 'Kaffee', fr: '' };
  const LIST = [
    { locale: 'en', text: 'Coffee' },
    { locale: 'de', text: 'Kaffee' },
    { locale: 'fr', text: '' },
  ];
  const byMap = { from: '/name', byLanguage: true } as const;
  const byList = { from: '/names', byLanguage: { tag: '/locale', text: '/text' } } as const;

  const nameIn = async (acceptLanguage: string | undefined, name: Source, wire: object, or?: string) => {
    const source = or === undefined ? name : { ...(name as object), or };
    const { reply } = await asked(
      { operations: { 'rewards.definitions.index': { record: { name: source as never } } } },
      on.rewardDefinitions,
      { query: first, acceptLanguage },
      { 'GET /v3/rewards/definitions': () => ({ data: [{ id: 1, points_cost: 5, ...wire }] }) },
    );
    const [{ name: read, text_languages }] = reply.data as [{ name?: string; text_languages?: object }];
    return { read, text_languages };
  };

  it.each([
    ['de-AT', 'Kaffee', undefined],
    ['en', 'Coffee', undefined],
    ['nl, de;q=0.5', 'Kaffee', { name: 'de' }],
    ['fr', 'Coffee', { name: 'en' }],
    ['*', 'Coffee', { name: 'en' }],
    [undefined, 'Coffee', { name: 'en' }],
  ])('are read for %s as %s, by tag and as a list', async (language, read, text_languages) => {
    expect(await nameIn(language, byMap, { name: NAMES })).toEqual({ read, text_languages });
    expect(await nameIn(language, byList, { names: LIST })).toEqual({ read, text_languages });
  });

  it('are read in the language of the page, which may change', async () => {
    const caller = { language: 'de' };
    const file = defineTenant({
      operations: {
        'profiles.tier.show': {
          record: { 'definition.name': { from: '/definition/name', byLanguage: true } },
        },
      },
    });
    const mapping = createMapping(file, {}, { caller });
    const { ask } = serviceOf({
      'GET /v3/profiles/p/tier': () => ({ data: { points: 5, definition: { name: NAMES } } }),
    });
    const tier = async () =>
      (await mapping.call(on.profileTier, { profile: 'p' } as object, ask)) as { data: object };
    expect((await tier()).data).toEqual({ points: 5, definition: { name: 'Kaffee' } });
    caller.language = 'nl';
    expect((await tier()).data).toEqual({
      points: 5,
      definition: { name: 'Coffee', text_languages: { name: 'en' } },
    });
  });

  it.each<[string, unknown, string | undefined]>([
    ['none at all', undefined, 'Reward'],
    ['null', null, 'Reward'],
    ['no language', {}, 'Reward'],
    ['only empty texts', { de: '' }, 'Reward'],
  ])('are the value for none where there is %s', async (_, name, read) => {
    expect(await nameIn('de', byMap, { name }, 'Reward')).toEqual({ read, text_languages: undefined });
  });

  it.each([
    [byMap, { name: 'Coffee' }],
    [byMap, { name: LIST }],
    [byList, { names: NAMES }],
    [byList, { names: 'Coffee' }],
  ])('are an error where the value has another form: %j of %j', async (source, wire) => {
    await expect(nameIn('de', source, wire)).rejects.toMatchObject({ code: 'bad_response', field: 'name' });
  });
});
