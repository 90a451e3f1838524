import { endpointOf } from '../../../../src/services/contract/catalogue.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import type { Endpoint } from '../../../../src/services/contract/endpoints/index.ts';
import { customFieldShape } from '../../../../src/services/contract/common.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

const profile = 'profile-1003';

/** Families of custom fields, with the path of a record that exists and of one that does not. */
const families: readonly (readonly [string, string, (found: Found) => [Path, Path | undefined]])[] = [
  ['tenants.custom-fields', 'custom_field', () => [{}, undefined]],
  ['locations.custom-fields', 'custom_field', ({ location }) => [{ location }, { location: '999999' }]],
  [
    'profiles.lists.custom-fields',
    'custom_field',
    () => [
      { profile, list: 'wishlist' },
      { profile: 'profile-1002', list: '999999' },
    ],
  ],
  [
    'profiles.attributes.custom',
    'custom',
    () => [
      { profile, profileId: profile },
      { profile: 'nobody', profileId: 'nobody' },
    ],
  ],
];
type Path = Readonly<Record<string, string>>;
interface Found {
  readonly location: string;
}

describe('custom fields', () => {
  let service: OpenService;
  let staff: string;
  let found: Found;

  const call = (endpoint: Endpoint | undefined, path: Path, body?: unknown, token = staff) =>
    service.call(endpoint as Endpoint, { path, token, ...(body !== undefined && { body }) });

  beforeAll(async () => {
    service = await openService();
    staff = await service.machineToken();
    const { body } = await service.call(on.locations, { token: staff });
    found = { location: String(body.data[0].id) };
  });
  afterAll(() => service.drop());

  it.each(families)(
    '%s: are added, browsed, read, edited and deleted by their handle',
    async (id, name, of) => {
      const [path, none] = of(found);
      const endpoint = (verb: string) => endpointOf(`${id}.${verb}`);
      const body = {
        name: 'Shoe size',
        handle: 'shoe-size',
        value: '38',
        shade: 'blue',
        custom_fieldable_id: '7',
      };
      const added = await call(endpoint('store'), path, body);
      expect(added.status).toBe(200);
      expect(v.safeParse(customFieldShape.sent, added.body.data).issues).toBeUndefined();
      expect(Object.values(added.body.data).map((value) => typeof value)).toEqual(Array(10).fill('string'));
      expect(added.body.data).toMatchObject({ value: '38', is_index: '0' });
      expect((await call(endpoint('store'), path, body)).status).toBe(409);
      expect((await call(endpoint('store'), path, { name: 'x', handle: 'Not a handle' })).status).toBe(422);

      const one = { ...path, [name]: 'shoe-size' };
      expect((await call(endpoint('index'), path)).body.data).toEqual([added.body.data]);
      expect((await call(endpoint('show'), one)).body.data).toEqual(added.body.data);
      const edited = await call(endpoint('update'), one, { value: '39', is_index: '1' });
      expect(edited.body.data).toMatchObject({ value: '39', is_index: '1', name: 'Shoe size' });
      expect((await call(endpoint('update'), one, { is_index: true })).status).toBe(422);
      if (none) {
        for (const verb of ['index', 'show', 'store']) {
          const sent = verb === 'store' ? body : undefined;
          expect((await call(endpoint(verb), { ...none, [name]: 'shoe-size' }, sent)).status).toBe(404);
        }
      }
      expect((await call(endpoint('destroy'), one)).status).toBe(204);
      expect((await call(endpoint('show'), one)).status).toBe(404);
    },
  );

  it('are reached by model and id as well', async () => {
    const { body } = await call(on.profileLists, { profile });
    const id = String(body.data[0].id);
    const added = await call(on.addCustomField, { model: 'list', id }, { name: 'Colour', handle: 'colour' });
    expect(added.body.data).toMatchObject({
      custom_fieldable_type: 'list',
      custom_fieldable_id: id,
      value: '',
    });
    const below = { profile, list: 'wishlist', custom_field: 'colour' };
    expect((await call(on.readProfileListCustomField, below)).body.data).toEqual(added.body.data);
    expect((await call(on.customFields, { model: 'list', id })).body.data).toEqual([added.body.data]);
    const gone = await call(on.deleteCustomField, { model: 'list', id, customField: 'colour' });
    expect(gone.status).toBe(204);
    expect((await call(on.readProfileListCustomField, below)).status).toBe(404);
  });

  it('answer 404 for an unknown model or record', async () => {
    for (const [model, id] of [
      ['lists', '1'],
      ['nothing', '1'],
      ['__proto__', '1'],
      ['list', '999999'],
      ['list', 'x'],
      ['profile', 'nobody'],
      ['transaction', '999999'],
      ['tenant', '2'],
      ['location', "1' or 1=1"],
    ] as const) {
      expect((await call(on.customFields, { model, id })).status, `${model} ${id}`).toBe(404);
      expect((await call(on.addCustomField, { model, id }, { name: 'x', handle: 'x' })).status).toBe(404);
    }
    expect((await call(on.transactionCustomFields, { transaction: '999999' })).status).toBe(404);
    expect((await call(on.customFields, { model: 'tenant', id: '1' })).status).toBe(200);
  });

  it('are deleted by an array of handles in the body of a DELETE, whose last path segment is not a handle', async () => {
    const path = { model: 'location', id: found.location };
    for (const handle of ['one', 'two', 'three', 'batchjsondelete']) {
      await call(on.addCustomField, path, { name: handle, handle });
    }
    const answer = await call(on.batchDeleteCustomFields, path, ['one', 'three', 'none']);
    expect(answer).toMatchObject({ status: 202, body: { data: { id: expect.any(String), status: 'done' } } });
    const { body } = await call(on.locationCustomFields, { location: found.location });
    expect(body.data.map(({ handle }: { handle: string }) => handle).sort()).toEqual([
      'batchjsondelete',
      'two',
    ]);
    expect((await call(on.batchDeleteCustomFields, path, { handles: ['two'] })).status).toBe(422);
  });

  it('are searched across records, and deleted with their record', async () => {
    const { body } = await service.call(on.addList, {
      path: { profile },
      token: staff,
      body: { type: 'registry', handle: 'short', name: 'Short' },
    });
    const id = String(body.data.id);
    await call(on.addCustomField, { model: 'list', id }, { name: 'Theme', handle: 'theme', value: 'sea' });
    const search = async (query: string) =>
      (await service.call(on.searchCustomFields, { query, token: staff })).body.data;
    expect(await search('?filter[handle]=theme&filter[custom_fieldable_type]=list')).toHaveLength(1);
    expect(await search(`?filter[custom_fieldable_id]=${id}&filter[value]=sea`)).toHaveLength(1);
    await call(on.deleteProfileList, { profile, list: 'short' });
    expect(await search('?filter[handle]=theme')).toEqual([]);
  });

  it('of profiles are listed as definitions, without values', async () => {
    for (const [of, value] of [
      ['profile-1002', '38'],
      ['profile-1003', '44'],
    ]) {
      await call(
        on.addProfileCustomAttribute,
        { profileId: of ?? '' },
        { name: 'Shoe', handle: 'shoe', value },
      );
    }
    const { body } = await service.call(on.customAttributes, { query: '?filter[handle]=shoe', token: staff });
    expect(body.data).toEqual([
      expect.objectContaining({ handle: 'shoe', value: '', custom_fieldable_id: '' }),
    ]);
    expect(
      (await service.call(on.customAttributes, { query: '?filter[value]=44', token: staff })).status,
    ).toBe(422);
  });

  it.each([
    ['integer', '12', '1.5'],
    ['number', '1.5', 'many'],
    ['boolean', 'true', 'yes'],
    ['date', '2026-02-28', '2026-02-30'],
  ])('of the type %s have a value of its format', async (type, good, bad) => {
    const add = async (value: string) =>
      await call(
        on.addProfileCustomAttribute,
        { profileId: profile },
        { name: 'Typed', handle: `typed-${type}`, type, value },
      );
    expect(await add(bad)).toMatchObject({ status: 422, body: { errors: { value: [expect.any(String)] } } });
    expect((await add(good)).status).toBe(200);
  });

  it('are read by their customer and written by users', async () => {
    const token = await service.tokenOf('1003');
    const path = { profileId: profile, profile };
    expect((await call(on.profileCustomAttributes, path, undefined, token)).status).toBe(200);
    const body = { name: 'Mine', handle: 'mine' };
    expect((await call(on.addProfileCustomAttribute, path, body, token)).status).toBe(403);
    expect((await call(on.customFields, { model: 'profile', id: profile }, undefined, token)).status).toBe(
      403,
    );
    expect((await service.call(on.searchCustomFields, { token })).status).toBe(403);
    expect((await service.call(on.customAttributes, { token })).status).toBe(403);
  });
});
