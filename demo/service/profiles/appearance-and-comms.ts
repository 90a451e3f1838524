import { sql } from 'kysely';
import {
  editProfileAppearance,
  editProfileComms,
  profileAppearance,
  profileComms,
} from '../../../src/services/contract/endpoints/index.ts';
import type { Endpoint } from '../../../src/services/contract/endpoints/index.ts';
import { appearanceShape, commsShape } from '../../../src/services/contract/shapes/records/profiles.ts';
import type { AnyShape } from '../../../src/services/contract/shapes/shape.ts';
import type { Database } from '../platform/database/tables.ts';
import { route, toCustomers, type ProfileCall, type Route } from '../api/route.ts';
import { viewOf, writable } from '../crud/fields.ts';
import { addRecord, editRecord, rowsWithin } from '../crud/store.ts';
import { fromRow, tableOf, type Stored, type Values } from '../crud/tables.ts';

/** An attribute of which a profile has exactly one record, readable before it was written for the first time. */
interface SingleAttribute {
  readonly model: string;
  readonly read: Endpoint;
  readonly edit: Endpoint;
  readonly shape: AnyShape;
  readonly defaults: Readonly<Values>;
}

const singleAttributes: readonly SingleAttribute[] = [
  {
    model: 'appearance',
    read: profileAppearance,
    edit: editProfileAppearance,
    shape: appearanceShape,
    defaults: {},
  },
  {
    model: 'comms',
    read: profileComms,
    edit: editProfileComms,
    shape: commsShape,
    // No messages without consent.
    defaults: { email_opt_in: false, sms_opt_in: false, push_opt_in: false, post_opt_in: false },
  },
];

/** Reading and editing appearance and communication preferences. */
export const appearanceAndCommsRoutes: readonly Route[] = singleAttributes.flatMap((single) => {
  const { model, shape, defaults } = single;
  const table = tableOf(model);
  const find = async (db: Database, profileId: string): Promise<Stored | undefined> => {
    const row = await rowsWithin(db, table, { profile_id: profileId }).executeTakeFirst();
    return row && fromRow(row);
  };
  const view = (call: ProfileCall, record: Stored | Values | undefined) => ({
    data: viewOf(shape, { ...defaults, profile_id: call.profileId, ...record } as Stored, call.principal),
  });
  const read = async (call: ProfileCall) => view(call, await find(call.db, call.profileId));
  const edit = async (call: ProfileCall<string, Values>) => {
    const { db, profileId, body, principal } = call;
    // Of two first edits at once, the second finds the record that the first one added.
    await sql`select from profiles where id = ${profileId} for update`.execute(db);
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
    { ...route(single.read as Endpoint<'/v3/profiles/{profile}'>, read), model },
    {
      ...toCustomers(route(single.edit as Endpoint<'/v3/profiles/{profile}', unknown, Values>, edit)),
      model,
    },
  ];
});
