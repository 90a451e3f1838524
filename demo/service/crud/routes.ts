import { sql } from 'kysely';
import type { Endpoint } from '../../../src/services/contract/endpoints/index.ts';
import { profileParameter } from '../api/access.ts';
import { browse } from '../api/paging.ts';
import { notFound } from '../api/problem.ts';
import { route, toCustomers, type KnownCall, type Route } from '../api/route.ts';
import type { Attributes } from '../api/query/attribute.ts';
import type { AnySchema } from '../../../src/services/contract/shape.ts';
import { checkMoney } from '../programme/check-money.ts';
import { programmeOf } from '../programme/programme.ts';
import { checkAncestors, checkUnique, lockTree } from './constraints.ts';
import { familyOf, pathNamesOf } from './families.ts';
import { attributesOf, customerAttributes, parentAttribute, writable } from './fields.ts';
import { handleFor } from './handles.ts';
import { checkReferences, checkUnused } from './references.ts';
import type { ComputedFields, Resource } from './resource.ts';
import {
  addRecord,
  editRecord,
  findRecord,
  removeParts,
  removeRecord,
  rowsWithin,
  type RecordScope,
} from './store.ts';
import { fromRow, tableOf, type AnyRecord, type RowOf, type Table, type Values } from './tables.ts';
import { viewsOfRecords, type Viewable } from './views.ts';
import { withWholeDays } from './whole-days.ts';

/** A request whose body was checked by the shape of the resource. */
type RecordCall = KnownCall<string, Values>;

/** What staff filter and sort the records of a resource by. */
export const staffAttributes = ({ shape, model, table, parent, attributes }: Resource): Attributes =>
  new Map([
    ...attributesOf(shape, table ?? tableOf(model)),
    ...(parent ? parentAttribute(parent.field) : []),
    ...(attributes ?? []),
  ]);

/** The routes of a resource. */
export function routesOf(resource: Resource): Route[] {
  const { shape, model, customers, administrators = false } = resource;
  const table: Table = resource.table ?? tableOf(model);
  const all = staffAttributes(resource);
  const forCustomers = new Map(customerAttributes(shape, all));
  for (const name of resource.notFilteredByCustomers ?? []) forCustomers.delete(name);
  const family = familyOf(resource);
  const viewable: Viewable = { ...resource, computed: { ...parentField(resource), ...resource.computed } };
  const view = async (call: KnownCall, record: AnyRecord): Promise<Values> => {
    const [shown = {}] = await viewsOfRecords(viewable, call, [record]);
    return shown;
  };

  const wholeDays = (call: RecordCall, before?: AnyRecord) =>
    withWholeDays(
      shape,
      call.body,
      async () =>
        (await resource.zoneOf?.(call, { ...before, ...call.body })) ?? (await programmeOf(call.db)).timezone,
    );

  const checkAmounts = (call: RecordCall, schema: AnySchema, before?: AnyRecord) =>
    // In another currency the stored amounts may have too many digits as well.
    checkMoney(
      call.db,
      schema,
      'currency' in call.body ? { ...before, ...call.body } : call.body,
      async () => {
        const values: Values = { ...before, ...call.body };
        const { currency } = values;
        return resource.currencyOf?.(call, values) ?? (typeof currency === 'string' ? currency : null);
      },
    );

  async function find(call: KnownCall, endpoint: Endpoint, lock?: 'update'): Promise<AnyRecord> {
    const { record = '' } = pathNamesOf(endpoint);
    const scope = await scopeOf(resource, endpoint, call);
    const named = call.path[record] ?? '';
    const id = resource.idOf ? String(await resource.idOf(call, named)) : named;
    const visible = resource.visibleTo?.(call);
    const options = { by: resource.key ?? 'id', ...(lock && { lock }), ...(visible && { visible }) };
    return findRecord(call.db, table, scope, id, options);
  }

  const verbs = {
    browse: (endpoint: Endpoint) => async (call: KnownCall) => {
      await resource.beforeReading?.(call);
      const scope = await scopeOf(resource, endpoint, call);
      const attributes = call.principal.kind === 'customer' ? forCustomers : all;
      const shown = (rows: RowOf<AnyRecord>[]) => viewsOfRecords(viewable, call, rows.map(fromRow));
      const visible = resource.visibleTo?.(call) ?? sql<boolean>`true`;
      const records = rowsWithin(call.db, table, scope).where(visible);
      return await browse(call, records, shown, {
        attributes,
        complete: resource.complete ?? false,
        parameters: resource.parameters ?? [],
        ...(!attributes.has('created_at') && { order: 'id' }),
      });
    },
    read: (endpoint: Endpoint) => async (call: KnownCall) => {
      await resource.beforeReading?.(call);
      return { data: await view(call, await find(call, endpoint)) };
    },
    add: (endpoint: Endpoint) => async (call: RecordCall) => {
      const scope = await scopeOf(resource, endpoint, call);
      const sent = writable(shape, await wholeDays(call), call.principal);
      const { userId } = call.principal;
      let values: Values = {
        ...resource.defaults,
        ...withoutNulls(sent, resource),
        ...profileOf(endpoint, call),
        ...scope,
      };
      if (table.columns.includes('user_id') && !('user_id' in values)) values['user_id'] = userId;
      values = await handleFor(call.db, { shape, table, scope }, values);
      values = await checkReferences(call.db, model, values);
      await checkAmounts(call, shape.add);
      await checkUnique(call.db, resource, scope, values);
      if (resource.adding) values = await resource.adding(call, values);
      const record = await addRecord(call.db, table, values);
      const data = await view(call, (await resource.added?.(call, record)) ?? record);
      const { [resource.secretField ?? '']: _, ...is } = data;
      call.note({ changes: { is } });
      return { data };
    },
    edit: (endpoint: Endpoint) => async (call: RecordCall) => {
      if (resource.hierarchyField) await lockTree(call.db, model);
      const before = await find(call, endpoint, 'update');
      const sent = writable(shape, await wholeDays(call, before), call.principal);
      let values = withoutNulls(sent, resource);
      values = await checkReferences(call.db, model, values);
      await checkAmounts(call, shape.edit, before);
      await checkUnique(call.db, resource, {}, values, before.id);
      if (resource.hierarchyField)
        await checkAncestors(call.db, { model, table, field: resource.hierarchyField }, before, values);
      if (resource.editing) values = await resource.editing(call, before, values);
      await checkFixed(call, resource, before, values);
      const after = await editRecord(call.db, table, before.id, values);
      const [was = {}, is = {}]: Values[] = await viewsOfRecords(viewable, call, [before, after]);
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
    const concernsOneRecord = verb === 'read' || verb === 'edit' || verb === 'remove';
    // A path without a record parameter is not about one record.
    if (!endpoint || resource.without?.includes(verb) || (concernsOneRecord && !pathNamesOf(endpoint).record))
      return [];
    const writes = verb !== 'browse' && verb !== 'read';
    const one: Route = {
      ...route(endpoint, verbs[verb](endpoint)),
      model,
      administrators: administrators && writes,
      ...(resource.byLink?.[verb] && { ...resource.byLink[verb], limitsFailedLookups: true }),
      ...(resource.secretField && { secretField: resource.secretField }),
    };
    return [
      customers === 'write' && (profileParameter(endpoint) || resource.scopeOf) ? toCustomers(one) : one,
    ];
  });
}

