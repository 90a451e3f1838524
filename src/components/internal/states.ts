/** Internals by element: an element can attach them once only. */
const attached = new WeakMap<HTMLElement, ElementInternals>();

/** Sets or removes a custom state, which styles select with `:state(name)`. Browsers without custom states ignore it. */
export function setState(host: HTMLElement, name: string, on: boolean): void {
  try {
    let internals = attached.get(host);
    if (!internals) attached.set(host, (internals = host.attachInternals()));
    if (on) internals.states.add(name);
    else internals.states.delete(name);
  } catch {
    // No custom states, only the older ones that begin with "--", or the page has attached the internals.
  }
}
