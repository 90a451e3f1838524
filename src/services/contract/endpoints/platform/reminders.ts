import type { Data, Page } from '../../shapes/envelope.ts';
import type { Reminder, reminderShape } from '../../shapes/records/platform.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses reminders (spec 4.6 Settings). */
export const reminders = endpoint('GET', '/v3/reminders', 'reminders.index', of<Page<Reminder>>);

/** Adds a reminder (spec 4.6 Settings). */
export const addReminder = endpoint(
  'POST',
  '/v3/reminders',
  'reminders.store',
  of<Data<Reminder>>,
  of<Adding<typeof reminderShape>>,
);

/** Reads a reminder (spec 4.6 Settings). */
export const readReminder = endpoint('GET', '/v3/reminders/{reminder}', 'reminders.show', of<Data<Reminder>>);

/** Edits a reminder (spec 4.6 Settings). */
export const editReminder = endpoint(
  'PUT',
  '/v3/reminders/{reminder}',
  'reminders.update',
  of<Data<Reminder>>,
  of<Editing<typeof reminderShape>>,
);

/** Deletes a reminder (spec 4.6 Settings). */
export const deleteReminder = endpoint('DELETE', '/v3/reminders/{reminder}', 'reminders.destroy');
