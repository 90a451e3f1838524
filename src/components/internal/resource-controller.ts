import { ContextEvent as ContextRequestEvent } from '@lit/context';
import type { LitElement, ReactiveController } from 'lit';
import type { Loyalty, LoyaltyError, Resource, ResourceDefinition } from '../../services/index.ts';
import { loyaltyContext, offerDefault } from './context.ts';
import { LoyaltyErrorEvent } from './events.ts';
import { hydrate, inBrowser } from './hydration.ts';

/** What an element has to draw. A value once shown stays while a newer one loads, so the page does not flicker. */
export type ElementState<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'signed-out' }
  | { readonly status: 'error'; readonly error: LoyaltyError }
  | { readonly status: 'ready'; readonly value: T };

/** A page may add its provider later than its elements. After this long it has none. */
const PROVIDER_DEADLINE_MS = 3_000;

/** Connects an element to a resource of the customer that its provider knows. */
export class ResourceController<T> implements ReactiveController {
  readonly #host: LitElement;
  readonly #definition: ResourceDefinition<T>;
  #loyalty: Loyalty | undefined;
  #resource: Resource<T> | undefined;
  #leaveProvider: (() => void) | undefined;
  #leaveResource: (() => void) | undefined;

  constructor(host: LitElement, definition: ResourceDefinition<T>) {
    this.#host = host;
    this.#definition = definition;
    host.addController(this);
  }

  /** The customer's programme, for actions. */
  get loyalty(): Loyalty | undefined {
    return this.#loyalty;
  }

  get state(): ElementState<T> {
    const { value, error } = this.#resource?.state ?? {};
    if (error?.code === 'unauthenticated') return { status: 'signed-out' };
    if (value !== undefined) return { status: 'ready', value };
    return error ? { status: 'error', error } : { status: 'loading' };
  }

  /** Loads again, for a shopper who asks. */
  retry(): void {
    void this.#resource?.refresh();
  }

  hostConnected(): void {
    if (!inBrowser) return;
    if (hydrate(this.#host)) this.#host.requestUpdate();
    this.#askForProvider();
    // A provider that comes later may be the first, or a nearer one.
    document.addEventListener('context-provider', this.#askForProvider);
    setTimeout(this.#checkProvider, PROVIDER_DEADLINE_MS);
  }

  hostDisconnected(): void {
    document.removeEventListener('context-provider', this.#askForProvider);
    this.#onLoyalty(undefined); // an element that nobody serves shows nothing of anybody
  }

  #askForProvider = (): void => {
    this.#host.dispatchEvent(new ContextRequestEvent(loyaltyContext, this.#host, this.#onLoyalty, true));
  };

  #checkProvider = (): void => {
    // `#leaveProvider` is set while the element is connected.
    if (this.#leaveProvider && !this.#loyalty)
      void import('./page-mistakes.ts')
        .then(({ reportNoProvider }) => reportNoProvider(offerDefault))
        .catch(() => {});
  };

  /** Called by the provider now, and whenever its customer changes; or by a nearer provider that takes over. */
  #onLoyalty = (loyalty: Loyalty | undefined, leave?: () => void): void => {
    if (leave !== this.#leaveProvider) this.#leaveProvider?.();
    this.#leaveProvider = leave;
    if (loyalty === this.#loyalty) return;
    this.#leaveResource?.();
    this.#loyalty = loyalty;
    this.#resource = loyalty?.resource(this.#definition);
    this.#leaveResource = this.#resource?.subscribe(this.#onChange);
    this.#host.requestUpdate();
  };

  #onChange = (): void => {
    this.#host.requestUpdate();
    const error = this.#resource?.state.error;
    if (!error || error.code === 'unauthenticated') return;
    this.#loyalty?.explain({ step: 'load', error });
    this.#host.dispatchEvent(new LoyaltyErrorEvent(error));
  };
}
