import { ContextProvider } from '@lit/context';
import {
  createLoyalty,
  SECRET_ATTRIBUTE,
  type Loyalty,
  type LoyaltySettings,
  type PageMemory,
} from '../../services/index.ts';
import { LoyaltyAccountEvent } from '../internal/events.ts';
import { BatchedProperties } from './batched-properties.ts';
import {
  customerOf,
  loyaltyContext,
  providers,
  setPageDefault,
  type LoyaltyCustomer,
} from '../internal/context.ts';
import { checkWhenIdle } from '../page/check-when-idle.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';
import { define, readFlag } from '../internal/element.ts';
import { languageOf } from '../internal/format.ts';
import { inBrowser } from '../internal/in-browser.ts';
import { jsonConverter } from '../internal/json-converter.ts';
import { setMessages, type Messages } from '../internal/texts/messages.ts';
import { setState } from '../internal/states.ts';

export type { LoyaltyAccountEvent } from '../internal/events.ts';
export type { Messages } from '../internal/texts/messages.ts';
export type { Loyalty, TenantFile } from '../../services/index.ts';

const ATTRIBUTES = [
  'base-url',
  'tenant',
  'service-domain',
  'platform',
  'platform-version',
  'customer-id',
  'signature',
  'signed-at',
  'consent',
  'profile-id',
  'proxy-url',
  'proof',
  'paths',
  'cache',
  'snapshot',
  'wishlist',
  'host',
  'logging',
  'messages',
  'saved-name',
  'sign-in-url',
  'join-url',
];
/** `customerId` for `customer-id`. */
const propertyOf = (attribute: string): string =>
  attribute.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const PROPERTIES = [...ATTRIBUTES.map(propertyOf), 'token', 'tenantFile'] as (
  | 'messages'
  | 'savedName'
  | 'host'
  | 'signInUrl'
  | 'joinUrl'
  | (keyof LoyaltySettings & keyof LoyaltyProvider)
)[];
/** How an attribute is read that is not a text. */
const READERS: Readonly<Record<string, (text: string | null) => unknown>> = {
  consent: readFlag,
  logging: readFlag,
  messages: jsonConverter,
};
/** Events after which the browser's customer may have changed: in another tab, or while this page was in the background. */
const CUSTOMER_EVENTS = ['storage', 'focus', 'pageshow', 'pagehide'] as const;
/** Settings of a page whose customer has signed out in another tab: a guest. */
const GUEST = { baseUrl: 'https://a.invalid' };

/** The settings that identify the page's customer. The shop's server renders them. */
export type CustomerSettings = Pick<
  LoyaltySettings,
  'customerId' | 'signature' | 'signedAt' | 'consent' | 'profileId' | 'token'
>;

/**
 * Connects the elements of a page to the loyalty service. It shows nothing itself. It serves the elements inside it; the first one on
 * the page serves all other elements, too.
 *
 * @summary nothing: it connects the page to the service
 * @tag loyalty-provider
 * @needs account
 * @slot - The elements that it serves; it can be empty.
 * @cssstate customer - The page names a customer: by `customer-id`, or by a script.
 * @fires loyalty-signed-in - A customer signed in by `signIn()`.
 * @fires loyalty-signed-out - The customer signed out by `signOut()`.
 */
export class LoyaltyProvider extends BatchedProperties {
  static readonly observedAttributes = ATTRIBUTES;

