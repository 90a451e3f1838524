import { describe, expect, it } from 'vitest';
import { nextLines, type OfferedDraft } from '../../src/doctor/draft/offer.ts';
import { balanceFact, type KnownPoints } from '../../src/doctor/draft/known-points.ts';
import { countRules, largestPage } from '../../src/doctor/draft/pages.ts';
import { fieldRules, propose, tierRules, type Asked } from '../../src/doctor/draft/propose.ts';
import { fileOf, ruleAt, rulesOf, withRules, writeDraft, type Rule } from '../../src/doctor/draft/rules.ts';
import { keepRule } from '../../src/doctor/draft/states.ts';
import type { Finding } from '../../src/doctor/examine.ts';
import type { Problem } from '../../src/doctor/problem.ts';
import type { Exchange } from '../../src/doctor/recorded-fetch.ts';
import type { TenantFile } from '../../src/services/transport/tenant/tenant-file.ts';

const exchange = (operation: string, body: unknown, more: Partial<Exchange> = {}): Exchange => ({
  operation,
  method: 'GET',
  url: 'https://api.example.com/v3/records',
  sent: undefined,
  sentAt: 0,
  receivedAt: 1,
  status: 200,
  headers: new Headers(),
  body,
  text: '',
  failure: undefined,
  cut: undefined,
  ...more,
});
const NOTHING: KnownPoints = { expected: undefined, sum: undefined, newest: undefined };
const findingOf = (exchanges: readonly Exchange[]) => ({ exchanges }) as unknown as Finding;
const asked = (
  problem: Partial<Problem>,
  exchanges: readonly Exchange[],
  more: Partial<Asked> = {},
): Asked => ({
  problem: { status: 200, field: undefined, received: undefined, ...problem } as Problem,
  finding: findingOf(exchanges),
  rules: [],
  platform: 'shop',
  customerId: '1001',
  tierDefinitions: [],
  exchanges,
  knownPoints: NOTHING,
  ...more,
});
/** Each proposal as the tenant file that it makes. */
const filesOf = (proposals: readonly Rule[][]): TenantFile[] => proposals.map((rules) => fileOf(rules));
const recordOf = (operation: string, record: object) => ({ operations: { [operation]: { record } } });
const line = (at: string, value: unknown, more: Partial<Rule> = {}): Rule => ({
  at: at.split(' '),
  value,
  evidence: 'e',
  ...more,
});

describe('the lines of a draft', () => {
  it('replace earlier ones of the same place, and none that is given, above or below it', () => {
    const rules = [
      line('paging number', 'a'),
      line('paging size', 's'),
      line('wishlist', { type: 'w' }, { isGiven: true }),
    ];
    const more = [line('paging number', 'b'), line('wishlist handle', 'h'), line('lag', 3)];
    expect(withRules(rules, more).map(({ at, value }) => [at.join(' '), value])).toEqual([
      ['paging size', 's'],
      ['wishlist', { type: 'w' }],
      ['paging number', 'b'],
      ['lag', 3],
    ]);
    const below = [line('paging number', 'a', { isGiven: true })];
    expect(
      withRules(below, [line('paging', {}), line('paging size', 's')]).map(({ at }) => at.at(-1)),
    ).toEqual(['number', 'size']);
  });

  it('are those of a file, part by part', () => {
    const file = {
      wishlist: { type: 'wishlist' },
      paging: { size: 'limit', number: undefined },
      operations: {
        'profiles.tier.show': { path: '/tier', record: { points: '/p' }, keep: { from: '/a', is: [1] } },
        'profiles.points.index': false,
      },
    } as unknown as TenantFile;
    const rules = rulesOf(file);
    expect(rules.every(({ isGiven }) => isGiven)).toBe(true);
    expect(rules.map(({ at }) => at.join(' '))).toEqual([
      'wishlist',
      'paging size',
      'operations profiles.tier.show path',
      'operations profiles.tier.show record points',
      'operations profiles.tier.show keep',
      'operations profiles.points.index',
    ]);
    expect(ruleAt(rules, 'paging', 'size')).toBe('limit');
    expect([ruleAt(rules, 'paging'), rulesOf(undefined), rulesOf(null)]).toEqual([undefined, [], []]);
  });

  it('are written as a module with their evidence, beside a file that is given', () => {
    const rules = [
      line('lag', 3),
      line('wishlist', { 'a-b': ["it's", 1, true, null] }, { evidence: 'two\nlines' }),
      line('operations x body', {}, { source: 'SOURCE' }),
    ];
    expect(writeDraft(rules, ['head'], [])).toBe(`// head
import { defineTenant } from 'loyalty-elements/tenant';

export default defineTenant({
  // e
  lag: 3,
  // two\\u000alines
  wishlist: { 'a-b': ['it\\'s', 1, true, null] },
  operations: {
    x: {
      // e
      body: SOURCE,
    },
  },
});
`);
    const beside = [line('paging number', 'a', { isGiven: true }), line('paging size', 's')];
    expect(writeDraft(beside, [], ['what is left'], './tenant.mjs'))
      .toBe(`import { defineTenant } from 'loyalty-elements/tenant';
import given from './tenant.mjs';

export default defineTenant({
  ...given,
  paging: {
    ...given.paging,
    // e
    size: 's',
  },
});

// Not found in the answers:
// - what is left
`);
  });
});

