import { claimProfileBenefit } from '../../contract/endpoints/incentives/benefits.ts';
import { LoyaltyError, toLoyaltyError } from '../../transport/errors.ts';
import { integer, record } from '../../transport/read.ts';
import { isUnanswered } from '../../transport/unanswered.ts';
import type { Loyalty } from '../loyalty.ts';
import { balances } from './balances.ts';
import { benefits, readOwnedBenefit, type BenefitOffer, type OwnedBenefit } from './benefits.ts';

export interface BenefitClaim {
  readonly benefit: OwnedBenefit;
  readonly pointsSpent: number;
}

/**
 * Claims a benefit (POST benefits/claim of the profile, spec 4.6). The response sets the benefits. Nothing is queued or retried. A
 * repetition with the same idempotency key cannot claim twice. Where the response is lost, the benefits are read: a new one of this
 * definition is the result of the claim.
 * @throws LoyaltyError `validation` with the service's reason
 */
export async function claimBenefit(
  loyalty: Loyalty,
  offer: BenefitOffer,
  idempotencyKey: string,
): Promise<BenefitClaim> {
  const shown = loyalty.resource(benefits);
  const before = shown.state.value?.owned ?? [];
  let benefit: OwnedBenefit | undefined;
  let pointsSpent: number | undefined;
  try {
    const reply = await loyalty.call(claimProfileBenefit, {
      profile: await loyalty.profileId(),
      body: { benefit_definition_id: offer.id },
      idempotencyKey,
    });
    const { data } = record(reply);
    benefit = readOwnedBenefit(data, offer);
    pointsSpent = integer(record(data).points_spent);
    if (!benefit) throw new LoyaltyError('bad_response', 'The claim was answered without a benefit.');
  } catch (thrown) {
    if (!isUnanswered(toLoyaltyError(thrown))) throw thrown;
    const stored = await benefits.load(loyalty).catch(() => undefined);
    benefit = stored?.owned.find(
      ({ id, definitionId }) => definitionId === offer.id && !before.some((one) => one.id === id),
    );
    if (!benefit) {
      void shown.refresh(); // it may be claimed: the page must not show the old state as current
      throw thrown;
    }
  } finally {
    // The reply has no balances.
    if (offer.pointsCost) void loyalty.resource(balances).refresh();
  }
  const { owned, offers } = shown.state.value ?? { owned: [], offers: [] };
  shown.set({ owned: [benefit, ...owned.filter(({ id }) => id !== benefit.id)], offers });
  void shown.refresh(); // the claim may have changed limits and stock
  return { benefit, pointsSpent: pointsSpent ?? offer.pointsCost };
}
