import { describe, expect, it } from 'vitest';
import { createCaller } from '../../../src/services/transport/call.ts';
import { listItems, profileBalances } from '../../../src/services/contract/endpoints/first-requests.ts';
import { unreadable, type LoyaltyError } from '../../../src/services/transport/errors.ts';
import { createHttp } from '../../../src/services/transport/http.ts';
import { listIn } from '../../../src/services/transport/paging.ts';
import { requireValue, oneOf, readRecords, readReply } from '../../../src/services/transport/read-records.ts';
import { record, text } from '../../../src/services/transport/read.ts';
import { createMapping } from '../../../src/services/transport/tenant/mapping.ts';
import type { TenantFile } from '../../../src/services/transport/tenant/tenant-file.ts';
import { BASE_URL, json, refusal, scriptedFetch } from '../../support/client-fetch.ts';

const OPERATION = 'profiles.rewards.index';
const thrown = (work: () => unknown): LoyaltyError => {
  try {
    work();
  } catch (error) {
    return error as LoyaltyError;
  }
  throw new Error('It succeeded.');
};
const readName = (wire: unknown) => requireValue(text(record(wire)['name']), 'name', record(wire)['name']);

describe('an error of a reader', () => {
  it('has the field and what the reply has there', () => {
    expect(thrown(() => requireValue(undefined, 'points.available', 'many'))).toMatchObject({
      code: 'bad_response',
      field: 'points.available',
      received: 'many',
      operation: undefined,
    });
    expect(thrown(() => oneOf(['open'], 'status', null))).toMatchObject({ field: 'status', received: null });
    expect(unreadable('name', undefined, OPERATION).message).toBe(`${OPERATION}: name is missing.`);
  });

  it('has the operation of the records, and the place of those that are inside another', () => {
    const wires = [{ name: 5.5 }, { name: 'A' }];
    const reported: LoyaltyError[] = [];
    const report = (problem: LoyaltyError) => reported.push(problem);
    expect(readRecords(OPERATION, wires, readName, report)).toEqual(['A']);
    expect(reported).toMatchObject([{ operation: OPERATION, field: 'name', received: 5.5 }]);
    const all = thrown(() => readRecords(OPERATION, [{}], readName, report, 'items.'));
    expect(all).toMatchObject({ operation: OPERATION, field: 'items.name', received: undefined });
  });

  it('has the operation of a reply, and keeps that of the records in it', () => {
    expect(thrown(() => readReply(OPERATION, {}, readName))).toMatchObject({
      operation: OPERATION,
      field: 'name',
    });
    expect(thrown(() => readReply(OPERATION, 7, () => undefined))).toMatchObject({
      field: 'data',
      received: 7,
    });
    const inner = unreadable('id', 0, 'inner');
    const readInner = (): never => {
      throw inner;
    };
    expect(thrown(() => readReply(OPERATION, {}, readInner))).toBe(inner);
  });

  it('has data as its field where a list is missing', () => {
    expect(thrown(() => listIn({ data: { a: 1 } }, OPERATION))).toMatchObject({
      operation: OPERATION,
      field: 'data',
      received: { a: 1 },
    });
  });
});

describe('an error of a call', () => {
  const callOf = (answer: Response, tenantFile?: TenantFile) =>
    createCaller({
      baseUrl: BASE_URL,
      http: createHttp(scriptedFetch(() => answer).fetch),
      tokens: { token: async () => 't', reject: () => {} },
      ...(tenantFile && { mapping: Promise.resolve(createMapping(tenantFile)) }),
    });
  const failure = (call: ReturnType<typeof callOf>): Promise<LoyaltyError> =>
    call(profileBalances, { profile: 'p' }).then(
      () => expect.unreachable(),
      (error: unknown) => error as LoyaltyError,
    );

  it('has the operation of a status', async () => {
    const operation = profileBalances.id;
    expect(await failure(callOf(refusal(409)))).toMatchObject({ operation, code: 'conflict', status: 409 });
    expect(await failure(callOf(refusal(409), {}))).toMatchObject({ operation, status: 409 });
  });

  it('has the operation that the tenant file does not have', async () => {
    const call = callOf(json({}), { operations: { [profileBalances.id]: false } });
    expect(await failure(call)).toMatchObject({ operation: profileBalances.id, code: 'unsupported' });
  });

  it('has the field that the tenant file maps, and what it got', async () => {
    const operations = {
      [profileBalances.id]: {
        record: { 'points.available': { from: '/sum' as const, as: 'whole' as const } },
      },
    };
    expect(await failure(callOf(json({ data: { sum: 'many' } }), { operations }))).toMatchObject({
      operation: profileBalances.id,
      field: 'points.available',
      received: 'many',
    });
  });

  it('has the operation that was needed before, where that one failed', async () => {
    const call = callOf(json({ data: {} }), { wishlist: { type: 'wishlist' } });
    await expect(call(listItems, { profile: 'p', list: 'wishlist' })).rejects.toMatchObject({
      operation: 'profiles.lists.index',
      field: 'data',
      received: {},
    });
  });
});
