import { claimProfileBenefit } from '../../contract/endpoints/incentives/benefits.ts';
import { integer, record } from '../../transport/read.ts';
import { readReply } from '../../transport/read-records.ts';
import type { Loyalty } from '../loyalty.ts';
import { write } from './writes.ts';
import { benefits, readOwnedBenefit, type BenefitOffer, type OwnedBenefit } from '../resources/benefits.ts';
import { beforeClaim, findClaim, showSpent } from './find-claim.ts';

export interface BenefitClaim {
  readonly benefit: OwnedBenefit;
  /** `undefined` where the service says neither the price nor what was spent. */
  readonly pointsSpent: number | undefined;
}

/**
 * Claims a benefit (POST benefits/claim of the profile, spec 4.6). The response sets the benefits. Nothing is queued or retried. Where
 * the response is lost or cannot be read, benefits and points are read: a new benefit of this definition is the result of the claim.
 * @throws LoyaltyError `validation` with the service's reason
 */
export async function claimBenefit(loyalty: Loyalty, offer: BenefitOffer): Promise<BenefitClaim> {
  const shown = loyalty.resource(benefits);
  let pointsSpent = offer.pointsCost;
  let isRead = false;
  const benefit = await write(loyalty, {
    operation: claimProfileBenefit.id,
    once: {
      name: `benefit ${offer.id}`,
      before: beforeClaim(loyalty, shown.state.value?.owned ?? []),
    },
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
    find(before) {
      isRead = true;
      return findClaim(loyalty, offer, before, async () => (await benefits.load(loyalty)).owned);
    },
    own: () => ownBenefit(offer),
  }).catch((thrown: unknown) => {
    if (isRead) void shown.refresh(); // it may be claimed: the page must not show the old state as current
    throw thrown;
  });
  if (offer.pointsCost !== 0 && !isRead) showSpent(loyalty, pointsSpent); // the reply has no balances
  const { owned, offers } = shown.state.value ?? { owned: [], offers: [] };
  shown.set({ owned: [benefit, ...owned.filter(({ id }) => id !== benefit.id)], offers });
  void shown.refresh(); // the claim may have changed limits and stock
  return { benefit, pointsSpent };
}

/** A claimed benefit of which the service has said nothing but that it is claimed. */
const ownBenefit = ({ id, name, description, imageUrl, icon }: BenefitOffer): OwnedBenefit => ({
  id: `claimed ${id}`,
  definitionId: id,
  name,
  description,
  imageUrl,
  icon,
  instructions: undefined,
  usesLeft: undefined,
  uses: undefined,
  expiresAt: undefined,
});
