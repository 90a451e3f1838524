import { css, html, nothing, type LitElement, type TemplateResult } from 'lit';
import {
  deliveryAddress,
  removeDeliveryAddress,
  setDeliveryAddress,
  toLoyaltyError,
  type DeliveryAddress,
  type LoyaltyError,
  type Resource,
  type StoredAddress,
} from '../../services/index.ts';
import { addStyles } from '../internal/add-styles.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { failureText } from '../internal/failure-text.ts';
import { languageOf } from '../internal/format.ts';
import { restoreFocus } from '../internal/lists.ts';
import { localize } from '../internal/texts/messages.ts';
import { LoyaltyListChangedEvent } from '../saved-products/list-events.ts';
import type { ShownList } from './shown-list.ts';

// Where the gifts of a registry go: its owner writes it, and only the shop reads it. `<loyalty-registry>` loads this file when the owner
// presses the button.

const styles = css`
  .delivery {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(12em, 100%), 1fr));
    gap: 0.75em 1em;
    margin-block-end: 0;
    padding-block: 0.75em;
    border-block-start: 1px solid var(--_line);
  }
  .delivery > label {
    max-inline-size: none;
  }
  .delivery > :is(p, div) {
    grid-column: 1 / -1;
  }
  .delivery > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5em;
  }
  .delivery select {
    box-sizing: border-box;
  }
`;

type Field = keyof DeliveryAddress;

/** The fields in the order of the form, with their autocomplete and the longest text that the service stores. */
const FIELDS = [
  ['name', 'Name', 'name', 255],
  ['line_1', 'Street and number', 'address-line1', 255],
  ['line_2', 'Apartment or floor', 'address-line2', 255],
  ['postcode', 'Postcode', 'postal-code', 32],
  ['city', 'City', 'address-level2', 255],
] as const;

const REQUIRED: readonly Field[] = ['name', 'line_1', 'city', 'country'];

interface Problem {
  readonly fields: readonly string[];
  readonly sentence: string;
}

/** The form for the address of a registry. */
export class DeliveryForm {
  readonly #host: LitElement;
  readonly #announce: (text: string) => void;
  #shown: ShownList | undefined;
  #address: Resource<StoredAddress | null> | undefined;
  #unsubscribe: (() => void) | undefined;
  #problem: Problem | undefined;
  #isSaving = false;

  constructor(host: LitElement, announce: (text: string) => void) {
    this.#host = host;
    this.#announce = announce;
    addStyles(host, styles);
    host.addController({ hostDisconnected: () => this.close() });
  }

  get isOpen(): boolean {
    return !!this.#address;
  }

  toggle(shown: ShownList | undefined): void {
    if (this.isOpen || !shown) return this.close();
    this.#shown = shown;
    this.#address = shown.loyalty.resource(deliveryAddress(shown.list.id));
    const isKnown = this.#address.state.status !== 'initial';
    this.#unsubscribe = this.#address.subscribe(() => this.#host.requestUpdate());
    // Another tab may have changed it since it was read.
    if (isKnown) void this.#address.refresh();
    this.#host.requestUpdate();
  }

  /** Also for another customer or list. */
  close(): void {
    this.#unsubscribe?.();
    this.#address = this.#shown = this.#problem = undefined;
    this.#isSaving = false;
    this.#host.requestUpdate();
  }

