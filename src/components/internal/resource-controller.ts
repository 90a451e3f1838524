import { ContextConsumer } from '@lit/context';
import type { LitElement, ReactiveController } from 'lit';
import type { Loyalty, LoyaltyError, Resource, ResourceDefinition } from '../../services/index.ts';
import { loyaltyContext } from './context.ts';
import { LoyaltyErrorEvent } from './events.ts';

/** What an element has to draw. A value once shown stays while a newer one loads, so the page does not flicker. */
export type ElementState<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'signed-out' }
  | { readonly status: 'error'; readonly error: LoyaltyError }
  | { readonly status: 'ready'; readonly value: T };

/** Connects an element to a resource of the customer that its provider knows. */
export class ResourceController<T> implements ReactiveController {
  readonly #host: LitElement;
  readonly #definition: ResourceDefinition<T>;
  readonly #consumer: ContextConsumer<typeof loyaltyContext, LitElement>;
  #loyalty: Loyalty | undefined;
  #resource: Resource<T> | undefined;
  #stop: (() => void) | undefined;
  #reported: LoyaltyError | undefined;

  constructor(host: LitElement, definition: ResourceDefinition<T>) {
    this.#host = host;
    this.#definition = definition;
    host.addController(this);
    this.#consumer = new ContextConsumer(host, {
      context: loyaltyContext,
      subscribe: true,
      callback: (loyalty) => this.#follow(loyalty),
    });
  }

  /** The customer's programme, for actions. */
  get loyalty(): Loyalty | undefined {
    return this.#loyalty;
  }

  get state(): ElementState<T> {
    const state = this.#resource?.state;
    if (!state || state.status === 'initial') return { status: 'loading' };
    if (state.status === 'error') {
      return state.error.code === 'unauthenticated'
        ? { status: 'signed-out' }
        : { status: 'error', error: state.error };
    }
    return state.value === undefined ? { status: 'loading' } : { status: 'ready', value: state.value };
  }

  /** Loads again, for a shopper who asks. */
  retry(): void {
    void this.#resource?.refresh();
  }

  hostConnected(): void {
    this.#follow(this.#loyalty);
    // An element that comes before its provider asks again when one appears anywhere above it.
    document.addEventListener('context-provider', this.#ask);
  }

  hostDisconnected(): void {
    this.#stop?.();
    this.#stop = undefined;
    document.removeEventListener('context-provider', this.#ask);
  }

  #ask = (): void => {
    if (!this.#loyalty) this.#consumer.hostConnected();
  };

  #follow(loyalty: Loyalty | undefined): void {
    this.#stop?.();
    this.#loyalty = loyalty;
    this.#resource = loyalty?.resource(this.#definition);
    this.#stop = this.#host.isConnected ? this.#resource?.subscribe(() => this.#changed()) : undefined;
    this.#host.requestUpdate();
  }

  #changed(): void {
    this.#host.requestUpdate();
    const { state } = this;
    if (state.status === 'error' && state.error !== this.#reported) {
      this.#reported = state.error;
      this.#host.dispatchEvent(new LoyaltyErrorEvent(state.error));
    }
  }
}
