import { css, html, LitElement, type PropertyValues } from 'lit';
import { createLoyalty, type Loyalty, type LoyaltySettings } from '../services/index.ts';
import { LoyaltyAccountEvent } from './internal/events.ts';
import { announceProvider, offer, setPageDefault } from './internal/context.ts';
import { define, readFlag } from './internal/element.ts';
import { hydrate, inBrowser } from './internal/hydration.ts';
import { setMessages, type Messages } from './internal/messages.ts';

/** Attributes that would put a secret into a public page. */
const SECRET_ATTRIBUTE = /secret|password|token|username|client-id/;
/** When the browser's customer may have changed: in another tab, or while this page was away. */
const MOMENTS = ['storage', 'focus', 'pageshow', 'pagehide'] as const;
/** Settings of a page whose customer has gone elsewhere. */
const NOBODY = { baseUrl: 'https://nobody.invalid' };

/** Who a page's customer is, as the shop's server says. */
export type CustomerSettings = Pick<
  LoyaltySettings,
  'customerId' | 'signature' | 'signedAt' | 'consent' | 'profileId' | 'token'
>;

/**
 * Connects the elements of a page to the loyalty service. It shows nothing itself: it wraps elements, or stands alone anywhere
 * on the page and serves all of them.
 *
 * @tag loyalty-provider
 * @slot - The elements it serves; none are needed inside for a page's default.
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
  /** HMAC-SHA256 of the customer id, made on your server: 64 lower-case hex digits. */
  signature: string | null | undefined;
  /** When the signature was made, in Unix seconds, where it covers that: then it is good for a day. */
  signedAt: string | null | undefined;
  /** The customer agreed to join the programme: a service that enrols makes a profile for one who has none. */
  consent?: boolean;
  /** The customer's loyalty profile, when you know it: saves one request. */
  profileId: string | null | undefined;
  /** Instead of `base-url` and a signed customer: your proxy, where customers sign in with `<loyalty-account>`. */
  proxyUrl: string | null | undefined;
  /** Where your service has other paths: templates by operation id, as an object; as an attribute in JSON. */
  paths: LoyaltySettings['paths'];
  /** How much is kept of a token: `shared` by the browser's tabs, `tab` for one, `memory` while a page is open. */
  cache: LoyaltySettings['cache'];
  /** Writes each request's method, path, status and time to the console. */
  logging?: boolean;
  /** Texts in place of ours, by key, such as `{"Claim": "Einlösen"}`; as an attribute in JSON. */
  messages?: Messages | null;
  /** A bearer token the page was given. A property only, so that it is never written into HTML. */
  token: string | null | undefined;

  #loyalty: Loyalty | undefined;
  #memory = {};
  #offer = offer(this);

  override connectedCallback(): void {
    super.connectedCallback();
    if (!inBrowser) return;
    hydrate(this);
    setPageDefault(this, this.#loyalty);
    announceProvider();
    for (const moment of MOMENTS) addEventListener(moment, this.#onMoment);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    setPageDefault(this);
    for (const moment of MOMENTS) removeEventListener(moment, this.#onMoment);
  }

  /** The customer's programme, once the settings are read. */
  get loyalty(): Loyalty | undefined {
    return this.#loyalty;
  }

  /** Name of an attribute that would put a secret into the page; while there is one, nothing works. */
  get exposed(): string | undefined {
    return this.getAttributeNames().find((name) => SECRET_ATTRIBUTE.test(name));
  }

  /** Asks the service again for all that the page shows, such as after an order. */
  async refresh(): Promise<void> {
    await this.updateComplete;
    await this.#loyalty?.refresh();
  }

  /** Signs a customer in through your proxy. Rejects with a `LoyaltyError`; `unauthenticated` when the two do not fit. */
  async signIn(username: string, password: string): Promise<void> {
    await this.updateComplete; // after a sign-out, for the next epoch
    const session = await this.#loyalty!.session();
    await session.signIn(username, password);
    this.dispatchEvent(new LoyaltyAccountEvent('in'));
  }

  /**
   * Ends the customer's session: every tab is empty at once, and your proxy ends its token. With `{ everywhere: true }` it ends all
   * sessions of the customer, on all devices; rejects with a `LoyaltyError` when it could not.
   */
  async signOut({ everywhere = false } = {}): Promise<void> {
    const signedIn = this.#loyalty?.cache.owner ?? this.token;
    const ended = this.#loyalty?.signOut(everywhere);
    if (signedIn) this.dispatchEvent(new LoyaltyAccountEvent('out'));
    await ended;
  }

  /** Makes somebody else the page's customer; without settings, a guest. */
  setCustomer(customer: CustomerSettings = {}): void {
    const { customerId, signature, signedAt, consent, profileId, token } = customer;
    Object.assign(this, { customerId, signature, signedAt, consent, profileId, token });
    this.requestUpdate();
  }

  /** A changed setting makes a new epoch: nothing of the last customer reaches the next. A server never gets here: it sends no request. */
  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('messages') && (this.messages || this.hasAttribute('messages')))
      setMessages(this.messages ?? null);
    this.#begin(this, window);
    // Token and profile are on their way before the first element asks; whoever asks gets the error.
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
    this.#hand(this.#loyalty);
  }

  #hand(loyalty?: Loyalty): void {
    this.#offer(loyalty);
    if (this.isConnected) setPageDefault(this, loyalty);
  }

  /**
   * A page that goes takes what it shows from the elements: the back button could bring it to somebody else. One that comes
   * back, or hears of another tab, shows it only while the browser's customer is the same.
   */
  #onMoment = ({ type, persisted }: Event & { persisted?: boolean }): void => {
    if (type === 'pagehide') return this.#hand();
    if (!this.#loyalty || this.#loyalty.current(persisted)) return this.#hand(this.#loyalty);
    this.#memory = {};
    if (this.proxyUrl) this.requestUpdate();
    else this.#begin(NOBODY);
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
