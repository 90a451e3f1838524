import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type {
  RedeemBenefit,
  RedeemCredit,
  RedeemPoints,
  RedeemReward,
} from '../../../src/services/contract/shapes/redemption.ts';
import type { Database } from '../platform/database/tables.ts';
import { invalid, Problem } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import { findRecord } from '../crud/store.ts';
import { type Stored, tableOf } from '../crud/tables.ts';
import { book } from '../credits/credit-book.ts';
import { isLocked } from '../credits/credit-view.ts';
import { recordsById } from '../programme/joined.ts';
import { decimalText, noCurrency, smallestUnits, type Currency } from '../programme/money.ts';
import { placeOf } from './redemption-place.ts';
import { lockSettledBalance } from '../points/settle.ts';
import { spend } from '../points/spend.ts';
import { nextRedemptionId, writeRedemption } from './write-redemption.ts';

// What is redeemed is locked first: of a hundred at once, each sees what the one before has left. What is refused throws
// 422 with its field, and the transaction around it keeps nothing.

type Redeeming = Pick<KnownCall, 'db' | 'principal' | 'note'>;

export async function redeemReward(call: Redeeming, profileId: string, body: RedeemReward): Promise<number> {
  const { db } = call;
  const placed = await placeOf(call, profileId, body);
  const reward = await locked(db, 'reward', profileId, body.reward_id);
  if (reward['redeemed_at'] !== null) throw refused('reward', 'has been redeemed');
  if (isPast(reward['expires_at'])) throw refused('reward', 'has expired');
  await db
    .updateTable('rewards')
    .set({ redeemed_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', Number(reward.id))
    .execute();
  const value = Number(reward['points_spent']);
  return await writeRedemption(call, {
    ...{ profileId, placed, type: 'reward', total: String(value), currency: null },
    items: [
      {
        ...{ type: 'reward', value, reward_id: Number(reward.id) },
        definition_id: Number(reward['reward_definition_id']),
      },
    ],
  });
}

export async function redeemBenefit(
  call: Redeeming,
  profileId: string,
  body: RedeemBenefit,
): Promise<number> {
  const { db } = call;
  const placed = await placeOf(call, profileId, body);
  const benefit = await locked(db, 'benefit', profileId, body.benefit_id);
  if (Number(benefit['uses_left']) < 1) throw refused('benefit', 'has been used up');
  if (isAhead(benefit['released_at'])) throw refused('benefit', 'cannot be used yet');
  if (isPast(benefit['expires_at'])) throw refused('benefit', 'has expired');
  await db
    .updateTable('benefits')
    .set({ uses_left: sql`uses_left - 1`, redeemed_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', Number(benefit.id))
    .execute();
  return await writeRedemption(call, {
    ...{ profileId, placed, type: 'benefit', total: '0', currency: null },
    items: [
      {
        ...{ type: 'benefit', value: 0, benefit_id: Number(benefit.id) },
        definition_id: Number(benefit['benefit_definition_id']),
      },
    ],
  });
}

export async function redeemPoints(call: Redeeming, profileId: string, body: RedeemPoints): Promise<number> {
  const { db } = call;
  const { points } = body;
  const placed = await placeOf(call, profileId, body);
  if ((await lockSettledBalance(db, profileId)) < points) {
    throw invalid({ points: ['There are not as many points.'] });
  }
  const id = await nextRedemptionId(db);
  const { lots } = await spend(db, {
    ...{ profileId, amount: points, reason: 'Points redeemed' },
    source: { type: 'redemption', id: String(id) },
  });
  return await writeRedemption(call, {
    ...{ id, profileId, placed, type: 'point', total: String(points), currency: null },
    items: [{ type: 'point', value: points, lots: JSON.stringify(lots) }],
  });
}

export async function redeemCredit(call: Redeeming, profileId: string, body: RedeemCredit): Promise<number> {
  const { db } = call;
  const placed = await placeOf(call, profileId, body);
  const credit = await locked(db, 'credit', profileId, body.credit_id);
  const definitionId = Number(credit['credit_definition_id']);
  const definition = await findRecord(db, tableOf('credit-definition'), {}, String(definitionId));
  if (isLocked(credit)) throw refused('credit', 'is locked');
  if (isAhead(credit['released_at'])) throw refused('credit', 'cannot be used yet');
  if (isPast(credit['expires_at'])) throw refused('credit', 'has expired');
  if (definition['require_security_code'] === true) checkCode(credit, body.security_code ?? '');
  const currency = await currencyOf(db, definition);
  const remaining = String(credit['value_remaining']);
  const units = smallestUnits(body.value ?? remaining, currency);
  if (units === undefined) {
    throw invalid({ value: [`The value field has at most ${currency.decimals} digits behind the point.`] });
  }
  if (units <= 0n) {
    throw body.value === undefined || body.value === null
      ? refused('credit', 'has been used up')
      : invalid({ value: ['The value field has to be above zero.'] });
  }
  if (units > (smallestUnits(remaining, currency) ?? 0n)) {
    throw invalid({ value: ['The credit does not hold as much.'] });
  }
  const amount = decimalText(units, currency);
  await book(db, credit, 'redeem', `-${amount}`, 'Credit redeemed');
  return await writeRedemption(call, {
    ...{ profileId, placed, type: 'credit', total: amount, currency: currency.code },
    exchangeRate: await rateOf(db, definition),
    items: [
      {
        ...{ type: 'credit', value: Number(units), amount, credit_id: Number(credit.id) },
        definition_id: definitionId,
      },
    ],
  });
}

type Redeemable = 'reward' | 'benefit' | 'credit';

/** An instance of the profile, which nobody else can change until the transaction ends. */
async function locked(db: Database, model: Redeemable, profileId: string, id: number): Promise<Stored> {
  try {
    return await findRecord(db, tableOf(model), { profile_id: profileId }, String(id), { lock: 'update' });
  } catch (error) {
    if (error instanceof Problem) throw invalid({ [`${model}_id`]: [`There is no such ${model}.`] });
    throw error;
  }
}

const refused = (model: Redeemable, why: string) => invalid({ [`${model}_id`]: [`This ${model} ${why}.`] });

const isPast = (moment: unknown) => moment instanceof Date && moment <= new Date();
const isAhead = (moment: unknown) => moment instanceof Date && moment > new Date();

/** Compared in constant time: how long it takes says nothing about the code. */
function checkCode(credit: Stored, given: string): void {
  const [wanted, sent] = [Buffer.from(String(credit['security_code'])), Buffer.from(given)];
  if (wanted.length !== sent.length || !timingSafeEqual(wanted, sent))
    throw invalid({ security_code: ['The security_code field is not the code of this credit.'] });
}

async function currencyOf(db: Database, definition: Stored | undefined): Promise<Currency> {
  const id = Number(definition?.['currency_id'] ?? 0);
  const found = (await recordsById({ db }, 'currency', [id])).get(id);
  return found
    ? { code: String(found['code']), decimals: Number(found['decimals'] ?? noCurrency.decimals) }
    : noCurrency;
}

/** The newest rate of the currency, as decimal text; null without one. */
async function rateOf(db: Database, { currency_id: currencyId }: Stored): Promise<string | null> {
  if (typeof currencyId !== 'number') return null;
  const rate = await db
    .selectFrom('records')
    .select(sql<string | null>`fields ->> 'value'`.as('value'))
    .where('resource', '=', 'rate')
    .where(sql<boolean>`fields @> jsonb_build_object('currency_id', ${currencyId}::bigint)`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return rate?.value ?? null;
}
