import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  deletableWhileReferenced,
  referenceFields,
  shapesByModel,
} from '../../../../demo/service/crud/reference-fields.ts';
import { checkUnused } from '../../../../demo/service/crud/references.ts';
import { editRecord, findRecord, removeRecord } from '../../../../demo/service/crud/store.ts';
import { tableOf } from '../../../../demo/service/crud/tables.ts';
import { resources } from '../../../../demo/service/resources.ts';
import type { Endpoint } from '../../../../src/services/contract/endpoints/index.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { reference } from '../../../../src/services/contract/kinds.ts';
import { referredIn } from '../../../support/service-referred.ts';
import { openService, type Answered, type OpenService } from '../../../support/service-open.ts';

const mara = 'profile-1002';

describe('records in use', () => {
  let service: OpenService;
  let token: string;
  const ask = (endpoint: Endpoint, body?: unknown, path: Readonly<Record<string, string>> = {}) =>
    service.call(endpoint, { token, path, ...(body !== undefined && { body }) });
  /** Adds a record and returns its data. */
  let number = 0;
  const add = async (endpoint: Endpoint, given: object, path?: Readonly<Record<string, string>>) => {
    // Definitions need a handle in the body.
    const body = {
      ...(endpoint.id.endsWith('definitions.store') && { handle: `used-${number++}` }),
      ...given,
    };
    const answer = await ask(endpoint, body, path);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.data as Answered['body'];
  };
  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
  });
  afterAll(() => service.drop());

  /** For each model: adds a record in use, and returns the call that deletes it, its users, and how to end the use. */
  const kinds: Readonly<
    Record<string, () => Promise<readonly [Endpoint, Readonly<Record<string, string>>, string]>>
  > = {
    role: async () => {
      const role = await add(on.addRole, { name: 'Used' });
      await add(on.addUser, { name: 'U', username: 'u', password: 'a long password', roles: [role.handle] });
      return [on.deleteRole, { role: String(role.id) }, 'user (1)'];
    },
    'permission of a role': async () => {
      const permission = await add(on.addPermission, { name: 'Own', handle: 'own.read' });
      await add(on.addRole, { name: 'Reads', permissions: ['own.read'] });
      await add(on.addRoleDefinition, { name: 'Reads', permissions: ['own.read'] });
      return [on.deletePermission, { PermissionId: String(permission.id) }, 'role (1), role-definition (1)'];
    },
    'role definition': async () => {
      const definition = await add(on.addRoleDefinition, { name: 'Kind' });
      await add(on.addRole, { name: 'Of a kind', role_definition_id: definition.id });
      return [on.deleteRoleDefinition, { roleDefinition: String(definition.id) }, 'role (1)'];
    },
    currency: async () => {
      const currency = await add(on.addCurrency, { name: 'Yen', code: 'JPY', decimals: 0 });
      for (const name of ['A', 'B']) await add(on.addCreditDefinition, { name, currency_id: currency.id });
      return [on.deleteCurrency, { currency: String(currency.id) }, 'credit-definition (2)'];
    },
    region: async () => {
      const region = await add(on.addRegion, { name: 'North' });
      await add(on.addLocation, { name: 'Shop', region_id: region.id });
      return [on.deleteRegion, { region: String(region.id) }, 'location (1)'];
    },
    organisation: async () => {
      const parent = await add(on.addOrganisation, { name: 'Group' });
      await add(on.addOrganisation, { name: 'Firm', parent_id: parent.id });
      return [on.deleteOrganisation, { organisation: String(parent.id) }, 'organisation (1)'];
    },
    location: async () => {
      const location = await add(on.addLocation, { name: 'Shop' });
      await add(on.addStaff, { identifier: 's1', location_id: location.id });
      return [on.deleteLocation, { location: String(location.id) }, 'staff (1)'];
    },
    target: async () => {
      const target = await add(on.addTarget, { name: 'T', type: 'webhook', url: 'https://example.com/t' });
      await add(on.addCreditDefinition, {
        name: 'Told',
        issue_target_id: target.id,
        extend_target_id: target.id,
      });
      return [on.deleteTarget, { target: String(target.id) }, 'credit-definition (2)'];
    },
    'reward definition': async () => {
      const definition = await add(on.addRewardDefinition, { name: 'R', points_cost: 1 });
      for (let at = 0; at < 2; at++) {
        await add(on.addReward, { profile_id: mara, reward_definition_id: definition.id });
      }
      await add(on.addAchievementDefinition, {
        name: 'Brings it',
        points_required: 1,
        reward_definition_id: definition.id,
      });
      return [
        on.deleteRewardDefinition,
        { definition: String(definition.id) },
        'achievement-definition (1), reward (2)',
      ];
    },
    'tier definition': async () => {
      const definition = await add(on.addTierDefinition, { name: 'T', points_required: 987_654 });
      await add(on.addBenefitDefinition, { name: 'Of it', tier_definition_id: definition.id });
      await ask(
        on.assignProfileTier,
        { tier_definition_id: definition.id },
        { profile: mara, profileId: mara },
      );
      return [
        on.deleteTierDefinition,
        { definition: String(definition.id) },
        'benefit-definition (1), profile-tier (1)',
      ];
    },
    'credit definition': async () => {
      const definition = await add(on.addCreditDefinition, { name: 'C' });
      await add(on.addCredit, {
        profile_id: mara,
        credit_definition_id: definition.id,
        value_initial: '1.55',
      });
      return [on.deleteCreditDefinition, { definition: String(definition.id) }, 'credit (1)'];
    },
    'point definition': async () => {
      const definition = await add(on.addPointDefinition, { name: 'P', value: 5 });
      await add(on.addPoint, { profile_id: mara, value: 5, point_definition_id: definition.id });
      return [on.deletePointDefinition, { definition: String(definition.id) }, 'point (1)'];
    },
    'list definition': async () => {
      const definition = await add(on.addListDefinition, { name: 'L', type: 'wishlist' });
      await add(
        on.addList,
        { type: 'wishlist', handle: 'used', name: 'Used', list_definition_id: definition.id },
        { profile: mara },
      );
      return [on.deleteListDefinition, { definition: String(definition.id) }, 'list (1)'];
    },
    brand: async () => {
      const brand = await add(on.addBrand, { name: 'B' });
      await add(on.addProduct, {
        external_id: 'of-brand',
        name: 'P',
        handle: 'of-brand',
        brand_id: brand.id,
      });
      return [on.deleteBrand, { brand: String(brand.id) }, 'product (1)'];
    },
  };

  it.each(Object.entries(kinds))(
    '%s: is not deleted, and the answer names the models that refer to it',
    async (_, make) => {
      const [endpoint, path, users] = await make();
      const values = Object.values(path)[0] ?? '';
      // The name of the parameter differs between endpoints.
      const filled = Object.fromEntries(
        [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, values]),
      );
      const answer = await ask(endpoint, undefined, filled);
      expect(answer).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining(`: ${users}.`) },
      });
    },
  );

  it('currency: is in use by purchases, orders, products and redemptions with its code', async () => {
    const currency = await add(on.addCurrency, { name: 'Zloty', code: 'PLN', decimals: 2 });
    const path = { currency: String(currency.id) };
    const users = async () => {
      const { status, body } = await ask(on.deleteCurrency, undefined, path);
      expect(status).toBe(409);
      return / other records: (.*)\.$/.exec(body.message)?.[1];
    };
    await add(on.addTransaction, {
      external_id: 'in-pln',
      profile_id: mara,
      transacted_at: '2026-01-01T00:00:00Z',
      currency: 'PLN',
      total: 10,
      items: [{ name: 'Thing', quantity: 1, price: '10.00' }],
    });
    expect(await users()).toBe('transaction (1)');
    await add(on.addOrder, { currency: 'PLN' });
    await add(on.addProduct, {
      external_id: 'pln',
      name: 'P',
      handle: 'pln',
      price: '1.00',
      currency: 'PLN',
    });
    expect(await users()).toBe('order (1), product (1), transaction (1)');
    await service.db
      .updateTable('redemptions')
      .set({ currency: 'PLN' })
      .where('id', '=', (eb) => eb.selectFrom('redemptions').select((each) => each.fn.min('id').as('id')))
      .execute();
    expect(await users()).toMatch(/^order \(1\), product \(1\)/);
    // Its code cannot change for the same reason; that of another currency can.
    expect((await ask(on.editCurrency, { code: 'NOK' }, path)).status).toBe(409);
    expect((await ask(on.editCurrency, { name: 'Polish zloty' }, path)).status).toBe(200);
    const other = await add(on.addCurrency, { name: 'Krona', code: 'SEK' });
    expect((await ask(on.deleteCurrency, undefined, { currency: String(other.id) })).status).toBe(204);
  });

  it('a record without references is deleted', async () => {
    const currency = await add(on.addCurrency, { name: 'Franc', code: 'CHF' });
    expect((await ask(on.deleteCurrency, undefined, { currency: String(currency.id) })).status).toBe(204);
  });

  it('twin: without the check a currency with credits is deleted', async () => {
    const currency = await add(on.addCurrency, { name: 'Won', code: 'KRW', decimals: 0 });
    await add(on.addCreditDefinition, { name: 'In won', currency_id: currency.id });
    await removeRecord(service.db, tableOf('currency'), currency.id);
    expect((await ask(on.readCurrency, undefined, { currency: String(currency.id) })).status).toBe(404);
  });

  it('the code and decimals of a currency with credits, and the currency of their definition, cannot change', async () => {
    const currency = await add(on.addCurrency, { name: 'Rupee', code: 'INR', decimals: 2 });
    const other = await add(on.addCurrency, { name: 'Dong', code: 'VND', decimals: 0 });
    const definition = await add(on.addCreditDefinition, { name: 'In rupees', currency_id: currency.id });
    await add(on.addCredit, { profile_id: mara, credit_definition_id: definition.id, value_initial: '1.55' });
    const path = { currency: String(currency.id) };
    expect((await ask(on.editCurrency, { decimals: 0 }, path)).status).toBe(409);
    expect((await ask(on.editCurrency, { name: 'Indian rupee', decimals: 2 }, path)).status).toBe(200);
    const of = { definition: String(definition.id) };
    expect((await ask(on.editCreditDefinition, { currency_id: other.id }, of)).status).toBe(409);
    expect(
      (await ask(on.editCreditDefinition, { name: 'Rupees', currency_id: currency.id }, of)).status,
    ).toBe(200);
  });

  it('the handle of a role that users have cannot change', async () => {
    const { data } = (await ask(on.roles)).body as { data: { id: number; handle: string }[] };
    const role = String(data.find(({ handle }) => handle === 'administrator')?.id);
    expect((await ask(on.editRole, { handle: 'other' }, { role })).status).toBe(409);
    expect((await ask(on.editRole, { name: 'All', handle: 'administrator' }, { role })).status).toBe(200);
  });

  describe.each([
    ['organisation', on.addOrganisation, on.editOrganisation],
    ['department', on.addDepartment, on.editDepartment],
  ] as const)('%s', (name, adding, editing) => {
    const edit = (id: number, parent: number | null) =>
      ask(editing, { parent_id: parent }, { [name]: String(id) });

    it('is not its own ancestor', async () => {
      const [top, middle, low] = await Promise.all(
        ['top', 'middle', 'low'].map((one) => add(adding, { name: one })),
      );
      expect((await edit(middle.id, top.id)).status).toBe(200);
      expect((await edit(low.id, middle.id)).status).toBe(200);
      for (const below of [top, middle, low]) {
        const answer = await edit(top.id, below.id);
        expect(answer).toMatchObject({ status: 422, body: { errors: { parent_id: [expect.any(String)] } } });
      }
      expect((await edit(low.id, top.id)).status).toBe(200);
      expect((await edit(middle.id, null)).status).toBe(200);
    });

    it('is not its own ancestor after two concurrent changes', async () => {
      for (let round = 0; round < 5; round++) {
        const [a, b] = await Promise.all(['a', 'b'].map((one) => add(adding, { name: `${one}${round}` })));
        const answers = await Promise.all([edit(a.id, b.id), edit(b.id, a.id)]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      }
    });

    it('is not its own ancestor after two concurrent changes of different branches', async () => {
      for (let round = 0; round < 5; round++) {
        const [a, b, c, d] = await Promise.all(
          ['a', 'b', 'c', 'd'].map((one) => add(adding, { name: `${one} of ${round}` })),
        );
        expect((await edit(a.id, b.id)).status).toBe(200);
        expect((await edit(c.id, d.id)).status).toBe(200);
        // Each change locks two other records than the other one, and is valid alone; both together are a cycle.
        const answers = await Promise.all([edit(b.id, c.id), edit(d.id, a.id)]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      }
    });
  });

  it('an order with a purchase, a status and a tag of a profile, an organisation with members, staff with an interaction', async () => {
    const order = await add(on.addOrder, { profile_id: mara, currency: 'EUR' });
    await add(on.addTransaction, {
      external_id: 'of-order',
      profile_id: mara,
      order_id: order.id,
      transacted_at: '2026-01-01T00:00:00Z',
      currency: 'EUR',
      total: 10,
      items: [{ name: 'Thing', quantity: 1, price: '10.00' }],
    });
    const status = await add(on.addStatus, { name: 'Gold friend', handle: 'gold-friend' });
    const tag = await add(on.addTag, { name: 'Regular', handle: 'regular' });
    await service.db
      .updateTable('profiles')
      .set({ fields: sql`fields || '{"statuses": ["gold-friend"], "tags": ["Regular"]}'` })
      .where('id', '=', mara)
      .execute();
    const organisation = await add(on.addOrganisation, { name: 'Firm' });
    const of = { organisation: String(organisation.id) };
    await add(on.addOrganisationProfile, { profile_id: mara }, of);
    const staff = await add(on.addStaff, { identifier: 'till-7' });
    await add(on.addInteraction, { profile_id: mara, type: 'call', staff_id: 'till-7' });
    for (const [endpoint, path, users] of [
      [on.deleteOrder, { order: String(order.id) }, 'transaction (1)'],
      [on.deleteStatus, { status: String(status.id) }, 'profile (1)'],
      [on.deleteTag, { tag: String(tag.id) }, 'profile (1)'],
      [on.deleteOrganisation, of, 'organisation-profile (1)'],
      [on.deleteStaff, { staffIdentifier: staff.identifier }, 'interaction (1)'],
    ] as const)
      expect(await ask(endpoint, undefined, path)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining(`: ${users}.`) },
      });
    await ask(on.deleteOrganisationProfile, undefined, { ...of, profile: mara });
    expect((await ask(on.deleteOrganisation, undefined, of)).status).toBe(204);
  });

  it('a reward that an action issues is not deleted', async () => {
    const reward = await add(on.addRewardDefinition, { name: 'R', points_cost: 1 });
    const trigger = await add(on.addTrigger, { name: 'T', event: 'visited' });
    await add(
      on.addTriggerAction,
      { type: 'issue-reward', settings: { reward_definition_id: reward.id } },
      { triggerId: String(trigger.id) },
    );
    const path = { definition: String(reward.id) };
    expect((await ask(on.deleteRewardDefinition, undefined, path)).body.message).toContain(
      'trigger-action (1)',
    );
    await ask(on.deleteTrigger, undefined, { trigger: String(trigger.id), triggerId: String(trigger.id) });
    expect((await ask(on.deleteRewardDefinition, undefined, path)).status).toBe(204);
  });

  describe('the references that the shapes declare', () => {
    const declared = Object.entries(referenceFields).flatMap(([model, fields]) =>
      Object.entries(fields).flatMap(([field, { isPart, ...reference }]) =>
        isPart || deletableWhileReferenced.has(reference.model)
          ? []
          : [{ user: model, field, used: reference.model, by: reference.by }],
      ),
    );

    /** New rows of tables whose rows are not changed, or that have no row yet. */
    const rows: Readonly<Record<string, Readonly<Record<string, string | number | Buffer>>>> = {
      transaction: {
        external_id: 'naming',
        transacted_at: '2026-01-01',
        total: 1,
        content_hash: Buffer.alloc(32),
      },
      redemption: { profile_id: mara, type: 'point', total: 1 },
      reward: {
        profile_id: mara,
        reward_definition_id: 1,
        code: '',
        points_spent: 0,
        amount: 1,
        currency: 'EUR',
      },
      benefit: { profile_id: 'profile-1003', uses_left: 1 },
      achievement: { profile_id: 'profile-1003' },
    };
    /** Fields without which the database does not store a field. */
    const beside: Readonly<Record<string, object>> = {
      step_currency: { step_amount: '1.00', minimum_steps: 1, points_cost: 100 },
    };
    /** A view; its rows come from the ledger. */
    const tested = declared.filter(({ user }) => user !== 'point');

    it.each(tested)(
      '$user names a $used in $field, which is then not deleted',
      async ({ user, field, used, by }) => {
        await service.db.transaction().execute(async (work) => {
          const referred = referredIn(work);
          const idOf = async (model: string) => {
            const id = await referred({ model, by: ['id'], mustExist: true });
            if (typeof id !== 'number' && typeof id !== 'string') throw new Error(`There is no ${model}.`);
            return id;
          };
          const record = await findRecord(work, tableOf(used), {}, String(await idOf(used)));
          const [top = '', inside] = field.split('.');
          const { kind, write } = shapesByModel.get(user)?.[top] ?? {};
          const isParent =
            write === 'never' && kind === reference && tableOf(user).columns.includes('parent');
          for (const name of by) {
            const value = record[name];
            const text = kind?.read.type === 'string' ? String(value) : value;
            const stored = kind?.read.type === 'array' ? [value] : text;
            const values = isParent
              ? { parent: `${used}:${record.id}` }
              : { [top]: inside === undefined ? stored : { [inside]: value } };
            const row = rows[user];
            if (row) {
              const full: Record<string, unknown> = { ...row, ...values };
              const unique = { transaction: 'external_id', reward: 'code' }[user];
              if (unique) full[unique] = `naming ${field}`;
              const names = sql.join(Object.keys(full).map((one) => sql.ref(one)));
              await sql`insert into ${sql.table(tableOf(user).name)} (${names}) values (${sql.join(Object.values(full))})`.execute(
                work,
              );
            } else if (user === 'profile-tier')
              await sql`update profile_tiers set tier_definition_id = ${record.id} where profile_id = ${mara}`.execute(
                work,
              );
            else await editRecord(work, tableOf(user), await idOf(user), { ...beside[top], ...values });
            await expect(checkUnused(work, used, record, (one) => one === name)).rejects.toThrow(
              new RegExp(`in use by other records: .*\\b${user} \\(\\d`),
            );
          }
        });
      },
    );

    /** Ids that declare no reference, and why. */
    const others: Readonly<Record<string, string>> = {
      profile_id: 'the profile of the path, or of the record: purging it deletes the record',
      external_id: 'an id of another system',
      product_id: 'purchases and orders keep name and price of a product, lists show it as discontinued',
      variant_id: 'the same',
      custom_fieldable_id: 'custom fields are deleted with their record',
      attributes_date_id: 'the links of a date are parts of it',
      list_id: 'items and shares are deleted with their list',
      share_id: 'calculated from the shares that exist',
      item_id: 'reservations are deleted with their item',
      transaction_id: 'purchases are not deleted; their items and claims belong to them',
      source_id: 'the ledger names what it came from, of any kind',
      user_id: 'the author, who may have left',
      model_id: 'audit entries stay when their record is deleted',
      run_id: 'the history stays',
      trigger_id: 'the history stays',
      automation_id: 'the history stays',
      action_id: 'the history stays',
      webhook_id: 'the history stays',
      delivery_id: 'the history stays',
      event_id: 'the history stays',
      target_id: 'the history stays; actions declare their target',
      achievement_definition_id: 'points of an achievement',
    };

    it('are all fields with the id of a record', () => {
      const undeclared = [...shapesByModel].flatMap(([model, fields]) =>
        Object.entries(fields)
          .filter(([name, one]) => (one.kind === reference || name.endsWith('_id')) && !one.refersTo)
          .filter(([name]) => !(name in others))
          .map(([name]) => `${model}.${name}`),
      );
      expect(undeclared).toEqual([]);
    });

    it('are of models that exist', async () => {
      const models = new Set([...shapesByModel.keys(), ...resources.map(({ model }) => model)]);
      const unknown = Object.entries(referenceFields).flatMap(([model, fields]) =>
        [model, ...Object.values(fields).map((one) => one.model)].filter(
          (one) => !models.has(one) && one !== 'profile-tier',
        ),
      );
      expect(unknown).toEqual([]);
      for (const model of models)
        await sql`select from ${sql.table(tableOf(model).name)} limit 0`.execute(service.db);
      // The shape of a resource is the one of the catalogue under the same name: otherwise its references would not be found.
      const others = resources.filter(({ model }) => !shapesByModel.has(model)).map(({ model }) => model);
      expect(others).toEqual(['list-share']);
    });
  });
});
