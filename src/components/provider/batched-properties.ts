/** A server has no elements. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * An element with properties, whose changes lead to one update, soon and once however many they are. Values that a script set before the
 * class was defined are kept. The provider needs nothing more of Lit, and the elements of the CDN files are based on it.
 */
export abstract class BatchedProperties extends Base {
  /** Whether an update will follow. The first one follows when the element is connected. */
  isUpdatePending = true;
  /** Resolves after the update that follows, with `false` if the update itself has changed a property. */
  updateComplete: Promise<boolean>;

  #values: Record<string, unknown> = {};
  #preset: Record<string, unknown> = {};
  #start!: () => void;

  constructor() {
    super();
    for (const [name, value] of Object.entries(this))
      if (name in Object.getPrototypeOf(this)) {
        this.#preset[name] = value;
        delete (this as Record<string, unknown>)[name];
      }
    this.updateComplete = new Promise<void>((resolve) => (this.#start = resolve)).then(this.#update);
  }

  static defineProperties(names: readonly string[]): void {
    for (const name of names)
      Object.defineProperty(this.prototype, name, {
        get(this: BatchedProperties) {
          return this.#values[name];
        },
        set(this: BatchedProperties, value: unknown) {
          if (Object.is(value, this.#values[name])) return;
          this.#values[name] = value;
          this.requestUpdate();
        },
      });
  }

  connectedCallback(): void {
    Object.assign(this, this.#preset);
    this.#preset = {};
    this.#start();
  }

  /** Reads the settings again, soon and once however often it is called. */
  requestUpdate(): void {
    if (this.isUpdatePending) return;
    this.isUpdatePending = true;
    this.updateComplete = Promise.resolve().then(this.#update);
  }

  /** Sets `isUpdatePending` to `false` when further changes need another update. */
  protected abstract performUpdate(): void;

  #update = (): boolean => {
    this.performUpdate();
    return !this.isUpdatePending;
  };
}
