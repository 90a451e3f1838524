import { sql } from 'kysely';
import {
  editProfileAppearance,
  editProfileComms,
  profileAppearance,
  profileComms,
  type Endpoint,
} from '../../../src/services/contract/endpoints/index.ts';
import { appearanceShape, commsShape } from '../../../src/services/contract/profiles.ts';
import type { AnyShape, Reading } from '../../../src/services/contract/shape.ts';
import type { Database } from '../database/tables.ts';
import { route, toCustomers, type ProfileCall, type Route } from '../api/route.ts';
import { viewOf, writable } from '../crud/fields.ts';
import { addRecord, editRecord, rowsWithin } from '../crud/store.ts';
import { fromRow, tableOf, type AnyRecord, type Values } from '../crud/tables.ts';

type AttributePath = `/v3/profiles/{profile}/attributes/${'appearance' | 'comms'}`;

/** An attribute of which a profile has exactly one record, readable before it was written for the first time. */
interface SingleAttribute<Shape extends AnyShape> {
  readonly model: string;
  readonly shape: Shape;
  readonly read: Endpoint<AttributePath, { readonly data: Reading<Shape> }>;
  readonly edit: Endpoint<AttributePath, { readonly data: Reading<Shape> }, Values>;
  readonly defaults: Readonly<Values>;
}

function routesOf<Shape extends AnyShape>(attribute: SingleAttribute<Shape>): Route[] {
  const { model, shape, defaults } = attribute;
  const table = tableOf(model);
  const find = async (db: Database, profileId: string): Promise<AnyRecord | undefined> => {
    const row = await rowsWithin(db, table, { profile_id: profileId }).executeTakeFirst();
    return row && fromRow(row);
  };
  const view = (call: ProfileCall, record: AnyRecord | undefined) => ({
    data: viewOf(shape, { ...defaults, profile_id: call.profileId, ...record }, call.principal),
  });
  const read = async (call: ProfileCall) => view(call, await find(call.db, call.profileId));
  const edit = async (call: ProfileCall<string, Values>) => {
    const { db, profileId, body, principal } = call;
    // Of two first edits at once, the second finds the record that the first one added.
    await sql`select from profiles where id = ${profileId} for no key update`.execute(db);
    const before = await find(db, profileId);
    const values = Object.fromEntries(
      Object.entries(writable(shape, body, principal)).map(([name, value]) => [
        name,
        value ?? defaults[name] ?? null,
      ]),
    );
    const after = before
      ? await editRecord(db, table, before.id, values)
      : await addRecord(db, table, { ...defaults, ...values, handle: model, profile_id: profileId });
    const [was, is] = [view(call, before), view(call, after)];
    call.note({ changes: { was: was.data, is: is.data } });
    return is;
  };
  return [
    { ...route(attribute.read, read), model },
    { ...toCustomers(route(attribute.edit, edit)), model },
  ];
}

/** Reading and editing appearance and communication preferences. */
export const appearanceAndCommsRoutes: readonly Route[] = [
  ...routesOf({
    model: 'appearance',
    shape: appearanceShape,
    read: profileAppearance,
    edit: editProfileAppearance,
    defaults: {},
  }),
  ...routesOf({
    model: 'comms',
    shape: commsShape,
    read: profileComms,
    edit: editProfileComms,
    // No messages without consent.
    defaults: { email_opt_in: false, sms_opt_in: false, push_opt_in: false, post_opt_in: false },
  }),
];
