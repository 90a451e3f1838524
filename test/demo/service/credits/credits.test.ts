import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { definitionOf } from '../../../support/service-incentive-records.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

const mara = 'profile-1002';

describe('credits', () => {
  let service: OpenService;
  let machine: string;
  beforeAll(async () => {
    service = await openService();
    machine = await service.machineToken();
  });
  afterAll(() => service.drop());
  afterEach(async () => {
    expect(service.errors).toEqual([]);
    // After each test the sum of the ledger is the remaining value.
    const { rows } = await sql`
      select credits.id from credits left join credit_entries as entry on entry.credit_id = credits.id
      group by credits.id having credits.value_remaining <> coalesce(sum(entry.amount), 0)`.execute(
      service.db,
    );
    expect(rows).toEqual([]);
  });

  const issue = (body: Record<string, unknown>, profile_id = mara) =>
    service.call(on.addCredit, { token: machine, body: { profile_id, ...body } });
  const redeem = (credit: number, body: unknown = {}) =>
    service.call(on.redeemCredit, { path: { credit: String(credit) }, token: machine, body });
  const edit = (credit: number, body: unknown) =>
    service.call(on.editCredit, { path: { credit: String(credit) }, token: machine, body });
  const extend = (body: unknown) => service.call(on.extendCredits, { token: machine, body });

  it('are issued from one definition to two profiles as two instances', async () => {
    const definition = await definitionOf(service.db, 'credit', {
      value: 20,
      period: 1,
      period_type: 'month',
      release_period: 0,
    });
    const none = await service.call(on.credits, {
      query: `?filter[credit_definition_id]=${definition}`,
      token: machine,
    });
    expect(none.body.data).toEqual([]);
    const [one, two] = [
      (await issue({ credit_definition_id: definition })).body.data,
      (await issue({ credit_definition_id: definition }, 'profile-1003')).body.data,
    ];
    expect(one.id).not.toBe(two.id);
    for (const credit of [one, two]) {
      expect(credit).toMatchObject({
        credit_definition_id: definition,
        definition: { id: definition },
        locked: false,
        value_initial: '20',
        value_remaining: '20',
        credit_number: expect.stringMatching(/^\d{16}$/),
        security_code: expect.stringMatching(/^[0-9A-Z]{8}$/),
        has_notified_remind: false,
        has_notified_expiry: false,
        has_notified_extend: false,
      });
      expect(Date.parse(credit.expires_at)).toBeGreaterThan(Date.now() + 27 * 86_400_000);
    }
    const token = await service.tokenOf('1002');
    const own = await service.call(on.profileCredits, { path: { profile: mara }, token });
    expect(own.body.data.map(({ id }: { id: number }) => id)).toEqual([one.id]);
    const all = await service.call(on.credits, {
      query: `?filter[credit_definition_id]=${definition}&filter[value_remaining][gte]=5&sort=id`,
      token: machine,
    });
    expect(all.body.data).toEqual([one, two]);
  });

  it('have told nobody of a release where they have none', async () => {
    const definition = await definitionOf(service.db, 'credit', { value: 20 });
    const { data } = (await issue({ credit_definition_id: definition })).body;
    expect(data).toMatchObject({ released_at: null, has_notified_release: false });
  });

  it('need a value within the limits of the definition, and a creator if it requires one', async () => {
    const bare = await definitionOf(service.db, 'credit', { max_value: 30 });
    const creator = await definitionOf(service.db, 'credit', { value: 1, require_creator: true });
    const errors = async (body: Record<string, unknown>) =>
      Object.keys((await issue(body)).body.errors ?? {});
    expect(await errors({ credit_definition_id: bare })).toEqual(['value_initial']);
    expect(await errors({ credit_definition_id: bare, value_initial: '30.01' })).toEqual(['value_initial']);
    expect(await errors({ credit_definition_id: bare, value_initial: '-1' })).toEqual(['value_initial']);
    expect(await errors({ credit_definition_id: creator })).toEqual(['creator_profile_id']);
    expect(await errors({ credit_definition_id: 999_999 })).toEqual(['credit_definition_id']);
    expect((await issue({ credit_definition_id: bare, value_initial: '30.00' })).status).toBe(200);
  });

  it('are redeemed in part and fully, exactly, and never beyond their value', async () => {
    const definition = await definitionOf(service.db, 'credit', {});
    const { id } = (await issue({ credit_definition_id: definition, value_initial: '0.30' })).body.data;
    expect((await redeem(id, { value: '0.10' })).body.data).toMatchObject({ total: '0.10' });
    for (const value of ['0.21', '0', '-0.10', '0.001', 'abc', 1, '1e2'])
      expect(await redeem(id, { value })).toMatchObject({
        status: 422,
        body: { errors: { value: [expect.any(String)] } },
      });
    expect((await redeem(id)).body.data).toMatchObject({
      total: '0.20',
      items: [{ value: 20, type_attributes: { value_remaining: '0.00', value_initial: '0.30' } }],
    });
    expect((await redeem(id)).body.errors.credit_id).toEqual(['This credit has been used up.']);
    expect((await redeem(999_999)).status).toBe(404);
  });

  it('cannot be redeemed while they are locked, until the lock expires', async () => {
    const definition = await definitionOf(service.db, 'credit', { value: 10 });
    const { id } = (await issue({ credit_definition_id: definition })).body.data;
    const locked = await edit(id, { locked: true, lock_expires_at: '2999-01-01T00:00:00Z' });
    expect(locked.body.data).toMatchObject({ locked: true, lock_expires_at: '2999-01-01T00:00:00.000000Z' });
    expect((await redeem(id)).body.errors.credit_id).toEqual(['This credit is locked.']);
    expect((await edit(id, { lock_expires_at: '2020-01-01T00:00:00Z' })).body.data.locked).toBe(false);
    expect((await redeem(id, { value: '1' })).status).toBe(200);
    await edit(id, { locked: true, lock_expires_at: null });
    expect((await redeem(id)).status).toBe(422);
    expect((await edit(id, { locked: false })).body.data.locked).toBe(false);
    expect((await redeem(id)).status).toBe(200);
  });

  it('cannot be redeemed before release and after expiry; an extension allows it again', async () => {
    const definition = await definitionOf(service.db, 'credit', { value: 10, extend_days: 7 });
    const { id } = (await issue({ credit_definition_id: definition })).body.data;
    await edit(id, { released_at: '2999-01-01T00:00:00Z' });
    expect((await redeem(id)).body.errors.credit_id).toEqual(['This credit cannot be used yet.']);
    await edit(id, { released_at: null, expires_at: '2020-01-01T00:00:00Z' });
    expect((await redeem(id)).body.errors.credit_id).toEqual(['This credit has expired.']);
    const [extended] = (await extend({ ids: [id] })).body.data;
    expect((Date.parse(extended.expires_at) - Date.now()) / 86_400_000).toBeCloseTo(7, 2);
    expect(extended.extended_at).toEqual(expect.any(String));
    expect((await redeem(id)).status).toBe(200);
  });

  it('are extended together or not at all, and only if the definition allows it', async () => {
    const definition = await definitionOf(service.db, 'credit', { value: 10, period: 5 });
    const fixed = await definitionOf(service.db, 'credit', { value: 10, period: 5, is_extendable: false });
    const one = (await issue({ credit_definition_id: definition })).body.data;
    const two = (await issue({ credit_definition_id: fixed })).body.data;
    expect((await extend({ ids: [one.id, two.id], days: 3 })).status).toBe(422);
    expect((await extend({ ids: [one.id] })).body.errors.days).toBeDefined();
    expect((await extend({ ids: [] })).status).toBe(422);
    const read = await service.call(on.readCredit, { path: { credit: String(one.id) }, token: machine });
    expect(read.body.data).toEqual(one);
  });

  it('with a security code are redeemed only with that code', async () => {
    const definition = await definitionOf(service.db, 'credit', { value: 10, require_security_code: true });
    const credit = (await issue({ credit_definition_id: definition })).body.data;
    for (const security_code of [undefined, 'WRONG', `${credit.security_code}1`])
      expect((await redeem(credit.id, { security_code })).body.errors.security_code).toBeDefined();
    expect((await redeem(credit.id, { security_code: credit.security_code })).status).toBe(200);
  });

  it('are hidden after a deletion, and their ledger ends at zero', async () => {
    const definition = await definitionOf(service.db, 'credit', { value: 10 });
    const { id } = (await issue({ credit_definition_id: definition, external_id: 'gift-1' })).body.data;
    expect((await issue({ credit_definition_id: definition, external_id: 'gift-1' })).status).toBe(409);
    await redeem(id, { value: '4' });
    const path = { credit: String(id) };
    expect((await service.call(on.deleteCredit, { path, token: machine })).status).toBe(204);
    expect((await service.call(on.readCredit, { path, token: machine })).status).toBe(404);
    expect((await redeem(id)).status).toBe(404);
    const { rows } = await sql<{ kind: string; amount: string }>`
      select kind, amount::text from credit_entries where credit_id = ${id} order by id`.execute(service.db);
    expect(rows).toEqual([
      { kind: 'issue', amount: '10' },
      { kind: 'redeem', amount: '-4.00' },
      { kind: 'void', amount: '-6.00' },
    ]);
    // What was redeemed is still shown.
    const { body } = await service.call(on.redemptions, { query: '?filter[has_credit]=1', token: machine });
    expect(body.data[0].items[0].type_attributes.id).toBe(id);
  });

  it('have ledger entries that never change', async () => {
    await expect(sql`update credit_entries set amount = 1000`.execute(service.db)).rejects.toThrow(
      /append-only/,
    );
  });

  it('have definitions with region, currency and the 60 fields of 2.6', async () => {
    const made = await service.call(on.addCreditDefinition, {
      token: machine,
      body: { name: 'Gift card', handle: 'gift-card', value: 10, tags: ['gift'], is_published: true },
    });
    expect(made.body.data).toMatchObject({ period_type: 'day', region: null, custom_fields: [], meta: [] });
    const path = { definition: String(made.body.data.id) };
    const edited = await service.call(on.editCreditDefinition, { path, token: machine, body: { value: 20 } });
    expect(edited.body.data).toMatchObject({ value: 20, handle: 'gift-card', tags: ['gift'] });
    expect(
      (
        await service.call(on.addCreditDefinition, {
          token: machine,
          body: { name: 'Gift card', handle: 'gift-card' },
        })
      ).status,
    ).toBe(409);
    await issue({ credit_definition_id: made.body.data.id });
    expect((await service.call(on.deleteCreditDefinition, { path, token: machine })).status).toBe(409);
  });
});
