import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type {
  RedeemBenefit,
  RedeemCredit,
  RedeemPoints,
  RedeemReward,
} from '../../../src/services/contract/incentives/redemptions.ts';
import { rewardShape } from '../../../src/services/contract/incentives/rewards.ts';
import type { Database } from '../database/tables.ts';
import { invalid, Problem } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import { findRecord } from '../crud/store.ts';
import { tableOf, type Table } from '../crud/tables.ts';
import { currencyOfCredits } from '../credits/credit-currency.ts';
import { writeEntry } from '../credits/credit-ledger.ts';
import { creditDefinitionTable, type CreditDefinition } from '../credits/credit-definitions.ts';
import { creditTable, isLocked, type Credit } from '../credits/credit-view.ts';
import { decimalText, smallestUnits } from '../programme/money.ts';
import { typedCode } from '../../../src/services/transport/typed-text.ts';
import { CURRENCY } from '../commerce/amounts.ts';
import { placeOf } from './redemption-place.ts';
import { lockSettledBalance } from '../points/settle.ts';
import { spend } from '../points/spend.ts';
import { unitsOf } from '../rewards/steps.ts';
import { nextRedemptionId, writeRedemption } from './write-redemption.ts';

// The instance is locked first: of a hundred redemptions at the same time, each reads the value that the previous one has left. A
// refused redemption throws 422 with its field, and the transaction is rolled back.

type Redeeming = Pick<KnownCall, 'db' | 'principal' | 'note'>;

export async function redeemReward(call: Redeeming, profileId: string, body: RedeemReward): Promise<number> {
  const { db } = call;
  const placed = await placeOf(call, profileId, body);
  const reward = await lockInstance(db, 'reward', rewardTable, profileId, body.reward_id);
  if (reward.redeemed_at !== null) throw refused('reward', 'has been redeemed');
  if (isPast(reward.expires_at)) throw refused('reward', 'has expired');
  await db
    .updateTable('rewards')
    .set({ redeemed_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', reward.id)
    .execute();
  const { points_spent: points, amount, currency } = reward;
  return await writeRedemption(call, {
    profileId,
    placed,
    type: 'reward',
    // Money, as of a credit, where the reward is worth money; otherwise its points.
    total: amount ?? String(points),
    currency,
    items: [
      {
        type: 'reward',
        value: amount === null ? points : unitsOf(amount),
        ...(amount !== null && { amount }),
        reward_id: reward.id,
        definition_id: reward.reward_definition_id,
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
  const benefit = await lockInstance(db, 'benefit', benefitTable, profileId, body.benefit_id);
  if (benefit.uses_left < 1) throw refused('benefit', 'has been used up');
  if (isAhead(benefit.released_at)) throw refused('benefit', 'cannot be used yet');
  if (isPast(benefit.expires_at)) throw refused('benefit', 'has expired');
  await db
    .updateTable('benefits')
    .set({ uses_left: sql`uses_left - 1`, redeemed_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', benefit.id)
    .execute();
  return await writeRedemption(call, {
    profileId,
    placed,
    type: 'benefit',
    total: '0',
    currency: null,
    items: [
      {
        type: 'benefit',
        value: 0,
        benefit_id: benefit.id,
        definition_id: benefit.benefit_definition_id,
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
    profileId,
    amount: points,
    reason: 'Points redeemed',
    source: { type: 'redemption', id: String(id) },
  });
  return await writeRedemption(call, {
    id,
    profileId,
    placed,
    type: 'point',
    total: String(points),
    currency: null,
    items: [{ type: 'point', value: points, lots: JSON.stringify(lots) }],
  });
}

export async function redeemCredit(call: Redeeming, profileId: string, body: RedeemCredit): Promise<number> {
  const { db } = call;
  const placed = await placeOf(call, profileId, body);
  const credit = await lockInstance(db, 'credit', creditTable, profileId, body.credit_id);
  const { credit_definition_id: definitionId, value_remaining: remaining } = credit;
  const definition = await findRecord(db, creditDefinitionTable, {}, String(definitionId));
  if (isLocked(credit)) throw refused('credit', 'is locked');
  if (isAhead(credit.released_at)) throw refused('credit', 'cannot be used yet');
  if (isPast(credit.expires_at)) throw refused('credit', 'has expired');
  if (definition.require_security_code === true) checkCode(credit, body.security_code ?? '');
  const currency = await currencyOfCredits(db, definition);
  const code = currency.code ?? CURRENCY;
  if (body.currency && body.currency !== code)
    throw invalid({
      currency: [`The credit is in ${code}: leave the field out, or send the value in ${code}.`],
    });
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
  await writeEntry(db, credit, 'redeem', `-${amount}`, 'Credit redeemed');
  return await writeRedemption(call, {
    profileId,
    placed,
    type: 'credit',
    total: amount,
    currency: currency.code,
    exchangeRate: await rateOf(db, definition),
    items: [
      { type: 'credit', value: Number(units), amount, credit_id: credit.id, definition_id: definitionId },
    ],
  });
}

type Redeemable = 'reward' | 'benefit' | 'credit';

const rewardTable = tableOf('reward', rewardShape);
const benefitTable = tableOf('benefit');

/** An instance of the profile; its row stays locked until the transaction ends. Throws 422 for none. */
async function lockInstance<Instance>(
  db: Database,
  model: Redeemable,
  table: Table<Instance>,
  profileId: string,
  id: number,
): Promise<Instance> {
  try {
    return await findRecord(db, table, { profile_id: profileId }, String(id), { lock: 'update' });
  } catch (error) {
    if (error instanceof Problem) throw invalid({ [`${model}_id`]: [`There is no such ${model}.`] });
    throw error;
  }
}

const refused = (model: Redeemable, why: string) => invalid({ [`${model}_id`]: [`This ${model} ${why}.`] });

const isPast = (moment: Date | null) => moment !== null && moment <= new Date();
const isAhead = (moment: Date | null) => moment !== null && moment > new Date();

/** Compared in constant time, so that the time of the answer does not reveal the code. */
function checkCode(credit: Credit, given: string): void {
  const [wanted, sent] = [credit.security_code, given].map((code) => Buffer.from(typedCode(code))) as [
    Buffer,
    Buffer,
  ];
  if (wanted.length !== sent.length || !timingSafeEqual(wanted, sent))
    throw invalid({ security_code: ['The security_code field is not the code of this credit.'] });
}

/** The newest rate of the currency, as decimal text; null without one. */
async function rateOf(db: Database, { currency_id: currencyId }: CreditDefinition): Promise<string | null> {
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
