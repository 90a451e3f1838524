import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addListItem, listItems } from '../../../../src/services/contract/endpoints/index.ts';
import { guarded } from '../../../support/service-catalogue.ts';
import { fill, openService, type OpenService } from '../../../support/service-open.ts';

/** Percent-encodes any text. A lone surrogate, which `encodeURIComponent` refuses, becomes U+FFFD. */
const encode = (text: string) => encodeURIComponent(Buffer.from(text).toString());

const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '\0',
    '%',
    '%2',
    '%00',
    '%ff',
    '..',
    '.',
    "'",
    '"',
    '\\',
    '💥',
    '\ud800',
    '9'.repeat(40),
    '__proto__',
  ),
);
const encoded = anything.map((text) => encode(text));
const raw = fc.stringMatching(/^(%[0-9a-fA-F]{0,2}|[!-~]){1,30}$/).map((text) => text.replace(/[?#]/g, '%'));

describe('unusual requests', () => {
  let service: OpenService;
  let token: string;
  beforeAll(async () => {
    service = await openService();
    token = await service.tokenOf('1002');
  });
  afterAll(() => service.drop());

  it.each(guarded)('$id never answers 500 to an unusual path', async (endpoint) => {
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(encoded, raw), { minLength: 4, maxLength: 4 }), async (values) => {
        // The own profile, so that the unusual value reaches the handler and not only the guard.
        const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
          name === names[0] &&
          endpoint.path.startsWith('/v3/profiles/') &&
          values.length > 1 &&
          names.length > 1
            ? 'profile-1002'
            : (values[names.indexOf(name)] ?? 'x'),
        );
        const answer = await service.send(endpoint.method, `/api${path}`, {
          token,
          ...(endpoint.method === 'POST' && { body: { product_id: 'hp-1001' } }),
        });
        expect(answer.status).toBeLessThan(500);
      }),
      { numRuns: 60 },
    );
  });

  it('unusual bodies never answer 500', async () => {
    const address = fill(`/api${addListItem.path}`, { profile: 'profile-1002', list: 'wishlist' });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json(),
          anything,
          fc.record({ product_id: anything }).map((o) => JSON.stringify(o)),
        ),
        async (body) => {
          const answer = await service.send('POST', address, { token, body });
          expect(answer.status).toBeLessThan(500);
          expect(answer.status === 200 || typeof answer.body.message === 'string').toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('unusual queries never answer 500', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('page[number]', 'page[size]', 'page', 'sort', 'x'), anything)),
        async (pairs) => {
          const query = `?${pairs.map(([name, value]) => `${name}=${encode(value)}`).join('&')}`;
          const answer = await service.call(listItems, {
            path: { profile: 'profile-1002', list: 'wishlist' },
            query,
            token,
          });
          expect([200, 422]).toContain(answer.status);
        },
      ),
      { numRuns: 200 },
    );
  });
});
