import { html, nothing, type TemplateResult } from 'lit';
import { card, type Card, type ResourceDefinition } from '../../services/index.ts';
import { define } from '../internal/element.ts';
import { languageOf } from '../internal/format.ts';
import { inLanguage } from '../internal/in-language.ts';
import { lazyImport } from '../internal/lazy-import.ts';
import { NamedResourceController } from '../internal/named-resource-controller.ts';
import { errorNotice } from '../internal/notice.ts';
import { pointsText } from '../internal/points-text.ts';
import { setState } from '../internal/states.ts';
import { localize } from '../internal/texts/messages.ts';
import { InvitingElement } from '../page/inviting-element.ts';
import type { Code, Codes } from './card-codes.ts';
import { cardStyles } from './card-styles.ts';
import { closeOnBack } from './close-on-back.ts';
import { keepScreenOn } from './keep-screen-on.ts';

export type { LoyaltyErrorEvent } from '../internal/events.ts';

// A module that is narrower is below what scanners of tills read from a screen.
const QR_MODULE = 2;
const BARS_MODULE = 1;
/** Larger ones need no more room: the scanner is as near. */
const LARGEST_QR = 400;
const LARGEST_BARS_MODULE = 3;
const BARS_HEIGHT = 96;
/** Height of all but the QR code, so that a small phone shows the number without scrolling. */
const BESIDE_QR = 320;

/** Width and height of the open dialog, in CSS pixels. */
interface Room {
  readonly width: number;
  readonly height: number;
}

const codeIcon = html`<svg part="icon" viewBox="0 0 16 16" aria-hidden="true">
  <path
    d="M1 1h6v6H1zM2.5 2.5v3h3v-3zM9 1h6v6H9zM10.5 2.5v3h3v-3zM1 9h6v6H1zM2.5 10.5v3h3v-3zM9 9h2v2H9zM13 9h2v2h-2zM11 11h2v2h-2zM9 13h2v2H9zM13 13h2v2h-2z"
  />
</svg>`;

/** The card of a name that the controller gives. Not in the class: the stored definition would keep the element from being freed. */
const cardNamed = (name: string): ResourceDefinition<Card> => card(name.slice('of '.length));

/**
 * The shopper's card for the till: name, tier, points and member number. A press fills the screen with the number as QR code and as barcode.
 * Without a connection the card is the one that this browser loaded last.
 *
 * @summary the card for the till, with QR code and barcode
 * @tag loyalty-card
 * @guests line
 * @needs card
 * @parts balances, tier
 * @slot signed-out - Shown to guests: your sign-in link.
 * @csspart base - The card.
 * @csspart name - The name of the member.
 * @csspart tier - The name of the tier.
 * @csspart points - The points with their unit.
 * @csspart number-line - The line with the member number.
 * @csspart number - The member number.
 * @csspart as-of - When the service last said so, where it does not answer now.
 * @csspart skeleton - A grey shape while the card loads.
 * @csspart button - Every button.
 * @csspart show-button - The button that fills the screen with the card.
 * @csspart icon - The icon in it.
 * @csspart dialog - The card that fills the screen.
 * @csspart close-button - The button that closes it.
 * @csspart code - Each code.
 * @csspart qr - The QR code.
 * @csspart barcode - The barcode (Code 128).
 * @csspart no-code - The sentence where no code can be shown.
 * @csspart notice - The box instead of the card: signed out, or an error.
 * @csspart message - The sentence in this box, and the one about a missing number.
 * @csspart retry-button - The button that loads again after an error.
 * @csspart sign-in-link - The link to the page of `sign-in-url`, for guests.
 * @csspart join-link - The link to the page of `join-url`, for guests.
 * @csspart invitation - The links to these pages below the sentence.
 * @cssprop [--loyalty-guest-block-size=6em] - Height reserved for a guest's notice, on a page with the class `loyalty-guest`.
 * @cssprop [--loyalty-guest-line-size=2.5em] - Height reserved for a guest's notice where the element does not invite: it is a line.
 * @cssprop [--loyalty-card-block-size=11em] - Height reserved for the card.
 * @cssstate open - The card fills the screen.
 * @cssstate stored - The service does not answer: the card is the one that was loaded last.
 * @cssstate loading - The card is not known yet.
 * @cssstate signed-out - The shopper is a guest.
 * @cssstate inviting - The shopper is a guest, and the links to join and sign in are buttons here.
 * @cssstate quiet - The shopper is a guest, and the element does not invite: its notice is a line.
 * @cssstate failed - The card could not be loaded.
 * @fires loyalty-error - The card could not be loaded.
 * @keyboard Enter, Space - On the button: fills the screen with the card, a modal dialog, and focuses its close button.
 * @keyboard Escape - Closes it, as the back button of the browser does; the focus returns to the button.
 */
