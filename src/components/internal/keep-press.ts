/** What a press activates around an element: a theme's link, label or summary, or a card that a script makes a link or button. */
const ACTIVATED = 'a,button,label,summary,[role=link],[role=button],[onclick],[tabindex="0"]';

const reacts = (node: EventTarget): boolean =>
  node instanceof Element && (node.matches(ACTIVATED) || getComputedStyle(node).cursor === 'pointer');

/** Fields in which a press has no effect that is cancelled with the event. A link around them would be followed, a summary opened. */
const FIELD = /^(text|search|number|email|password|select)/;

/**
 * For each event the elements that keep it, with the type of the pressed control. It is read before the listeners of the control run: what
 * they render may have removed the control when the event reaches the element.
 */
const presses = new WeakMap<Event, ReadonlyMap<EventTarget, string | undefined>>();

function readPress(event: Event): void {
  const path = event.composedPath();
  const kept = new Map<EventTarget, string | undefined>();
  presses.set(event, kept);
  for (const host of path.filter(isOurs)) {
    const control = path.find(
      (node): node is HTMLButtonElement =>
        (node as Element).matches?.('a,button,input,select,textarea,label,summary') &&
        (node as Element).getRootNode() === host.shadowRoot,
    );
    if (!control || !path.slice(path.indexOf(host) + 1).some(reacts)) continue;
    kept.set(host, control.type);
    host.addEventListener(event.type, keepPress); // once for each type, however often it is called
  }
}

/**
 * Keeps a press of an element's own control to this control, where the page has placed the element inside a link, a label or a card: the
 * link would leave the page, and the press would be lost. Presses of what the page has put into a slot are the page's.
 */
function keepPress(event: Event): void {
  const kept = presses.get(event);
  if (!kept?.has(event.currentTarget!)) return;
  event.stopPropagation();
  // The other controls have an effect of their own, which the browser prefers to that of the link around them.
  const type = kept.get(event.currentTarget!) ?? '';
  if ((event.type === 'click' && type === 'button') || (event.type !== 'keydown' && FIELD.test(type)))
    event.preventDefault();
}

/** Events of a press with the pointer and the keyboard. */
const PRESSES = ['click', 'keydown', 'keyup'] as const;

const isOurs = (node: EventTarget): node is Element => !!(node as Element).localName?.startsWith('loyalty-');

/** Keeps the presses of all elements, also of those that are added later. */
export function keepAllPresses(): void {
  // In the capture phase, before the listeners of the controls; those of the elements are added for this event at the latest.
  for (const type of PRESSES) document.addEventListener(type, readPress, true);
}
