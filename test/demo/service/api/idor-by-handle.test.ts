import { serviceEndpoints } from '../../../../src/services/contract/catalogue.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRecord } from '../../../../demo/service/crud/store.ts';
import { tableOf } from '../../../../demo/service/crud/tables.ts';
import { searchProfile, type Endpoint } from '../../../../src/services/contract/endpoints/index.ts';
import type { Ids } from '../../../support/service-idor-matrix.ts';
import { endpointNamed, foreign, openTwoCustomers, own } from '../../../support/service-idor-open.ts';
import type { OpenService } from '../../../support/service-open.ts';
import { rowsOf } from '../../../support/service-rows.ts';

describe('records of another customer, by handle, definition, batch and search', () => {
  let service: OpenService;
  let token: string;
  let mine: Ids;
  let theirs: Ids;
  beforeAll(async () => void ({ service, token, mine, theirs } = await openTwoCustomers()));
  afterAll(() => service.drop());

  it('are not returned for a handle that both customers have', async () => {
    const size = async (profile: string, list: string, value: string) => {
      for (const [of, id] of [
        ['profile', profile],
        ['list', list],
      ] as const) {
        await addRecord(service.db, tableOf('custom-field'), {
          profile_id: profile,
          parent: `${of}:${id}`,
          name: 'Size',
          handle: 'size',
          value,
          custom_fieldable_type: of,
          custom_fieldable_id: id,
        });
      }
    };
    await size(own, mine['list'] ?? '', 'ours');
    await size(foreign, theirs['list'] ?? '', 'theirs');
    const read = (endpoint: Endpoint, list: string | undefined) =>
      service.call(endpoint, {
        token,
        path: { profile: own, list: list ?? '', custom: 'size', custom_field: 'size' },
      });
    expect((await read(endpointNamed('profiles.attributes.custom.show'), undefined)).body.data.value).toBe(
      'ours',
    );
    expect(
      (await read(endpointNamed('profiles.lists.custom-fields.show'), mine['list'])).body.data.value,
    ).toBe('ours');
    expect((await read(endpointNamed('profiles.lists.custom-fields.show'), theirs['list'])).status).toBe(404);
  });

  it('are not shown below definitions, which all customers share', async () => {
    // Only the other customer has points, credit or a redemption of this definition.
    const { definition = '', id = '', credit = '' } = theirs;
    const machine = await service.machineToken();
    const redeem = endpointNamed('profiles.redemptions.credit.store');
    const body = { credit_id: Number(credit), value: '0.01' };
    expect((await service.call(redeem, { token: machine, path: { profile: foreign }, body })).status).toBe(
      200,
    );
    const count = async (profile: string, asker: string) => {
      const path = { profile, type: 'credit', id };
      return (await service.call(endpointNamed('profiles.redemptions.count'), { token: asker, path })).body
        .data.count;
    };
    expect([await count(foreign, machine), await count(own, token)]).toEqual([1, 0]);
    const points = async (profile: string, asker: string) =>
      await service.call(endpointNamed('profiles.achievements.achievement-points.index'), {
        token: asker,
        path: { profile, definition },
      });
    expect((await points(foreign, machine)).body.data).not.toEqual([]);
    expect((await points(own, token)).body.data).toEqual([]);
  });

  it('cannot be reached by batches, which answer 403 to customers', async () => {
    const batches = serviceEndpoints.filter(({ path }) => /\/batch(es\/|\.json|JsonDelete)/.test(path));
    expect(batches.length).toBeGreaterThan(10);
    const before = await rowsOf(service.db, foreign);
    for (const endpoint of batches) {
      const path = { model: 'profile', id: foreign, batch: '00000000-0000-4000-8000-000000000000' };
      const body = endpoint.method === 'GET' ? {} : { body: [{ profile_id: foreign, id: foreign }] };
      expect([endpoint.id, (await service.call(endpoint, { token, path, ...body })).status]).toEqual([
        endpoint.id,
        403,
      ]);
    }
    expect(await rowsOf(service.db, foreign)).toBe(before);
  });

  it('are not found by a search', async () => {
    const search = (identifier: string) => service.call(searchProfile, { path: { identifier }, token });
    expect((await search('1002')).body.data.id).toBe(own);
    expect((await search('mara.lindqvist@example.com')).body.data.id).toBe(own);
    const none = await search('0000');
    for (const identifier of [
      '1003',
      'tomas.herrera@example.com',
      foreign,
      '1002%',
      '%',
      "' or 1=1 --",
      '1002\0',
    ]) {
      expect(await search(identifier)).toMatchObject({ status: 404, text: none.text });
    }
  });
});
