import { describe, expect, it } from 'vitest';
import { isOfKind } from '../../src/doctor/candidates.ts';
import { findList, findRecord, findRecords, leavesOf } from '../../src/doctor/records.ts';
import { addressOf, readProblem, refusalText } from '../../src/doctor/problem.ts';
import type { Exchange } from '../../src/doctor/recorded-fetch.ts';
import { missingFields, traceReply, type Traces } from '../../src/doctor/traced-reply.ts';
import type { Kind } from '../../src/doctor/vocabulary.ts';
import { LoyaltyError } from '../../src/services/transport/errors.ts';

const exchange = (more: Partial<Exchange> = {}): Exchange => ({
  operation: 'profiles.rewards.index',
  method: 'GET',
  url: 'https://api.example.com/v3/rewards?filter%5Bid%5D=1',
  sent: undefined,
  sentAt: 0,
  receivedAt: 1,
  status: 200,
  headers: new Headers(),
  body: undefined,
  text: '',
  failure: undefined,
  cut: undefined,
  ...more,
});

describe('the records of an answer', () => {
  it.each<[string, unknown, string | undefined]>([
    ['the answer itself', [{ id: 1 }], ''],
    ['in a record', { data: [{ id: 1 }] }, '/data'],
    ['nearest to the root', { a: { deep: [{ id: 1 }] }, b: [{ id: 2 }] }, '/b'],
    ['five records deep', { a: { b: { c: { d: { e: [{}] } } } } }, '/a/b/c/d/e'],
    ['deeper', { a: { b: { c: { d: { e: { f: [{}] } } } } } }, undefined],
    ['a list of texts', { data: ['a'] }, undefined],
    ['under a name with a slash', { 'a/b~': [{}] }, '/a~1b~0'],
    ['a text', 'data', undefined],
  ])('that are a list: %s', (_, body, pointer) => {
    expect(findList(body)?.pointer).toBe(pointer);
  });

  it.each<[string, unknown, string | undefined]>([
    ['in data', { data: { id: 1 }, meta: { page: 1 } }, '/data'],
    ['alone in another name', { reward: { id: 1 } }, '/reward'],
    ['beside others', { reward: { id: 1 }, page: 1 }, ''],
    ['a text in data', { data: 'x' }, ''],
    ['a list', [{ id: 1 }], undefined],
    ['null', null, undefined],
  ])('that are one: %s', (_, body, pointer) => {
    expect(findRecord(body)?.pointer).toBe(pointer);
    expect(findRecords('profiles.balances.show', body)?.pointer).toBe(pointer);
  });

  it('have as many values as are read', () => {
    expect(leavesOf({ a: { b: 1 }, c: [1] })).toEqual([
      { pointer: '/a', value: { b: 1 } },
      { pointer: '/a/b', value: 1 },
      { pointer: '/c', value: [1] },
    ]);
    expect(leavesOf(5)).toEqual([]);
    expect(leavesOf({ ['n'.repeat(200)]: 1, ['n'.repeat(201)]: 2 })).toHaveLength(1);
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}`, at]));
    expect(leavesOf(many)).toHaveLength(200);
    expect(leavesOf({ many, last: 1 })).toHaveLength(200);
    const deep = { a: { b: { c: { d: { e: { f: { g: 1 } } } } } } };
    expect(leavesOf(deep).at(-1)).toEqual({ pointer: '/a/b/c/d/e/f', value: { g: 1 } });
  });
});

describe('a value', () => {
  it.each<[Kind, readonly unknown[], readonly unknown[]]>([
    ['id', ['a', 5, 0], ['', 1.5, null, true]],
    ['text', ['a'], ['', 5]],
    ['word', ['in_review-2', 'a'.repeat(40)], ['two words', 'a'.repeat(41), 5]],
    ['whole', [5, '1,250', '-3', '5.00'], [1.5, '1.5', '', 'five', true]],
    ['amount', [1.5, '1.50', '-3'], ['1,250', '', 'five', true]],
    [
      'moment',
      ['2026-01-31', '2026-01-31T00:00:00Z', 1_800_000_000],
      [1_000_000_000, 5, 'soon', '31.1.2026'],
    ],
    ['day', ['2026-01-31'], [1_800_000_000, '31.1.2026']],
    ['truth', [true, 0, '1', 'false'], [2, 'yes', null]],
    ['record', [{}], [[], null, 'a']],
    ['list', [[]], [{}, 'a']],
    ['colour', ['#fff', '#AABBCCDD'], ['#ff', '#ggg', 'red', '#aabbccdde']],
  ])('can be of the kind %s', (kind, are, areNot) => {
    expect(are.filter((value) => !isOfKind(kind, value))).toEqual([]);
    expect(areNot.filter((value) => isOfKind(kind, value))).toEqual([]);
  });
});

describe('the text of a refusal', () => {
  it.each<[Partial<Exchange>, string]>([
    [{ failure: 'ECONNREFUSED', body: { message: 'm' } }, 'no answer (ECONNREFUSED)'],
    [{ body: { message: 'm', detail: 'd' } }, 'm'],
    [{ body: { message: '', detail: 'd' } }, 'd'],
    [{ body: { error_description: 'long', error: 'short' } }, 'long'],
    [{ body: { error: 'short' } }, 'short'],
    [{ body: { error: { message: 'inside' } } }, 'inside'],
    [{ body: { title: 't' } }, 't'],
    [{ headers: new Headers({ 'Content-Type': 'text/html' }), text: 'x' }, 'an HTML page'],
    [{ text: ' <p>' }, 'an HTML page'],
    [{ text: 'plain' }, 'an answer that is not JSON'],
    [{ body: {}, text: '{}', status: 418 }, 'status 418'],
    [{ status: 500 }, 'status 500'],
  ])('%# is found whatever its field is called', (more, text) => {
    expect(refusalText(exchange(more))).toBe(text);
  });
});

describe('a problem', () => {
  const refused = exchange({ status: 422, body: { message: 'No filter.' } });
  const answered = exchange({ body: { data: [{ state: 'a' }, { state: 'b' }, { state: 'a' }] } });
  const operation = answered.operation!;

  it('of a refused request is what the service says, with its address in words', () => {
    const error = new LoyaltyError('validation', 'm', { status: 422, operation });
    expect(readProblem(error, [answered, refused])).toMatchObject({
      operation,
      code: 'validation',
      status: 422,
      message: 'No filter.',
      address: 'GET /v3/rewards?filter[id]=1',
    });
    expect(addressOf(refused)).toBe('GET /v3/rewards?filter[id]=1');
    expect(readProblem(refused, []).code).toBeUndefined();
  });

  it('of an answer that no reader takes has its field, and what the records have in its place', () => {
    const error = new LoyaltyError('bad_response', 'm', { operation, field: 'state', received: 'a' });
    // Another request was refused beside.
    expect(readProblem(error, [refused, answered])).toMatchObject({
      code: 'bad_response',
      status: 200,
      field: 'state',
      received: 'a',
      values: ['a', 'b'],
    });
  });

  it('of an answer without its records says where they are', () => {
    const error = new LoyaltyError('bad_response', 'm.', { operation, field: 'data' });
    const other = exchange({ body: { rewards: [{}, {}] } });
    expect(readProblem(error, [other])).toMatchObject({
      message: 'm. The answer has 2 records at "/rewards".',
      values: [],
      candidates: [],
    });
  });

  it('of a lost connection is that of the request', () => {
    const lost = exchange({ status: 0, failure: 'ECONNREFUSED' });
    expect(readProblem(new LoyaltyError('offline', 'm'), [lost])).toMatchObject({
      code: 'offline',
      status: 0,
      message: 'no answer (ECONNREFUSED)',
    });
  });
});

describe('a traced reply', () => {
  interface Wire {
    readonly id?: number;
    readonly code?: string;
    readonly definition?: { readonly name: string };
  }
  const traced = <Data>(data: Data) => {
    const traces: Traces = new Map();
    const reply = traceReply('rewards', { data }, traces) as { data: Data };
    return { reply, trace: traces.get('rewards')! };
  };

  it('notes the fields that are read, and those that no record has', () => {
    const { reply, trace } = traced<readonly Wire[]>([{ id: 1, definition: { name: 'a' } }, { id: 2 }]);
    for (const one of reply.data) void [one.id, one.code, one.definition?.name];
    expect([...trace.fields]).toEqual([
      ['id', true],
      ['code', false],
      ['definition', true],
      ['definition.name', true],
    ]);
    expect(missingFields(trace)).toEqual(['code']);
    expect([...trace.values]).toEqual([1, 'a', 2]);
  });

  it('counts records: of a list, one, or none', () => {
    expect([[{}, {}], {}, null, undefined].map((data) => traced(data).trace.records)).toEqual([2, 1, 0, 0]);
    const traces: Traces = new Map();
    for (const data of [[{}], [{}, {}]]) traceReply('rewards', { data }, traces);
    expect(traces.get('rewards')!.records).toBe(3);
    expect([traceReply('r', 'text', traces), traceReply('r', null, traces)]).toEqual(['text', null]);
  });

  it('notes no field that is copied or compared as text', () => {
    const { reply, trace } = traced({ id: 1, name: 'a' });
    const copy = { ...reply.data };
    expect([JSON.stringify(reply.data), copy.id]).toEqual(['{"id":1,"name":"a"}', 1]);
    expect(trace.fields.size).toBe(0);
    void reply.data.id;
    expect([...trace.fields]).toEqual([['id', true]]);
  });
});