describe('what is said of a draft', () => {
  const offered = (left: readonly string[]) =>
    nextLines({ lines: 1, verdicts: [], left } as unknown as OfferedDraft, [], 'tenant.mjs').join(' ');

  it('has the number of what was not found, where there is any', () => {
    expect(offered(['one', 'other'])).toContain('2 things have no line in it');
    expect(offered([])).not.toContain('have no line');
  });
});

describe('a line for a field', () => {
  const REWARDS = 'profiles.rewards.index';
  const sourceOf = (operation: string, field: string, ...values: unknown[]) => {
    const records = values.map((value) => ({ [field]: value }));
    const [rules] = fieldRules(
      { finding: findingOf([exchange(operation, { data: records })]) },
      operation,
      field,
    );
    return rules?.[0]?.value;
  };

  it.each<[string, string, readonly unknown[], unknown]>([
    ['a whole number as text with decimals', 'value', ['5.00', '7'], { from: '/value', as: 'whole' }],
    ['whole numbers', 'value', ['5', 7], '/value'],
    ['a moment in seconds', 'expires_at', [1_800_000_000], { from: '/expires_at', as: 'seconds' }],
    [
      'a moment in milliseconds',
      'expires_at',
      [1_800_000_000_000],
      { from: '/expires_at', as: 'milliseconds' },
    ],
    ['a moment as text', 'expires_at', ['2030-01-01'], '/expires_at'],
    ['nothing but null', 'expires_at', [null, undefined], undefined],
  ])('has the conversion of %s', (_, field, values, source) => {
    expect(sourceOf(field === 'value' ? 'profiles.ledgers.index' : REWARDS, field, ...values)).toEqual(
      source,
    );
  });

  it('has our words for those of the service, and none for its own', () => {
    expect(sourceOf('profiles.transactions.claims.index', 'status', 'Approved', 'DECLINED')).toEqual({
      from: '/status',
      values: { Approved: 'matched', DECLINED: 'refused' },
    });
    expect(sourceOf('profiles.transactions.claims.index', 'status', 'pending', 'unheard')).toBe('/status');
  });

  it.each<[string, readonly unknown[], unknown]>([
    [
      'a map',
      [
        { en: 'Coffee', 'de-AT': 'Kaffee' },
        { en: 'Tea', fr: null },
      ],
      true,
    ],
    [
      'a list',
      [[{ locale: 'en', text: 'Coffee', id: 7 }], [{ locale: 'de', text: null, id: 8 }]],
      { tag: '/locale', text: '/text' },
    ],
  ])('reads %s of texts by the language of the page', (_, values, byLanguage) => {
    expect(sourceOf(REWARDS, 'name', ...values)).toEqual({ from: '/name', byLanguage });
  });

  it.each<[string, readonly unknown[]]>([
    ['a name that is no language', [{ en: 'Coffee', xx: 'Kaffee' }]],
    ['a language without its hyphen', [{ de_AT: 'Kaffee' }]],
    ['a part that is no text', [{ en: { long: 'Coffee' } }]],
    ['no language', [{}]],
    ['an empty list', [[]]],
    ['a list with two texts', [[{ locale: 'en', text: 'Coffee', plural: 'Coffees' }]]],
    ['a list with two languages', [[{ locale: 'en', from: 'de', text: 'Coffee' }]]],
    ['a list without a language', [[{ kind: 'short', text: 'Coffee' }]]],
    ['a list with another value', [[{ locale: 'en', text: 'Coffee' }, 'Tea']]],
  ])('takes %s for no text', (_, values) => {
    expect(sourceOf(REWARDS, 'name', ...values)).toBeUndefined();
  });

  it('reads no field by language where a record has one text', () => {
    expect(sourceOf(REWARDS, 'name', { en: 'Coffee' }, 'Tea')).toBe('/name');
  });

  it('has prices as text, where all are numbers', () => {
    const ITEMS = 'profiles.lists.items.index';
    const sourceOfPrices = (...prices: unknown[]) => {
      const data = prices.map((price) => ({ product: { price } }));
      return fieldRules({ finding: findingOf([exchange(ITEMS, { data })]) }, ITEMS, 'product.price')[0]?.[0]
        ?.value;
    };
    expect(sourceOfPrices(5, 7.5)).toEqual({ from: '/product/price', as: 'text' });
    expect(sourceOfPrices('5.00', 7.5)).toBe('/product/price');
  });

  it('says in what the name differs', () => {
    const evidence = (record: object) =>
      fieldRules({ finding: findingOf([exchange(REWARDS, { data: [record] })]) }, REWARDS, 'code')[0]?.[0]
        ?.evidence;
    expect(evidence({ voucher: 'V' })).toBe('No code in the records; /voucher is text of 1 characters');
    expect(evidence({ code: 'V' })).toBe('Other words in code; /code is text of 1 characters');
    expect(evidence({ colour: 'V' })).toBeUndefined();
  });
});

