import type { LitElement } from 'lit';
import type { Loyalty } from '../../services/index.ts';
import { attachClaims, questionOf, withClaim } from './claim-content.ts';
import type { ClaimController, ClaimedItem, ClaimKind, ClaimOffer } from './claim-controller.ts';
import { languageOf } from '../internal/format.ts';
import { restoreFocus } from '../internal/lists.ts';
import type { RewardContent } from './reward-content.ts';

/** The claim that is open in a list of rewards or benefits, and its presses. `ClaimSteps` loads it after the list is shown. */
export class ClaimPresses<Offer extends ClaimOffer, Owned extends ClaimedItem> {
  readonly #host: LitElement;
  readonly claim: ClaimController<Offer, Owned>;

  constructor(host: LitElement, customer: () => Loyalty | undefined, kind: ClaimKind<Offer, Owned>) {
    this.#host = host;
    this.claim = attachClaims(host, customer, kind);
  }

  /** The content of a row, with the question or the result of its claim if there is one. */
  withClaim(content: RewardContent, row: { readonly key: string }): RewardContent {
    const language = languageOf(this.#host);
    const { onCancel, onConfirm } = this;
    return withClaim(content, row, this.claim, { language, onCancel, onConfirm });
  }

  async open(offer: Offer): Promise<void> {
    this.claim.open(offer, questionOf(offer, languageOf(this.#host)));
    await this.#focus('[part~=confirm-button]');
  }

  readonly onCancel = (): void => {
    const offer = this.claim.current?.offer;
    this.claim.cancel();
    if (!this.claim.current) void this.#focus(`[data-offer="${offer?.id}"]`);
  };

  readonly onConfirm = async ({ detail }: MouseEvent): Promise<void> => {
    const { offer, step } = this.claim.current ?? {};
    // The second press of a double click on Claim must not confirm.
    if (detail > 1 && step === 'confirm') return;
    if (await this.claim.confirm()) await this.#focus(`[data-row="${offer?.id}"]`);
  };

  /** Moves the focus after the rows have changed. */
  async #focus(selector: string): Promise<void> {
    await this.#host.updateComplete;
    const { renderRoot } = this.#host;
    restoreFocus(
      this.#host,
      renderRoot.querySelector<HTMLElement>(selector) ?? renderRoot.querySelector<HTMLElement>('[part=list]'),
    );
  }
}
