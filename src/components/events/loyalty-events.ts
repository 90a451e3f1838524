import { ContextEvent as ContextRequestEvent } from '@lit/context';
import {
  createCustomEvents,
  type CustomEvents,
  type EventData,
  type Loyalty,
  type LoyaltyError,
} from '../../services/index.ts';
import { loyaltyContext, loyaltyOf, type LoyaltyCustomer } from '../internal/context.ts';
import { checkWhenIdle } from '../page/check-when-idle.ts';
import { define, readFlag } from '../internal/element.ts';
import { inBrowser } from '../internal/in-browser.ts';

/** As the proxy's setting `events` accepts names. */
const NAME = /^[\w.-]{1,64}$/;
const MAX_TEXT = 255;

/** A server has no elements. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * Sends custom events of the page for its customer, such as a finished quiz. It shows nothing. Without the attribute `consent` it stores
 * and sends nothing. An event is stored on the device before it is sent, so that it is delivered when the page is left meanwhile.
 *
 * Elements of the page with `data-loyalty-event="name"` send their event when they are clicked, forms when they are submitted; with
 * `data-loyalty-data`, a JSON object, as its data.
 *
 * @summary nothing: custom events, with the consent of the customer
 * @tag loyalty-events
 * @block none
 * @box none
 * @posts profiles.custom-event.store
 */
export class LoyaltyEvents extends Base {
  static readonly observedAttributes = ['consent'];

  #loyalty: Loyalty | undefined;
  #events: CustomEvents | undefined;
  #unsubscribe: (() => void) | undefined;

  /** The customer agreed that what they do on the page is sent. When it is removed, what is not sent yet is deleted. */
  get consent(): boolean {
    return readFlag(this.getAttribute('consent'));
  }
  set consent(value: boolean) {
    this.toggleAttribute('consent', value);
  }

  connectedCallback(): void {
    if (!inBrowser) return;
    checkWhenIdle(this);
    this.#requestProvider();
    document.addEventListener('context-provider', this.#requestProvider);
    for (const type of ['click', 'submit']) document.addEventListener(type, this.#onAction, true);
    for (const type of ['online', 'pageshow']) addEventListener(type, this.#send);
  }

  disconnectedCallback(): void {
    document.removeEventListener('context-provider', this.#requestProvider);
    for (const type of ['click', 'submit']) document.removeEventListener(type, this.#onAction, true);
    for (const type of ['online', 'pageshow']) removeEventListener(type, this.#send);
    this.#unsubscribe?.();
    this.#onCustomer(undefined);
  }

  attributeChangedCallback(): void {
    if (!this.consent) this.#events?.clear();
    this.#send();
  }

  /**
   * Sends an event for the signed-in customer. `data` has texts up to 255 characters, numbers, `true` and `false`. Does nothing for
   * guests, and without `consent`. Of a page that the browser prerenders, it is sent when the page is shown.
   * @throws TypeError for a name or data that no proxy forwards
   */
  track(name: string, data: EventData = {}): void {
    check(name, data);
    if (isPrerendering()) return whenShown(() => this.track(name, data));
    if (!this.consent || !this.#events) return;
    this.#events.add(name, data);
    this.#send();
  }

  #requestProvider = (): void => {
    this.dispatchEvent(new ContextRequestEvent(loyaltyContext, this, this.#onCustomer, true));
  };

  #onCustomer = (customer: LoyaltyCustomer | undefined, unsubscribe?: () => void): void => {
    const loyalty = loyaltyOf(customer);
    if (unsubscribe !== this.#unsubscribe) this.#unsubscribe?.();
    this.#unsubscribe = unsubscribe;
    if (loyalty === this.#loyalty) return;
    this.#loyalty = loyalty;
    this.#events = loyalty?.cache.owner ? createCustomEvents(loyalty, window, reportRefused) : undefined;
    this.#send();
  };

  #send = (): void => {
    if (this.consent) void this.#events?.send();
  };

  /** In the capture phase, because a script of the page may stop the event. */
  #onAction = (event: Event): void => {
    // The path leads out of the shadow roots of components, which `closest` does not.
    const element = event
      .composedPath()
      .find((one): one is HTMLElement => (one as HTMLElement).dataset?.['loyaltyEvent'] !== undefined);
    // A click inside a form is not its submission.
    if (!element || (element.localName === 'form') !== (event.type === 'submit')) return;
    const { loyaltyEvent = '', loyaltyData = '{}' } = element.dataset;
    try {
      this.track(loyaltyEvent, JSON.parse(loyaltyData) as EventData);
    } catch (cause) {
      console.error('loyalty-elements: data-loyalty-event and data-loyalty-data of', element, cause);
    }
  };
}

/** The browser has loaded the page before the shopper opens it, which may never happen: nothing has been done on it. */
const isPrerendering = (): boolean => (document as { readonly prerendering?: boolean }).prerendering === true;

const whenShown = (track: () => void): void =>
  document.addEventListener('prerenderingchange', track, { once: true });

function reportRefused(name: string, error: LoyaltyError): void {
  console.error(
    `loyalty-elements: the custom event "${name}" was refused. Behind a proxy, list it with its fields in LOYALTY_EVENTS.`,
    error,
  );
}

/** @throws TypeError */
function check(name: string, data: EventData): void {
  if (!NAME.test(name))
    throw new TypeError('The name of a custom event has up to 64 letters, digits, -, _ and full stops.');
  const isPlain = (value: unknown) =>
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    (typeof value === 'string' && value.length <= MAX_TEXT);
  if (!data || Array.isArray(data) || typeof data !== 'object' || !Object.values(data).every(isPlain))
    throw new TypeError(
      'The data of a custom event is an object with texts up to 255 characters, numbers, true and false.',
    );
}

// @lit-labs/ssr marks the elements after a custom element that is not Lit's as waiting for it, and they would never hydrate.
if (inBrowser) define('loyalty-events', LoyaltyEvents);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-events': LoyaltyEvents;
  }
}