describe('which records count', () => {
  const CLAIMABLE = 'profiles.benefits.claimable';
  const keep = (records: readonly object[], isRead = () => false) =>
    keepRule(CLAIMABLE, records, isRead)?.value;

  it('is said by a state with several words', () => {
    expect(keep([{ state: 'Open' }, { state: 'ended' }])).toEqual({ from: '/state', is: ['Open'] });
    expect(keep([{ state: 'Open' }])).toBeUndefined();
    expect(keep([{ state: 'one' }, { state: 'other' }])).toBeUndefined();
    expect(keep([{ colour: 'open' }, { colour: 'ended' }])).toBeUndefined();
  });

  it('is said by a flag, or by its opposite with several values', () => {
    expect(keep([{ can_claim: true }, { can_claim: false }])).toEqual({ from: '/can_claim', is: [true] });
    expect(keep([{ can_claim: 1 }])).toEqual({ from: '/can_claim', is: [1] });
    expect(keep([{ can_claim: false }])).toBeUndefined();
    expect(keep([{ isArchived: false }, { isArchived: true }])).toEqual({ from: '/isArchived', is: [false] });
    expect(keep([{ isArchived: 0 }, { isArchived: 1 }])).toEqual({ from: '/isArchived', is: [0] });
    expect(keep([{ isArchived: false }])).toBeUndefined();
    expect(keep([{ isArchived: 1 }, { isArchived: 2 }])).toBeUndefined();
    expect(keep([{ other: true }, { other: false }])).toBeUndefined();
  });

  it('is not said by a field that readers know', () => {
    expect(keep([{ state: 'open' }, { state: 'ended' }], () => true)).toBeUndefined();
  });
});

describe('the numbers that a list says of itself', () => {
  const placesOf = (...counts: string[]) => fileOf(countRules(counts)).paging;

  it('have a line where they stand in another place than that of the interface', () => {
    expect(placesOf('/meta/total', '/meta/last_page')).toBeUndefined();
    expect(placesOf('/meta/total', '/meta/pages')).toEqual({ lastPage: '/meta/pages' });
    expect(placesOf('/paging/total', '/meta/last_page')).toEqual({ total: '/paging/total' });
    expect(placesOf('/page/count', '/page/totalPages')).toEqual({
      total: '/page/count',
      lastPage: '/page/totalPages',
    });
    expect(placesOf('/meta/per_page')).toBeUndefined();
  });
});

describe('the largest page', () => {
  const rules = [line('paging size', 'limit')];
  const page = (limit: number | undefined, body: object, more: Partial<Exchange> = {}) =>
    exchange('profiles.ledgers.index', body, {
      url: `https://api.example.com/v3/x${limit === undefined ? '' : `?limit=${limit}`}`,
      ...more,
    });
  const sizeOf = (one: Exchange, own: readonly Rule[] = rules) => largestPage([one], own)[0]?.value;

  it('is what came where more was asked for', () => {
    expect(sizeOf(page(100, { meta: { per_page: 50 } }))).toBe(50);
    expect(sizeOf(page(100, { meta: { per_page: 100 } }))).toBeUndefined();
    expect(sizeOf(page(100, { meta: { per_page: 1 } }))).toBe(1);
    expect(sizeOf(page(100, { meta: { per_page: 0 } }))).toBeUndefined();
    expect(sizeOf(page(100, { meta: {} }))).toBeUndefined();
    expect(sizeOf(page(undefined, { meta: { per_page: 50 } }))).toBeUndefined();
    expect(sizeOf(page(100, { meta: { per_page: 50 } }, { status: 300 }))).toBeUndefined();
    expect(sizeOf(page(100, { meta: { per_page: 50 } }), [])).toBeUndefined();
  });
});

