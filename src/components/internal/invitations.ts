import { css, html, nothing, render, type LitElement, type TemplateResult } from 'lit';
import { addStyles } from './add-styles.ts';
import { withAdvice } from './advice.ts';
import { providers } from './context.ts';
import { shownElements } from './shown-elements.ts';
import { setState } from './states.ts';
import { localize } from './texts/messages.ts';

// The way in for guests: the provider's links in the notices of a page. Loaded only for guests.

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
  a:not(.button) {
    position: relative;
    color: inherit;
    text-underline-offset: 0.2em;
  }
  /* Large enough for fingers, in its line. */
  a:not(.button)::after {
    content: '';
    position: absolute;
    inset: min(0px, (100% - 44px) / 2);
  }
`;

type Provider = Element & {
  readonly signInUrl?: string | null | undefined;
  readonly joinUrl?: string | null | undefined;
  readonly wishlist?: string | null | undefined;
  readonly proxyUrl?: string | null | undefined;
};

interface Guest {
  readonly host: LitElement;
  readonly provider: Provider | undefined;
  readonly slot: HTMLSlotElement | null | undefined;
  readonly notice: Element | null | undefined;
  /** What the page itself shows to guests in this element. */
  readonly isOfPage: boolean;
  /** A wishlist on the device says how to fill it, not that it needs a customer. */
  readonly isOnDevice: boolean;
}

interface Links {
  readonly signIn?: string | undefined;
  readonly join?: string | undefined;
}

let isRequested = false;

/** Shows the invitations on the page: once for all elements that change together. */
export function showInvitations(): void {
  if (isRequested) return;
  isRequested = true;
  requestAnimationFrame(() => {
    isRequested = false;
    const guests = [...shownElements].sort(byPlace).flatMap((host) => readGuest(host) ?? []);
    // Elements that are hidden, such as in a tab of the page, may be the only ones when they are shown.
    for (const guest of guests) if (!guest.host.checkVisibility()) invite(guest, true, true);
    const shown = guests.filter(({ host }) => host.checkVisibility());
    for (const inPanel of [false, true]) showInOne(shown.filter(({ host }) => isInPanel(host) === inPanel));
  });
}

/** One element invites, the others have a line of text: a page would have the same box again and again. */
function showInOne(guests: readonly Guest[]): void {
  const inviting =
    guests.find(({ slot }) => !slot) ??
    guests.find(({ slot }) => slot?.closest('.card')) ??
    guests.find(({ notice, isOnDevice }) => notice && !isOnDevice);
  for (const guest of guests) invite(guest, guest === inviting, !inviting);
}

/** The element with its slot for guests; `<loyalty-account>` has its form. */
function readGuest(host: LitElement): Guest | undefined {
  const slot = host.shadowRoot?.querySelector<HTMLSlotElement>('slot[name=signed-out]:not([slot])');
  if (!slot && !(host.localName === 'loyalty-account' && host.shadowRoot?.querySelector('form')))
    return undefined;
  const provider = providerOf(host);
  return {
    host,
    provider,
    slot,
    notice: slot?.closest('.notice'),
    isOfPage: !!slot?.assignedElements().length,
    isOnDevice: host.localName === 'loyalty-wishlist' && provider?.wishlist !== 'customers',
  };
}

/** `isAlone`: nothing on the page invites, so that a list on the device says how to keep it. */
function invite(guest: Guest, inviting: boolean, isAlone: boolean): void {
  const { host, provider, slot, notice, isOfPage, isOnDevice } = guest;
  if (!slot) return;
  // Behind a proxy the page may not know beforehand that its shopper is a guest: there the boxes keep their size.
  const isKnown = !provider?.proxyUrl || provider.getAttribute('customer-id') === '';
  const isQuiet = !inviting && !!notice && !isOfPage && !isOnDevice && isKnown;
  setState(host, 'quiet', isQuiet);
  setState(host, 'inviting', !isQuiet);
  if (isOfPage) return;
  addStyles(host, styles);
  const links = linksOf(provider);
  const hasButtons = notice ? inviting || (isOnDevice && isAlone) : inviting && !!slot.closest('.card');
  const message = slot.querySelector('[part~=message], [part~=device]');
  linkMessage(message, hasButtons ? undefined : (links.signIn ?? links.join));
  renderButtons(slot, hasButtons ? links : {}, inviting);
}

/** Makes the sentence a link, or not. */
function linkMessage(message: Element | null, address: string | undefined): void {
  const present = message?.querySelector('a');
  if (!address) return present?.replaceWith(...present.childNodes);
  const link = present ?? document.createElement('a');
  link.href = address;
  link.setAttribute('part', 'sign-in-link');
  if (present) return;
  link.append(...(message?.childNodes ?? []));
  message?.append(link);
}

/** Renders the links as buttons below the sentence; the first one is filled where the element invites. */
function renderButtons(slot: HTMLSlotElement, { join, signIn }: Links, inviting: boolean): void {
  let container = slot.querySelector<HTMLElement>(':scope > .invitation');
  if (!join && !signIn) return container?.remove();
  if (!container) {
    container = document.createElement('div');
    container.className = 'invitation';
    container.setAttribute('part', 'invitation');
    slot.append(container);
  }
  render(
    html`${renderLink('join-link', join, localize('Join now'), !inviting)}
    ${renderLink('sign-in-link', signIn, localize('Sign in'), !inviting || !!join)}`,
    container,
  );
}

const renderLink = (
  part: string,
  address: string | undefined,
  text: string,
  isGhost: boolean,
): TemplateResult | typeof nothing =>
  address
    ? html`<a class=${isGhost ? 'button ghost' : 'button'} part=${`button ${part}`} href=${address}
        >${isGhost ? text : html`<span>${text}</span>`}</a
      >`
    : nothing;

const linksOf = (provider: Provider | undefined): Links => ({
  signIn: readAddress('sign-in-url', provider?.signInUrl),
  join: readAddress('join-url', provider?.joinUrl),
});

/** The provider around the element, also outside of shadow roots, or the first one of the page. */
function providerOf(host: Element): Provider | undefined {
  const around = host.closest<Provider>('loyalty-provider');
  if (around) return around;
  const root = host.getRootNode();
  return root instanceof ShadowRoot ? providerOf(root.host) : [...providers.keys()][0];
}

/** The address of a page: http, https or relative. Any other, such as `javascript:`, is not used. */
function readAddress(attribute: string, address: string | null | undefined): string | undefined {
  if (!address?.trim()) return undefined;
  const url = URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !/\{\{|\{%/.test(address)) return url.href;
  withAdvice(({ logMisconfiguration }) => logMisconfiguration('wrong-page-address', attribute));
  return undefined;
}

const isInPanel = (host: Element): boolean => {
  const root = host.getRootNode();
  return root instanceof ShadowRoot && root.host.localName === 'loyalty-panel';
};

/** The element in the document that has this one in its shadow root, or the element itself. */
function outermost(element: Element): Element {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? outermost(root.host) : element;
}

/** The order of the page. */
function byPlace(a: Element, b: Element): number {
  const position = outermost(a).compareDocumentPosition(outermost(b));
  if (position & Node.DOCUMENT_POSITION_FOLLOWING) return -1;
  return position & Node.DOCUMENT_POSITION_PRECEDING ? 1 : 0;
}
