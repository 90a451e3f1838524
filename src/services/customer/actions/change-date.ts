import { deleteProfileDate, editProfileDates } from '../../contract/endpoints/profile-dates.ts';
import { LoyaltyError } from '../../transport/errors.ts';
import { record } from '../../transport/read.ts';
import { readReply } from '../../transport/read-records.ts';
import type { Loyalty } from '../loyalty.ts';
import { removed, write } from './writes.ts';
import { dates, isSameName, readDate, type ProfileDate } from '../resources/dates.ts';

/**
 * Saves a date (PUT dates): changes the one with this id, or adds one. Where the response is lost or cannot be read, the dates are read:
 * the date is saved if they have it.
 * @throws LoyaltyError `validation` with the service's texts, in `fields.date` for the day
 */
export async function saveDate(
  loyalty: Loyalty,
  { id, name, day }: Pick<ProfileDate, 'name' | 'day'> & { readonly id: string | undefined },
): Promise<void> {
  const shown = loyalty.resource(dates);
  const before = (shown.state.value ?? []).map((one) => one.id);
  const saved = await write<ProfileDate, readonly string[]>(loyalty, {
    operation: editProfileDates.id,
    ...(!id && { once: { name: `date ${name} ${day}`, before } }),
    send: async (idempotencyKey) =>
      loyalty.call(editProfileDates, {
        profile: await loyalty.profileId(),
        body: [id ? { id, date: day } : { name, date: day, is_recurring: '1' }],
        idempotencyKey,
      }),
    read: (reply) =>
      readReply(editProfileDates.id, (record(reply).data as unknown[] | undefined)?.[0], readDate),
    find: async (known) =>
      (await loadDates(loyalty)).find(
        (one) => one.day === day && (id ? one.id === id : !known.includes(one.id) && isNamed(one, name)),
      ),
    own: () => ({ id: id ?? `saved ${name}`, name, handle: undefined, ...find(shown.state.value, id), day }),
  });
  const others = shown.state.value ?? [];
  shown.set(
    others.some((one) => one.id === saved.id)
      ? others.map((one) => (one.id === saved.id ? saved : one))
      : [...others, saved],
  );
}

const find = (all: readonly ProfileDate[] | undefined, id: string | undefined): ProfileDate | undefined =>
  all?.find((one) => one.id === id);

const isNamed = ({ name, handle }: ProfileDate, wanted: string): boolean =>
  [name, handle].some((one) => one !== undefined && isSameName(one, wanted));

/** The dates that the service has now, which are shown. */
async function loadDates(loyalty: Loyalty): Promise<readonly ProfileDate[]> {
  const shown = loyalty.resource(dates);
  await shown.refresh();
  const { value, error } = shown.state;
  if (error || !value) throw error ?? new LoyaltyError('bad_response');
  return value;
}

/**
 * Deletes a date. Succeeds where it was deleted before.
 * @throws LoyaltyError
 */
export async function removeDate(loyalty: Loyalty, { id }: ProfileDate): Promise<void> {
  await removed(
    loyalty,
    deleteProfileDate.id,
    async () => loyalty.call(deleteProfileDate, { profile: await loyalty.profileId(), date: id }),
    async () => !find(await loadDates(loyalty), id),
  );
  const shown = loyalty.resource(dates);
  shown.set((shown.state.value ?? []).filter((one) => one.id !== id));
}
