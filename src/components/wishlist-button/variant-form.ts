import type { LitElement, ReactiveController } from 'lit';

// `for` of `<loyalty-wishlist-button>`: the heart follows the variant that the shopper chooses in the theme's form.

/** The heart that follows the form. */
export interface FollowingHeart extends LitElement {
  for?: string;
  variantId?: string | undefined;
  variantName?: string | undefined;
}

export interface Variant {
  readonly id: string;
  readonly name: string;
}

/** Name of the field with the variant, in the forms of Shopify and others. */
const FIELD = 'id';

/** Sets `variantId` and `variantName` of a heart to what is chosen in a form of the page. */
export class VariantForm implements ReactiveController {
  readonly #host: FollowingHeart;
  #form: HTMLFormElement | undefined;
  // Themes write the field when their own request has been answered, some of them without an event.
  readonly #observer = new MutationObserver(() => this.read());

  constructor(host: FollowingHeart) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    for (const type of EVENTS) document.addEventListener(type, this.#onChange);
    this.read();
  }

  hostDisconnected(): void {
    for (const type of EVENTS) document.removeEventListener(type, this.#onChange);
    this.#observer.disconnect();
    this.#form = undefined;
  }

  /** After the listeners of the theme, which may write the field, or put another form instead of this one. */
  #onChange = ({ target }: Event): void => {
    if (!this.#form?.isConnected || target === this.#form || isIn(this.#form, target))
      queueMicrotask(() => this.read());
  };

  read(): void {
    const host = this.#host;
    const form = this.#find();
    if (form !== this.#form) {
      this.#observer.disconnect();
      if (form)
        this.#observer.observe(form, {
          subtree: true,
          childList: true,
          attributes: true,
          attributeFilter: ['value', 'selected', 'checked'],
        });
      this.#form = form;
    }
    // A form that is not there yet leaves what the attributes say.
    if (!form) return;
    const chosen = readVariant(form);
    host.variantId = chosen?.id;
    host.variantName = chosen?.name;
  }

  #find(): HTMLFormElement | undefined {
    const root = this.#host.getRootNode() as Document | ShadowRoot;
    try {
      const found = this.#host.for ? root.querySelector(this.#host.for) : null;
      return found instanceof HTMLFormElement ? found : (found?.querySelector('form') ?? undefined);
    } catch {
      return undefined; // no selector
    }
  }

  /** The variants that the form offers, where it names them. */
  get variants(): readonly Variant[] {
    const fields = this.#form ? fieldsOf(this.#form) : [];
    return fields.flatMap((field) =>
      field instanceof HTMLSelectElement
        ? [...field.options]
            .filter(({ value }) => value)
            .map((option) => ({ id: option.value, name: option.text }))
        : field.type === 'radio'
          ? [{ id: field.value, name: labelOf(field) }]
          : [],
    );
  }

  /** Chooses a variant as the shopper would: the theme shows its price and picture. */
  choose(id: string): void {
    for (const field of this.#form ? fieldsOf(this.#form) : []) {
      if (field instanceof HTMLSelectElement) field.value = id;
      else if (field.value === id) field.checked = true;
      else continue;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }
}

const EVENTS = ['change', 'input', 'reset'] as const;

const isIn = (form: HTMLFormElement, target: EventTarget | null): boolean =>
  (target as HTMLInputElement | null)?.form === form || (target instanceof Node && form.contains(target));

/** A field of the form can be outside of it, with the attribute `form`. */
const fieldsOf = (form: HTMLFormElement, isVariant = true): (HTMLInputElement | HTMLSelectElement)[] =>
  [...form.elements].filter(
    (field): field is HTMLInputElement | HTMLSelectElement =>
      (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) &&
      (field.name === FIELD) === isVariant,
  );

/** What is chosen, with its options as text; `undefined` while nothing is. */
function readVariant(form: HTMLFormElement): Variant | undefined {
  const chosen = fieldsOf(form).find((field) => field.value && isChosen(field));
  return chosen && { id: chosen.value, name: selectedText(chosen) || optionsOf(form) };
}

const isChosen = (field: HTMLInputElement | HTMLSelectElement): boolean =>
  field.type !== 'radio' || (field as HTMLInputElement).checked;

const selectedText = (field: HTMLInputElement | HTMLSelectElement): string =>
  field instanceof HTMLSelectElement
    ? (field.selectedOptions[0]?.text ?? '')
    : field.type === 'radio'
      ? labelOf(field)
      : '';

const labelOf = (field: HTMLInputElement): string => field.labels?.[0]?.textContent.trim() || field.value;

/** A hidden field has no text: that of the chosen options, in the order of the form. */
const optionsOf = (form: HTMLFormElement): string =>
  fieldsOf(form, false)
    .filter((field) => (field instanceof HTMLSelectElement || field.type === 'radio') && isChosen(field))
    .map(selectedText)
    .filter(Boolean)
    .join(', ');
