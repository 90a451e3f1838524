/** What a press activates around an element: a theme's link, label or summary, or a card that a script makes a link or button. */
const ACTIVATED = 'a,button,label,summary,[role=link],[role=button],[onclick],[tabindex="0"]';

const reacts = (node: EventTarget): boolean =>
  node instanceof Element && (node.matches(ACTIVATED) || getComputedStyle(node).cursor === 'pointer');

/**
 * Keeps a press of an element's own control to this control, where the page has placed the element inside a link, a label or a card: the
 * link would leave the page, and the press would be lost. Presses of what the page has put into a slot are the page's.
 */
function keepPress(event: Event): void {
  const path = event.composedPath();
  const host = event.currentTarget as Element;
  const control = path.find(
    (node): node is HTMLButtonElement =>
      (node as Element).matches?.('a,button,input,select,textarea,label,summary') &&
      (node as Element).getRootNode() === host.shadowRoot,
  );
  if (!control || !path.slice(path.indexOf(host) + 1).some(reacts)) return;
  event.stopPropagation();
  // The others have an effect of their own, which the browser prefers to that of the link around it.
  if (event.type === 'click' && control.type === 'button') event.preventDefault();
}

/** Events of a press with the pointer and the keyboard. */
const PRESSES = ['click', 'keydown', 'keyup'] as const;

const isOurs = (node: EventTarget): node is Element => !!(node as Element).localName?.startsWith('loyalty-');

/** Keeps the presses of an element, once however often it is called. */
function keepPresses(host: Element): void {
  for (const type of PRESSES) host.addEventListener(type, keepPress);
}

/** Keeps the presses of all elements, also of those that are added later. */
export function keepAllPresses(): void {
  // In the capture phase, before the listeners of the element itself, which are added for this event at the latest.
  for (const type of PRESSES)
    document.addEventListener(
      type,
      (event) => event.composedPath().filter(isOurs).forEach(keepPresses),
      true,
    );
}
