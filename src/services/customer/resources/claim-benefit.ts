import { claimProfileBenefit } from '../../contract/endpoints/incentives/benefits.ts';
import { toLoyaltyError } from '../../transport/errors.ts';
import { integer, record } from '../../transport/read.ts';
import { readReply } from '../../transport/read-records.ts';
import { isUnanswered } from '../../transport/unanswered.ts';
import type { Loyalty } from '../loyalty.ts';
import { balances } from './balances.ts';
import { pointsOf, settleClaim } from './settle-claim.ts';
import { benefits, readOwnedBenefit, type BenefitOffer, type OwnedBenefit } from './benefits.ts';

export interface BenefitClaim {
  readonly benefit: OwnedBenefit;
  readonly pointsSpent: number;
}

/**
 * Claims a benefit (POST benefits/claim of the profile, spec 4.6). The response sets the benefits. Nothing is queued or retried. Where
 * the response is lost, benefits and points are read: a new benefit of this definition is the result of the claim; without one, and with
 * the same points as before, nothing was done.
 * @throws LoyaltyError `validation` with the service's reason
 */
export async function claimBenefit(
  loyalty: Loyalty,
  offer: BenefitOffer,
  idempotencyKey: string,
): Promise<BenefitClaim> {
  const shown = loyalty.resource(benefits);
  const before = shown.state.value?.owned ?? [];
  const pointsBefore = pointsOf(loyalty);
  let areRead = false;
  let benefit: OwnedBenefit | undefined;
  let pointsSpent: number | undefined;
  try {
    const reply = await loyalty.call(claimProfileBenefit, {
      profile: await loyalty.profileId(),
      body: { benefit_definition_id: offer.id as number },
      idempotencyKey,
    });
    const { data } = record(reply);
    benefit = readReply(claimProfileBenefit.id, data, (wire) => readOwnedBenefit(wire, offer));
    pointsSpent = integer(record(data).points_spent);
  } catch (thrown) {
    const error = toLoyaltyError(thrown);
    if (!isUnanswered(error)) throw thrown;
    const owned = benefits.load(loyalty).then((stored) => stored.owned);
    benefit = await settleClaim(
      loyalty,
      { offer, before, pointsBefore, error },
      owned,
      offer.pointsCost ? loyalty.resource(balances).refresh() : undefined,
    );
    areRead = true;
    if (!benefit) {
      void shown.refresh(); // it may be claimed: the page must not show the old state as current
      throw thrown;
    }
  } finally {
    // The reply has no balances.
    if (offer.pointsCost && !areRead) void loyalty.resource(balances).refresh();
  }
  const { owned, offers } = shown.state.value ?? { owned: [], offers: [] };
  shown.set({ owned: [benefit, ...owned.filter(({ id }) => id !== benefit.id)], offers });
  void shown.refresh(); // the claim may have changed limits and stock
  return { benefit, pointsSpent: pointsSpent ?? offer.pointsCost };
}
