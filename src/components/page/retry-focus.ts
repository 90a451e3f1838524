import type { LitElement, ReactiveController } from 'lit';

const FOCUSABLE = 'a[href],button:not(:disabled),input,select,textarea,[tabindex]';

/**
 * Focuses what an element shows after a press on its retry button: the button is gone while it loads, and a keyboard would begin at the
 * top of the page. A focus that the shopper has moved meanwhile stays. A second call has no effect.
 */
export const keepFocusAfterRetry = (element: Element): void =>
  element.addEventListener('click', onClick, true);

function onClick(event: Event): void {
  const host = event.currentTarget as LitElement;
  const [button] = event.composedPath() as Element[];
  // A hidden button is pressed by that of another element, which keeps the focus.
  if (!button?.matches('[part~=retry-button]:not([hidden])') || button.getRootNode() !== host.renderRoot)
    return;
  const controller: ReactiveController = {
    hostUpdated() {
      const root = host.renderRoot;
      if (button.isConnected || root.querySelector('[aria-busy=true]')) return;
      host.removeController(controller);
      const { activeElement } = host.getRootNode() as Document | ShadowRoot;
      if (activeElement && activeElement !== document.body) return;
      const target = root.querySelector<HTMLElement>(FOCUSABLE) ?? (root.firstElementChild as HTMLElement);
      if (!target?.matches(FOCUSABLE)) target?.setAttribute('tabindex', '-1');
      target?.focus({ preventScroll: true });
    },
  };
  host.addController(controller);
}
