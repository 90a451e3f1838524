import type { LitElement } from 'lit';
import type { ResourceDefinition } from '../../services/index.ts';
import { ResourceController } from './resource-controller.ts';

/** Subscribes an element to the resource that a property names. Another name subscribes to another resource, no name to none. */
export class NamedResourceController<T> extends ResourceController<T> {
  readonly #element: LitElement;
  readonly #nameOf: () => string;
  #name: string | undefined;

  constructor(
    element: LitElement,
    nameOf: () => string,
    definitionOf: (name: string) => ResourceDefinition<T>,
  ) {
    // Read when the element subscribes: attributes and properties are set after its constructor.
    super(element, {
      get key() {
        return definitionOf(nameOf()).key;
      },
      get load() {
        const name = nameOf();
        return name ? definitionOf(name).load : () => new Promise<never>(() => {});
      },
      get restore() {
        return definitionOf(nameOf()).restore;
      },
    });
    this.#element = element;
    this.#nameOf = nameOf;
  }

  hostConnected(): void {
    this.#name = this.#nameOf();
  }

  override hostUpdate(): void {
    if (this.#element.isConnected && this.#name !== this.#nameOf()) {
      this.#name = this.#nameOf();
      this.subscribeAgain();
    }
    super.hostUpdate();
  }
}
