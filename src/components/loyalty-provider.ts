import { css, html, LitElement, type PropertyValues } from 'lit';
import { createLoyalty, type Loyalty, type LoyaltySettings } from '../services/index.ts';
import { LoyaltyAccountEvent } from './internal/events.ts';
import { announceProvider, answerRequests, setPageDefault } from './internal/context.ts';
import { define, readFlag } from './internal/element.ts';
import { hydrate, inBrowser } from './internal/hydration.ts';
import { setMessages, type Messages } from './internal/messages.ts';

/** Attributes that would put a secret into a public page. */
const SECRET_ATTRIBUTE = /secret|password|token|username|client-id/;
/** Events after which the browser's customer may have changed: in another tab, or while this page was in the background. */
const CUSTOMER_EVENTS = ['storage', 'focus', 'pageshow', 'pagehide'] as const;
/** Settings of a page whose customer has signed out in another tab: a guest. */
const GUEST = { baseUrl: 'https://guest.invalid' };

/** The settings that identify the page's customer. The shop's server renders them. */
export type CustomerSettings = Pick<
  LoyaltySettings,
  'customerId' | 'signature' | 'signedAt' | 'consent' | 'profileId' | 'token'
>;

/**
 * Connects the elements of a page to the loyalty service. It shows nothing itself. It serves the elements inside it; the first one on
 * the page serves all other elements, too.
 *
 * @tag loyalty-provider
 * @slot - The elements that it serves; it can be empty.
 * @fires loyalty-signed-in - A customer signed in by `signIn()`.
 * @fires loyalty-signed-out - The customer signed out by `signOut()`.
 */
export class LoyaltyProvider extends LitElement {
  static override properties = {
    baseUrl: { attribute: 'base-url' },
    tenant: {},
    serviceDomain: { attribute: 'service-domain' },
    platform: {},
    platformVersion: { attribute: 'platform-version' },
    customerId: { attribute: 'customer-id' },
    signature: {},
    signedAt: { attribute: 'signed-at' },
    consent: { type: Boolean, converter: readFlag },
    profileId: { attribute: 'profile-id' },
    proxyUrl: { attribute: 'proxy-url' },
    paths: {},
    cache: {},
    logging: { type: Boolean, converter: readFlag },
    messages: { type: Object },
    token: { attribute: false },
  };

  static override styles = css`
    :host {
      display: contents;
    }
  `;

  /** Base address of the service: https, no port, such as `https://api.acme.example.com/api`. */
  baseUrl: string | null | undefined;
  /** Instead of `base-url`: the tenant, with `service-domain`. */
  tenant: string | null | undefined;
  /** The service's domain, for `tenant`. */
  serviceDomain: string | null | undefined;
  /** Segment that names your storefront platform in the token address. */
  platform: string | null | undefined;
  /** Version segment of the token address. */
  platformVersion: string | null | undefined;
  /** Your shop's id of the signed-in customer. Leave it out for a guest. */
  customerId: string | null | undefined;
  /** HMAC-SHA256 of the customer id, computed on your server: 64 lower-case hex digits. */
  signature: string | null | undefined;
  /** Time of the signature in Unix seconds, if the signature includes it: then it is valid for a day. */
  signedAt: string | null | undefined;
  /** The customer agreed to join the programme: a service that enrols customers creates a profile for one without. */
  consent?: boolean;
  /** Id of the customer's loyalty profile, if you know it: saves one request. */
  profileId: string | null | undefined;
  /** Instead of `base-url` and a signed customer: your proxy, where customers sign in with `<loyalty-account>`. */
  proxyUrl: string | null | undefined;
  /** Path templates by operation id, if your service has other paths: an object, or JSON in the attribute. */
  paths: LoyaltySettings['paths'];
  /** Where the token is stored: `shared` by all tabs of the browser, `tab` for one tab, `memory` while the page is open. */
  cache: LoyaltySettings['cache'];
  /** Logs the method, path, status and time of each request to the console. */
  logging?: boolean;
  /** Replacements of texts by key, such as `{"Claim": "Einlösen"}`: an object, or JSON in the attribute. */
  messages?: Messages | null;
  /** A bearer token of the page. It has no attribute, so that it is not written into HTML. */
  token: string | null | undefined;