export class LoyaltyCard extends InvitingElement {
  static override properties = { namespace: {}, room: { state: true } };

  static override styles = cardStyles;

  /**
   * Namespace of the identity that is the member number, such as `loyalty-card`. Without it the number is the `external_id` of the profile.
   */
  namespace: string | undefined;

  /** `undefined` while the dialog is closed. */
  private room: Room | undefined;

  // Another text than none: the controller loads nothing for that.
  #card = new NamedResourceController(this, () => `of ${this.namespace ?? ''}`, cardNamed);
  #codes = lazyImport(this, () => import('./card-codes.ts'));
  /** The codes of the number that was shown last. */
  #made: { readonly number: string; readonly codes: Codes } | undefined;
  /** End what began when the dialog was opened. */
  #ends: (() => void)[] = [];

  /** Fills the screen with the card, once it is loaded and has a number. */
  show(): void {
    const dialog = this.#dialog;
    if (!dialog || dialog.open) return;
    dialog.showModal();
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = dialog;
      if (width !== this.room?.width || height !== this.room.height) this.room = { width, height };
    };
    const observer = new ResizeObserver(measure);
    observer.observe(dialog);
    measure();
    this.#ends = [keepScreenOn(), closeOnBack(this.close), () => observer.disconnect()];
  }

  /** Closes it. */
  close = (): void => {
    this.#dialog?.close();
    this.#end();
  };

  get #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }

  #end = (): void => {
    const ends = this.#ends;
    this.#ends = [];
    this.room = undefined;
    for (const end of ends) end();
  };

  #onPress = (): void => this.show();

  /** The event comes after the dialog has closed: it may be open again. */
  #onClosed = (): void => {
    if (!this.#dialog?.open) this.#end();
  };

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.close();
  }

  protected override willUpdate(): void {
    const { state } = this.#card;
    const number = state.status === 'ready' ? state.value.number : undefined;
    // Loaded before the press: there may be no connection at the till.
    const file = number ? this.#codes() : undefined;
    if (number !== this.#made?.number) this.#made = undefined;
    if (number && file) this.#made ??= { number, codes: file.codesOf(number) };
  }

  protected override updated(): void {
    const { state } = this.#card;
    // The customer has signed out, or it is another one, whose card is not open.
    if (this.#ends.length && !this.#dialog?.open) this.#end();
    setState(this, 'open', !!this.#dialog?.open);
    setState(this, 'stored', state.status === 'ready' && !state.isSnapshot && !!state.value.asOf);
  }

  protected override render(): TemplateResult {
    const { state } = this.#card;
    switch (state.status) {
      case 'loading':
        return this.#renderLoading();
      case 'signed-out':
        return this.renderSignedOut(localize('Sign in to see your card.'), state);
      case 'error':
        return errorNotice(this, state.error, localize('Couldn’t load your card.'), () => this.#card.retry());
      case 'ready':
        return this.#renderCard(state.value, state.isSnapshot);
    }
  }

  #renderLoading(): TemplateResult {
    return html`<div part="base" class="card" aria-busy="true">
      <span class="hidden">${localize('Loading your card')}</span>
      <div class="row" aria-hidden="true">
        <span part="skeleton" class="skeleton">Name of the member</span>
        <span part="skeleton" class="skeleton">Tier</span>
      </div>
      <p aria-hidden="true"><span part="skeleton" class="skeleton">0,000 points</span></p>
      <p aria-hidden="true"><span part="skeleton" class="skeleton small">Member number 0000</span></p>
      <button part="button skeleton" class="skeleton" type="button" disabled aria-hidden="true">Show</button>
    </div>`;
  }

  #renderCard(shown: Card, isSnapshot: boolean): TemplateResult {
    const { number, asOf } = shown;
    return html`<div part="base" class="card">
        <div class="row">${this.#renderName(shown)} ${this.#renderTier(shown)}</div>
        ${this.#renderPoints(shown)}
        ${
          number
            ? html`<p part="number-line" class="line number small" dir="auto">
                <span class="quiet">${localize('Member number')}</span> ${this.#renderNumber(number)}
              </p>`
            : html`<p part="message" class="small">
                ${localize('We don’t know your member number. Ask the shop for it.')}
              </p>`
        }
        ${asOf && !isSnapshot ? this.#renderAsOf(asOf, 'quiet small') : nothing}
        ${
          number
            ? html`<button
                class="filled"
                part="button show-button"
                type="button"
                aria-haspopup="dialog"
                @click=${this.#onPress}
              >
                <span>${codeIcon}${localize('Show at the till')}</span>
              </button>`
            : nothing
        }
      </div>
      ${number ? this.#renderDialog(shown, number) : nothing}`;
  }

  #renderName({ name }: Card): TemplateResult {
    return html`<bdi part="name" class="line" translate="no">${name}</bdi>`;
  }

  #renderTier({ tier, tierLanguage }: Card): TemplateResult | typeof nothing {
    if (tier === undefined) return nothing;
    return html`<bdi part="tier" class="line"
      >${tier === null ? localize('Member') : inLanguage(tier, tierLanguage)}</bdi
    >`;
  }

  #renderPoints({ points }: Card): TemplateResult | typeof nothing {
    if (points === undefined) return nothing;
    return html`<p part="points">${pointsText(points, languageOf(this))}</p>`;
  }

  #renderNumber(number: string): TemplateResult {
    return html`<bdi part="number" translate="no">${number}</bdi>`;
  }

  #renderAsOf(asOf: Date, classes: string): TemplateResult {
    const time = new Intl.DateTimeFormat(languageOf(this), { dateStyle: 'medium', timeStyle: 'short' });
    return html`<p part="as-of" class=${classes}>
      ${localize('As of {time}', { time: time.format(asOf) })}
    </p>`;
  }

  #renderDialog(shown: Card, number: string): TemplateResult {
    return html`<dialog part="dialog" aria-label=${localize('Your card')} @close=${this.#onClosed}>
      <button
        class="ghost close"
        part="button close-button"
        type="button"
        aria-label=${localize('Close')}
        @click=${this.close}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" /></svg>
      </button>
      ${this.room ? this.#renderScreen(shown, number, this.room) : nothing}
    </dialog>`;
  }

  #renderScreen(shown: Card, number: string, { width, height }: Room): TemplateResult {
    const { qr, bars } = this.#made?.codes ?? {};
    const largest = Math.min(width, LARGEST_QR, Math.max(height - BESIDE_QR, LARGEST_QR / 2));
    const qrModule = moduleIn(largest, qr, QR_MODULE);
    const barsModule = moduleIn(width, bars, BARS_MODULE);
    return html`<div class="screen">
      <div class="who">
        ${this.#renderName(shown)} ${this.#renderTier(shown)} ${this.#renderPoints(shown)}
      </div>
      ${qr && qrModule ? renderCode(qr, qrModule, 'qr', localize('QR code of member number {number}', { number })) : nothing}
      ${
        bars && barsModule
          ? renderCode(
              bars,
              Math.min(barsModule, LARGEST_BARS_MODULE),
              'barcode',
              localize('Barcode of member number {number}', { number }),
            )
          : nothing
      }
      ${
        qrModule || barsModule || this.#codes() === undefined
          ? nothing
          : html`<p part="no-code" role="status">
              ${localize('We can’t show your number as a code. Read it out at the till.')}
            </p>`
      }
      <p part="number-line">${localize('Member number')} <br />${this.#renderNumber(number)}</p>
      ${shown.asOf ? this.#renderAsOf(shown.asOf, 'small') : nothing}
    </div>`;
  }
}

/** The size of a module in CSS pixels, of whole pixels of the screen, so that all bars of a width are equal; `undefined` where it is too small. */
function moduleIn(room: number, code: Code | undefined, smallest: number): number | undefined {
  if (!code) return undefined;
  const size = Math.floor((room * devicePixelRatio) / code.width) / devicePixelRatio;
  return size >= smallest ? size : undefined;
}

function renderCode(
  { width, height, path }: Code,
  module: number,
  name: 'qr' | 'barcode',
  label: string,
): TemplateResult {
  return html`<svg
    part=${`code ${name}`}
    role="img"
    aria-label=${label}
    width=${width * module}
    height=${height ? height * module : BARS_HEIGHT}
    viewBox=${`0 0 ${width} ${height ?? 1}`}
    preserveAspectRatio="none"
  >
    <path d=${path}></path>
  </svg>`;
}

define('loyalty-card', LoyaltyCard);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-card': LoyaltyCard;
  }
}
