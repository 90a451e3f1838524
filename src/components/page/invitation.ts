import { css, html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import type { Loyalty } from '../../services/index.ts';
import { addStyles } from '../internal/add-styles.ts';
import { importPagePolicy } from './import-page-policy.ts';
import { providerOf } from './provider-of.ts';
import { setState } from '../internal/states.ts';
import { localize } from '../internal/texts/messages.ts';

// The links of the provider for guests, to sign in and to join. Loaded only for guests.

const styles = css`
  .invitation {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5em;
  }
  .notice .invitation {
    justify-content: center;
  }
  a.button {
    display: inline-flex;
    align-items: center;
    text-decoration: none;
  }
  a[part='sign-in-link'] {
    position: relative;
    color: inherit;
    text-underline-offset: 0.2em;
  }
  /* Large enough for fingers, in its line. */
  a[part='sign-in-link']::after {
    content: '';
    position: absolute;
    inset: min(0px, (100% - 44px) / 2);
  }
`;

/** What an element shows to guests, and the states of the element for it. */
export class Invitation implements ReactiveController {
  readonly #host: LitElement;
  readonly #customerOf: () => Loyalty | undefined;
  /** What the update has rendered. */
  #shown: 'sentence' | 'buttons' | undefined;

  constructor(host: LitElement, customerOf: () => Loyalty | undefined) {
    this.#host = host;
    this.#customerOf = customerOf;
    addStyles(host, styles);
    host.addController(this);
  }

  hostUpdate(): void {
    this.#shown = undefined;
  }

  hostUpdated(): void {
    // What the page shows to guests in this element replaces the sentence.
    const isOurs = !this.#host.querySelector(':scope > [slot=signed-out]');
    setState(this.#host, 'waiting', false);
    setState(this.#host, 'inviting', isOurs && this.#shown === 'buttons');
    setState(this.#host, 'quiet', isOurs && this.#shown === 'sentence');
  }

  /** The sentence as a link to the page to sign in, or to join where there is no other. */
  renderSentence(sentence: string, hasButtons = false): TemplateResult | undefined {
    this.#shown ??= 'sentence';
    const { signIn, join } = this.#links;
    const address = signIn ?? join;
    return hasButtons || address === undefined
      ? undefined
      : html`<a part="sign-in-link" href=${address}>${sentence}</a>`;
  }

  /** Both links as buttons; the first one is filled. */
  renderButtons(): TemplateResult | undefined {
    this.#shown = 'buttons';
    const { signIn, join } = this.#links;
    if (join === undefined && signIn === undefined) return undefined;
    return html`<div class="invitation" part="invitation">
      ${renderButton('join-link', join, localize('Join now'), false)}
      ${renderButton('sign-in-link', signIn, localize('Sign in'), join !== undefined)}
    </div>`;
  }

  get #links() {
    const provider = providerOf(this.#customerOf());
    return {
      signIn: readAddress('sign-in-url', provider?.signInUrl),
      join: readAddress('join-url', provider?.joinUrl),
    };
  }
}

const renderButton = (
  part: string,
  address: string | undefined,
  text: string,
  isGhost: boolean,
): TemplateResult | typeof nothing =>
  address
    ? html`<a class=${isGhost ? 'button ghost' : 'button filled'} part=${`button ${part}`} href=${address}
        >${isGhost ? text : html`<span>${text}</span>`}</a
      >`
    : nothing;

/** The address of a page: http, https or relative. Any other, such as `javascript:`, is not used. */
function readAddress(attribute: string, address: string | null | undefined): string | undefined {
  if (!address?.trim()) return undefined;
  const url = URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !/\{\{|\{%/.test(address)) return url.href;
  void importPagePolicy().then((policy) => policy?.logMisconfiguration('wrong-page-address', attribute));
  return undefined;
}
