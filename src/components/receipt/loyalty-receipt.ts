import { html, type TemplateResult } from 'lit';
import { receipts, type Loyalty, type Receipt, type Id } from '../../services/index.ts';
import { containKeys } from '../internal/contain-keys.ts';
import { define, readFlag } from '../internal/element.ts';
import { languageOf } from '../internal/format.ts';
import { reservedRows, restoreFocus } from '../internal/lists.ts';
import { localize } from '../internal/texts/messages.ts';
import { errorNotice } from '../internal/notice.ts';
import { InvitingElement } from '../page/inviting-element.ts';
import { sendReceipt, withdrawReceipt, type ReceiptResult } from './receipt-actions.ts';
import { renderReceiptForm } from './receipt-form.ts';
import { renderReceipts } from './receipt-list.ts';
import { receiptStyles } from './receipt-styles.ts';
import { ResourceController } from '../internal/resource-controller.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';

export type { LoyaltyReceiptEvent } from '../internal/member-events.ts';
export type { LoyaltyErrorEvent } from '../internal/events.ts';

/**
 * A form with which shoppers claim a purchase that is missing on their account, by its receipt, and the receipts that they have sent in.
 *
 * @summary a form for a purchase that is missing
 * @tag loyalty-receipt
 * @guests line
 * @needs receipts
 * @slot signed-out - Shown to guests: your sign-in link.
 * @slot empty - Shown instead of the list while no receipt was sent in.
 * @csspart form - The form.
 * @csspart field - A label with its input and its problem.
 * @csspart label - The label of a field.
 * @csspart input - The input of a field.
 * @csspart message - The sentence below the form, or in the box for guests and errors.
 * @csspart problem - An error message, below its field or below the form.
 * @csspart heading - The heading of the list.
 * @csspart list - The receipts that were sent in.
 * @csspart receipt - A receipt.
 * @csspart number - Its number.
 * @csspart note - Its state and its day.
 * @csspart status - Its state.
 * @csspart pending - The state of a receipt whose purchase was not found yet.
 * @csspart matched - The state of a receipt whose points were added.
 * @csspart refused - The state of a receipt that was not accepted.
 * @csspart empty - The sentence instead of the list.
 * @csspart button - Every button.
 * @csspart submit-button - The button that sends the receipt in.
 * @csspart remove-button - The button that removes a receipt.
 * @csspart more-button - The button that shows all receipts.
 * @csspart skeleton - A grey shape while the receipts load.
 * @csspart notice - The box instead of the form: signed out, or an error.
 * @csspart retry-button - The button that loads again after an error.
 * @csspart sign-in-link - The link to the page of `sign-in-url`, for guests.
 * @csspart join-link - The link to the page of `join-url`, for guests.
 * @csspart invitation - The links to these pages below the sentence.
 * @cssprop [--loyalty-receipt-block-size=16em] - Height reserved for form and list; where it is not set, it follows the number of rows.
 * @cssprop [--loyalty-receipt-rows=3] - Number of receipts that are shown, and reserved while they load; 1 on narrow screens.
 * @cssprop [--loyalty-receipt-row-size=3.75em] - Height of a receipt in the list.
 * @cssprop [--loyalty-guest-block-size=6em] - Height reserved for a guest's notice, on a page with the class `loyalty-guest`.
 * @cssprop [--loyalty-guest-line-size=2.5em] - Height reserved for a guest's notice where the element does not invite: it is a line.
 * @cssprop [--loyalty-color-problem] - Colour of the line beside error messages and around invalid fields; a red that fits the text colour.
 * @cssprop [--loyalty-input-radius=0.5em] - Corners of inputs.
 * @cssprop [--loyalty-input-background=transparent] - Background of inputs.
 * @cssstate loading - The receipts are loading.
 * @cssstate failed - The receipts could not be loaded.
 * @cssstate signed-out - The shopper is a guest.
 * @cssstate inviting - The shopper is a guest, and the links to join and sign in are buttons here.
 * @cssstate quiet - The shopper is a guest, and the element does not invite: its notice is a line.
 * @fires loyalty-receipt-claimed - The service has a receipt that the shopper sent in.
 * @fires loyalty-receipt-removed - The shopper removed a receipt.
 * @fires loyalty-error - Receipts could not be loaded, sent or removed.
 */