  #onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const written = new FormData(form);
    const of = (name: Field) => String(written.get(name) ?? '').trim();
    const missing = REQUIRED.filter((name) => !of(name));
    if (missing.length) {
      this.#problem = { fields: missing, sentence: localize('Fill in the marked fields.') };
      return void this.#focus('[aria-invalid=true]');
    }
    const address: DeliveryAddress = {
      name: of('name'),
      line_1: of('line_1'),
      line_2: of('line_2'),
      postcode: of('postcode'),
      city: of('city'),
      country: of('country'),
    };
    void this.#change(localize('Saved.'), ({ loyalty, named, list }) =>
      setDeliveryAddress(loyalty, named, list, address),
    );
  };

  #onRemove = (address: StoredAddress): Promise<void> =>
    this.#change(localize('Address removed.'), ({ loyalty, named, list }) =>
      removeDeliveryAddress(loyalty, named, list, address),
    );

  async #change(done: string, act: (shown: ShownList) => Promise<void>): Promise<void> {
    const shown = this.#shown;
    if (!shown || this.#isSaving) return;
    this.#isSaving = true;
    this.#problem = undefined;
    this.#announce('');
    this.#host.requestUpdate();
    try {
      await act(shown);
      if (this.#shown !== shown) return;
      this.close();
      this.#announce(done);
      this.#host.dispatchEvent(new LoyaltyListChangedEvent(shown.list.handle));
      await this.#focus('[part~=delivery-button]');
    } catch (thrown) {
      if (this.#shown !== shown) return;
      const error = toLoyaltyError(thrown);
      this.#isSaving = false;
      this.#problem = problemOf(error);
      this.#host.dispatchEvent(new LoyaltyErrorEvent(error));
      await this.#focus(this.#problem.fields.length ? '[aria-invalid=true]' : '.delivery [type=submit]');
    }
  }

  async #focus(selector: string): Promise<void> {
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    restoreFocus(this.#host, this.#host.renderRoot.querySelector<HTMLElement>(selector));
  }

  render(): TemplateResult | undefined {
    const resource = this.#address;
    if (!resource) return undefined;
    const { value, error } = resource.state;
    if (value === undefined)
      return html`<div class="delivery" role="status" aria-busy=${!error}>
        ${
          error
            ? html`<p class="problem small" part="problem">${localize('Couldn’t load this.')}</p>
                <div>
                  <button
                    class="ghost"
                    part="button retry-button"
                    type="button"
                    @click=${() => void resource.refresh()}
                  >
                    ${localize('Try again')}
                  </button>
                </div>`
            : html`<p class="quiet small">${localize('Loading this list')}</p>`
        }
      </div>`;
    return this.#renderForm(value);
  }

  #renderForm(stored: StoredAddress | null): TemplateResult {
    const problem = this.#problem;
    const invalid = (name: Field) => !!problem?.fields.includes(name);
    const described = problem ? 'delivery-problem' : nothing;
    return html`<form
      class="delivery"
      part="form"
      novalidate
      aria-label=${localize('Delivery address')}
      @submit=${this.#onSubmit}
      @keydown=${({ key }: KeyboardEvent) => key === 'Escape' && this.#onCancel()}
    >
      <p class="quiet small" part="hint">
        ${localize('Only the shop sees this address. Givers read that gifts ship to you, and nothing else.')}
      </p>
      ${FIELDS.map(
        ([name, label, autocomplete, length]) =>
          html`<label part="label"
            >${localize(label)}
            <input
              part="input"
              name=${name}
              maxlength=${length}
              autocomplete=${autocomplete}
              ?required=${REQUIRED.includes(name)}
              .value=${stored?.[name] ?? ''}
              aria-invalid=${invalid(name)}
              aria-describedby=${described}
          /></label>`,
      )}
      <label part="label"
        >${localize('Country')}
        <select
          part="input"
          name="country"
          autocomplete="country"
          required
          aria-invalid=${invalid('country')}
          aria-describedby=${described}
        >
          <option value=""></option>
          ${countries(languageOf(this.#host)).map(
            ([code, name]) =>
              html`<option value=${code} ?selected=${code === stored?.country}>${name}</option>`,
          )}
        </select></label
      >
      ${problem ? html`<p class="problem small" part="problem" id="delivery-problem" role="alert">${problem.sentence}</p>` : nothing}
      <div>
        <button class="filled" part="button confirm-button" type="submit" aria-disabled=${this.#isSaving}>
          <span>${localize('Save')}</span>
        </button>
        <button class="ghost" part="button cancel-button" type="button" @click=${() => this.#onCancel()}>
          ${localize('Cancel')}
        </button>
        ${
          stored
            ? html`<button
                class="ghost"
                part="button remove-address-button"
                type="button"
                aria-disabled=${this.#isSaving}
                @click=${() => this.#onRemove(stored)}
              >
                ${localize('Remove address')}
              </button>`
            : nothing
        }
      </div>
    </form>`;
  }

  #onCancel(): void {
    this.close();
    void this.#focus('[part~=delivery-button]');
  }
}

function problemOf(error: LoyaltyError): Problem {
  const fields = error.code === 'validation' ? Object.keys(error.fields ?? {}) : [];
  // The service names the type where the list is gone.
  if (fields.includes('type'))
    return { fields: [], sentence: localize('We can’t find this list. It may have been deleted.') };
  return fields.length
    ? { fields, sentence: localize('Check the marked fields.') }
    : { fields, sentence: failureText(error, localize('Couldn’t save. Try again.')) };
}

/** Regions that are no country, and codes for tests. */
const NO_COUNTRIES = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'];
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** ISO codes of countries with their names, in the order of the language. */
function countries(language: string | undefined): readonly (readonly [string, string])[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .flatMap((code) => {
      const name = names.of(code);
      // A code that was replaced, such as DD, has the name of its successor.
      const isCurrent = new Intl.Locale(`und-${code}`).region === code;
      return name && isCurrent && !NO_COUNTRIES.includes(code) ? [[code, name] as const] : [];
    })
    .sort(([, one], [, other]) => one.localeCompare(other, language));
}
