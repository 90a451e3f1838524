import type { LitElement, ReactiveController } from 'lit';
import {
  claimReward,
  randomId,
  toLoyaltyError,
  type Loyalty,
  type OwnedReward,
  type RewardOffer,
  type Rewards,
} from '../../services/index.ts';
import { LoyaltyErrorEvent } from './events.ts';
import { LoyaltyRewardClaimedEvent } from './action-events.ts';
import { localize } from './messages.ts';
import { isFilled, rewardGroups, type RewardGroup } from './reward-rows.ts';

/** The open claim of one offer. Its idempotency key stays the same until the result is known, so that no retry spends twice. */
export interface OpenClaim {
  readonly offer: RewardOffer;
  readonly idempotencyKey: string;
  readonly step: 'confirm' | 'sending' | 'failed';
  readonly reason?: string;
}

/** The claim of a reward: question, confirmation, request and result. One at a time. */
export class ClaimController implements ReactiveController {
  readonly #host: LitElement;
  readonly #customer: () => Loyalty | undefined;
  /** Customer of the fields below. */
  #owner: Loyalty | undefined;
  #claim: OpenClaim | undefined;
  /** Rewards claimed since the element was connected, by the id of their offer. */
  claimed: ReadonlyMap<number, OwnedReward> = new Map();
  /** Text for screen readers about the open or the last claim. */
  announcement = '';

  constructor(host: LitElement, customer: () => Loyalty | undefined) {
    this.#host = host;
    this.#customer = customer;
    this.#owner = customer();
    host.addController(this);
  }

  /** Another customer must not see these fields. An element that is being moved in the document has no customer and keeps them. */
  hostUpdate(): void {
    const customer = this.#customer();
    if (!customer || customer === this.#owner) return;
    this.#owner = customer;
    this.#claim = undefined;
    this.claimed = new Map();
    this.announcement = '';
  }

  hostDisconnected(): void {
    this.claimed = new Map();
    if (!this.sending) this.#setClaim(undefined);
  }

  get current(): OpenClaim | undefined {
    return this.#claim;
  }

  get sending(): boolean {
    return this.#claim?.step === 'sending';
  }

  /** Opens the question for one offer and announces it. */
  open(offer: RewardOffer, question: string): void {
    if (this.sending) return;
    this.announcement = question;
    this.#setClaim({ offer, idempotencyKey: randomId(), step: 'confirm' });
  }

  cancel(): void {
    if (this.sending) return;
    this.announcement = '';
    this.#setClaim(undefined);
  }

  /** Claims the reward, which spends the points. Resolves to whether it succeeded. */
  async confirm(): Promise<boolean> {
    const claim = this.#claim;
    const loyalty = this.#customer();
    if (!claim || !loyalty || this.sending) return false;
    this.#setClaim({ ...claim, step: 'sending' });
    try {
      const { reward, pointsSpent } = await claimReward(loyalty, claim.offer, claim.idempotencyKey);
      if (this.#customerChanged(loyalty)) return false;
      this.claimed = new Map([...this.claimed, [claim.offer.id, reward]]);
      this.announcement = localize('You have {reward}.', { reward: reward.name });
      this.#setClaim(undefined);
      this.#host.dispatchEvent(new LoyaltyRewardClaimedEvent(reward, pointsSpent));
      return true;
    } catch (thrown) {
      if (!this.#customerChanged(loyalty)) this.#fail(claim, thrown, loyalty);
      return false;
    }
  }

  #fail({ offer, idempotencyKey }: OpenClaim, thrown: unknown, loyalty: Loyalty): void {
    const error = toLoyaltyError(thrown);
    const unknown = error.code === 'timeout' || error.code === 'offline' || error.code === 'bad_response';
    if (unknown) void loyalty.refresh(); // the points may be spent: show the current balance
    this.#setClaim({
      offer,
      // After a refusal the next claim has a new key. After an unknown result the retry sends the same key: the service claims once.
      idempotencyKey: unknown ? idempotencyKey : randomId(),
      step: 'failed',
      reason: unknown
        ? localize('The answer did not arrive. You are not charged twice if you try again.')
        : (Object.values(error.fields)[0]?.[0] ?? error.message),
    });
    this.#host.dispatchEvent(new LoyaltyErrorEvent(error));
  }

  /**
   * The rewards in groups. While a claim is open and after it, each row stays at the place that it has in `view`, so that no row moves
   * below the shopper's pointer; a claimed reward takes the place of its offer. Rows that the view does not have are added at the end.
   */
  groups(view: readonly RewardGroup[], rewards: Rewards, available: number | undefined): RewardGroup[] {
    const { claimed } = this;
    if (!this.#claim && !claimed.size) return rewardGroups(rewards, available);
    const claimedIds = [...claimed.values()].map(({ id }) => id);
    const owned = rewards.owned.filter(({ id }) => !claimedIds.includes(id));
    const groups = rewardGroups({ ...rewards, owned }, available);
    const rows = new Map(groups.flatMap((group) => group.rows.map((row) => [row.key, row])));
    for (const [id, reward] of claimed)
      rows.set(String(id), { key: String(id), kind: 'owned', reward, count: 1 });
    const placed = new Set(view.flatMap((group) => group.rows.map(({ key }) => key)));
    return [
      ...view.map((group) => ({ ...group, rows: group.rows.flatMap(({ key }) => rows.get(key) ?? []) })),
      ...groups.map((group) => ({ ...group, rows: group.rows.filter(({ key }) => !placed.has(key)) })),
    ].filter(isFilled);
  }

  #customerChanged(loyalty: Loyalty): boolean {
    return (this.#customer() ?? loyalty) !== loyalty;
  }

  #setClaim(claim: OpenClaim | undefined): void {
    this.#claim = claim;
    this.#host.requestUpdate();
  }
}
