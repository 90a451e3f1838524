import type { ReactiveController } from 'lit';
import { BatchedProperties } from '../provider/batched-properties.ts';
import { content } from './compiled-templates.ts';

// Takes the place of Lit's base class in the CDN files (decision 0261): properties with an attribute, controllers, styles and the methods
// of an update that the elements use. The npm package uses Lit.

/** How the properties of an element are declared. */
interface Declaration {
  readonly attribute?: string;
  readonly converter?: (text: string | null) => unknown;
  /** Has no attribute. */
  readonly state?: boolean;
}

type Styles = CSSStyleSheet | readonly Styles[];

/** A style sheet. Lit's object with one has it as `styleSheet`. */
export function css([text]: TemplateStringsArray): CSSStyleSheet & { readonly styleSheet: CSSStyleSheet } {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text!);
  return Object.assign(sheet, { styleSheet: sheet });
}

const attributeOf = ([name, { attribute }]: [string, Declaration]): string => attribute ?? name.toLowerCase();

export abstract class LitElement extends BatchedProperties {
  static properties: Readonly<Record<string, Declaration>> = {};
  static styles: Styles;

  hasUpdated = false;
  renderRoot?: ShadowRoot;

  #controllers: ReactiveController[] = [];
  #changed = new Set<string>();
  #setContent?: (value: unknown) => void;

  /** The browser reads it once for each class, before it creates an element. */
  static get observedAttributes(): string[] {
    this.defineProperties(Object.keys(this.properties));
    return Object.entries(this.properties)
      .filter(([, { state }]) => !state)
      .map(attributeOf);
  }

  addController(controller: ReactiveController): void {
    this.#controllers.push(controller);
  }

  attributeChangedCallback(attribute: string, _old: string | null, text: string | null): void {
    const { properties } = this.constructor as typeof LitElement;
    const [name, { converter }] = Object.entries(properties).find(
      (entry) => attributeOf(entry) === attribute,
    )!;
    Object.assign(this, { [name]: converter ? converter(text) : text });
  }

  override connectedCallback(): void {
    if (!this.renderRoot) {
      this.renderRoot = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      this.renderRoot.adoptedStyleSheets = [(this.constructor as typeof LitElement).styles].flat(
        9,
      ) as CSSStyleSheet[];
    }
    super.connectedCallback();
    this.#controllers.forEach((controller) => controller.hostConnected?.());
  }

  disconnectedCallback(): void {
    this.#controllers.forEach((controller) => controller.hostDisconnected?.());
  }

  override requestUpdate(name?: string): void {
    if (name) this.#changed.add(name);
    super.requestUpdate();
  }

  protected performUpdate(): void {
    const changed = this.#changed;
    let result;
    try {
      this.willUpdate(changed);
      this.#controllers.forEach((controller) => controller.hostUpdate?.());
      result = this.render();
    } finally {
      this.#changed = new Set();
      this.isUpdatePending = false;
    }
    this.#setContent ??= content(this.renderRoot!.appendChild(new Comment()), null, this);
    this.#setContent(result);
    this.hasUpdated = true;
    this.updated(changed);
  }

  /** Before an update. What it changes is part of the same update. */
  protected willUpdate(_changed: ReadonlySet<string>): void {}
  protected abstract render(): unknown;
  /** After an update, whose content is part of the element. */
  protected updated(_changed: ReadonlySet<string>): void {}
}
