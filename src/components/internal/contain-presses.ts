import { inBrowser } from './in-browser.ts';

/** What a press activates around an element: a theme's link, label or summary, or a card that a script makes a link or button. */
const ACTIVATED = 'a,button,label,summary,[role=link],[role=button],[onclick],[tabindex="0"]';

const reacts = (node: EventTarget): boolean =>
  node instanceof Element && (node.matches(ACTIVATED) || getComputedStyle(node).cursor === 'pointer');

/** Fields in which a press has no effect that is cancelled with the event. A link around them would be followed, a summary opened. */
const FIELD = /^(text|search|number|email|password|select)/;

/** For each element the last event of a press that it contains, with the type of the pressed control. */
const presses = new WeakMap<EventTarget, readonly [event: Event, type: string]>();

/** Before the listeners of the control: what they render may have removed the control when the event comes back to the element. */
function readPress(event: Event): void {
  const host = event.currentTarget as Element;
  const path = event.composedPath();
  const control = path.find(
    (node): node is HTMLButtonElement =>
      (node as Element).matches?.('a,button,input,select,textarea,label,summary') &&
      (node as Element).getRootNode() === host.shadowRoot,
  );
  if (control && path.slice(path.indexOf(host) + 1).some(reacts))
    presses.set(host, [event, control.type ?? '']);
}

function containPress(event: Event): void {
  const [contained, type = ''] = presses.get(event.currentTarget!) ?? [];
  if (contained !== event) return;
  event.stopPropagation();
  // The other controls have an effect of their own, which the browser prefers to that of the link around them.
  if ((event.type === 'click' && type === 'button') || (event.type !== 'keydown' && FIELD.test(type)))
    event.preventDefault();
}

/**
 * Contains a press of an element's own control, where the page has placed the element inside a link, a label or a card: the
 * link would leave the page, and the press would be lost. Presses of what the page has put into a slot are the page's. Every element with
 * controls calls it; a second call has no effect.
 */
export function containPresses(host: Element): void {
  if (!inBrowser) return;
  for (const type of ['click', 'keydown', 'keyup']) {
    host.addEventListener(type, readPress, true);
    host.addEventListener(type, containPress);
  }
}
