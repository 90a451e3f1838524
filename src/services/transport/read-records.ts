import { LoyaltyError, unreadable } from './errors.ts';
import { isLoopback } from './loopback.ts';
import { moment } from './read.ts';

// Readers that only elements with lists need: `read.ts` is part of `loyalty.js`, and these would make it larger.

/** Reads each item of a list, and leaves out those for which `read` gives `undefined`. */
export const readEach = <T>(value: unknown, read: (item: unknown) => T | undefined): T[] =>
  Array.isArray(value) ? value.map(read).filter((item) => item !== undefined) : [];

/** The address of a link or picture: https only. A page on a loopback host, such as a demo, may use http to a loopback host. */
export const webAddress = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const { protocol, hostname, href } = new URL(value);
  const isLocal =
    protocol === 'http:' && isLoopback(hostname) && isLoopback(globalThis.location?.hostname ?? '');
  return protocol === 'https:' || isLocal ? href : undefined;
};

/** An icon: one or two characters, each of which can be several code units. */
export const readIcon = (value: unknown): string | undefined =>
  typeof value === 'string' && value && value.length <= 8 ? value : undefined;

/** Takes what went wrong where the rest is shown all the same. */
export type Report = (problem: LoyaltyError) => void;

/**
 * A value that decides whether or how something is shown.
 * @throws LoyaltyError `bad_response` where it is not understood: a default would show something that may be wrong
 */
export function requireValue<T>(value: T | undefined, field: string, wire: unknown): T {
  if (value === undefined) throw unreadable(field, wire);
  return value;
}

/** One of the known words. @throws LoyaltyError `bad_response` for another one */
export const oneOf = <const Word extends string>(
  known: readonly Word[],
  field: string,
  value: unknown,
): Word =>
  requireValue(
    known.find((word) => word === value),
    field,
    value,
  );

const TRUTHS = /* @__PURE__ */ new Map<unknown, boolean>([
  [true, true],
  [1, true],
  ['1', true],
  ['true', true],
  [false, false],
  [0, false],
  ['0', false],
  ['false', false],
]);

/** A truth value as services write it; `undefined` where there is none. @throws LoyaltyError `bad_response` for anything else */
export const truth = (value: unknown, field: string): boolean | undefined =>
  value === undefined || value === null ? undefined : requireValue(TRUTHS.get(value), field, value);

/**
 * Reads the records of an operation, without those that `read` leaves out (`undefined`). A record that cannot be read is not shown, and the
 * console says how many there were and why.
 * @param place where the records are in the reply, with a dot, if they are not its `data`: `items.`
 * @throws LoyaltyError `bad_response` where none can be read: the list is not empty
 */
export function readRecords<T>(
  operation: string,
  wires: readonly unknown[],
  read: (wire: unknown) => T | undefined,
  report: Report,
  place = '',
): T[] {
  const records: T[] = [];
  let first: LoyaltyError | undefined;
  let unread = 0;
  for (const wire of wires) {
    try {
      const one = read(wire);
      if (one !== undefined) records.push(one);
    } catch (error) {
      unread++;
      first ??= error as LoyaltyError;
    }
  }
  if (!first) return records;
  const { message, field, received } = first;
  const problem = new LoyaltyError(
    'bad_response',
    `${operation}: ${unread} of ${wires.length} records cannot be shown: ${message}`,
    { operation, field: field && place + field, received },
  );
  if (unread === wires.length) throw problem;
  report(problem);
  return records;
}

/** Whether a definition is offered: published, active and not archived, as far as the service says. */
export const isOffered = ({
  is_published,
  is_active,
  is_archived,
  archived_at,
}: {
  readonly [field: string]: unknown;
}): boolean =>
  truth(is_published, 'is_published') !== false &&
  truth(is_active, 'is_active') !== false &&
  !truth(is_archived, 'is_archived') &&
  !archived_at;

/** The moment at which something ends; `undefined` where it has no end. @throws LoyaltyError `bad_response` for a time that is not understood */
export const readEnd = (value: unknown, field: string): Date | undefined =>
  value === undefined || value === null || value === ''
    ? undefined
    : requireValue(moment(value), field, value);

/** Whether something was used: a time, or a truth value. */
export const isUsed = (value: unknown): boolean => TRUTHS.get(value) ?? !!value;

/** A reply with one record. @throws LoyaltyError `bad_response` that names the operation */
export function readReply<T>(operation: string, wire: unknown, read: (wire: unknown) => T | undefined): T {
  try {
    return requireValue(read(wire), 'data', wire);
  } catch (error) {
    const { message, operation: known, field, received } = error as LoyaltyError;
    // The records inside it are read by `readRecords()`, whose error has the operation already.
    throw known
      ? error
      : new LoyaltyError('bad_response', `${operation}: ${message}`, {
          operation,
          field,
          received,
        });
  }
}
