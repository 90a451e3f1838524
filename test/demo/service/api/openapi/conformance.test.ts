import { serviceEndpoints } from '../../../../../src/services/contract/catalogue.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing } from '../../../../../demo/service/routes.ts';
import { asExample, writeExamples } from './conformance-examples.ts';
import type { Example } from '../../../../../demo/service/api/openapi/examples.ts';
import { openConformance, type Conformance } from './conformance-service.ts';

const pending = missing();
const answered = serviceEndpoints.filter((endpoint) => !pending.includes(endpoint));
const isPending = (operationId: string) => pending.some(({ id }) => id === operationId);

/**
 * Answered endpoints that no call here makes succeed, each with the reason, and the status it answers to a record that
 * nobody has.
 */
const exceptions: Readonly<Record<string, { readonly status: number; readonly reason: string }>> = {
  'action-history.show': { status: 404, reason: 'A fresh database has no action that ran.' },
  'extensions.webhook.receive': {
    status: 401,
    reason: 'The client cannot sign in the name of another system.',
  },
  ...(isPending('profiles.attributes.dates.update') && {
    'profiles.attributes.dates.destroy': { status: 404, reason: 'Nothing adds a date yet.' },
  }),
};

/**
 * Answers whose records leave out what a storefront does not show, until the rest of their resource is answered: they are
 * held against the types of their fields alone.
 */
const partial: ReadonlySet<string> = new Set([
  ...(isPending('rewards.definitions.show')
    ? ['rewards.definitions.index', 'profiles.rewards.index', 'profiles.rewards.store']
    : []),
  ...(isPending('profiles.lists.show') ? ['profiles.lists.store', 'profiles.lists.items.store'] : []),
  ...(isPending('profiles.show') ? ['identities.search-profile'] : []),
]);

/** The names in a message of 422 about an unknown filter or key: `… this list has id, name.` */
function namesIn(text: string, field: string): string[] {
  const { errors } = JSON.parse(text) as { errors?: Readonly<Record<string, readonly string[]>> };
  const [, names = 'none'] = /this list has (.*)\.$/.exec(errors?.[field]?.[0] ?? '') ?? [];
  return names === 'none' ? [] : names.split(', ');
}

/** Values of all fields named `…_at`, at any depth, without null; of the changes in an audit entry, both values. */
function timestampsIn(text: string): unknown[] {
  const found: unknown[] = [];
  JSON.parse(text || 'null', (name, value: unknown) => {
    const isChange = typeof value === 'object' && value !== null && 'was' in value && 'is' in value;
    const values: unknown[] = isChange ? [value.was, value.is] : [value];
    if (name.endsWith('_at')) found.push(...values.filter((one) => one !== null));
    return value;
  });
  return found;
}

