import {
  removeDate,
  saveDate,
  toLoyaltyError,
  type Loyalty,
  type ProfileDate,
} from '../../services/index.ts';
import type { DateForm } from './dates-form.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { failureText, refusalText } from '../internal/failure-text.ts';
import { LoyaltyDateEvent } from '../internal/member-events.ts';
import { localize } from '../internal/texts/messages.ts';
import { today } from '../internal/today.ts';

// What the press of a button does with a date.

/** How the form of a date is after a change, and the event that the page gets. */
export interface DateChange {
  readonly form: Pick<DateForm, 'outcome'>;
  readonly event?: Event;
}

/** The earliest day that can be written. */
const FIRST_DAY = '1900-01-01';

/** Why a day cannot be saved, in a sentence; `undefined` if it can. */
function dayProblem(day: string, isBirthday: boolean): string | undefined {
  // A date input has no value while a part of the date is missing, or for 30 February.
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return localize('Enter day, month and year.');
  if (day < FIRST_DAY) return localize('Check the year.');
  return isBirthday && day > today() ? localize('A birthday can’t be in the future.') : undefined;
}

export interface DateToSave {
  /** Of the stored date; `undefined` for a new one. */
  readonly id: string | undefined;
  /** Its name for the service, and on the page. */
  readonly name: string;
  readonly label: string;
  readonly day: string;
  readonly isBirthday: boolean;
}

/** Saves a date after a check of its day. */
export async function saveDay(loyalty: Loyalty, date: DateToSave): Promise<DateChange> {
  const { day, isBirthday, label } = date;
  const problem = dayProblem(day, isBirthday);
  if (problem) return failed(problem);
  try {
    await saveDate(loyalty, date);
    return done('saved', date.name, localize('{name} saved', { name: label }));
  } catch (thrown) {
    return refused(thrown, localize('Couldn’t save. Try again.'));
  }
}

/** Removes a stored date. */
export async function removeDay(loyalty: Loyalty, date: ProfileDate, label: string): Promise<DateChange> {
  try {
    await removeDate(loyalty, date);
    return done('removed', date.name, localize('{product} removed', { product: label }));
  } catch (thrown) {
    return refused(thrown, localize('Couldn’t remove it'));
  }
}

const failed = (text: string): DateChange => ({ form: { outcome: { text, isProblem: true } } });

const done = (change: 'saved' | 'removed', name: string, text: string): DateChange => ({
  form: { outcome: { text, isProblem: false } },
  event: new LoyaltyDateEvent(change, name),
});

function refused(thrown: unknown, sentence: string): DateChange {
  const error = toLoyaltyError(thrown);
  // The form has one field: a refusal of the service belongs to it.
  if (error.code === 'validation') return failed(refusalText(error) ?? sentence);
  return { ...failed(failureText(error, sentence)), event: new LoyaltyErrorEvent(error) };
}