  #loyalty: Loyalty | undefined;
  #memory = {};
  #provideInside = answerRequests(this);

  override connectedCallback(): void {
    super.connectedCallback();
    if (!inBrowser) return;
    hydrate(this);
    setPageDefault(this, this.#loyalty);
    announceProvider();
    for (const type of CUSTOMER_EVENTS) addEventListener(type, this.#checkCustomer);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    setPageDefault(this);
    for (const type of CUSTOMER_EVENTS) removeEventListener(type, this.#checkCustomer);
  }

  /** State and actions of the customer, after the settings are read. */
  get loyalty(): Loyalty | undefined {
    return this.#loyalty;
  }

  /** Name of an attribute that puts a secret into the page; with such an attribute the provider sends no request. */
  get exposed(): string | undefined {
    return this.getAttributeNames().find((name) => SECRET_ATTRIBUTE.test(name));
  }

  /** Loads everything that the page shows again, such as after an order. */
  async refresh(): Promise<void> {
    await this.updateComplete;
    await this.#loyalty?.refresh();
  }

  /** Signs a customer in through your proxy. Rejects with a `LoyaltyError`: `unauthenticated` for a wrong name or password. */
  async signIn(username: string, password: string): Promise<void> {
    await this.updateComplete; // after a sign-out, wait for the next epoch
    const session = await this.#loyalty!.session();
    await session.signIn(username, password);
    this.dispatchEvent(new LoyaltyAccountEvent('in'));
  }

  /**
   * Ends the customer's session: every tab shows the signed-out state at once, and your proxy ends the token. With
   * `{ everywhere: true }` it ends all sessions of the customer, on all devices. Rejects with a `LoyaltyError` if that fails.
   */
  async signOut({ everywhere = false } = {}): Promise<void> {
    const signedIn = this.#loyalty?.cache.owner ?? this.token;
    const ended = this.#loyalty?.signOut(everywhere);
    if (signedIn) this.dispatchEvent(new LoyaltyAccountEvent('out'));
    await ended;
  }

  /** Changes the page's customer; without settings, to a guest. */
  setCustomer(customer: CustomerSettings = {}): void {
    const { customerId, signature, signedAt, consent, profileId, token } = customer;
    Object.assign(this, { customerId, signature, signedAt, consent, profileId, token });
    this.requestUpdate();
  }

  /** A changed setting starts a new epoch, so that no data of the last customer is shown to the next. Servers do not call this. */
  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('messages') && (this.messages || this.hasAttribute('messages')))
      setMessages(this.messages ?? null);
    this.#begin(this, window);
    // Requests token and profile before the first element needs them. An error reaches the elements that need them.
    this.#loyalty?.profileId().catch(() => {});
  }

  #begin(settings: LoyaltySettings, browser?: Window & typeof globalThis): void {
    this.#loyalty?.close();
    this.#loyalty = createLoyalty(settings, {
      fetch: (url, init) => fetch(url, init),
      browser,
      memory: this.#memory,
      console,
      onCustomerChange: () => this.setCustomer(),
    });
    this.#provide(this.#loyalty);
  }

  #provide(loyalty?: Loyalty): void {
    this.#provideInside(loyalty);
    if (this.isConnected) setPageDefault(this, loyalty);
  }

  /**
   * Removes the data from the elements when the page is left, because the back button may show it to another person. A page that is
   * shown again, or a change in another tab, restores the data only if the browser's customer is the same.
   */
  #checkCustomer = ({ type, persisted }: Event & { persisted?: boolean }): void => {
    if (type === 'pagehide') return this.#provide();
    if (!this.#loyalty || this.#loyalty.current(persisted)) return this.#provide(this.#loyalty);
    this.#memory = {};
    if (this.proxyUrl) this.requestUpdate();
    else this.#begin(GUEST);
  };

  protected override render() {
    return html`<slot></slot>`;
  }
}

define('loyalty-provider', LoyaltyProvider);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-provider': LoyaltyProvider;
  }
}
