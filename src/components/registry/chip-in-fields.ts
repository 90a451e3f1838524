import { html, nothing, type LitElement } from 'lit';
import {
  setChipIn,
  targetOf,
  type ListProduct,
  type Loyalty,
  type LoyaltyError,
} from '../../services/index.ts';
import { localize } from '../internal/texts/messages.ts';

// Whether several givers pay for a product together, and how much: in the dialog of its note.

const TOGETHER = 'together';
const AMOUNT = /^\d{1,15}(\.\d{1,6})?$/;

/** The owner's choice for the product of the open dialog. */
export class ChipInFields {
  readonly #host: LitElement;
  /** What the owner has chosen, by the item of the dialog. */
  #chosen: { readonly item: unknown; readonly isTogether: boolean } | undefined;

  constructor(host: LitElement) {
    this.#host = host;
  }

  #isTogether(item: ListProduct): boolean {
    return this.#chosen?.item === item.id ? this.#chosen.isTogether : targetOf(item) !== undefined;
  }

  /** Nothing where the currency is not known. */
  render(item: ListProduct): unknown {
    const currency = currencyOf(item);
    if (!currency) return nothing;
    const isTogether = this.#isTogether(item);
    return html`<label part="label"
        >${localize('Given by')}
        <select part="input" name="givers" @change=${({ target }: Event) => this.#choose(item, target)}>
          <option value="one" ?selected=${!isTogether}>${localize('One person')}</option>
          <option value=${TOGETHER} ?selected=${isTogether}>${localize('Several together')}</option>
        </select>
      </label>
      ${
        isTogether
          ? html`<label part="label"
              >${localize('Amount in {currency}', { currency })}
              <input
                part="input"
                name="target"
                inputmode="decimal"
                .value=${targetOf(item) ?? costOf(item) ?? ''}
              />
            </label>`
          : nothing
      }`;
  }

  #choose(item: ListProduct, target: EventTarget | null): void {
    this.#chosen = { item: item.id, isTogether: (target as HTMLSelectElement).value === TOGETHER };
    this.#host.requestUpdate();
  }

  /** Saves the choice, if it differs. @throws LoyaltyError */
  async save(loyalty: Loyalty, list: string, item: ListProduct, form: HTMLFormElement): Promise<void> {
    const written = new FormData(form);
    const currency = currencyOf(item);
    if (!currency || !written.has('givers')) return;
    const target = written.has('target') ? amountOf(written) : null;
    if (target !== (targetOf(item) ?? null))
      await setChipIn(loyalty, list, item.id, target === null ? null : { target, currency });
    this.#chosen = undefined;
  }

  /** What is wrong with the form; `undefined` for nothing. */
  problemOf(form: HTMLFormElement): string | undefined {
    const written = new FormData(form);
    const isAmount =
      !written.has('target') || (AMOUNT.test(amountOf(written)) && Number(amountOf(written)) > 0);
    return isAmount ? undefined : localize('Enter an amount, such as 200.');
  }

  /** Why the service refused it; `undefined` for another reason. */
  refusalOf({ code, fields }: LoyaltyError): string | undefined {
    const isAboutIt = Object.keys(fields ?? {}).some((name) => name.startsWith('chip_in'));
    return code === 'validation' && isAboutIt
      ? localize(
          'Someone has reserved or chipped in already: the amount can’t be lower, and this can’t change.',
        )
      : undefined;
  }
}

const amountOf = (written: FormData): string => String(written.get('target')).trim().replace(',', '.');

const currencyOf = ({ chipIn, currency }: ListProduct): string | undefined => {
  const code: unknown = Reflect.get(Object(chipIn), 'currency');
  return typeof code === 'string' ? code : currency;
};

/** Price times wanted pieces, decimal text with the digits of the price. */
function costOf({ price, wanted }: ListProduct): string | undefined {
  if (price === undefined || !AMOUNT.test(price)) return undefined;
  const [, fraction = ''] = price.split('.');
  return (Number(price) * (wanted ?? 1)).toFixed(fraction.length);
}