// Some tests make a thousand calls, which take long on a slow machine.
describe('every endpoint, called by the client, answers as documented', { timeout: 600_000 }, () => {
  let conformance: Conformance;
  let moments = 0;
  const examples = new Map<string, Example>();
  beforeAll(async () => {
    conformance = await openConformance();
  });
  afterAll(async () => {
    if (process.env['RECORD_EXAMPLES']) await writeExamples(examples);
    await conformance?.close();
  });

  for (const { id } of pending) it.todo(`${id} has no route yet`);

  it.each(answered)('$id', async (endpoint) => {
    const { status, reason } = exceptions[endpoint.id] ?? {};
    const call = await conformance.call(endpoint, { absentRecord: reason !== undefined });
    if (reason) expect(call.status, reason).toBe(status);
    else expect(call.status, `${call.request}\n${call.text}`).toBeLessThan(300);
    expect(conformance.problemsOf(endpoint, call, partial.has(endpoint.id))).toEqual([]);
    expect(call.reported, 'the client finds the reply in its shape').toEqual([]);
    expect(timestampsIn(call.text).filter((moment) => typeof moment !== 'string')).toEqual([]);
    moments += timestampsIn(call.text).length;
    if (reason) return;
    const { origin } = new URL(conformance.baseUrl);
    const { path = {}, body } = call.input;
    const reply: unknown = call.text === '' ? undefined : JSON.parse(call.text);
    examples.set(endpoint.id, asExample({ path, body, reply }, origin) as Example);
  });

  it('all timestamps are texts, and a number would be found', () => {
    expect(moments).toBeGreaterThan(500);
    expect(timestampsIn('{"data": [{"created_at": 1714550000, "meta": {"seen_at": null}}]}')).toEqual([
      1714550000,
    ]);
  });

  it('a missing token, and one without the scope, get the documented body', async () => {
    const wrong: string[] = [];
    for (const endpoint of answered) {
      for (const [status, token] of [
        [401, 'no-token-of-this-service'],
        [403, conformance.tokenWithout(endpoint)],
      ] as const) {
        const call = await conformance.call(endpoint, { token, empty: true });
        if (!conformance.isGuarded(endpoint)) continue;
        const problems = conformance.problemsOf(endpoint, call);
        if (call.status !== status || problems.length)
          wrong.push(`${endpoint.id}: ${call.status} ${call.text} ${problems.join('; ')}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('an unknown filter of a browse is answered with the documented 422', async () => {
    const wrong: string[] = [];
    for (const endpoint of answered.filter((one) => conformance.isBrowse(one) && !exceptions[one.id])) {
      const call = await conformance.call(endpoint, { query: { 'filter[no_such_attribute]': '1' } });
      const problems = conformance.problemsOf(endpoint, call);
      const filters = namesIn(call.text, 'filter.no_such_attribute').join();
      if (call.status !== 422 || problems.length || filters !== conformance.filtersOf(endpoint).join())
        wrong.push(`${endpoint.id}: ${call.status} ${call.text} ${problems.join('; ')}`);
    }
    expect(wrong).toEqual([]);
  });

  it('an unknown key to sort by is answered with the documented keys, and each of those is accepted', async () => {
    const wrong: string[] = [];
    for (const endpoint of answered.filter((one) => conformance.isBrowse(one) && !exceptions[one.id])) {
      const keys = conformance.sortsOf(endpoint);
      const refused = await conformance.call(endpoint, { query: { sort: 'no_such_key' } });
      if (refused.status !== 422 || namesIn(refused.text, 'sort').join() !== keys.join())
        wrong.push(`${endpoint.id}: ${refused.status} ${refused.text}`);
      for (let at = 0; at < keys.length; at += 8) {
        const query = { sort: keys.slice(at, at + 8).join(','), 'page[size]': '1' };
        const { status, text } = await conformance.call(endpoint, { query });
        if (status !== 200) wrong.push(`${endpoint.id} ${query.sort}: ${status} ${text.slice(0, 300)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('every documented filter is accepted, and a page has at most the requested number of records', async () => {
    const wrong: string[] = [];
    for (const endpoint of answered.filter((one) => conformance.isBrowse(one) && !exceptions[one.id])) {
      const filters = conformance.filtersOf(endpoint).slice(0, 50);
      const query = {
        ...Object.fromEntries(filters.map((name) => [`filter[${name}][nullable]`, '0'])),
        'page[size]': '1',
        'page[number]': '1',
      };
      const call = await conformance.call(endpoint, { query });
      const { data, meta } = JSON.parse(call.text) as { data?: unknown[]; meta?: { per_page: number } };
      if (call.status !== 200 || (data?.length ?? 2) > 1 || meta?.per_page !== 1)
        wrong.push(`${endpoint.id}: ${call.status} ${call.text.slice(0, 300)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('the list of exceptions has only endpoints of the catalogue', () => {
    const ids = serviceEndpoints.map(({ id }) => id);
    expect(Object.keys(exceptions).filter((id) => !ids.includes(id))).toEqual([]);
  });
});
