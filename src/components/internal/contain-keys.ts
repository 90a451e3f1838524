/**
 * Keeps keys that are typed into the fields of an element from shortcuts of the page: their scripts see the element as the target instead of
 * the field, and would take the key. Escape and Tab are for what is around the field, such as a drawer. Every element with a field calls it.
 */
export function containKeys(host: HTMLElement): void {
  for (const type of ['keydown', 'keypress', 'keyup'] as const)
    host.addEventListener(type, (event) => {
      const [field] = event.composedPath() as Element[];
      // The target is the element only for what is in its shadow root: a field in a slot is the page's.
      if (event.target === host && field!.matches('input,select,textarea') && !/Esc|Tab/.test(event.key))
        event.stopPropagation();
    });
}
