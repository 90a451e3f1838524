/** Contrast of the texts in an element by WCAG 2.2 (1.4.3), from the computed styles. */

type Color = readonly [red: number, green: number, blue: number, alpha: number];

const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
const context = canvas.getContext('2d', { willReadFrequently: true })!;

/** Any CSS colour as sRGB. */
function read(color: string): Color {
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}

const over = ([r, g, b, alpha]: Color, [red, green, blue]: Color): Color => [
  r * alpha + red * (1 - alpha),
  g * alpha + green * (1 - alpha),
  b * alpha + blue * (1 - alpha),
  1,
];

function luminance([red, green, blue]: Color): number {
  const [r, g, b] = [red, green, blue].map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(one: Color, other: Color): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Contrast of a colour on an opaque background. */
export const contrastOf = (color: string, background: string): number => {
  const solid = over(read(background), [255, 255, 255, 1]);
  return ratio(over(read(color), solid), solid);
};

/** The backgrounds behind an element, the page's first. A filled button has its background in pseudo-elements as well. */
function backgroundOf(element: Element | null): Color {
  if (!element) return [255, 255, 255, 1];
  const parent = element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as ShadowRoot).host;
  const layers = [undefined, '::before', '::after'].map((pseudo) => getComputedStyle(element, pseudo));
  // A drawing behind a text is no background of an element: the badge of an achievement.
  const drawing = element.matches('.badge ~ *') && element.parentElement?.querySelector('.badge');
  const background = backgroundOf(parent ?? null);
  const filled = drawing ? over(read(getComputedStyle(drawing).fill), background) : background;
  return layers
    .filter(({ content }, index) => !index || content !== 'none')
    .reduce((background, { backgroundColor }) => over(read(backgroundColor), background), filled);
}

/** Visible texts inside the shadow root of an element whose contrast is below 4.5, with it. */
export function lowContrast(host: Element): string[] {
  return [...(host.shadowRoot?.querySelectorAll<HTMLElement>('*') ?? [])]
    .filter(
      (element) =>
        !element.closest('.hidden, .skeleton') &&
        element.checkVisibility() &&
        [...element.childNodes].some((node) => node instanceof Text && node.data.trim()),
    )
    .map((element) => {
      const background = backgroundOf(element);
      const contrast = ratio(over(read(getComputedStyle(element).color), background), background);
      return [contrast, `${host.localName} "${element.textContent.trim()}" ${contrast.toFixed(2)}`] as const;
    })
    .filter(([contrast]) => contrast < 4.5)
    .map(([, text]) => text);
}