describe('a balance', () => {
  it('is drafted by the names with which another answer agrees alone', () => {
    const operation = 'profiles.balances.show';
    const answers = [exchange(operation, { data: { spendable_points: 1250 } })];
    const problem = { operation, field: 'points.available' };
    expect(propose(asked(problem, answers))).toEqual([]);
    const [rules] = propose(asked(problem, answers, { knownPoints: { ...NOTHING, expected: 1250 } }));
    expect(rules!.map(({ value }) => value)).toEqual(['/spendable_points']);
    expect(rules![0]!.evidence).toMatch(
      /^No points\.available in the records; .*; --expect points=1250 agrees/,
    );
    expect(balanceFact(1251, { ...NOTHING, expected: 1250 }, [])).toBeUndefined();
  });
});

describe('what a refusal proposes', () => {
  const LEDGER = 'profiles.ledgers.index';
  const refused = (url: string, message: string, status = 422) =>
    exchange(LEDGER, { message }, { url: `https://api.example.com/v3/x${url}`, status });
  const files = (one: Exchange, rules: readonly Rule[] = []) =>
    filesOf(propose(asked({ operation: LEDGER, status: one.status }, [one], { rules })));
  const leaveOut = (names: unknown) => ({ operations: { [LEDGER]: { query: { leaveOut: names } } } });

  it('leaves out the parameter that it names, or all', () => {
    const url = '?sort=-earned_at&filter%5Bvalue%5D%5Blt%5D=0';
    expect(files(refused(url, 'sort is unknown'))).toEqual([leaveOut(['sort']), leaveOut('all')]);
    expect(files(refused(url, 'earned_at is unknown'))).toEqual([leaveOut(['sort']), leaveOut('all')]);
    expect(files(refused(url, 'no `value` here'))).toEqual([
      leaveOut(['filter[value][lt]']),
      leaveOut('all'),
    ]);
    expect(files(refused(url, 'No.'))).toEqual([leaveOut('all')]);
  });

  it('adds to what is left out already', () => {
    const known = [line(`operations ${LEDGER} query leaveOut`, ['filter[a]'])];
    expect(files(refused('?sort=a', 'sort'), known)).toEqual([
      leaveOut(['filter[a]', 'sort']),
      leaveOut('all'),
    ]);
    expect(files(refused('?sort=a', 'sort'), [line(`operations ${LEDGER} query leaveOut`, 'all')])).toEqual([
      leaveOut(['sort']),
    ]);
  });

  it('takes the parameters of pages that it names, and leaves out none of them', () => {
    const one = refused('?page%5Bnumber%5D=1', 'page[number] is unknown: use page_number and page_size', 400);
    expect(files(one)).toEqual([{ paging: { number: 'page_number', size: 'page_size' } }, leaveOut('all')]);
    expect(files(one, [line('paging number', 'p')])).toEqual([leaveOut('all')]);
  });

  it('is nothing where the service fails, another path where it is not found', () => {
    expect(propose(asked({ operation: LEDGER, status: 500 }, []))).toEqual([]);
    const paths = propose(asked({ operation: LEDGER, status: 404, address: 'GET /v3/x' }, []));
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.flat().every(({ at }) => at.join(' ') === `operations ${LEDGER} path`)).toBe(true);
    expect(propose(asked({ operation: LEDGER, status: 405, address: 'GET /v3/x' }, []))).toHaveLength(
      paths.length,
    );
    expect(
      propose(asked({ operation: 'storefront.auth.token.store', status: 401 }, []))[0]![0]!.source,
    ).toContain('btoa');
  });
});

