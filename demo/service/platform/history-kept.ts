/** Days that audits and the history of actions are kept: a year, and time to look back at it. */
export const HISTORY_KEPT_DAYS = 400;
const LONGEST_DAYS = 36_500;
const FOR_GOOD = 'forever';

/** The setting `HISTORY_KEPT_DAYS`. Throws for what is none: a slip must neither keep nor remove what somebody counts on. */
export function historyKeptDays(text: string | undefined): number {
  const given = text?.trim();
  if (!given) return HISTORY_KEPT_DAYS;
  if (given === FOR_GOOD) return Infinity;
  const days = /^\d{1,5}$/.test(given) ? Number(given) : 0;
  if (days >= 1 && days <= LONGEST_DAYS) return days;
  throw new Error(
    `HISTORY_KEPT_DAYS is "${given}": it has to be a whole number of days from 1 to ${LONGEST_DAYS}, or "${FOR_GOOD}".`,
  );
}
