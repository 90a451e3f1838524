import { deleteProfileDate, editProfileDates } from '../../contract/endpoints/profile-dates.ts';
import { toLoyaltyError } from '../../transport/errors.ts';
import { record } from '../../transport/read.ts';
import { readReply } from '../../transport/read-records.ts';
import { isUnanswered } from '../../transport/unanswered.ts';
import type { Loyalty } from '../loyalty.ts';
import { dates, readDate, type ProfileDate } from './dates.ts';

/**
 * Saves a date (PUT dates): changes the one with this id, or adds one. Where the response is lost, the dates are read: the date is saved
 * if they have it.
 * @throws LoyaltyError `validation` with the service's texts, in `fields.date` for the day
 */
export async function saveDate(
  loyalty: Loyalty,
  { id, name, day }: Pick<ProfileDate, 'name' | 'day'> & { readonly id: string | undefined },
  idempotencyKey: string,
): Promise<void> {
  const shown = loyalty.resource(dates);
  try {
    const reply = await loyalty.call(editProfileDates, {
      profile: await loyalty.profileId(),
      body: [id ? { id, date: day } : { name, date: day, is_recurring: '1' }],
      idempotencyKey,
    });
    const saved = readReply(
      editProfileDates.id,
      (record(reply).data as unknown[] | undefined)?.[0],
      readDate,
    );
    const others = shown.state.value ?? [];
    shown.set(
      others.some((one) => one.id === saved.id)
        ? others.map((one) => (one.id === saved.id ? saved : one))
        : [...others, saved],
    );
  } catch (thrown) {
    if (!isUnanswered(toLoyaltyError(thrown))) throw thrown;
    await shown.refresh();
    const isSaved = shown.state.value?.some(
      (one) => one.day === day && (id ? one.id === id : one.name === name),
    );
    // Saving a day again is the same day: no mark is needed.
    if (!isSaved) throw thrown;
  }
}

/**
 * Deletes a date. Succeeds where it was deleted before.
 * @throws LoyaltyError
 */
export async function removeDate(loyalty: Loyalty, { id }: ProfileDate): Promise<void> {
  const profile = await loyalty.profileId();
  await loyalty.call(deleteProfileDate, { profile, date: id }).catch((error) => {
    if (toLoyaltyError(error).code !== 'not_found') throw error;
  });
  const shown = loyalty.resource(dates);
  shown.set((shown.state.value ?? []).filter((one) => one.id !== id));
}
