/** Registers an element once: themes do load a script twice, and the first one wins. */
export function define(tag: string, element: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, element);
}