export class LoyaltyReceipt extends InvitingElement {
  static override properties = {
    expanded: { converter: readFlag },
    headingLevel: { attribute: 'heading-level', converter: Number },
    result: { state: true },
    busy: { state: true },
  };

  static override styles = receiptStyles;

  /** Shows every receipt instead of the first ones. */
  expanded = false;
  /** Level of the heading of the list, 1 to 6. */
  headingLevel = 3;

  /** Of the last press. */
  private result: ReceiptResult = {};
  /** What is being sent: the form, or the receipt with this id that is being removed. */
  private busy: Id | undefined;

  #receipts = new ResourceController(this, receipts);
  /** Customer of the fields above. */
  #owner: Loyalty | undefined;

  constructor() {
    super();
    containKeys(this);
  }

  /** Another customer must not see these fields. An element that is being moved in the document has no customer and keeps them. */
  protected override willUpdate(): void {
    const { loyalty } = this.#receipts;
    if (!loyalty || loyalty === this.#owner) return;
    this.#owner = loyalty;
    this.result = {};
    this.busy = undefined;
  }

  #onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    // TypeScript does not know that the target of a submission is its form.
    const form = event.target as HTMLFormElement;
    const input = new FormData(form);
    const isDone = await this.#send('form', (loyalty) => sendReceipt(loyalty, input, languageOf(this)));
    if (isDone) form.reset();
    else if (isDone === false) this.renderRoot.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  };

  #onRemove = async (receipt: Receipt): Promise<void> => {
    const isDone = await this.#send(receipt.id, (loyalty) => withdrawReceipt(loyalty, receipt));
    if (isDone) this.#focusList();
  };

  /** Sends one change at a time. Resolves to whether it succeeded; `undefined` if nothing was sent. */
  async #send(busy: Id, send: (loyalty: Loyalty) => Promise<ReceiptResult>): Promise<boolean | undefined> {
    const { loyalty } = this.#receipts;
    if (this.busy !== undefined || !loyalty) return undefined;
    this.busy = busy;
    void importPagePolicy();
    const result = await send(loyalty);
    if (loyalty !== this.#owner) return undefined;
    this.busy = undefined;
    this.result = result;
    if (result.event) this.dispatchEvent(result.event);
    await this.updateComplete;
    return !result.problems;
  }

  #onMore = async (): Promise<void> => {
    this.expanded = true;
    await this.updateComplete;
    this.#focusList();
  };

  #focusList(): void {
    restoreFocus(this, this.renderRoot.querySelector<HTMLElement>('[part=list], input'));
  }

  protected override render(): TemplateResult {
    const { state } = this.#receipts;
    switch (state.status) {
      case 'loading':
        return this.#renderLoading();
      case 'signed-out':
        return this.renderSignedOut(localize('Sign in to add a purchase.'), state);
      case 'error':
        return errorNotice(this, state.error, localize('Couldn’t load your receipts.'), () =>
          this.#receipts.retry(),
        );
      case 'ready':
        return html`<div class="base">
          ${renderReceiptForm({
            isBusy: this.busy === 'form',
            problems: this.result.problems ?? {},
            outcome: this.result.outcome,
            onSubmit: this.#onSubmit,
          })}
          ${renderReceipts(state.value, {
            language: languageOf(this),
            headingLevel: this.headingLevel || 3,
            limit: this.expanded ? Infinity : reservedRows(this, '--_rows', 3),
            removing: this.busy,
            onMore: this.#onMore,
            onRemove: this.#onRemove,
          })}
        </div>`;
    }
  }

  #renderLoading(): TemplateResult {
    const field = html`<div class="field" part="field" aria-hidden="true">
      <span><span class="skeleton small" part="skeleton">Number of the receipt</span></span>
      <span class="skeleton entry" part="skeleton">0</span>
    </div>`;
    return html`<div class="base" aria-busy="true">
      <p class="hidden">${localize('Loading your receipts')}</p>
      <div>
        ${field}
        <div class="pair">${field}${field}</div>
      </div>
    </div>`;
  }
}

define('loyalty-receipt', LoyaltyReceipt);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-receipt': LoyaltyReceipt;
  }
}