  /**
   * Base address of the service: https, no port, such as `https://api.acme.example.com/api`.
   * @attr base-url
   */
  declare baseUrl: string | null | undefined;
  /**
   * Instead of `base-url`: the tenant, with `service-domain`.
   * @attr tenant
   */
  declare tenant: string | null | undefined;
  /**
   * The service's domain, for `tenant`.
   * @attr service-domain
   */
  declare serviceDomain: string | null | undefined;
  /**
   * Segment that names your storefront platform in the token address.
   * @attr platform
   */
  declare platform: string | null | undefined;
  /**
   * Version segment of the token address.
   * @attr platform-version
   */
  declare platformVersion: string | null | undefined;
  /**
   * Your shop's id of the signed-in customer. Leave it out for a guest.
   * @attr customer-id
   */
  declare customerId: string | null | undefined;
  /**
   * HMAC-SHA256 of the customer id, with `signed-at` of both, computed on your server: 64 lower-case hex digits.
   * @attr signature
   */
  declare signature: string | null | undefined;
  /**
   * Time of the signature in Unix seconds, if the signature includes it: then it is valid for a day. With an empty `customer-id` the time at
   * which your server made the page: a guest's page of the last minute signs out the customer of this browser, an older one, from a cache, does
   * not.
   * @attr signed-at
   */
  declare signedAt: string | null | undefined;
  /**
   * The customer agreed to join the programme: a service that enrols customers creates a profile for one without.
   * @attr consent
   */
  declare consent?: boolean;
  /**
   * Id of the customer's loyalty profile, if you know it: saves one request.
   * @attr profile-id
   */
  declare profileId: string | null | undefined;
  /**
   * Instead of `base-url` and a signed customer: your proxy, where customers sign in with `<loyalty-account>`.
   * @attr proxy-url
   */
  declare proxyUrl: string | null | undefined;
  /**
   * With `proxy-url` and `customer-id`: how your shop proves this customer to the proxy. Without a value, requests to the proxy do (the shop's
   * cookie, Shopify's app proxy). Otherwise the address on your origin that answers with a token; in a script a function that gets one.
   * @attr proof
   */
  declare proof: LoyaltySettings['proof'];
  /**
   * Path templates by operation id, if your service has other paths: an object, or JSON in the attribute.
   * @attr paths
   */
  declare paths: LoyaltySettings['paths'];
  /**
   * Where the token is stored: `shared` by all tabs of the browser, `tab` for one tab, `memory` while the page is open.
   * @attr cache
   */
  declare cache: LoyaltySettings['cache'];
  /**
   * `off`: elements do not show points and tier of the last page while they load. Hearts, and their number on a page without hearts, are
   * those of the last page. Without storage (`cache="memory"`) there is none.
   * @attr snapshot
   */
  declare snapshot: LoyaltySettings['snapshot'];
  /**
   * Where saved products are stored. Without it those of guests on the device, those of customers at the service, and a guest's products
   * join the customer's list at sign-in. `customers`: guests are asked to sign in. `device`: always on the device, without a request,
   * such as for customers who have not consented to sending them.
   * @attr wishlist
   */
  declare wishlist: LoyaltySettings['wishlist'];
  /**
   * The platform of the page. `shopify`: saved products go into the cart, codes are applied to it, and `<loyalty-earn items>` and
   * `<loyalty-redeem>` follow it, without code of the theme.
   * @attr host
   */
  declare host: 'shopify' | null | undefined;
  /**
   * Logs the method, path, status and time of each request to the console.
   * @attr logging
   */
  declare logging?: boolean;
  /**
   * Replacements of texts by key, such as `{"Claim": "Einlösen"}`: an object, or JSON in the attribute.
   * @attr messages
   */
  declare messages?: Messages | null;
  /**
   * How texts name the list of the hearts: `saved` for "Saved" instead of "Wishlist", in every language.
   * @attr saved-name
   */
  declare savedName: 'saved' | null | undefined;
  /**
   * Your page where customers sign in: https, http or relative. The notices for guests link to it, unless they have content of yours in
   * the slot `signed-out`.
   * @attr sign-in-url
   */
  declare signInUrl: string | null | undefined;
  /**
   * Your page where guests join the programme: https, http or relative. The notices for guests link to it.
   * @attr join-url
   */
  declare joinUrl: string | null | undefined;
  /** A bearer token of the page. It has no attribute, so that it is not written into HTML. */
  declare token: string | null | undefined;
  /** What your service does in another way, by `defineTenant()`. Without it, the file that a script of the page has defined. */
  declare tenantFile: LoyaltySettings['tenantFile'];
  /**
   * Resolves when the settings were read that were changed before.
   * @readonly
   */
  declare updateComplete: Promise<boolean>;

