import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

const mara = 'profile-1002';
let made = 0;

describe('credit numbers (spec 2.6)', () => {
  let service: OpenService;
  let machine: string;
  beforeAll(async () => {
    service = await openService();
    machine = await service.machineToken();
  });
  afterAll(() => service.drop());
  afterEach(() => expect(service.errors).toEqual([]));

  const define = (body: Record<string, unknown>) => {
    const name = `Gift card ${++made}`;
    return service.call(on.addCreditDefinition, {
      token: machine,
      body: { name, handle: `gift-card-${made}`, value: 10, is_published: true, ...body },
    });
  };
  const defined = async (body: Record<string, unknown>): Promise<number> => (await define(body)).body.data.id;
  const issue = (credit_definition_id: number, body: Record<string, unknown> = {}) =>
    service.call(on.addCredit, { token: machine, body: { profile_id: mara, credit_definition_id, ...body } });
  const numberOf = async (...given: Parameters<typeof issue>): Promise<string> =>
    (await issue(...given)).body.data.credit_number;

  it('follow the range, with leading zeros, until it is used up', async () => {
    const definition = await defined({ credit_number_range_start: '0098', credit_number_range_end: '0100' });
    expect(await numberOf(definition)).toBe('0098');
    expect(await numberOf(definition)).toBe('0099');
    expect(await numberOf(definition)).toBe('0100');
    expect(await issue(definition)).toMatchObject({
      status: 422,
      body: { errors: { credit_definition_id: [expect.stringMatching(/used up/)] } },
    });
    const path = { definition: String(definition) };
    const larger = { credit_number_range_end: '0101' };
    await service.call(on.editCreditDefinition, { path, token: machine, body: larger });
    expect(await numberOf(definition)).toBe('0101');
  });

  it('have no gap after a refused issue, and no duplicate with concurrent requests', async () => {
    const definition = await defined({
      credit_number_range_start: '1',
      credit_number_length: 8,
      max_value: 10,
    });
    // Each request has its own connection, like requests of several processes.
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        issue(definition, { external_id: index % 3 ? `range-${index}` : 'always the same' }),
      ),
    );
    const numbers = answers.flatMap(({ status, body }) => (status === 200 ? [body.data.credit_number] : []));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(numbers.sort()).toEqual(
      Array.from({ length: numbers.length }, (_, index) => String(index + 1).padStart(8, '0')),
    );
    expect(numbers).toHaveLength(21);
  });

  it('of a random range use each number of the range once', async () => {
    const definition = await defined({
      credit_number_range_type: 'random',
      credit_number_range_start: '500',
      credit_number_range_end: '511',
    });
    const numbers = new Set<string>();
    for (let issued = 0; issued < 12; issued++) numbers.add(await numberOf(definition));
    expect([...numbers].sort()).toEqual(Array.from({ length: 12 }, (_, index) => String(500 + index)));
    expect((await issue(definition)).status).toBe(422);
  });

  it('can be sent if the definition allows it, and are unique', async () => {
    const own = await defined({ use_custom_numbers: true, credit_number_range_start: '700' });
    const fixed = await defined({});
    expect((await issue(fixed, { credit_number: 'GIFT-1' })).body.errors.credit_number).toBeDefined();
    expect(await numberOf(own, { credit_number: 'GIFT-1' })).toBe('GIFT-1');
    expect((await issue(own, { credit_number: 'GIFT-1' })).status).toBe(409);
    for (const credit_number of ['', 'with space', 'purged-1', 'x'.repeat(65)])
      expect((await issue(own, { credit_number })).body.errors.credit_number).toBeDefined();
    // The range skips a number that another credit has.
    expect(await numberOf(own, { credit_number: '701' })).toBe('701');
    expect([await numberOf(own), await numberOf(own)]).toEqual(['700', '702']);
  });

  it('are one number in every spelling: to issue, to find, and as a security code', async () => {
    const own = await defined({ use_custom_numbers: true, require_security_code: true, value: 10 });
    const { data } = (await issue(own, { credit_number: 'abcd-1234' })).body;
    for (const credit_number of ['ABCD-1234', 'abcd1234', 'AbCd-12-34'])
      expect((await issue(own, { credit_number })).status).toBe(409);
    const both = await Promise.all(['EFGH-1', 'efgh1'].map((credit_number) => issue(own, { credit_number })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const typed of ['abcd-1234', 'ABCD 1234', 'abcd\u00a01234', 'ａｂｃｄ\u200b1234', 'x,ABCD–1234']) {
      const filter = `filter[credit_number]${typed.startsWith('x') ? '[in]' : ''}=${encodeURIComponent(typed)}`;
      const found = await service.call(on.credits, { token: machine, query: `?${filter}` });
      expect(
        found.body.data.map(({ id }: { id: number }) => id),
        typed,
      ).toEqual([data.id]);
    }
    const { security_code: code } = data;
    const spelled = `${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`;
    const redeemed = await service.call(on.redeemCredit, {
      path: { credit: String(data.id) },
      token: machine,
      body: { value: '1.00', security_code: spelled },
    });
    expect(redeemed.status, redeemed.text).toBe(200);
  });

  it('without a range are random digits, like security codes', async () => {
    const definition = await defined({ credit_number_length: 6, security_code_type: 'numeric' });
    const { data } = (await issue(definition)).body;
    expect(data.credit_number).toMatch(/^\d{6}$/);
    expect(data.security_code).toMatch(/^\d{8}$/);
  });

  it('need a range that is not empty', async () => {
    const faults = async (body: Record<string, unknown>) =>
      Object.keys((await define(body)).body.errors ?? {});
    expect(await faults({ credit_number_range_end: '9' })).toEqual(['credit_number_range_start']);
    expect(await faults({ credit_number_range_start: '9', credit_number_range_end: '8' })).toEqual([
      'credit_number_range_end',
    ]);
    expect(await faults({ credit_number_range_start: 'A1' })).toEqual(['credit_number_range_start']);
    expect(await faults({ credit_number_range_start: '12345', credit_number_length: 4 })).toEqual([
      'credit_number_length',
    ]);
    expect(await faults({ credit_number_range_type: 'some' })).toEqual(['credit_number_range_type']);
    expect(await faults({ issue_target_id: 999_999 })).toEqual(['issue_target_id']);
  });
});
