import { sampleMember } from './component-member.ts';

/** Response of the service to each request of the elements, by the end of its path. */
export const usualAnswers = (customer: string): readonly (readonly [RegExp, unknown])[] => {
  const { points, tier, rewards, definitions, items, profileId } = sampleMember();
  const meta = { current_page: 1, last_page: 1, per_page: 100, total: 4 };
  const identities = [{ namespace: 'shop', value: customer }];
  return [
    [/\/auth\/token$/, { data: { token: `token-${customer}` } }],
    [/\/search-profile\//, { data: { id: profileId, identities } }],
    [/\/balances$/, { data: { points } }],
    [/\/tier$/, { data: tier }],
    [/\/rewards\/definitions$/, { data: definitions, meta }],
    [/\/rewards$/, { data: rewards, meta }],
    [/\/items$/, { data: items, meta }],
  ];
};

export interface Mount {
  readonly baseUrl: string;
  readonly customer: string;
}

/** State of a page after all elements have loaded. */
export interface Mounted {
  /** Tags that were still loading after thirty seconds of the page's clock. */
  readonly loading: string[];
  /** Customer and tag of each element with a retry button. */
  readonly withRetry: string[];
  /** Addresses of links and pictures. */
  readonly addresses: string[];
}

/**
 * In the page: puts a provider with every element in for each customer, waits until none is loading, and moves the pointer and the
 * focus over everything. With `onlyForMs` it does not wait for the end. It stands on its own, so that it can be sent there.
 */
export async function mountAll(mounts: readonly Mount[], onlyForMs?: number): Promise<Mounted> {
  const main = document.createElement('main');
  for (const { baseUrl, customer } of mounts) {
    const provider = document.createElement('loyalty-provider');
    const settings = {
      'base-url': baseUrl,
      platform: 'shop',
      'customer-id': customer,
      signature: 'a'.repeat(64),
    };
    for (const [name, value] of Object.entries(settings)) provider.setAttribute(name, value);
    for (const tag of ['balance', 'tier', 'rewards', 'wishlist', 'wishlist-button']) {
      const element = document.createElement(`loyalty-${tag}`);
      if (tag === 'wishlist-button') element.setAttribute('product-id', 'product-3');
      element.toggleAttribute('use-button', tag === 'rewards');
      element.toggleAttribute('move-to-cart', tag === 'wishlist');
      element.toggleAttribute('expanded', tag !== 'balance');
      provider.append(element);
    }
    main.append(provider);
  }
  document.body.replaceChildren(main);
  const elements = [...main.querySelectorAll('loyalty-provider > *')];
  const loading = () =>
    elements.filter((one) => !one.shadowRoot || one.shadowRoot.querySelector('[aria-busy=true]'));
  const drawn = () =>
    Promise.all(
      elements.map((one) => (one as Element & { updateComplete?: Promise<unknown> }).updateComplete),
    );
  await drawn();
  for (let time = 0; loading().length && time < (onlyForMs ?? 30_000); time += 10) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    await drawn();
  }
  const inside = elements.flatMap((one) => [...(one.shadowRoot?.querySelectorAll('*') ?? [])]);
  for (const one of inside) {
    one.dispatchEvent(new MouseEvent('mouseover', { bubbles: true, composed: true }));
    if (one instanceof HTMLElement) one.focus();
  }
  await new Promise((resolve) => setTimeout(resolve));
  return {
    loading: loading().map(({ localName }) => localName),
    withRetry: elements
      .filter((one) => /Retry|Try again/.test(one.shadowRoot?.textContent ?? ''))
      .map((one) => `${one.parentElement!.getAttribute('customer-id')} ${one.localName}`),
    addresses: inside.flatMap((one) =>
      ['href', 'src', 'action', 'srcdoc'].flatMap((name) => one.getAttribute(name) ?? []),
    ),
  };
}
