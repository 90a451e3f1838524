import type { LitElement, ReactiveController } from 'lit';
import {
  claimReward,
  newAttempt,
  toLoyaltyError,
  type Loyalty,
  type RewardOffer,
} from '../../services/index.ts';
import { LoyaltyErrorEvent } from './events.ts';
import { LoyaltyRewardClaimedEvent } from './action-events.ts';
import { say } from './messages.ts';

/** What the shopper is doing with one offer. `attempt` stays the same until the outcome is known: no try spends twice. */
export interface Claiming {
  readonly offer: RewardOffer;
  readonly attempt: string;
  readonly step: 'confirm' | 'sending' | 'failed';
  readonly reason?: string;
}

/** One claim at a time: asked for, confirmed, sent, and its outcome told. */
export class ClaimController implements ReactiveController {
  readonly #host: LitElement;
  readonly #customer: () => Loyalty | undefined;
  /** Whose claim this is. */
  #claimant: Loyalty | undefined;
  #claiming: Claiming | undefined;
  /** What a screen reader is to say about the last claim. */
  announcement = '';

  constructor(host: LitElement, customer: () => Loyalty | undefined) {
    this.#host = host;
    this.#customer = customer;
    host.addController(this);
  }

  /** The next customer is not told what the last one did. An element between two places has none, and is still claiming. */
  hostUpdate(): void {
    const customer = this.#customer();
    if (!customer || customer === this.#claimant) return;
    this.#claimant = customer;
    this.#claiming = undefined;
    this.announcement = '';
  }

  hostDisconnected(): void {
    if (this.#claiming?.step !== 'sending') this.#become(undefined);
  }

  get current(): Claiming | undefined {
    return this.#claiming;
  }

  get sending(): boolean {
    return this.#claiming?.step === 'sending';
  }

  ask(offer: RewardOffer): void {
    if (!this.sending) this.#become({ offer, attempt: newAttempt(), step: 'confirm' });
  }

  cancel(): void {
    if (!this.sending) this.#become(undefined);
  }

  /** Spends the points. Resolves to whether the reward is the shopper's. */
  async confirm(): Promise<boolean> {
    const claiming = this.#claiming;
    const loyalty = this.#customer();
    if (!claiming || !loyalty || this.sending) return false;
    this.#become({ ...claiming, step: 'sending' });
    try {
      const { reward, pointsSpent } = await claimReward(loyalty, claiming.offer, claiming.attempt);
      if (this.#isPast(loyalty)) return false;
      this.announcement = say('You have {reward}.', { reward: reward.name });
      this.#become(undefined);
      this.#host.dispatchEvent(new LoyaltyRewardClaimedEvent(reward, pointsSpent));
      return true;
    } catch (thrown) {
      if (!this.#isPast(loyalty)) this.#fail(claiming, thrown, loyalty);
      return false;
    }
  }

  #fail({ offer, attempt }: Claiming, thrown: unknown, loyalty: Loyalty): void {
    const error = toLoyaltyError(thrown);
    const unknown = error.code === 'timeout' || error.code === 'offline' || error.code === 'bad_response';
    if (unknown) void loyalty.refresh(); // the points may be spent: show what is true
    this.#become({
      offer,
      // A known refusal ends the attempt; after an unknown outcome the same attempt is repeated, never a second one.
      attempt: unknown ? attempt : newAttempt(),
      step: 'failed',
      reason: unknown
        ? say('The answer did not arrive. You are not charged twice if you try again.')
        : (Object.values(error.fields)[0]?.[0] ?? error.message),
    });
    this.#host.dispatchEvent(new LoyaltyErrorEvent(error));
  }

  #isPast(loyalty: Loyalty): boolean {
    return (this.#customer() ?? loyalty) !== loyalty;
  }

  #become(claiming: Claiming | undefined): void {
    this.#claiming = claiming;
    this.#host.requestUpdate();
  }
}
