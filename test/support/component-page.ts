import { fixture, html, waitUntil } from '@open-wc/testing';
import type { LitElement, TemplateResult } from 'lit';
import type { LoyaltyProvider } from '../../src/index.ts';
import type { Member } from './component-member.ts';
import { BASE_URL, ComponentService } from './component-service.ts';

let service: ComponentService | undefined;

/** Starts a new service for the page and clears the storage of the tab. */
export function openService(...members: Member[]): ComponentService {
  endEpochs();
  service?.close();
  emptyBrowser();
  return (service = new ComponentService(...members));
}

/** Restores the page; for `afterEach`. */
export function closeService(): void {
  endEpochs();
  service?.close();
  service = undefined;
  emptyBrowser();
}

/**
 * Ends the epochs of the providers in the page. Otherwise a token request that is still under way stores its token after the storage was
 * cleared, and the next test starts with a token that its service has not issued.
 */
function endEpochs(): void {
  for (const provider of document.querySelectorAll('loyalty-provider')) provider.loyalty?.close();
}

/** Leaves the page, and clears storage and database. The next `open()` of the database waits until it is deleted. */
function emptyBrowser(): void {
  dispatchEvent(new Event('pagehide'));
  sessionStorage.clear();
  localStorage.clear();
  indexedDB.deleteDatabase('loyalty-elements');
  indexedDB.deleteDatabase('loyalty-elements lists');
}

/** A page with a provider for this member; without one, for a guest. */
export async function page(content: TemplateResult, member?: Member): Promise<LoyaltyProvider> {
  return fixture<LoyaltyProvider>(html`
    <loyalty-provider
      lang="en-US"
      base-url=${BASE_URL}
      platform="shop"
      customer-id=${member?.id ?? ''}
      signature=${member?.signature ?? ''}
      profile-id=${member?.profileId ?? ''}
    >
      ${content}
    </loyalty-provider>
  `);
}

/** Changes the provider's customer to this member, as a page does that signs customers in without a reload. */
export async function signIn(provider: LoyaltyProvider, member: Member | undefined): Promise<void> {
  provider.customerId = member?.id;
  provider.signature = member?.signature;
  provider.profileId = member?.profileId;
  await provider.updateComplete;
}

/** Polls until a condition is true. */
export const until = (condition: () => unknown, message: string): Promise<void> =>
  waitUntil(async () => !!(await condition()), message, { interval: 5, timeout: 30_000 });

/** Elements in the shadow root with this part. */
export const parts = (element: Element, name: string): HTMLElement[] => [
  ...element.shadowRoot!.querySelectorAll<HTMLElement>(`[part~='${name}']`),
];
export const part = (element: Element, name: string): HTMLElement | undefined => parts(element, name)[0];

/** The button with this label or text. */
export const button = (element: Element, name: string): HTMLButtonElement | undefined =>
  [...element.shadowRoot!.querySelectorAll('button')].find(
    (candidate) => (candidate.getAttribute('aria-label') ?? shownText(candidate)) === name,
  );

const BLOCKS = 'li, p, div, ul, dl, button, dt, dd';

/** Visible text of an element, its shadow root and slots included, with single spaces. */
export function shownText(node: Node): string {
  const read = (current: Node): string => {
    if (current instanceof Text) return current.data;
    if (current instanceof HTMLSlotElement) {
      const assigned = current.assignedNodes();
      return (assigned.length ? assigned : [...current.childNodes]).map(read).join('');
    }
    if (current instanceof HTMLStyleElement) return '';
    const root = current instanceof Element ? current.shadowRoot : undefined;
    const inner = [...(root ?? current).childNodes].map(read).join('');
    return current instanceof Element && current.matches(BLOCKS) ? ` ${inner} ` : inner;
  };
  return read(node).replace(/\s+/g, ' ').trim();
}

/** All texts and attributes below an element, shadow roots included: everything that a person, a screen reader or a script can read. */
export function everythingIn(element: Element): string {
  const root = element.shadowRoot;
  const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`).join(' ');
  const inner = [...(root?.childNodes ?? []), ...element.childNodes].map((node) =>
    node instanceof Element ? everythingIn(node) : node instanceof Text ? node.data : '',
  );
  return [attributes, ...inner].join('\n');
}

/** All descendants, shadow roots included. */
export const allElements = (root: ParentNode): Element[] =>
  [...root.querySelectorAll('*')].flatMap((element) => [
    element,
    ...(element.shadowRoot ? allElements(element.shadowRoot) : []),
  ]);

/** The focused element, also inside shadow roots. */
export function focused(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

/** Waits until an element renders something other than its skeleton. */
export async function loaded<T extends LitElement>(element: T): Promise<T> {
  await element.updateComplete;
  await until(() => !element.shadowRoot!.querySelector('[aria-busy=true]'), `${element.localName} loads`);
  await element.updateComplete;
  return element;
}

/** Collects events of a type until the test ends. */
export function eventsOf<Type extends keyof GlobalEventHandlersEventMap>(
  type: Type,
): GlobalEventHandlersEventMap[Type][] {
  const events: GlobalEventHandlersEventMap[Type][] = [];
  const listen = (event: Event): void => {
    if (service !== owner) return document.removeEventListener(type, listen);
    events.push(event as GlobalEventHandlersEventMap[Type]);
  };
  const owner = service;
  document.addEventListener(type, listen);
  return events;
}
