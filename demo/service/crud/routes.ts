import type { Endpoint } from '../../../src/services/contract/endpoints/index.ts';
import { profileParameter } from '../api/access.ts';
import { browse } from '../api/paging.ts';
import { notFound } from '../api/problem.ts';
import { route, toCustomers, type KnownCall, type Route } from '../api/route.ts';
import { familyOf, placesOf } from './families.ts';
import type { Attributes } from '../api/query/attribute.ts';
import { attributesOf, customerAttributes, viewOf, writable } from './fields.ts';
import { handleFor } from './handles.ts';
import { checkAncestors, lockTree } from './ancestors.ts';
import { checkReferences, checkUnused } from './references.ts';
import { checkUnique } from './unique.ts';
import { partOf } from './part-of.ts';
import type { Resource, Values } from './resource.ts';
import {
  addRecord,
  editRecord,
  findRecord,
  removeParts,
  removeRecord,
  rowsWithin,
  type Bounds,
} from './store.ts';
import { join, type Stored } from './table.ts';
import { withWholeDays } from './whole-days.ts';
import { programmeOf } from '../programme/programme.ts';
import { settleDue } from '../points/settle.ts';
import { tableOf } from './tables.ts';

type Endpoints = Endpoint<string, unknown, Values>;

/** The routes of a plain resource. */
export function routesOf(resource: Resource): Route[] {
  const { shape, model, customers, administrators = false, parent, attributes = [] } = resource;
  const table = resource.table ?? tableOf(model);
  const all: Attributes = new Map([
    ...attributesOf(shape, table),
    ...(parent ? partOf(parent.field) : []),
    ...attributes,
  ]);
  const forCustomers = customerAttributes(shape, all);
  const family = familyOf(resource);
  const computed = { ...parentField(resource), ...resource.computed };
  const views = async (call: KnownCall, records: readonly Stored[]) => {
    const joined = resource.joined ? await resource.joined(call, records) : records;
    return joined.map((record) => viewOf(shape, record, call.principal, computed));
  };
  const view = async (call: KnownCall, record: Stored) => (await views(call, [record]))[0] ?? {};

  const wholeDays = (call: KnownCall, before?: Stored) => {
    const body = call.body as Values;
    return withWholeDays(
      shape,
      body,
      async () =>
        (await resource.zoneOf?.(call, { ...before, ...body })) ?? (await programmeOf(call.db)).timezone,
    );
  };

  async function find(call: KnownCall, endpoint: Endpoint, lock?: 'update'): Promise<Stored> {
    const { record = '' } = placesOf(endpoint);
    const bounds = await boundsOf(resource, endpoint, call);
    const named = (call.path as Values)[record] as string;
    const id = resource.idOf ? String(await resource.idOf(call, named)) : named;
    return findRecord(call.db, table, bounds, id, { by: resource.key ?? 'id', ...(lock && { lock }) });
  }

  const verbs = {
    browse: (endpoint: Endpoint) => async (call: KnownCall) => {
      if (resource.settles) await settleDue(call.db, call.profileId);
      const bounds = await boundsOf(resource, endpoint, call);
      const attributes = call.principal.kind === 'customer' ? forCustomers : all;
      const shown = (rows: Values[]) => views(call, rows.map(join));
      return await browse(call, rowsWithin(call.db, table, bounds), shown, {
        attributes,
        complete: resource.complete ?? false,
        ...(!attributes.has('created_at') && { order: 'id' }),
      });
    },
    read: (endpoint: Endpoint) => async (call: KnownCall) => {
      if (resource.settles) await settleDue(call.db, call.profileId);
      return { data: await view(call, await find(call, endpoint)) };
    },
    add: (endpoint: Endpoint) => async (call: KnownCall) => {
      const bounds = await boundsOf(resource, endpoint, call);
      const sent = writable(shape, await wholeDays(call), call.principal);
      const { userId } = call.principal;
      let values: Values = {
        ...resource.defaults,
        ...present(sent, resource),
        ...profileOf(endpoint, call),
        ...bounds,
      };
      if (table.columns.includes('user_id') && !('user_id' in values)) values['user_id'] = userId;
      values = await handleFor(call.db, { shape, table, bounds }, values);
      await checkReferences(call.db, model, values);
      await checkUnique(call.db, resource, bounds, values);
      if (resource.adding) values = await resource.adding(call, values);
      const record = await addRecord(call.db, table, values);
      const data = await view(call, (await resource.added?.(call, record)) ?? record);
      const { [resource.secretField ?? '']: _, ...is } = data;
      call.note({ changes: { is } });
      return { data };
    },
    edit: (endpoint: Endpoint) => async (call: KnownCall) => {
      if (resource.above) await lockTree(call.db, model);
      const before = await find(call, endpoint, 'update');
      const sent = writable(shape, await wholeDays(call, before), call.principal);
      let values = present(sent, resource);
      await checkReferences(call.db, model, values);
      await checkUnique(call.db, resource, {}, values, before.id);
      if (resource.above)
        await checkAncestors(call.db, { model, table, field: resource.above }, before, values);
      if (resource.editing) values = await resource.editing(call, before, values);
      await checkFixed(call, resource, before, values);
      const after = await editRecord(call.db, table, before.id, values);
      const [was = {}, is = {}] = await views(call, [before, after]);
      call.note({ changes: differences(was, is) });
      return { data: is };
    },
    remove: (endpoint: Endpoint) => async (call: KnownCall) => {
      const record = await find(call, endpoint, 'update');
      const was = await view(call, record);
      await resource.removing?.(call, record);
      await checkUnused(call.db, model, record);
      await removeParts(call.db, `${model}:${record.id}`);
      await removeRecord(call.db, table, record.id);
      call.note({ changes: { was } });
      return undefined;
    },
  };

  return (['browse', 'read', 'add', 'edit', 'remove'] as const).flatMap((verb) => {
    const endpoint = family[verb];
    const one = verb === 'read' || verb === 'edit' || verb === 'remove';
    // What the catalogue has at the address of all records is not about one of them.
    if (!endpoint || resource.without?.includes(verb) || (one && !placesOf(endpoint).record)) return [];
    const writes = verb !== 'browse' && verb !== 'read';
    const made: Route = {
      ...route(endpoint as Endpoints, verbs[verb](endpoint)),
      ...{ model, administrators: administrators && writes },
      ...(resource.byLink?.[verb] && { ...resource.byLink[verb], guessable: true }),
      ...(resource.secretField && { secretField: resource.secretField }),
    };
    return [
      customers === 'write' && (profileParameter(endpoint) || resource.boundsOf) ? toCustomers(made) : made,
    ];
  });
}

