/** An element that has code behind its controls: its method loads it, once its content is there. */
interface Prepared {
  prepare?(): void;
}

/** A pointer or the focus on an element: its controls may be pressed next. A finger that touches it is a pointer, too. */
const BEFORE_PRESS = ['pointerover', 'focusin'];

/** Loads the code behind the controls of these elements: now, unless the shopper saves data, and at once before a press. */
export function preparePresses(elements: readonly (Element & Prepared)[]): void {
  const { onLine, connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  for (const element of elements) {
    if (!element.prepare) continue;
    // The same listener each time: an element that is moved is here again.
    for (const type of BEFORE_PRESS) element.addEventListener(type, onBeforePress, { once: true });
    // Chromium never loads a file again that failed once.
    if (onLine && !connection?.saveData) element.prepare();
  }
}

const onBeforePress = ({ currentTarget }: Event): void => (currentTarget as Element & Prepared).prepare?.();
