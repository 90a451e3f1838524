/** The custom states of an element, kept because its internals can be attached once only. */
const STATES = Symbol();

/** Adds or removes a custom state of an element, which styles select with `:state(name)`. */
export function setState(host: HTMLElement & { [STATES]?: CustomStateSet }, name: string, on: boolean): void {
  try {
    (host[STATES] ??= host.attachInternals().states)[on ? 'add' : 'delete'](name);
  } catch {
    // No custom states: a server, or a browser that has none, or only those that begin with "--".
  }
}
