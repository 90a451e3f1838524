/**
 * Keeps keys that are typed into the fields of an element from shortcuts of the page: their scripts see the element as the target instead of
 * the field, and would take the key. Escape and Tab are for what is around the field, such as a drawer. Every element with a field calls it.
 */
export function containKeys(host: HTMLElement): void {
  for (const type of ['keydown', 'keypress', 'keyup'] as const)
    host.addEventListener(type, (event) => {
      const [field] = event.composedPath() as Element[];
      // An event from the shadow root has the element as its target. A field in a slot belongs to the page.
      if (event.target === host && field!.matches('input,select,textarea') && !/Esc|Tab/.test(event.key))
        event.stopPropagation();
    });
}