/** Refuses to change what other records know this one by, or reckon with, while there are any (409). */
async function checkFixed(
  { db }: KnownCall,
  { model, fixedInUse = [] }: Resource,
  before: Stored,
  values: Values,
): Promise<void> {
  const changes = (field: string) => field in values && (values[field] ?? null) !== (before[field] ?? null);
  const everywhere = fixedInUse.some(changes);
  await checkUnused(db, model, before, (by) => everywhere || (by !== 'id' && changes(by)));
}

/** What every statement of a call is bound to: the profile of the path, or the record that stands before. */
async function boundsOf(resource: Resource, endpoint: Endpoint, call: KnownCall): Promise<Bounds> {
  const own = profileOf(endpoint, call);
  const { parent, partOf } = resource;
  if (resource.boundsOf) return resource.boundsOf(call);
  if (partOf) return { parent: await partOf(call) };
  if (!parent) return own;
  const id = (call.path as Values)[placesOf(endpoint).parent ?? ''];
  if (typeof id !== 'string') throw notFound();
  const found = await findRecord(call.db, tableOf(parent.model), own, id, { by: parent.key ?? 'id' });
  return { parent: `${parent.model}:${found.id}` };
}

const profileOf = (endpoint: Endpoint, { profileId = '' }: KnownCall): Bounds =>
  profileParameter(endpoint) === undefined ? {} : { profile_id: profileId };

/** A record shows what it is part of: `trigger:5` as `trigger_id`. */
function parentField({ parent }: Resource): NonNullable<Resource['computed']> {
  if (!parent) return {};
  return { [parent.field]: (record) => Number(String(record['parent']).split(':')[1]) };
}

/**
 * Null empties a field, or gives it its default again; a field that always has a value and no default stays as it is.
 */
function present(values: Values, { shape, defaults = {} }: Resource): Values {
  const entries = Object.entries(values).flatMap(([name, value]) => {
    if (value !== null || shape.fields[name]?.presence === 'nullable') return [[name, value]];
    return name in defaults ? [[name, defaults[name]]] : [];
  });
  return Object.fromEntries(entries);
}

/** What was and what is, by field. */
function differences(was: Values, is: Values): Values {
  const changed = Object.keys(is).filter(
    (name) => name !== 'updated_at' && JSON.stringify(is[name]) !== JSON.stringify(was[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, { was: was[name], is: is[name] }]));
}
