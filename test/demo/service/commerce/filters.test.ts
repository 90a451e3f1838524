import { endpointOf } from '../../../../src/services/contract/catalogue.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purchaseAttributes } from '../../../../demo/service/commerce/purchase-views.ts';
import type { Attributes, AttributeKind } from '../../../../demo/service/api/query/attribute.ts';
import { operators } from '../../../../demo/service/api/query/filter.ts';
import { attributesOf } from '../../../../demo/service/crud/fields.ts';
import { tableOf } from '../../../../demo/service/crud/tables.ts';
import { commerceResources } from '../../../../demo/service/commerce/routes.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';
import { purchaseOf } from '../../../support/service-purchases.ts';

/** Valid and invalid values of each kind. */
const values: Readonly<Record<AttributeKind, readonly string[]>> = {
  text: ['candle', "'; drop table transactions --", '%', '999999999999999999999'],
  number: ['12', '-0.5', 'abc'],
  moment: ['2026-05-04', '2026-02-30', '0000-01-01'],
  day: ['2026-05-04', '2026-02-30'],
  boolean: ['1', 'maybe'],
  items: ['candle', ''],
};

const browsable: readonly [string, Attributes][] = [
  ['/api/v3/transactions', purchaseAttributes],
  ['/api/v3/profiles/profile-1002/find-transactions', purchaseAttributes],
  ...commerceResources.flatMap(({ id, model, shape }): [string, Attributes][] => {
    const endpoint = endpointOf(`${id}.index`);
    const path = endpoint && `/api${endpoint.path.replace('{profile}', 'profile-1002')}`;
    return path ? [[path, attributesOf(shape, tableOf(model))]] : [];
  }),
];

describe('filters and sorting of commerce', () => {
  let service: OpenService;
  let token: string;
  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
    await purchaseOf(service, 'profile-1002');
    await service.call(on.addOrder, {
      token,
      body: { profile_id: 'profile-1002', ordered_at: '2026-05-04' },
    });
  });
  afterAll(() => service.drop());

  it.each(browsable)(
    '%s: every attribute with every operator answers 200 or 422, never 500',
    async (path, attributes) => {
      const broken: string[] = [];
      for (const [name, { kind }] of attributes) {
        const queries = operators.flatMap((operator) =>
          values[kind].map((value) => `filter[${name}][${operator}]=${encodeURIComponent(value)}`),
        );
        for (const query of [...queries, `sort=${name}`, `sort=-${name}`]) {
          const { status } = await service.send('GET', path, { token, query: `?${query}` });
          if (status !== 200 && status !== 422) broken.push(`${query}: ${status}`);
        }
      }
      expect(broken).toEqual([]);
      expect(service.errors).toEqual([]);
    },
  );

  it('accept records with the earliest and the latest time', async () => {
    const edge = (moment: string, number: number) =>
      service.call(on.addRewardDefinition, {
        token,
        body: { name: 'Edge', handle: `edge-${number}`, points_cost: 1, available_until: moment },
      });
    const refused = ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-00:01'];
    for (const [number, moment] of refused.entries())
      expect((await edge(moment, number)).status, moment).toBe(422);
    for (const [number, moment] of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'].entries())
      expect((await edge(moment, number)).status, moment).toBe(200);
    const query =
      '?filter[available_until][nullable]=0&filter[handle][in]=edge-0,edge-1&sort=available_until';
    const { body } = await service.call(on.rewardDefinitions, { token, query });
    expect(body.data.map((one: { available_until: string }) => one.available_until.slice(0, 4))).toEqual([
      '0001',
      '9999',
    ]);
  });
});
