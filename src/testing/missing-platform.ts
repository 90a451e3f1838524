// The parts of the web platform that the elements use and that jsdom and happy-dom do not have. Both have no layout and no styles: each element
// counts as visible, and a dialog is only its attribute. In a browser nothing is added.

type Missing = Readonly<Record<string, unknown>>;

/** Defines those of the members that the object does not have. */
function addMissing(object: object | undefined, members: Missing): void {
  if (!object) return;
  for (const [name, value] of Object.entries(members))
    if (!(name in object)) Object.defineProperty(object, name, { value, configurable: true, writable: true });
}

/** A list for each document or shadow root, which nothing reads but who has set it. */
function addStyleSheets(prototype: object | undefined): void {
  if (!prototype || 'adoptedStyleSheets' in prototype) return;
  const lists = new WeakMap<object, readonly unknown[]>();
  Object.defineProperty(prototype, 'adoptedStyleSheets', {
    configurable: true,
    get(this: object) {
      if (!lists.has(this)) lists.set(this, []);
      return lists.get(this);
    },
    set(this: object, sheets: readonly unknown[]) {
      lists.set(this, [...sheets]);
    },
  });
}

class ElementsInView {
  readonly #callback: IntersectionObserverCallback;
  readonly #observed = new Set<Element>();

  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback;
  }

  observe(target: Element): void {
    this.#observed.add(target);
    queueMicrotask(() => {
      if (!this.#observed.has(target)) return;
      const entry = { target, isIntersecting: true, intersectionRatio: 1 };
      this.#callback(
        [entry as unknown as IntersectionObserverEntry],
        this as unknown as IntersectionObserver,
      );
    });
  }

  unobserve(target: Element): void {
    this.#observed.delete(target);
  }

  disconnect(): void {
    this.#observed.clear();
  }

  takeRecords(): readonly never[] {
    return [];
  }
}

class UnchangedSizes {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

function open(this: HTMLElement): void {
  this.setAttribute('open', '');
}

function close(this: HTMLElement): void {
  if (!this.hasAttribute('open')) return;
  this.removeAttribute('open');
  queueMicrotask(() => this.dispatchEvent(new Event('close')));
}

/** Adds to a simulated page what it lacks. Does nothing on a server. */
export function addMissingPlatform(): void {
  const {
    document,
    CSSStyleSheet: Sheet,
    Document,
    ShadowRoot,
    Element,
    HTMLElement,
    HTMLDialogElement,
  } = globalThis as Partial<typeof globalThis>;
  if (!document) return;
  addStyleSheets(Document?.prototype);
  addStyleSheets(ShadowRoot?.prototype);
  addMissing(Sheet?.prototype, { replace: async () => {}, replaceSync() {} });
  addMissing(globalThis, {
    IntersectionObserver: ElementsInView,
    ResizeObserver: UnchangedSizes,
    matchMedia: (media: string) =>
      Object.assign(new EventTarget(), { media, matches: false, addListener() {}, removeListener() {} }),
  });
  addMissing(Element?.prototype, {
    scrollTo() {},
    scrollIntoView() {},
    animate: () => ({ cancel() {}, finish() {}, finished: Promise.resolve() }),
    getAnimations: () => [],
  });
  addMissing(HTMLElement?.prototype, { showPopover() {}, hidePopover() {}, togglePopover() {} });
  addMissing(HTMLDialogElement?.prototype, { show: open, showModal: open, close });
}
