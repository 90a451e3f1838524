import { claimProfileBenefit } from '../../contract/endpoints/incentives/benefits.ts';
import { integer, record } from '../../transport/read.ts';
import { readReply } from '../../transport/read-records.ts';
import type { Loyalty } from '../loyalty.ts';
import { benefits, readOwnedBenefit, type BenefitOffer, type OwnedBenefit } from '../resources/benefits.ts';
import { sendClaim, showSpent } from './send-claim.ts';

export interface BenefitClaim {
  readonly benefit: OwnedBenefit;
  /** `undefined` where the service says neither the price nor what was spent. */
  readonly pointsSpent: number | undefined;
}

/**
 * Claims a benefit (POST benefits/claim of the profile, spec 4.6). The response sets the benefits. Nothing is queued or retried.
 * @throws LoyaltyError `validation` with the service's reason
 */
export async function claimBenefit(loyalty: Loyalty, offer: BenefitOffer): Promise<BenefitClaim> {
  let pointsSpent = offer.pointsCost;
  const { claimed, isRead } = await sendClaim(loyalty, {
    operation: claimProfileBenefit.id,
    name: `benefit ${offer.id}`,
    offer,
    definition: benefits,
    send: async (idempotencyKey) =>
      loyalty.call(claimProfileBenefit, {
        profile: await loyalty.profileId(),
        body: { benefit_definition_id: offer.id as number },
        idempotencyKey,
      }),
    read(reply) {
      const { data } = record(reply);
      pointsSpent = integer(record(data).points_spent) ?? pointsSpent;
      return readReply(claimProfileBenefit.id, data, (wire) => readOwnedBenefit(wire, offer));
    },
    own: () => ownBenefit(offer),
  });
  if (offer.pointsCost !== 0 && !isRead) showSpent(loyalty, pointsSpent); // the reply has no balances
  return { benefit: claimed, pointsSpent };
}

/** A claimed benefit of which the service has said nothing but that it is claimed. */
const ownBenefit = ({ id, name, languages, description, imageUrl, icon }: BenefitOffer): OwnedBenefit => ({
  id: `claimed ${id}`,
  definitionId: id,
  name,
  languages,
  description,
  imageUrl,
  icon,
  instructions: undefined,
  usesLeft: undefined,
  uses: undefined,
  expiresAt: undefined,
});
