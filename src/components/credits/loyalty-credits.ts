import { html, nothing, type TemplateResult } from 'lit';
import { credits, type Credit, type Id } from '../../services/index.ts';
import { copyNumber, numberStyles, renderNumber } from './credit-number.ts';
import { renderCredit, renderCreditsLoading } from './credit-row.ts';
import { creditsStyles } from './credits-styles.ts';
import { define, readFlag } from '../internal/element.ts';
import { languageOf } from '../internal/format.ts';
import { firstCount, reservedRows } from '../internal/lists.ts';
import { inBrowser } from '../internal/in-browser.ts';
import { renderListEnd } from '../internal/list-end.ts';
import { renderMoreButton } from '../internal/more-button.ts';
import { localize } from '../internal/texts/messages.ts';
import { errorNotice } from '../internal/notice.ts';
import { InvitingElement } from '../page/inviting-element.ts';
import { ResourceController } from '../internal/resource-controller.ts';
import { setState } from '../internal/states.ts';
import { whileBusy } from '../internal/while-busy.ts';

export type { LoyaltyErrorEvent } from '../internal/events.ts';

/**
 * The shopper's gift cards and store credit: what remains, when it ends, and whether it is locked. A number is shown when the shopper
 * asks for it, and hidden again when the shopper leaves the page.
 *
 * @summary gift cards and store credit
 * @tag loyalty-credits
 * @guests line
 * @needs credits
 * @slot signed-out - Shown to guests: your sign-in link.
 * @slot empty - Shown while there are no credits.
 * @csspart list - The list of credits.
 * @csspart row - A credit.
 * @csspart row-locked - A locked credit.
 * @csspart name - The name of a credit.
 * @csspart value - What remains, and the initial value.
 * @csspart remaining - What remains.
 * @csspart initial - The initial value.
 * @csspart bar - The bar with what remains of the initial value, where that is known.
 * @csspart bar-remaining - The filled part of the bar.
 * @csspart note - When a credit ends or begins, or that it is locked.
 * @csspart expiry - When a credit ends.
 * @csspart soon - An end within a week.
 * @csspart release - From when on a credit can be used.
 * @csspart locked - That a credit is locked.
 * @csspart secret - The line with number, code and copy button, while the shopper sees it.
 * @csspart number - The number of a credit.
 * @csspart code - Its security code, if the service sends it.
 * @csspart copied - Whether the number was copied.
 * @csspart button - Every button.
 * @csspart number-button - The button that shows and hides the number.
 * @csspart copy-button - The button that copies the number.
 * @csspart more-button - The button that shows all credits.
 * @csspart skeleton - A grey shape while the credits load.
 * @csspart end - The sentence that these are all, where the reserved box has room for more.
 * @csspart notice - The box instead of the list: signed out, empty, or an error.
 * @csspart message - The sentence in this box.
 * @csspart retry-button - The button that loads again after an error.
 * @csspart sign-in-link - The link to the page of `sign-in-url`, for guests.
 * @csspart join-link - The link to the page of `join-url`, for guests.
 * @csspart invitation - The links to these pages below the sentence.
 * @cssprop [--loyalty-credits-rows=2] - Number of rows that are shown, and reserved while they load.
 * @cssprop [--loyalty-credits-row-size=5.625em] - Height of a row, which touch makes higher; 9.5em on pages up to 18em.
 * @cssprop [--loyalty-credits-bar-size=0.375em] - Height of the bars.
 * @cssprop [--loyalty-guest-block-size=6em] - Height reserved for a guest's notice, on a page with the class `loyalty-guest`.
 * @cssprop [--loyalty-guest-line-size=2.5em] - Height reserved for a guest's notice where the element does not invite: it is a line.
 * @cssprop [--loyalty-credits-bar-color=var(--loyalty-color-accent)] - Colour of the bars.
 * @cssprop [--loyalty-color-soon] - Colour of an end within a week. Default: orange, mixed with the text colour.
 * @cssstate loading - The credits are loading.
 * @cssstate failed - The credits could not be loaded.
 * @cssstate empty - There are no credits.
 * @cssstate signed-out - The shopper is a guest.
 * @cssstate inviting - The shopper is a guest, and the links to join and sign in are buttons here.
 * @cssstate quiet - The shopper is a guest, and the element does not invite: its notice is a line.
 * @fires loyalty-error - The credits could not be loaded.
 */