/** Throws 409 for a change of a field that other records refer to, or calculate with. */
async function checkFixed(
  { db }: KnownCall,
  { model, fixedInUse = [] }: Resource,
  before: AnyRecord,
  values: Values,
): Promise<void> {
  const changes = (field: string) => field in values && (values[field] ?? null) !== (before[field] ?? null);
  const isFixed = fixedInUse.some(changes);
  await checkUnused(db, model, before, (by) => isFixed || (by !== 'id' && changes(by)));
}

/** The columns that limit every query of a call: the profile of the path, or the parent. */
async function scopeOf(resource: Resource, endpoint: Endpoint, call: KnownCall): Promise<RecordScope> {
  const own = profileOf(endpoint, call);
  const { parent } = resource;
  if (resource.scopeOf) return resource.scopeOf(call);
  if (resource.partOf) return { parent: await resource.partOf(call) };
  if (!parent) return own;
  const id = call.path[pathNamesOf(endpoint).parent ?? ''];
  if (id === undefined) throw notFound();
  const found: AnyRecord = await findRecord(call.db, tableOf(parent.model), own, id, {
    by: parent.key ?? 'id',
  });
  return { parent: `${parent.model}:${found.id}` };
}

const profileOf = (endpoint: Endpoint, { profileId = '' }: KnownCall): RecordScope =>
  profileParameter(endpoint) === undefined ? {} : { profile_id: profileId };

/** The field with the id of the parent: `trigger:5` is shown as `trigger_id`. */
function parentField({ parent }: Resource): ComputedFields {
  if (!parent) return {};
  return { [parent.field]: (record) => Number(String(record['parent']).split(':')[1]) };
}

/** Null empties a nullable field and resets others to their default; without a default the field does not change. */
function withoutNulls(values: Values, { shape, defaults = {} }: Resource): Values {
  const entries = Object.entries(values).flatMap(([name, value]) => {
    if (value !== null || shape.fields[name]?.presence === 'nullable') return [[name, value]];
    return name in defaults ? [[name, defaults[name]]] : [];
  });
  return Object.fromEntries(entries);
}

/** The values before and after a change, by field. */
function differences(was: Values, is: Values): Values {
  const changed = Object.keys(is).filter(
    (name) => name !== 'updated_at' && JSON.stringify(is[name]) !== JSON.stringify(was[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, { was: was[name], is: is[name] }]));
}
