// Relative luminances (WCAG 2). Black and white have the same contrast on a background of luminance 0.179. The background is moved away from the
// text's colour until their contrast is 7 to 1, so that quieter texts still reach 4.5 to 1.
const MIDDLE = 0.179;
const DARK_ENOUGH = 0.098;
const LIGHT_ENOUGH = 0.31;
/** Of sRGB, nearly: the thresholds have a margin for the difference. */
const GAMMA = 2.2;

/**
 * Colours of a card for a tier in `#rgb` or `#rrggbb`: its background, the colour of texts (black or white) and its opposite,
 * towards which the background may change without losing contrast. They are empty without a colour.
 */
export function cardColors(
  hex: string | undefined,
): readonly [background: string, color: string, opposite: string] {
  if (!hex) return ['', '', ''];
  const channels = hex
    .slice(1)
    .match(hex.length > 4 ? /../g : /./g)!
    .map((digits) => (parseInt(digits + digits, 16) % 256) ** GAMMA / 255 ** GAMMA);
  const [red = 0, green = 0, blue = 0] = channels;
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const isDark = luminance < MIDDLE;
  const share = Math.min(1, isDark ? DARK_ENOUGH / luminance : (1 - LIGHT_ENOUGH) / (1 - luminance));
  const background = channels.map((channel) =>
    Math.round(255 * (isDark ? channel * share : 1 - (1 - channel) * share) ** (1 / GAMMA)),
  );
  const [black, white] = ['#000', '#fff'] as const;
  return [`rgb(${background.join()})`, isDark ? white : black, isDark ? black : white];
}