export class LoyaltyCredits extends InvitingElement {
  static override properties = {
    expanded: { converter: readFlag },
    revealed: { state: true },
    copied: { state: true },
  };

  static override styles = [...creditsStyles, numberStyles];

  /** Shows every credit instead of the first rows. `--loyalty-credits-rows` reserves room for their number, so that nothing below moves. */
  expanded = false;

  /** Id of the credit whose number the shopper sees. */
  private revealed: Id | undefined;
  /** Whether its number was copied. */
  private copied: boolean | undefined;

  #credits = new ResourceController(this, credits);

  override connectedCallback(): void {
    super.connectedCallback();
    if (!inBrowser) return;
    document.addEventListener('visibilitychange', this.#hide);
    addEventListener('pagehide', this.#hide);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.#hide);
    removeEventListener('pagehide', this.#hide);
    this.#hide();
  }

  protected override willUpdate(): void {
    // Another customer must not see the number of a credit with the same id.
    if (this.#credits.state.status !== 'ready') this.#hide();
  }

  protected override updated(): void {
    const { state } = this.#credits;
    setState(this, 'empty', state.status === 'ready' && !state.value.length);
  }

  #hide = (): void => {
    this.revealed = this.copied = undefined;
  };

  #onReveal = ({ id }: Credit): void => {
    const isRevealed = this.revealed === id;
    this.#hide();
    if (!isRevealed) this.revealed = id;
  };

  #onCopy = async ({ currentTarget }: Event, credit: Credit): Promise<void> => {
    const copied = await whileBusy(currentTarget as Element, copyNumber(credit));
    if (this.revealed === credit.id) this.copied = copied;
  };

  #onMore = async (): Promise<void> => {
    const position = this.renderRoot.querySelectorAll('.row').length;
    this.expanded = true;
    await this.updateComplete;
    this.renderRoot.querySelectorAll<HTMLElement>('.row')[position]?.focus();
  };

  /** Number of credits in the reserved box. */
  get #limit(): number {
    return reservedRows(this, '--loyalty-credits-rows', 2);
  }

  protected override render(): TemplateResult {
    const { state } = this.#credits;
    switch (state.status) {
      case 'loading':
        return renderCreditsLoading(this.#limit);
      case 'signed-out':
        return this.renderSignedOut(localize('Sign in to see your store credit.'), state);
      case 'error':
        return errorNotice(this, state.error, localize('Couldn’t load your store credit.'), () =>
          this.#credits.retry(),
        );
      case 'ready':
        return state.value.length ? this.#renderCredits(state.value) : renderEmpty();
    }
  }

  #renderCredits(all: readonly Credit[]): TemplateResult {
    const language = languageOf(this);
    const { revealed } = this;
    const credit = all.find(({ id }) => id === revealed);
    const number = credit && renderNumber(credit, this.copied, (event) => void this.#onCopy(event, credit));
    const view = { language, revealed, number, onReveal: this.#onReveal };
    const shown = this.expanded ? all : all.slice(0, firstCount(all.length, this.#limit));
    const hasMore = shown.length < all.length;
    // Fewer rows than the box has room for would stand too far from each other.
    const hasRoom = shown.length < this.#limit;
    return html`<div class=${hasRoom ? 'with-end' : 'fills'}>
      <ul part="list" class=${hasMore && !hasRoom ? 'short' : nothing}>
        ${shown.map((credit) => renderCredit(credit, view))}
      </ul>
      ${
        hasMore
          ? renderMoreButton({
              n: all.length,
              name: 'Show all {n} gift cards and store credit',
              language,
              takesRow: hasRoom,
              onMore: this.#onMore,
            })
          : hasRoom
            ? renderListEnd()
            : nothing
      }
    </div>`;
  }
}

const renderEmpty = (): TemplateResult =>
  html`<div class="notice" part="notice">
    <slot name="empty"><p part="message">${localize('No gift cards or store credit yet.')}</p></slot>
  </div>`;

define('loyalty-credits', LoyaltyCredits);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-credits': LoyaltyCredits;
  }
}
