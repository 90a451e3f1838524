import { css, html, LitElement } from 'lit';
import { createLoyalty, type Loyalty, type Surroundings } from '../services/index.ts';
import { announceProvider, offer, setPageDefault } from './internal/context.ts';
import { define } from './internal/define.ts';
import { setMessages, type Messages } from './internal/messages.ts';

/** Attributes that would put a secret into a public page. */
const SECRET_ATTRIBUTE = /secret|password|token|username|client-id/;

/**
 * Connects the elements of a page to the loyalty service. It shows nothing itself: it wraps elements, or stands alone anywhere
 * on the page and serves all of them.
 *
 * @tag loyalty-provider
 * @slot - The elements it serves; none are needed inside for a page's default.
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
    profileId: { attribute: 'profile-id' },
    logging: { type: Boolean },
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
  /** The customer's loyalty profile, when you know it: saves one request. */
  profileId: string | null | undefined;
  /** Writes each request's method, path, status and time to the console. */
  logging?: boolean;
  /** Texts in place of ours, by key, such as `{"Claim": "Einlösen"}`; as an attribute in JSON. */
  messages?: Messages | null;
  /** A bearer token the page was given. A property only, so that it is never written into HTML. */
  token: string | null | undefined;

  #loyalty: Loyalty | undefined;
  #offer = offer(this);

  override connectedCallback(): void {
    super.connectedCallback();
    setPageDefault(this, this.#loyalty);
    announceProvider();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    setPageDefault(this);
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

  /** A changed setting makes a new epoch: nothing of the last customer reaches the next. */
  protected override willUpdate(): void {
    if (this.messages) setMessages(this.messages);
    this.#loyalty?.close();
    this.#loyalty = createLoyalty(this, surroundings());
    this.#offer(this.#loyalty);
    if (this.isConnected) setPageDefault(this, this.#loyalty);
    // Token and profile are on their way before the first element asks; whoever asks gets the error.
    this.#loyalty.profileId().catch(() => {});
  }

  protected override render() {
    return html`<slot></slot>`;
  }
}

function surroundings(): Surroundings {
  return {
    fetch: (url, init) => fetch(url, init),
    storage: tabStorage(),
    console,
  };
}

/** `sessionStorage` where the browser allows it: in sandboxed frames the mere look throws. */
function tabStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

define('loyalty-provider', LoyaltyProvider);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-provider': LoyaltyProvider;
  }
}
