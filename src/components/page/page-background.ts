// The background of what stands over the page, such as a drawer. Part of `page-policy.ts`.

/** Of normal text, by WCAG 1.4.3. */
const LEAST_CONTRAST = 4.5;

/**
 * Gives a dialog of an element the background of the page around the element, where the dialog's text can be read on it. Otherwise it
 * keeps `--_surface`, which fits the text: a page may have a picture as its background.
 */
export function takePageBackground(dialog: HTMLElement): void {
  const background = backgroundBehind(dialog);
  if (background && contrast(getComputedStyle(dialog).color, background) >= LEAST_CONTRAST)
    dialog.style.setProperty('--_surface', background);
  else dialog.style.removeProperty('--_surface');
}

/** The opaque background colour that is nearest above; `undefined` without one. */
function backgroundBehind(dialog: HTMLElement): string | undefined {
  for (let element = parentOf(dialog); element; element = parentOf(element)) {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    if (backgroundImage !== 'none') return undefined;
    if (!/rgba|\/|transparent/.test(backgroundColor)) return backgroundColor;
  }
  return undefined;
}

/** The element around one, as it is drawn. */
function parentOf({ assignedSlot, parentNode }: Element): Element | null {
  if (assignedSlot) return assignedSlot;
  return parentNode instanceof ShadowRoot
    ? parentNode.host
    : parentNode instanceof Element
      ? parentNode
      : null;
}

/** Contrast of a text on an opaque background, in any notation of CSS, 1 to 21 (WCAG 2). */
function contrast(text: string, background: string): number {
  const context = document.createElement('canvas').getContext('2d')!;
  const luminances = [background, text].map((color) => {
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1); // a translucent text is mixed with the background
    return luminance([...context.getImageData(0, 0, 1, 1).data]);
  });
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}

function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
