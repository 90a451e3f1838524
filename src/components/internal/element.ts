/** Defines an element unless it is defined: some themes load a script twice. */
export function define(tag: string, element: CustomElementConstructor): void {
  const { customElements: registry } = globalThis; // a server may have none
  if (registry && !registry.get(tag)) registry.define(tag, element);
}

/**
 * Converter of boolean properties. `="false"` is false, because Vue, Svelte and Preact write that; in plain HTML every value of a
 * boolean attribute is true.
 */
export const readFlag = (value: string | null): boolean => value !== null && value !== 'false';
