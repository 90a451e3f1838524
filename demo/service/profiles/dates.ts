import { randomUUID } from 'node:crypto';
import { editProfileDates } from '../../../src/services/contract/endpoints/index.ts';
import { editProfileDate, profileDateShape } from '../../../src/services/contract/profiles.ts';
import { invalid } from '../api/problem.ts';
import { scheduleNames } from '../platform/notices/schedules.ts';
import { route, toCustomers, type ProfileCall, type Route } from '../api/route.ts';
import { viewOf, writable } from '../crud/fields.ts';
import { checkReferences } from '../crud/references.ts';
import type { Resource } from '../crud/resource.ts';
import { isNamedBirthday } from '../automation/profile-attributes.ts';
import { programmeOf } from '../programme/programme.ts';
import { dayOf } from '../programme/time-zone.ts';
import { settingOf } from '../tenant-settings.ts';
import { addRecord, editRecord, findRecord } from '../crud/store.ts';
import { tableOf, type Stored, type Values } from '../crud/tables.ts';
import { checkRecords } from '../api/body.ts';
import { timestamp } from '../api/formats.ts';

const table = tableOf('profile-date', profileDateShape);
type StoredDate = Stored<typeof profileDateShape, 'profile-date'>;

const computed = { links: ({ links }: Readonly<Values>) => links ?? [] };

/** Date attributes: answered without pages, each with an array of links (spec 4.3). */
export const dateResource: Resource = {
  id: 'profiles.attributes.dates',
  model: 'profile-date',
  shape: profileDateShape,
  complete: true,
  customers: 'write',
  computed,
};

export const dateRoutes: readonly Route[] = [toCustomers(route(editProfileDates, putDates))];

/**
 * Changes the dates that have an id and adds the others, in one transaction. Returns them in the order of the
 * request. Throws 404 for an id that is not one of this profile's dates.
 */
export async function putDates(call: ProfileCall<string, readonly object[]>) {
  const bounds = { profile_id: call.profileId };
  const stored: StoredDate[] = [];
  for (const { id, ...sent } of checkRecords(editProfileDate, call.body)) {
    const before =
      id === undefined ? undefined : await findRecord(call.db, table, bounds, id, { lock: 'update' });
    await checkBirthday(call, { ...before, ...sent });
    const values = await withWriter(
      call,
      before,
      withKnownSchedule(writable(profileDateShape, sent, call.principal)),
    );
    const record = before
      ? await editRecord(call.db, table, before.id, values)
      : await addRecord(call.db, table, { is_recurring: '0', ...values, ...bounds });
    stored.push('links' in values ? await withLinks(call, record) : record);
  }
  const views = stored.map((record) => viewOf(profileDateShape, record, call.principal, computed));
  call.note({ changes: { is: views } });
  return { data: views };
}

/** Throws 422 for an unknown schedule, which would never be due. */
function withKnownSchedule(values: Values): Values {
  const { recurring_schedule: schedule } = values;
  if (typeof schedule === 'string' && !scheduleNames.includes(schedule))
    throw invalid({ recurring_schedule: [`There is no such schedule: one of ${scheduleNames.join(', ')}.`] });
  return values;
}

/** Throws 422 for a birthday in the future. Other dates, such as a wedding, may be planned. */
async function checkBirthday(
  { db }: ProfileCall<string, unknown>,
  { name, handle, date }: Readonly<Values>,
): Promise<void> {
  if (!isNamedBirthday(name, handle) || typeof date !== 'string') return;
  if (date > dayOf(new Date(), (await programmeOf(db)).timezone))
    throw invalid({ date: ['A birthday cannot be in the future.'] });
}

/** Fields that decide on which days a date is reached, and which date it is. */
const DECIDING = ['date', 'is_recurring', 'recurring_schedule', 'name'] as const;

/**
 * Stores who wrote the deciding fields: a date of a customer is reached once in a period. Throws 422 for a schedule that is too short for
 * customers, who could reach a date every day.
 */
async function withWriter(
  { db, principal }: ProfileCall<string, unknown>,
  before: StoredDate | undefined,
  values: Values,
): Promise<Values> {
  const isChanged = DECIDING.some((name) => name in values && values[name] !== before?.[name]);
  if (!isChanged) return values;
  if (principal.kind !== 'customer') return { ...values, written_by: 'staff' };
  const shortest = scheduleNames.indexOf(await settingOf(db, 'dates.customer-schedule'));
  const { recurring_schedule: schedule } = values;
  if (
    typeof schedule === 'string' &&
    schedule !== before?.recurring_schedule &&
    scheduleNames.indexOf(schedule) < shortest
  )
    throw invalid({
      recurring_schedule: [`Customers may choose one of ${scheduleNames.slice(shortest).join(', ')}.`],
    });
  return { ...values, written_by: 'customer' };
}

/** Links get an id and timestamps of their own (spec 2.8). */
async function withLinks(call: ProfileCall, record: StoredDate): Promise<StoredDate> {
  const now = timestamp(new Date());
  const sent = record.links ?? [];
  for (const link of sent) await checkReferences(call.db, 'profile-date-link', link);
  const links = sent.map((link) => ({
    id: randomUUID(),
    attributes_date_id: String(record.id),
    relationship: null,
    role: null,
    ...link,
    created_at: now,
    updated_at: now,
  }));
  return editRecord(call.db, table, record.id, { links });
}
