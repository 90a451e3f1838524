import type { LitElement, ReactiveController } from 'lit';
import { balances, rewards, type Loyalty, type OwnedReward, type RewardOffer } from '../../services/index.ts';
import { ClaimController } from '../claims/claim-controller.ts';
import { rewardClaim } from '../claims/reward-claim.ts';
import { localize } from '../internal/texts/messages.ts';
import { LoyaltyRedeemEvent } from './redeem-events.ts';

/** A cart that does not answer within this time has failed. */
const CART_DEADLINE_MS = 20_000;

export interface RedeemHost extends LitElement {
  /** The code that the cart has now; empty without one. */
  appliedCode: string | null | undefined;
}

/** Applies rewards to the page's cart and takes them back, one at a time. Offers are claimed first. */
export class RedeemController implements ReactiveController {
  readonly #host: RedeemHost;
  readonly #customer: () => Loyalty | undefined;
  readonly claim: ClaimController<RewardOffer, OwnedReward>;
  /** Customer of the fields below. */
  #owner: Loyalty | undefined;
  /** The code that is being applied or removed. */
  busy: string | undefined;
  /** Why the last press had no effect. */
  problem: string | undefined;
  /** Text for screen readers about the last change. */
  announcement = '';

  constructor(host: RedeemHost, customer: () => Loyalty | undefined) {
    this.#host = host;
    this.#customer = customer;
    this.#owner = customer();
    this.claim = new ClaimController(host, customer, rewardClaim);
    host.addController(this);
  }

  /** Another customer must not see these fields. An element that is being moved in the document has no customer and keeps them. */
  hostUpdate(): void {
    const customer = this.#customer();
    if (!customer || customer === this.#owner) return;
    this.#owner = customer;
    this.busy = this.problem = undefined;
    this.announcement = '';
  }

  ask(offer: RewardOffer): void {
    this.problem = undefined;
    this.claim.open(offer);
  }

  /** Claims the reward of the open question, and applies it. */
  async confirm(): Promise<void> {
    const loyalty = this.#customer();
    const offer = this.claim.current?.offer;
    if (!loyalty || !offer || this.claim.sending) return;
    const shown = loyalty.resource(rewards);
    const claimed = (await this.claim.confirm()) && this.claim.claimed.get(offer.id);
    if (claimed) return this.apply(claimed);
    const { kind = 'refused' } = this.claim.current ?? {};
    // The claim may have been made: missing points would then be its own.
    if (kind === 'unknown' || kind === 'once') return;
    // Refused, or undone: what the service offers now decides.
    const balance = loyalty.resource(balances);
    await Promise.all([shown.refresh(), balance.refresh()]);
    if (loyalty !== this.#customer() || shown.state.error || !shown.state.value) return;
    const current = shown.state.value.offers.find(({ id }) => id === offer.id);
    const problem =
      !current || current.refusal
        ? (current?.refusal?.message ?? localize('This reward is no longer available.'))
        : current.pointsCost > (balance.state.value?.available ?? Infinity)
          ? localize('Not enough points for this reward.')
          : undefined;
    if (!problem) return; // the question stays, with the reason and a button to try again
    this.claim.cancel();
    this.#end(problem);
  }

  /** Says why the open claim was closed. */
  fail(problem: string): void {
    this.#end(problem);
  }

  /** Lets the page put the reward's code into its cart. */
  async apply(reward: OwnedReward): Promise<void> {
    const { id, code, expiresAt, name } = reward;
    const loyalty = this.#customer();
    if (!code || !loyalty || this.busy) return;
    const shown = loyalty.resource(rewards);
    if (expiresAt && expiresAt.getTime() < Date.now()) {
      void shown.refresh();
      return this.#end(localize('This reward is no longer available.'));
    }
    await this.#send('loyalty-redeem', code, reward);
    if (!this.problem) {
      if (this.#host.appliedCode === code)
        this.announcement = localize('Applied: {reward}', { reward: name });
      return this.#end();
    }
    await shown.refresh();
    const { value, error } = shown.state;
    if (loyalty === this.#customer() && !error && !value?.owned.some((other) => other.id === id))
      this.#end(localize('This reward is no longer available.'));
  }

  /** Lets the page take the code out of its cart. */
  async undo(code: string, reward: OwnedReward | undefined): Promise<void> {
    if (this.busy) return;
    await this.#send('loyalty-redeem-undo', code, reward);
    if (!this.problem && !this.#host.appliedCode)
      this.announcement = localize('{product} removed', { product: reward?.name ?? code });
    this.#host.requestUpdate();
  }

  async #send(
    type: 'loyalty-redeem' | 'loyalty-redeem-undo',
    code: string,
    reward: OwnedReward | undefined,
  ): Promise<void> {
    const loyalty = this.#customer();
    const isUndo = type === 'loyalty-redeem-undo';
    const event = new LoyaltyRedeemEvent(type, code, reward);
    this.busy = code;
    this.announcement = '';
    this.#end();
    this.#host.dispatchEvent(event);
    let deadline: ReturnType<typeof setTimeout> | undefined;
    try {
      // Without a promise, the page says by `applied-code` what its cart has.
      if (!event.waitingFor.length) return;
      // Also after the deadline: the cart has changed.
      const answered = Promise.all(event.waitingFor).then(() => {
        if (loyalty !== this.#customer()) return;
        this.#host.appliedCode = isUndo ? undefined : code;
        this.#end();
      });
      const late = new Promise<never>((_, reject) => {
        deadline = setTimeout(
          () => reject(localize('The cart didn’t respond. Try again.')),
          CART_DEADLINE_MS,
        );
      });
      await Promise.race([answered, late]);
    } catch (reason) {
      if (loyalty !== this.#customer()) return;
      this.#end(
        typeof reason === 'string' && reason
          ? reason
          : isUndo
            ? localize('Couldn’t remove this reward.')
            : localize('Couldn’t apply this reward.'),
      );
    } finally {
      clearTimeout(deadline);
      if (this.busy === code) this.busy = undefined;
      this.#host.requestUpdate();
    }
  }

  #end(problem?: string): void {
    this.problem = problem;
    this.#host.requestUpdate();
  }
}