describe('the profile', () => {
  const SEARCH = 'identities.search-profile';
  const IDENTITIES = 'profiles.identities.index';
  const files = (...exchanges: Exchange[]) =>
    filesOf(propose(asked({ operation: IDENTITIES }, [exchange(SEARCH, { data: {} }), ...exchanges])));

  it('is found by the identity with the customer id, and its namespace', () => {
    const own = { provider: 'web', external: '1001' };
    expect(files(exchange(IDENTITIES, { data: [{ provider: 'pos', external: '7' }, own] }))).toEqual([
      recordOf(IDENTITIES, { value: '/external', namespace: { from: '/provider', values: { web: 'shop' } } }),
    ]);
    // The number of a card can be equal to a customer id.
    expect(files(exchange(IDENTITIES, { data: [own, { provider: 'card', external: '1001' }] }))).toEqual([]);
    expect(files(exchange(IDENTITIES, { data: [{ external: '1001' }] }))).toEqual([]);
    expect(files(exchange(IDENTITIES, { data: [{ provider: 'web', external: '1002' }] }))).toEqual([]);
  });

  it('is asked for without a filter that is refused, unless another request was answered', () => {
    const refused = exchange(IDENTITIES, { message: 'No filter.' }, { status: 422 });
    expect(files(refused)).toEqual([{ operations: { [IDENTITIES]: { query: { leaveOut: 'all' } } } }]);
    const own = { provider: 'web', external: '1001' };
    expect(files(refused, exchange(IDENTITIES, { data: [own] }))).toHaveLength(1);
    expect(files(refused, exchange(IDENTITIES, { data: [] }))).toEqual([]);
  });
});

describe('a tier', () => {
  const STANDING = 'profiles.tier.show';
  const plain = [exchange('tiers.definitions.index', { data: [{ id: 1, name: 'Gold' }, { id: 2 }] })];
  const coloured = [
    exchange('tiers.definitions.index', { data: [{ id: 1, name: 'Gold', hex: '#fff' }, { id: 2 }] }),
  ];
  const files = (
    standing: object,
    field: 'definition' | 'next',
    rules: readonly Rule[] = [],
    tierDefinitions = plain,
  ) =>
    filesOf(
      tierRules(
        { finding: findingOf([exchange(STANDING, { data: standing })]), rules, tierDefinitions },
        field,
      ),
    );

  it('is a record of the answer, the next one by its name', () => {
    const standing = { current: { title: 'Gold' }, next_level: { title: 'Platinum' } };
    expect(files(standing, 'definition')).toEqual([recordOf(STANDING, { definition: { from: '/current' } })]);
    expect(files(standing, 'next')).toEqual([recordOf(STANDING, { next: { from: '/next_level' } })]);
    const known = [line('operations tiers.definitions.index record name', '/title')];
    expect(files(standing, 'next', known)).toEqual([
      recordOf(STANDING, { next: { from: '/next_level', each: { name: '/title' } } }),
    ]);
  });

  it('has the colour of its definition, where that has another name', () => {
    expect(files({ current: { title: 'Gold' } }, 'definition', [], coloured)).toEqual([
      recordOf(STANDING, { definition: { from: '/current', each: { primary_colour: '/hex' } } }),
    ]);
  });

  it('is the definition whose id the answer has', () => {
    const also = (name: string, key: string) => ({
      [name]: { get: '/v3/tiers/definitions', by: '/id', key },
    });
    expect(files({ tier_id: 2, next_tier_id: 1 }, 'definition')).toEqual([
      {
        operations: {
          [STANDING]: { also: also('current', '/tier_id'), record: { definition: { from: 'current:' } } },
        },
      },
    ]);
    expect(files({ tier_id: 2, next_tier_id: 1 }, 'next')).toEqual([
      {
        operations: {
          [STANDING]: { also: also('following', '/next_tier_id'), record: { next: { from: 'following:' } } },
        },
      },
    ]);
    expect(files({ tier_id: 3 }, 'definition')).toEqual([]);
  });
});

describe('the items of a shared list', () => {
  const operation = 'lists.shares.no_profile';
  const shared = exchange(operation, { data: { name: 'Moving in', things: [{ id: 'a' }, { id: 'b' }] } });
  const itemsBy = (rules: readonly Rule[]) =>
    filesOf(propose(asked({ operation, field: 'items' }, [shared], { rules })));

  it('are read as those of a list where lines say how', () => {
    const rules = [
      line('operations profiles.lists.items.index record product_id', '/sku'),
      line('operations profiles.lists.items.index path', '/things'),
      line('operations profiles.lists.index record name', '/title'),
    ];
    expect(itemsBy(rules)).toEqual([
      recordOf(operation, { items: { from: '/things', each: { product_id: '/sku' } } }),
    ]);
  });

  it('need their place alone otherwise', () => {
    expect(itemsBy([])).toEqual([recordOf(operation, { items: '/things' })]);
  });
});
