/** Moves the keyboard on when what had it is gone. A shopper who went elsewhere on the page meanwhile stays there. */
export function keepFocus(host: HTMLElement, target: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body || host.matches(':focus-within')) target?.focus();
}
