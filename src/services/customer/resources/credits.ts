import { profileCredits } from '../../contract/endpoints/incentives/credits.ts';
import { readId, record, text, type Id } from '../../transport/read.ts';
import { requireValue, readEnd, truth } from '../../transport/read-records.ts';
import { browseRecords } from '../browse.ts';
import type { ResourceDefinition } from '../loyalty.ts';

/** A gift card or store credit. Never stored: it may contain the number that pays. */
export interface Credit {
  readonly id: Id;
  readonly name: string | undefined;
  /** Decimal text in `currency` (ISO 4217). */
  readonly remaining: string;
  readonly initial: string | undefined;
  readonly currency: string | undefined;
  /** From 0 to 1: what remains of the initial value. `undefined` where the initial value is not known. */
  readonly share: number | undefined;
  readonly expiresAt: Date | undefined;
  /** It can be used from then on, if that is in the future. */
  readonly releasedAt: Date | undefined;
  /** `undefined` where the service does not say. */
  readonly isLocked: boolean | undefined;
  readonly lockExpiresAt: Date | undefined;
  /** Only from services that send it to customers, as is the code. */
  readonly number: string | undefined;
  readonly code: string | undefined;
}

/** GET credits of the profile that are not used up (spec 2.5), the first to end first. */
export const credits: ResourceDefinition<readonly Credit[]> = {
  key: 'credits',
  async load(loyalty) {
    const profile = await loyalty.profileId();
    const query = { 'filter[value_remaining][gt]': '0', sort: 'expires_at' };
    return browseRecords(loyalty, profileCredits, { profile }, readCredit, query);
  },
};

const DECIMAL = /^\d{1,15}(\.\d+)?$/;
const decimal = (value: unknown): string | undefined => {
  const amount = typeof value === 'number' ? String(value) : text(value);
  return amount && DECIMAL.test(amount) ? amount : undefined;
};

function readCredit(wire: unknown): Credit | undefined {
  const fields = record(wire);
  const { id: rawId, name, definition, value_remaining, value_initial } = fields;
  const remaining = requireValue(decimal(value_remaining), 'value_remaining', value_remaining);
  const initial = decimal(value_initial);
  const expiresAt = readEnd(fields.expires_at, 'expires_at');
  const releasedAt = readEnd(fields.released_at, 'released_at');
  const lockExpiresAt = readEnd(fields.lock_expires_at, 'lock_expires_at');
  const now = new Date();
  if (!Number(remaining) || (expiresAt && expiresAt < now)) return undefined;
  return {
    id: requireValue(readId(rawId), 'id', rawId),
    name: text(name) ?? text(record(definition).name),
    remaining,
    initial,
    currency: text(record(definition).currency),
    share: Number(initial) > 0 ? Math.min(1, Number(remaining) / Number(initial)) : undefined,
    expiresAt,
    releasedAt: releasedAt && releasedAt > now ? releasedAt : undefined,
    isLocked: truth(fields.locked, 'locked') && !(lockExpiresAt && lockExpiresAt <= now),
    lockExpiresAt,
    number: text(fields.credit_number),
    code: text(fields.security_code),
  };
}
