import { describe, expect, it } from 'vitest';
import { batchDeleteProfileStatuses, batchProfiles, brands, createClient } from '../../src/client/index.ts';
import { cut, cutLines } from '../../src/client/batches.ts';
import { header, listen, type Received } from './support/listening.ts';

const token = 't';
const people = (count: number) => Array.from({ length: count }, (_, index) => ({ first_name: `n${index}` }));
const accepted = (_: Received, number: number) => ({
  status: 202,
  body: { data: { id: `b${number}`, status: 'accepted' } },
});
const sizes = (received: readonly Received[]) =>
  received.map(({ body }) => (JSON.parse(body) as unknown[]).length);

describe('a batch', () => {
  it('is a JSON array at a path that ends in batch.json', async () => {
    const { baseUrl, received } = await listen(accepted);
    await createClient({ baseUrl, token }).batch(batchProfiles, people(3));
    expect(received[0]).toMatchObject({ method: 'POST', url: '/api/v3/profiles/batch.json' });
    expect(JSON.parse(received[0]!.body)).toEqual(people(3));
  });

  it('returns what was accepted, not what was saved', async () => {
    const { baseUrl, received } = await listen(accepted);
    const parts = await createClient({ baseUrl, token }).batch(batchProfiles, people(3));
    expect(parts).toEqual([
      { first: 0, count: 3, status: 'accepted', batch: { id: 'b1', status: 'accepted' } },
    ]);
    expect(received, 'it does not read its own write').toHaveLength(1);
  });

  it("is split by the setting batches, with the key in the tenant's header", async () => {
    const { baseUrl, received } = await listen(accepted);
    const client = createClient({
      baseUrl,
      token,
      batches: { records: 2 },
      idempotencyHeader: 'X-Request-Id',
    });
    await client.batch(batchProfiles, people(5), { idempotencyKey: 'load' });
    expect(sizes(received)).toEqual([2, 2, 1]);
    expect(received.flatMap((one) => header(one, 'X-Request-Id'))).toEqual(['load-0', 'load-1', 'load-2']);
    expect(received.flatMap((one) => header(one, 'Idempotency-Key'))).toEqual([]);
  });

  it('is split into parts of 500', async () => {
    const { baseUrl, received } = await listen(accepted);
    const parts = await createClient({ baseUrl, token }).batch(batchProfiles, people(1_203));
    expect(sizes(received)).toEqual([500, 500, 203]);
    expect(parts.map(({ first, count }) => [first, count])).toEqual([
      [0, 500],
      [500, 500],
      [1_000, 203],
    ]);
  });

  it('is split by encoded bytes too', () => {
    const parts = cut([{ a: 'é'.repeat(10) }, { a: 'é'.repeat(10) }, { a: 'b' }], 500, 50);
    expect(parts.map(({ first, records }) => [first, records.length])).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  it('has parts that are exactly as large as they may be, and a record that is larger alone', () => {
    const counts = (maxRecords: number, maxBytes: number) =>
      cut([{ a: 'b' }, { a: 'b' }, { a: 'b' }], maxRecords, maxBytes).map(({ records }) => records.length);
    // Each has ten bytes with its comma.
    expect([counts(500, 20), counts(500, 19), counts(500, 5)]).toEqual([
      [2, 1],
      [1, 1, 1],
      [1, 1, 1],
    ]);
    expect([counts(3, 500), counts(2, 500), counts(1, 500)]).toEqual([[3], [2, 1], [1, 1, 1]]);
    expect(cut([]).map(({ records }) => records.length)).toEqual([0]);
  });

  it('of lines has texts that are exactly as large as they may be', async () => {
    const counts = async (
      maxBytes: number,
      records: readonly object[] = [{ a: 'b' }, { a: 'b' }, { a: 'b' }],
    ) => {
      const texts: number[] = [];
      for await (const text of cutLines(records, maxBytes)) texts.push(text.split('\n').length - 1);
      return texts;
    };
    expect([await counts(20), await counts(19), await counts(5), await counts(500)]).toEqual([
      [2, 1],
      [1, 1, 1],
      [1, 1, 1],
      [3],
    ]);
    expect(await counts(20, [])).toEqual([]);
  });

  it('stops at a refused part, and the error has the records that were not sent', async () => {
    const { baseUrl, received } = await listen((one, number) =>
      number === 2
        ? { status: 422, body: { message: 'No.', errors: { '0.email': ['is wrong'] } } }
        : accepted(one, number),
    );
    const parts = await createClient({ baseUrl, token }).batch(batchProfiles, people(1_600));
    expect(parts).toMatchObject([
      { status: 'accepted', first: 0, count: 500 },
      { status: 'refused', first: 500, error: { code: 'validation', fields: { '0.email': ['is wrong'] } } },
      { status: 'unsent', first: 1_000, count: 500 },
      { status: 'unsent', first: 1_500, count: 100 },
    ]);
    expect(received).toHaveLength(2);
  });

  it('does not retry a part', async () => {
    const { baseUrl, received } = await listen(() => ({ status: 503, body: { message: 'Later.' } }));
    const parts = await createClient({ baseUrl, token }).batch(batchProfiles, people(1));
    expect(parts[0]).toMatchObject({ status: 'refused', error: { status: 503 } });
    expect(received).toHaveLength(1);
  });

  it('gives each part an idempotency key, so that it can be repeated', async () => {
    const { baseUrl, received } = await listen(accepted);
    const client = createClient({ baseUrl, token });
    await client.batch(batchProfiles, people(501), { idempotencyKey: 'load-7' });
    expect(received.flatMap((one) => header(one, 'Idempotency-Key'))).toEqual(['load-7-0', 'load-7-1']);
  });

  it('can be a DELETE', async () => {
    const { baseUrl, received } = await listen(accepted);
    const gone = [{ profile_id: 'p', status: 'vip' }];
    await createClient({ baseUrl, token }).batch(batchDeleteProfileStatuses, gone);
    expect(received[0]).toMatchObject({ method: 'DELETE', url: '/api/v3/profile/status/batch.json' });
    expect(JSON.parse(received[0]!.body)).toEqual(gone);
  });

  it('does not compile for an endpoint without batches, or a record of another type', () => {
    const client = createClient({ baseUrl: 'https://api.acme.example.com/api' });
    const never = () => [
      // @ts-expect-error: browsing takes no records
      client.batch(brands, [{}]),
      // @ts-expect-error: a name is a text
      client.batch(batchProfiles, [{ first_name: 1 }]),
    ];
    expect(never).toBeTypeOf('function');
  });
});

describe('an import', () => {
  it('is sent with one object per line', async () => {
    const { baseUrl, received } = await listen(() => ({
      body: { data: { id: 1, model: 'profile', type: 'upload', status: 'done' } },
    }));
    const imports = [];
    for await (const one of createClient({ baseUrl, token }).load('profile', people(3)))
      imports.push(one?.id);
    expect(imports).toEqual([1]);
    expect(received[0]).toMatchObject({ method: 'POST', url: '/api/v3/imports/upload' });
    expect(JSON.parse(received[0]!.body)).toEqual({
      model: 'profile',
      format: 'ndjson',
      content: '{"first_name":"n0"}\n{"first_name":"n1"}\n{"first_name":"n2"}\n',
    });
  });

  it('is split into files from a stream, without holding it in memory', async () => {
    const { baseUrl, received } = await listen((_, number) => ({
      body: { data: { id: number, model: 'profile', type: 'upload', status: 'done' } },
    }));
    let made = 0;
    async function* many() {
      for (; made < 10; made++) yield await Promise.resolve({ note: 'x'.repeat(1_000_000) });
    }
    for await (const one of createClient({ baseUrl, token }).load('profile', many())) {
      if (one?.id === 1) expect(made).toBeLessThan(5);
    }
    expect(received).toHaveLength(4);
  });
});
