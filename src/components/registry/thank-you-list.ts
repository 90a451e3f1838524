import { css, html, nothing, type LitElement, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import {
  gifts,
  setThanked,
  toLoyaltyError,
  type Gift,
  type Gifts,
  type Id,
  type Loyalty,
  type Resource,
} from '../../services/index.ts';
import { addStyles } from '../internal/add-styles.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { failureText } from '../internal/failure-text.ts';
import { formatMoney } from '../internal/format-money.ts';
import { languageOf } from '../internal/format.ts';
import { whileBusy } from '../internal/while-busy.ts';
import { localize } from '../internal/texts/messages.ts';
import { joinTexts } from '../saved-products/join-texts.ts';
import { nameOf } from '../saved-products/product-name.ts';

// Who gave what, after the day. `<loyalty-registry>` loads this file when its owner asks for that.

const styles = css`
  .gifts {
    padding-block: 0.75em;
    border-block-start: 1px solid var(--_line);
  }
  .gift {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25em 1em;
    padding-block: 0.5em;
    border-block-end: 1px solid var(--_line);
  }
  .gift > div {
    display: grid;
    flex: 1 1 12em;
    min-inline-size: 0;
  }
  .gift:last-child {
    border: 0;
  }
  [part='gift-message'] {
    font-style: italic;
  }
  [part='thanked'] {
    display: inline-flex;
    flex: none;
    align-items: center;
    gap: 0.5em;
    min-block-size: max(2.75em, var(--_touch, 0px));
    font-size: 0.875em;
    cursor: pointer;
  }
  [part='thanked'] input {
    inline-size: 1.5em;
    block-size: 1.5em;
    margin: 0;
    accent-color: var(--_accent);
  }
  .copy {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5em 1em;
    margin-block-start: 0.5em;
  }
`;

interface Shown {
  readonly loyalty: Loyalty;
  /** Id or handle of the list. */
  readonly named: string;
}

/** The list of who gave what, which its owner opens, ticks off and copies. */
export class ThankYouList {
  readonly #host: LitElement;
  #shown: Shown | undefined;
  #gifts: Resource<Gifts | null> | undefined;
  #unsubscribe: (() => void) | undefined;
  /** Values of the checkboxes whose requests are not answered yet, by the id of the gift. */
  #wanted: ReadonlyMap<Id, boolean> = new Map();
  #problem: string | undefined;
  #copied: boolean | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    addStyles(host, styles);
    host.addController({ hostDisconnected: () => this.close() });
  }

  get isOpen(): boolean {
    return !!this.#gifts;
  }

  toggle(shown: Shown | undefined): void {
    if (this.isOpen || !shown) return this.close();
    this.#shown = shown;
    this.#gifts = shown.loyalty.resource(gifts(shown.named));
    const isKnown = this.#gifts.state.status !== 'initial';
    this.#unsubscribe = this.#gifts.subscribe(() => this.#host.requestUpdate());
    // Givers may have changed it since it was read.
    if (isKnown) void this.#gifts.refresh();
    this.#host.requestUpdate();
  }

  /** Also for another customer or list. */
  close(): void {
    this.#unsubscribe?.();
    this.#gifts = this.#shown = this.#problem = this.#copied = undefined;
    this.#wanted = new Map();
    this.#host.requestUpdate();
  }

  async #thank(gift: Gift, isThanked: boolean): Promise<void> {
    const shown = this.#shown;
    if (!shown) return;
    const isSending = this.#wanted.has(gift.id);
    this.#want(gift, isThanked);
    this.#problem = undefined;
    if (isSending) return;
    try {
      // Ticked again meanwhile, the last choice is sent, too.
      for (let sent: boolean | undefined; sent !== this.#wanted.get(gift.id) && this.#shown === shown;) {
        sent = this.#wanted.get(gift.id)!;
        await setThanked(shown.loyalty, shown.named, gift, sent);
      }
    } catch (thrown) {
      const error = toLoyaltyError(thrown);
      await shown.loyalty.resource(gifts(shown.named)).refresh();
      if (this.#shown !== shown) return;
      this.#problem =
        error.code === 'not_found'
          ? localize('This has changed meanwhile: the gift was undone, or the date is another one.')
          : failureText(error, localize('Couldn’t save. Try again.'));
      this.#host.dispatchEvent(new LoyaltyErrorEvent(error));
    } finally {
      if (this.#shown === shown) this.#want(gift, undefined);
    }
  }

  #want({ id }: Gift, isThanked: boolean | undefined): void {
    const wanted = new Map(this.#wanted);
    if (isThanked === undefined) wanted.delete(id);
    else wanted.set(id, isThanked);
    this.#wanted = wanted;
    this.#host.requestUpdate();
  }

  async #copy(given: readonly Gift[]): Promise<void> {
    try {
      await navigator.clipboard.writeText(tableOf(given));
      this.#copied = true;
    } catch {
      this.#copied = false;
    }
    this.#host.requestUpdate();
  }

  render(): TemplateResult | undefined {
    const resource = this.#gifts;
    if (!resource) return undefined;
    const { value, error } = resource.state;
    return html`<div
      class="gifts"
      part="gifts"
      role="group"
      aria-label=${localize('Who gave what')}
      aria-busy=${!value && !error}
    >
      ${
        value
          ? this.#renderGifts(value)
          : error || value === null
            ? html`<p class="problem small" part="problem" role="alert">
                  ${localize('Couldn’t load this list.')}
                </p>
                <button
                  class="ghost"
                  part="button retry-button"
                  type="button"
                  @click=${() => void resource.refresh()}
                >
                  ${localize('Try again')}
                </button>`
            : html`<p class="quiet small" role="status">${localize('Loading this list')}</p>`
      }
    </div>`;
  }

  #renderGifts({ given, areSomeHidden }: Gifts): TemplateResult {
    const language = languageOf(this.#host);
    return html`${
      given.length
        ? html`<ul>
              ${given.map((gift) => this.#renderGift(gift, language))}
            </ul>
            <p class="copy">
              <button
                class="ghost"
                part="button copy-button"
                type="button"
                @click=${({ currentTarget }: Event) => whileBusy(currentTarget as Element, this.#copy(given))}
              >
                ${localize('Copy as a table')}
              </button>
              <span class="small" part="copied" role="status"
                >${this.#copied === undefined ? nothing : localize(this.#copied ? 'Copied' : 'Couldn’t copy')}</span
              >
            </p>`
        : areSomeHidden
          ? nothing
          : html`<p class="quiet small" part="hint">${localize('Nobody has reserved a gift.')}</p>`
    }
    ${
      areSomeHidden
        ? html`<p class="quiet small" part="hint">
            ${localize('Some names stay hidden, as these givers were told before the date changed.')}
          </p>`
        : nothing
    }
    ${this.#problem ? html`<p class="problem small" part="problem" role="alert">${this.#problem}</p>` : nothing}`;
  }

  #renderGift(gift: Gift, language: string | undefined): TemplateResult {
    const { id, message, isBought, isThanked, amount } = gift;
    const name = giverOf(gift);
    const what = whatOf(gift, language);
    const state = amount === undefined ? localize(isBought ? 'Bought' : 'Reserved') : undefined;
    return html`<li class="gift" part="gift">
      <div>
        <bdi class="name" part="giver">${name}</bdi>
        <span class="quiet small" part="gift-text">${joinTexts([what, state])}</span>
        ${message ? html`<bdi class="small" part="gift-message">${message}</bdi>` : nothing}
      </div>
      ${
        isThanked === undefined
          ? nothing
          : html`<label part="thanked"
              ><input
                type="checkbox"
                .checked=${live(this.#wanted.get(id) ?? isThanked)}
                aria-label=${localize('{name} thanked for {product}', { name, product: nameOf(gift.item) })}
                @change=${({ target }: Event) => this.#thank(gift, (target as HTMLInputElement).checked)}
              />${localize('Thanked')}</label
            >`
      }
    </li>`;
  }
}

const giverOf = ({ name }: Gift): string => name ?? localize('Someone');

const productOf = ({ item }: Gift): string => [nameOf(item), item.variantName].filter(Boolean).join(', ');

function whatOf(gift: Gift, language: string | undefined): string {
  const { amount, currency, quantity } = gift;
  const product = productOf(gift);
  if (amount !== undefined)
    return localize('{amount} for {product}', {
      amount: currency ? formatMoney(amount, currency, language) : amount,
      product,
    });
  return quantity === 1 ? product : localize('{n} × {product}', { n: quantity, product }, language);
}

/** Columns separated by tabs: spreadsheets paste them into cells. */
function tableOf(given: readonly Gift[]): string {
  const heading = ['Name', 'Gift', 'How many', 'Amount', 'Message', 'Thanked'] as const;
  const rows = given.map((gift) => {
    const { amount, currency, quantity, message, isThanked } = gift;
    return [
      giverOf(gift),
      productOf(gift),
      amount === undefined ? String(quantity) : '',
      amount === undefined ? '' : [amount, currency].filter(Boolean).join(' '),
      message ?? '',
      isThanked ? localize('Thanked') : '',
    ];
  });
  return [heading.map((title) => localize(title)), ...rows]
    .map((cells) => cells.map(cellOf).join('\t'))
    .join('\n');
}

/** A giver writes the text: a spreadsheet must not take it for a formula, nor for several cells. */
const cellOf = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return /^[=+\-@|%]/.test(line) ? `'${line}` : line;
};
