/** A browser of the story, whatever drives it. */
export interface Engine {
  /** Somebody with cookies and storage of their own. `private`: in a private window. */
  visitor(options?: { readonly private?: boolean }): Promise<Visitor>;
  close(): Promise<void>;
}

export interface Visitor {
  tab(address: string): Promise<Tab>;
  close(): Promise<void>;
}

export interface Tab {
  /** Opens an address, and waits until it has loaded. */
  open(address: string): Promise<void>;
  /** Runs a function in the page. It is sent as text, so it stands on its own. */
  run<Result, Values extends readonly unknown[]>(
    script: (...values: Values) => Result | Promise<Result>,
    ...values: Values
  ): Promise<Result>;
  /** Presses a control with the pointer, as soon as the page has it. */
  press(control: Control): Promise<void>;
  /** Types with the keyboard, instead of what a field has. */
  type(control: Control, text: string): Promise<void>;
}

/** A control as a person finds it. */
export interface Control {
  readonly role: 'button' | 'link' | 'field';
  /** Its accessible name, as the source of a regular expression. */
  readonly name: string;
  /** Selector of the part of the page that has it. Default: the page. */
  readonly within?: string;
}

/**
 * In the page: the first visible control with this role and name, shadow roots included; `null` where there is none that can be used.
 * WebDriver finds nothing by role or through shadow roots, so all engines use this.
 */
export function findControl({ role, name, within = 'body' }: Control): Element | null {
  const selectors = {
    button: 'button, summary, [role=button]',
    link: 'a[href]',
    field: 'input, select, textarea',
  };
  const pattern = new RegExp(name);
  const nameOf = (element: Element): string => {
    const root = element.getRootNode() as Document | ShadowRoot;
    const labels = [
      ...(element.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map((id) => id && root.getElementById(id)),
      ...((element as HTMLInputElement).labels ?? []),
    ];
    const label = labels.map((one) => (one ? one.textContent : '')).join(' ');
    return (element.getAttribute('aria-label') || label.trim() || element.textContent)
      .replace(/\s+/g, ' ')
      .trim();
  };
  const search = (root: ParentNode): Element | null => {
    for (const element of root.querySelectorAll('*')) {
      if (
        element.matches(selectors[role]) &&
        pattern.test(nameOf(element)) &&
        element.getClientRects().length &&
        !element.matches(':disabled')
      )
        return element;
      const found = element.shadowRoot && search(element.shadowRoot);
      if (found) return found;
    }
    return null;
  };
  for (const place of document.querySelectorAll(within)) {
    const found = (place.shadowRoot && search(place.shadowRoot)) ?? search(place);
    if (found) return found;
  }
  return null;
}
