import { ContextConsumer } from '@lit/context';
import type { LitElement, ReactiveController } from 'lit';
import type { Loyalty, LoyaltyError, Resource, ResourceDefinition } from '../../services/index.ts';
import { loyaltyContext, loyaltyOf } from './context.ts';
import { LoyaltyErrorEvent } from './events.ts';
import { setState } from './states.ts';

/** What an element renders. A value stays visible while a newer one loads, so that the page does not flicker. */
export type ElementState<T> =
  | { readonly status: 'loading' }
  /** A guest, or a customer whom the programme does not take: then `error.fields.account` is set. */
  | { readonly status: 'signed-out'; readonly error: LoyaltyError }
  | { readonly status: 'error'; readonly error: LoyaltyError }
  | {
      readonly status: 'ready';
      readonly value: T;
      /** The value is that of an earlier page: shown, but nothing may be decided by it. */
      readonly isSnapshot: boolean;
    };

/** Subscribes an element to a resource of its provider's customer. */
export class ResourceController<T> implements ReactiveController {
  readonly #host: LitElement;
  readonly #definition: ResourceDefinition<T>;
  readonly #statusOf: () => string;
  #loyalty: Loyalty | undefined;
  #resource: Resource<T> | undefined;
  #isHidden = false;
  #unsubscribeResource: (() => void) | undefined;

  /** An element that combines several resources says by `statusOf` which status it has. */
  constructor(
    host: LitElement,
    definition: ResourceDefinition<T>,
    statusOf = (): string => this.state.status,
  ) {
    this.#host = host;
    this.#definition = definition;
    this.#statusOf = statusOf;
    host.addController(this);
    new ContextConsumer(host, {
      context: loyaltyContext,
      callback: (customer) => this.#onLoyalty(loyaltyOf(customer)),
      subscribe: true,
    });
  }

  /** The `Loyalty` of the customer, for actions. */
  get loyalty(): Loyalty | undefined {
    return this.#loyalty;
  }

  get state(): ElementState<T> {
    const state = this.#resource?.state;
    const { value, error } = state ?? {};
    if (error && (error.code === 'unauthenticated' || error.fields['account']))
      return { status: 'signed-out', error };
    if (value !== undefined)
      return { status: 'ready', value, isSnapshot: state?.status === 'pending' && state.isSnapshot };
    return error ? { status: 'error', error } : { status: 'loading' };
  }

  /** Loads the resource again. */
  retry(): void {
    void this.#resource?.refresh();
  }

  hostDisconnected(): void {
    this.#onLoyalty(undefined); // an element without provider shows nothing of the customer
  }

  /** Sets the custom states that every element has. */
  hostUpdate(): void {
    const status = this.#statusOf();
    setState(this.#host, 'loading', status === 'loading');
    setState(this.#host, 'signed-out', status === 'signed-out');
    setState(this.#host, 'failed', status === 'error');
    // The service has no such operation: there is nothing to show, now or after a retry.
    const isHidden = this.#resource?.state.error?.code === 'unsupported';
    if (isHidden !== this.#isHidden) this.#host.toggleAttribute('hidden', (this.#isHidden = isHidden));
  }

  /** Subscribes to the resource that the definition names now. */
  protected subscribeAgain(): void {
    const loyalty = this.#loyalty;
    this.#onLoyalty(undefined);
    this.#onLoyalty(loyalty);
  }

  /** Called by the provider at once and when its customer changes, or by a nearer provider that was connected later. */
  #onLoyalty = (loyalty: Loyalty | undefined): void => {
    if (loyalty === this.#loyalty) return;
    this.#unsubscribeResource?.();
    this.#loyalty = loyalty;
    this.#resource = loyalty?.resource(this.#definition);
    this.#unsubscribeResource = this.#resource?.subscribe(this.#onChange);
    const { state } = this;
    // Screen readers announce the change when the loaded value is another one.
    if (state.status === 'ready' && state.isSnapshot) this.#host.setAttribute('aria-live', 'polite');
    this.#host.requestUpdate();
  };

  #onChange = (): void => {
    this.#host.requestUpdate();
    const error = this.#resource?.state.error;
    if (!error || error.code === 'unauthenticated' || error.code === 'unsupported') return;
    this.#loyalty?.explain({ step: 'load', error });
    this.#host.dispatchEvent(new LoyaltyErrorEvent(error));
  };
}