  #givenMessages: Messages | null | undefined;
  #loyalty: Loyalty | undefined;
  #memory: PageMemory = {};
  #provideInside = new ContextProvider(this, {
    context: loyaltyContext,
    initialValue: undefined as LoyaltyCustomer | undefined,
  });

  constructor() {
    super();
    showContent(this.attachShadow({ mode: 'open' }));
  }

  static {
    this.defineProperties(PROPERTIES);
  }

  attributeChangedCallback(attribute: string, _old: string | null, text: string | null): void {
    Object.assign(this, { [propertyOf(attribute)]: READERS[attribute]?.(text) ?? text });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    setPageDefault(this, this.#loyalty);
    this.#provideInside.hostConnected();
    for (const type of CUSTOMER_EVENTS) addEventListener(type, this.#checkCustomer);
  }

  disconnectedCallback(): void {
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

  /** Loads everything that the page shows again, in every tab, such as after an order. */
  async refresh(): Promise<void> {
    await this.updateComplete;
    const policy = await importPagePolicy();
    await policy?.refreshEverywhere(this.#loyalty!);
  }

  /** Signs a customer in through your proxy. Rejects with a `LoyaltyError`: `unauthenticated` for a wrong name or password. */
  async signIn(username: string, password: string): Promise<void> {
    const attempt = this.#beginAttempt();
    await this.updateComplete; // after a sign-out, wait for the next epoch
    const session = await this.#loyalty!.session(attempt);
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

  /** Changes the page's customer; without settings, to a guest. A sign-in that is not complete is cancelled. */
  setCustomer(customer: CustomerSettings = {}): void {
    this.#beginAttempt();
    this.#changeCustomer(customer);
  }

  /** Before anything else is loaded: of several calls the last one wins. */
  #beginAttempt(): object {
    return (this.#memory.attempt = {});
  }

  #changeCustomer(customer: CustomerSettings = {}): void {
    const { customerId, signature, signedAt, consent, profileId, token } = customer;
    Object.assign(this, { customerId, signature, signedAt, consent, profileId, token });
    this.requestUpdate();
  }

  /** A changed setting starts a new epoch, so that no data of the last customer is shown to the next. */
  protected performUpdate(): void {
    this.isUpdatePending = false;
    const { messages } = this;
    if (messages && messages !== this.#givenMessages) setMessages(messages);
    this.#givenMessages = messages;
    setState(this, 'customer', !!(this.customerId || this.token));
    this.#begin(this, window);
    checkWhenIdle(this);
    if (this.savedName === 'saved')
      import('../internal/texts/saved-texts.ts').then((texts) => texts.saySaved()).catch(() => {});
    if (this.host === 'shopify')
      import('./shopify-cart.ts').then((cart) => cart.connectToCart()).catch(() => {});
    // Requests token and profile before the first element needs them. An error reaches the elements that need them.
    this.#loyalty?.profileId().catch(() => {});
  }

  #begin(settings: LoyaltySettings, browser?: Window & typeof globalThis): void {
    this.#loyalty?.close();
    const [first] = providers.values();
    this.#memory.first = first !== this.#loyalty && first?.cache.owner;
    this.#loyalty = createLoyalty(settings, {
      fetch: (url, init) => fetch(url, init),
      language: languageOf(document.documentElement),
      browser,
      memory: this.#memory,
      console,
      onCustomerChange: () => this.#changeCustomer(),
    });
    this.#provide(this.#loyalty);
  }

  #provide(loyalty?: Loyalty): void {
    this.#provideInside.setValue(customerOf(loyalty));
    if (this.isConnected) setPageDefault(this, loyalty);
  }

  /**
   * Removes the data from the elements when the page is left, because the back button may show it to another person. A page that is
   * shown again, or a change in another tab, restores the data only if the browser's customer is the same.
   */
  #checkCustomer = (event: Event & { readonly persisted?: boolean }): void => {
    if (event.type === 'pagehide') return this.#provide();
    if (!this.#loyalty || this.#loyalty.current(event)) return this.#provide(this.#loyalty);
    this.#memory = {};
    // A page that names its customer begins again as a guest: as this customer, it and the other tab would end each other without end.
    const { proxyUrl, proof } = this;
    if (proxyUrl && (proof === null || proof === undefined)) this.requestUpdate();
    else this.#begin(GUEST);
  };
}

/** The content without a box. A rule of the page wins over an inner style. */
function showContent(root: ShadowRoot): void {
  const styles = new CSSStyleSheet();
  styles.replaceSync(':host{display:contents}');
  root.adoptedStyleSheets = [styles];
  root.append(document.createElement('slot'));
}

// @lit-labs/ssr marks the elements after a custom element that is not Lit's as waiting for it, and they would never hydrate.
if (inBrowser) define('loyalty-provider', LoyaltyProvider);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-provider': LoyaltyProvider;
  }
}
