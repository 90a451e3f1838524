import type { LitElement, ReactiveController } from 'lit';

// `for` of `<loyalty-wishlist-button>` and `<loyalty-earn>`: they follow the variant that the shopper chooses in the theme's form.

/** The element that follows the form: `for` is the selector of it. */
export interface FollowingElement extends LitElement {
  for?: string;
}

export interface Variant {
  readonly id: string;
  readonly name: string;
}

/** What is chosen in the form. It has no `id`, `name` and `price` while no variant is chosen. */
export interface Choice extends Partial<Variant> {
  /** `data-price` of the chosen option: the price of one piece. */
  readonly price?: string | undefined;
  /** Number of pieces. */
  readonly quantity?: string | undefined;
}

/** Names of the fields with the variant and the number of pieces, in the forms of Shopify and others. */
const VARIANT = 'id';
const QUANTITY = 'quantity';

/** Reports to an element what is chosen in a form of the page. */
export class VariantForm implements ReactiveController {
  readonly #host: FollowingElement;
  readonly #onChoice: (choice: Choice) => void;
  #form: HTMLFormElement | undefined;
  // Themes write the field when their own request has been answered, some of them without an event.
  readonly #observer = new MutationObserver(() => this.read());

  constructor(host: FollowingElement, onChoice: (choice: Choice) => void) {
    this.#host = host;
    this.#onChoice = onChoice;
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
    this.#onChoice(readChoice(form));
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
      (field.name === VARIANT) === isVariant,
  );

function readChoice(form: HTMLFormElement): Choice {
  const { value = '' } = (form.elements.namedItem(QUANTITY) ?? {}) as { value?: string };
  const quantity = Number(value) > 0 ? value : undefined;
  const chosen = fieldsOf(form).find((field) => field.value && isChosen(field));
  if (!chosen) return { quantity };
  const { price } = (chosen instanceof HTMLSelectElement ? chosen.selectedOptions[0]! : chosen).dataset;
  return { id: chosen.value, name: selectedText(chosen) || optionsOf(form), price, quantity };
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
