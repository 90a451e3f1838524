import type { MountedElement } from './every-element.ts';

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
}

/**
 * In the page: puts a provider with the elements in for each customer, waits until none is loading, and moves the pointer and the
 * focus over everything. With `onlyForMs` it does not wait for the end. It stands on its own, so that it can be sent there.
 */
export async function mountAll({
  mounts,
  elements: wanted,
  onlyForMs = 30_000,
}: {
  readonly mounts: readonly Mount[];
  readonly elements: readonly MountedElement[];
  readonly onlyForMs?: number | undefined;
}): Promise<Mounted> {
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
    for (const [tag, attributes = {}] of wanted) {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      // All are near the visible part: those far below load nothing.
      element.style.cssText = 'position: absolute; inset-block-start: 0; inline-size: 320px';
      provider.append(element);
    }
    main.append(provider);
  }
  document.body.replaceChildren(main);
  const elements = [...main.querySelectorAll('loyalty-provider > :not(loyalty-events)')];
  const loading = () =>
    elements.filter((one) => !one.shadowRoot || one.shadowRoot.querySelector('[aria-busy=true]'));
  const drawn = () =>
    Promise.all(
      elements.map((one) => (one as Element & { updateComplete?: Promise<unknown> }).updateComplete),
    );
  await drawn();
  for (let time = 0; loading().length && time < onlyForMs; time += 10) {
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
  };
}

/** What a page shows and links. */
export interface Shown {
  /** Addresses of links and pictures. */
  readonly addresses: string[];
  /** Words of JavaScript in texts and attributes, with their elements. */
  readonly programWords: string[];
  /** Elements that were still loading after ten seconds of the page's clock. */
  readonly loading: string[];
}

/**
 * In the page: as often as asked, writes into every field of the mounted elements, sends every form and presses a button of each element, at
 * last all buttons, and reads what is shown after each time. No link is followed. It stands on its own, so that it can be sent there.
 */
export async function pressAll(rounds: number): Promise<Shown> {
  const main = document.querySelector('main')!;
  const addresses = new Set<string>();
  const programWords = new Set<string>();
  const rootsIn = (parent: ParentNode): ShadowRoot[] =>
    [...parent.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
      shadowRoot ? [shadowRoot, ...rootsIn(shadowRoot)] : [],
    );
  const allIn = <T extends Element>(selector: string): T[] =>
    rootsIn(main).flatMap((root) => [...root.querySelectorAll<T>(selector)]);
  const busy = () => allIn('[aria-busy=true]').map((one) => (one.getRootNode() as ShadowRoot).host.localName);
  const settle = async (limitMs: number, atLeastMs = 100): Promise<void> => {
    let time = 0;
    do await new Promise((resolve) => setTimeout(resolve, 20));
    while ((time += 20) < limitMs && (time < atLeastMs || busy().length));
  };
  const read = (): void => {
    for (const root of rootsIn(main)) {
      for (const one of root.querySelectorAll('*:not(style)')) {
        const texts = [...one.childNodes].filter((node) => node instanceof Text).map(({ data }) => data);
        const attributes = [...one.attributes].map(({ value }) => value);
        for (const text of [...texts, ...attributes]) {
          const found = /undefined|NaN|\[object|Infinity|Invalid Date|function ?\(/.exec(text);
          if (found) programWords.add(`${root.host.localName}: ${found[0]} in ${text.slice(0, 200)}`);
        }
        for (const name of ['href', 'src', 'action', 'formaction', 'srcdoc', 'xlink:href']) {
          const address = one.getAttribute(name);
          if (address !== null) addresses.add(address);
        }
      }
    }
  };
  main.addEventListener('click', (event) => {
    if (event.composedPath().some((one) => one instanceof HTMLAnchorElement)) event.preventDefault();
  });
  read();
  for (let round = 0; round < rounds; round++) {
    for (const details of allIn<HTMLDetailsElement>('details')) details.open = true;
    for (const field of allIn<HTMLInputElement>('input, textarea')) {
      if (/radio|checkbox/.test(field.type)) field.click();
      else {
        const values = new Map([
          ['date', '2001-02-03'],
          ['number', '1'],
          ['email', 'ada@example.com'],
        ]);
        field.value = values.get(field.type) ?? (field.inputMode ? '12.50' : `Text ${round}`);
        for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
      }
    }
    for (const choice of allIn<HTMLSelectElement>('select')) {
      choice.selectedIndex = (choice.selectedIndex + 1) % choice.options.length;
      choice.dispatchEvent(new Event('change', { bubbles: true }));
    }
    for (const form of allIn<HTMLFormElement>('form')) form.requestSubmit();
    await settle(2_000);
    read();
    // A press may replace a question that another one opened: one button of each element, a confirmation first.
    for (const root of rootsIn(main)) {
      const buttons = [...root.querySelectorAll<HTMLElement>('button')];
      const confirmation = buttons.find((one) => one.matches('[part~=confirm-button]'));
      (confirmation ?? buttons[round % Math.max(1, buttons.length)])?.click();
    }
    await settle(2_000, 500); // the file of an action loads with the first press
    read();
  }
  for (const button of allIn<HTMLElement>('button')) button.click();
  await settle(10_000);
  read();
  return { addresses: [...addresses], programWords: [...programWords], loading: busy() };
}
