import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import type { Endpoint } from '../../../../src/services/contract/endpoints/index.ts';
import { productShape } from '../../../../src/services/contract/commerce/products.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

describe('products', () => {
  let service: OpenService;
  let token: string;
  const call = (endpoint: Endpoint, body?: object, path: Record<string, string> = {}, query = '') =>
    service.call(endpoint, { token, path, query, ...(body && { body }) });

  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
  });
  afterAll(() => service.drop());

  it('include those of the sample shop, each in its shape', async () => {
    const { body } = await call(on.products, undefined, {}, '?page[size]=100');
    expect(body.meta.total).toBeGreaterThan(5);
    for (const product of body.data) {
      expect(v.safeParse(productShape.sent, product).issues).toBeUndefined();
      expect(product.external_id).toBe(product.id);
    }
  });

  it('are added, read, found, edited, and deleted with their variants', async () => {
    const sent = { external_id: 'sku/1', name: 'Oak stool', price: '1234567890123.5', tags: ['oak'] };
    const added = await call(on.addProduct, sent);
    expect(added.body.data).toMatchObject({ ...sent, id: 'sku/1', handle: 'oak-stool', is_published: true });
    const path = { product: 'sku/1' };
    expect((await call(on.readProduct, undefined, path)).body).toEqual(added.body);
    const edited = await call(on.editProduct, { price: '89.00', is_published: false }, path);
    expect(edited.body.data).toMatchObject({ price: '89.00', is_published: false, name: 'Oak stool' });
    const found = await call(on.products, undefined, {}, '?filter[external_id]=sku/1&filter[price][gt]=80');
    expect(found.body.data).toEqual([edited.body.data]);
    const byId = await call(on.products, undefined, {}, '?filter[id]=sku/1');
    expect(byId.body.data).toEqual([edited.body.data]);
    expect((await call(on.products, undefined, {}, '?filter[id]=1')).body.data).toEqual([]);
    expect((await call(on.addProduct, sent)).status).toBe(409);

    const variant = await call(on.addProductVariant, {
      product_id: 'sku/1',
      sku: 'OAK-S',
      name: 'Small',
      options: { size: 'S' },
    });
    expect(variant.body.data).toMatchObject({ product_id: 'sku/1', options: { size: 'S' } });
    const one = { variant: String(variant.body.data.id) };
    expect((await call(on.productVariants)).body.data).toContainEqual(variant.body.data);
    expect((await call(on.readProductVariant, undefined, one)).body).toEqual(variant.body);
    expect((await call(on.addProductVariant, { product_id: 'none', sku: 'X', name: 'X' })).status).toBe(422);
    expect(
      (await call(on.addProductVariant, { product_id: 'sku/1', sku: 'OAK-S', name: 'Again' })).status,
    ).toBe(409);

    expect((await call(on.deleteProduct, undefined, path)).status).toBe(204);
    expect((await call(on.readProduct, undefined, path)).status).toBe(404);
    expect((await call(on.readProductVariant, undefined, one)).status).toBe(404);
  });

  it('are created or updated by their external id; concurrent requests create one', async () => {
    const upsert = (name: string) => call(on.createOrUpdateProduct, { external_id: 'up-1', name });
    const answers = await Promise.all(['A', 'B', 'C', 'D', 'E'].map(upsert));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const last = await upsert('Last');
    expect(last.body.data).toMatchObject({ id: 'up-1', name: 'Last' });
    expect((await call(on.products, undefined, {}, '?filter[external_id]=up-1')).body.data).toEqual([
      last.body.data,
    ]);
    expect((await call(on.createOrUpdateProduct, { name: 'No id' })).status).toBe(422);
  });

  it('custom products are added, edited and deleted outside of the catalogue', async () => {
    const sent = { external_id: 'own-1', name: 'Grandmother’s vase', profile_id: 'profile-1002' };
    const { body } = await call(on.addCustomProduct, sent);
    expect(body.data).toMatchObject(sent);
    const path = { customProduct: String(body.data.id) };
    expect((await call(on.editCustomProduct, { name: 'Vase' }, path)).body.data.name).toBe('Vase');
    expect((await call(on.readCustomProduct, undefined, path)).body.data.name).toBe('Vase');
    expect((await call(on.customProducts)).body.data).toHaveLength(1);
    expect((await call(on.addCustomProduct, sent)).status).toBe(409);
    expect((await call(on.deleteCustomProduct, undefined, path)).status).toBe(204);
    expect((await call(on.readCustomProduct, undefined, path)).status).toBe(404);
  });

  it('locations are read by their external id', async () => {
    const place = (external_id: string) => call(on.readLocationByExternalId, undefined, { external_id });
    expect((await place('amsterdam')).body.data).toMatchObject({ external_id: 'amsterdam', type: 'store' });
    expect((await place('atlantis')).status).toBe(404);
  });
});

describe('configuration routes', () => {
  let service: OpenService;
  let token: string;
  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
  });
  afterAll(() => service.drop());

  it('a rate, named by id or handle, is applied to an amount exactly', async () => {
    const calculate = (body: object) => service.call(on.calculateRate, { token, body });
    const byHandle = await calculate({ rate: 'points-in-euro', amount: '123456789012345.67' });
    expect(byHandle.body.data).toMatchObject({
      amount: '123456789012345.67',
      result: '1234567890123.4567',
      rate: { handle: 'points-in-euro', value: '0.01' },
    });
    const rate = byHandle.body.data.rate.id;
    expect((await calculate({ rate, amount: '250' })).body.data.result).toBe('2.5');
    expect(await calculate({ rate: 'none', amount: '1' })).toMatchObject({
      status: 422,
      body: { errors: { rate: [expect.any(String)] } },
    });
    expect((await calculate({ rate, amount: '1e3' })).status).toBe(422);
  });

  it('rates are searched by one of their attributes', async () => {
    const search = (attribute: string, query: string) =>
      service.call(on.searchRateAttributes, { token, path: { attribute }, query });
    expect((await search('name', '?search=EURO')).body.data).toMatchObject([{ handle: 'points-in-euro' }]);
    expect((await search('name', '?search=%25')).body.data).toEqual([]);
    expect((await search('value', '')).body.data).toHaveLength(1);
    expect((await search('password', '')).status).toBe(404);
    expect((await search('__proto__', '')).status).toBe(404);
  });

  it('the environment has precedence over a setting with the id `environment`', async () => {
    const { body } = await service.call(on.settingsEnvironment, { token });
    expect(body.data).toEqual({ name: expect.any(String), version: expect.stringMatching(/^\d+\.\d+/) });
  });

  it('the authenticated user is shown without a password; customers get 403', async () => {
    const { body, text } = await service.call(on.authenticatedUser, { token });
    expect(body.data).toMatchObject({ username: expect.any(String), is_machine: true });
    expect(text).not.toContain('password');
    const customer = await service.tokenOf('1002');
    expect((await service.call(on.authenticatedUser, { token: customer })).status).toBe(403);
  });
});
