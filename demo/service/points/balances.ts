import { sql } from 'kysely';
import { compiledStatement } from '../database/compiled-statement.ts';
import type { Database } from '../database/tables.ts';
import { timestamp } from '../api/formats.ts';
import { isoDigits } from '../programme/check-money.ts';
import { decimalText } from '../programme/money.ts';
import { settleDue } from './settle.ts';

export type BalancesView = ReturnType<typeof balancesView>;

interface Balances {
  readonly available: number;
  readonly earned: number;
  readonly pending: number;
  readonly owed: number;
  /** Available points by their end, the first to end first; those that do not end last. */
  readonly batches: readonly { readonly value: number; readonly expires_at: string | null }[];
  readonly rates: readonly WorthRate[];
}

/** What a point is worth in a currency. */
interface WorthRate {
  readonly currency: string;
  /** Decimal text. */
  readonly value: string;
  /** Digits of the currency, if the tenant has set them. */
  readonly decimals: number | null;
}

/**
 * The rates of points in money are those with a currency and a handle of this beginning, such as `points-in-euro`: ASSUMPTION.
 */
const WORTH_HANDLES = 'points-in-%';

/** Reads the balances of a profile, which `balancesView` shows. */
export const readBalances = compiledStatement<{ readonly profileId: string }, Balances>(
  ['profileId'],
  ({ profileId }) => sql`
    select balance.available, balance.earned,
      (select coalesce(sum(amount), 0)::bigint from pending_points where profile_id = balance.profile_id) as pending,
      (select coalesce(sum(amount), 0)::bigint from point_debts where profile_id = balance.profile_id) as owed,
      (select coalesce(jsonb_agg(jsonb_build_object('value', value, 'expires_at', expires_at) order by expires_at), '[]')
        from (
          select expires_at, sum(remaining)::bigint as value from point_lots
          where profile_id = balance.profile_id and remaining > 0 and (expires_at is null or expires_at > now())
          group by expires_at) as batch) as batches,
      (select coalesce(jsonb_agg(jsonb_build_object('currency', currency.fields ->> 'code', 'value', rate.fields ->> 'value',
          'decimals', (currency.fields ->> 'decimals')::integer) order by rate.id), '[]')
        from records as rate join records as currency
          on currency.resource = 'currency' and currency.id = (rate.fields ->> 'currency_id')::bigint
        where rate.resource = 'rate' and rate.fields ->> 'handle' like ${WORTH_HANDLES}) as rates
    from point_balances as balance
    where balance.profile_id = ${profileId}`,
);

/** Balances of a profile after its due points were settled. */
export async function balancesOf(db: Database, profileId: string): Promise<BalancesView> {
  await settleDue(db, profileId);
  return balancesView(await readBalances(db, { profileId }));
}

/** Balances as `src/services/contract/incentives/points.ts` has them. */
export function balancesView([row]: readonly Balances[]) {
  // A profile that never had points has no balance yet.
  if (!row)
    return {
      points: { available: 0, pending: 0, earned: 0, owed: 0, expiring: null, batches: [], worth: [] },
    };
  const batches = row.batches.map(({ value, expires_at: at }) => ({
    value,
    expires_at: at === null ? null : timestamp(new Date(at)),
  }));
  // The first that ends: batches stand in the order of their ends.
  const expiring = batches.find(
    (batch): batch is { value: number; expires_at: string } => batch.expires_at !== null,
  );
  return {
    points: {
      available: row.available,
      pending: row.pending,
      earned: row.earned,
      owed: row.owed,
      expiring: expiring ?? null,
      batches,
      worth: row.rates.map((rate) => ({ currency: rate.currency, value: worthOf(row.available, rate) })),
    },
  };
}

/** Points in money, rounded down to the digits of the currency. */
function worthOf(points: number, { currency, value, decimals }: WorthRate): string {
  const digits = decimals ?? isoDigits(currency);
  const [whole = '', fraction = ''] = value.split('.');
  const units = BigInt(points) * BigInt(whole + fraction) * 10n ** BigInt(digits);
  return decimalText(units / 10n ** BigInt(fraction.length), { code: currency, decimals: digits });
}
