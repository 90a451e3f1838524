import { currencyShape } from '../../../src/services/contract/configuration/reference-data.ts';
import { recordsById } from '../crud/store.ts';
import { tableOf } from '../crud/tables.ts';
import type { Database } from '../database/tables.ts';
import { noCurrency, type Currency } from '../programme/money.ts';
import type { CreditDefinition } from './credit-definitions.ts';

/** The currency of credits of a definition. */
export async function currencyOfCredits(
  db: Database,
  { currency_id: id }: Pick<CreditDefinition, 'currency_id'>,
): Promise<Currency> {
  if (typeof id !== 'number') return noCurrency;
  const found = (await recordsById(db, tableOf('currency', currencyShape), [id])).get(id);
  return found ? { code: String(found.code), decimals: found.decimals ?? noCurrency.decimals } : noCurrency;
}
