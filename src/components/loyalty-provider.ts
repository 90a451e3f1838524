import { ContextProvider } from '@lit/context';
import { html, LitElement, unsafeCSS, type PropertyValues } from 'lit';
import {
  createFailedLoyalty,
  createLoyalty,
  LoyaltyError,
  toLoyaltyError,
  type Loyalty,
  type Surroundings,
} from '../services/index.ts';
import { hostRules } from './internal/boxes/box.ts';
import { box } from './internal/boxes/loyalty-provider.ts';
import { loyaltyContext, pageDefault } from './internal/context.ts';
import { define } from './internal/define.ts';
import { property } from './internal/property.ts';

/** Attributes that would put a secret into a public page. */
const SECRET_ATTRIBUTES = [
  'token',
  'secret',
  'shop-secret',
  'client-secret',
  'client-id',
  'username',
  'password',
];

/**
 * Connects the elements of a page to the loyalty service. It shows nothing itself: it wraps elements, or stands alone anywhere
 * on the page and serves all of them.
 *
 * @tag loyalty-provider
 * @slot - The elements it serves; none are needed inside for a page's default.
 */
export class LoyaltyProvider extends LitElement {
  static override styles = unsafeCSS(hostRules(box));

  /** Base address of the service: https, no port, such as `https://api.acme.example.com/api`. */
  @property({ attribute: 'base-url' }) baseUrl: string | null = null;
  /** Instead of `base-url`: the tenant, with `service-domain`. */
  @property() tenant: string | null = null;
  /** The service's domain, for `tenant`. */
  @property({ attribute: 'service-domain' }) serviceDomain: string | null = null;
  /** Segment that names your storefront platform in the token address. */
  @property() platform: string | null = null;
  /** Version segment of the token address. */
  @property({ attribute: 'platform-version' }) platformVersion: string | null = null;
  /** Your shop's id of the signed-in customer. Leave it out for a guest. */
  @property({ attribute: 'customer-id' }) customerId: string | null = null;
  /** HMAC-SHA256 of the customer id, made on your server: 64 lower-case hex digits. */
  @property() signature: string | null = null;
  /** The customer's loyalty profile, when you know it: saves one request. */
  @property({ attribute: 'profile-id' }) profileId: string | null = null;
  /** Writes each request's method, path, status and time to the console. */
  @property({ type: Boolean }) logging = false;
  /** A bearer token the page was given. A property only, so that it is never written into HTML. */
  @property({ attribute: false }) token: string | null = null;

  #loyalty: Loyalty | undefined;
  #context = new ContextProvider(this, { context: loyaltyContext });

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#loyalty) pageDefault.set(this, this.#loyalty);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    pageDefault.remove(this);
  }

  /** The customer's programme, once the settings are read. */
  get loyalty(): Loyalty | undefined {
    return this.#loyalty;
  }

  /** Asks the service again for all that the page shows, such as after an order. */
  async refresh(): Promise<void> {
    await this.updateComplete;
    await this.#loyalty?.refresh();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.size || !this.#loyalty) this.#begin();
  }

  /** A changed setting makes a new epoch: nothing of the last customer reaches the next. */
  #begin(): void {
    this.#loyalty?.close();
    this.#loyalty = this.#create();
    this.#context.setValue(this.#loyalty);
    if (this.isConnected) pageDefault.set(this, this.#loyalty);
    this.#loyalty.prepare();
  }

  #create(): Loyalty {
    try {
      const secret = SECRET_ATTRIBUTES.find((name) => this.hasAttribute(name));
      if (secret) {
        throw new LoyaltyError(
          'invalid_config',
          `Take the attribute "${secret}" out of the page: everybody can read it. Secrets belong on your server; ` +
            'a token the page was given is set as a property.',
        );
      }
      return createLoyalty(this, surroundings());
    } catch (thrown) {
      const error = toLoyaltyError(thrown);
      console.error(`<loyalty-provider>: ${error.message}`);
      return createFailedLoyalty(error);
    }
  }

  protected override render() {
    return html`<slot></slot>`;
  }
}

function surroundings(): Surroundings {
  return {
    fetch: (url, init) => fetch(url, init),
    storage: tabStorage(),
    log: (line) => console.info(`loyalty-elements: ${line}`),
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
