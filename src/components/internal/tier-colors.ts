/** Colours of a card in the colour of a tier. */
export interface CardColors {
  readonly ground: string;
  /** Black or white: the colour of texts. */
  readonly ink: string;
  /** The opposite of the ink. Towards it the ground may change without losing contrast. */
  readonly far: string;
}

// Relative luminances (WCAG 2). Black and white have the same contrast on a ground of luminance 0.179. The ground is moved away from the
// ink until their contrast is 7 to 1, so that quieter texts still reach 4.5 to 1.
const MIDDLE = 0.179;
const DARK_ENOUGH = 0.1;
const LIGHT_ENOUGH = 0.3;

/** Colours with enough contrast, for any colour `#rgb` or `#rrggbb`. */
export function cardColors(hex: string): CardColors {
  const channels = hex
    .slice(1)
    .match(hex.length > 4 ? /../g : /./g)!
    .map((digits) => linear(parseInt(digits.padStart(2, digits), 16) / 255));
  const luminance = channels.reduce((sum, channel, at) => sum + channel * [0.2126, 0.7152, 0.0722][at]!, 0);
  const isDark = luminance < MIDDLE;
  const share = isDark
    ? Math.min(1, DARK_ENOUGH / luminance)
    : Math.min(1, (1 - LIGHT_ENOUGH) / (1 - luminance));
  const ground = channels.map((channel) =>
    Math.round(255 * gamma(isDark ? channel * share : 1 - (1 - channel) * share)),
  );
  const [black, white] = ['#000', '#fff'] as const;
  return {
    ground: `rgb(${ground.join()})`,
    ink: isDark ? white : black,
    far: isDark ? black : white,
  };
}

const linear = (value: number): number => (value > 0.04 ? ((value + 0.055) / 1.055) ** 2.4 : value / 12.92);
const gamma = (value: number): number =>
  value > 0.0031308 ? 1.055 * value ** (1 / 2.4) - 0.055 : value * 12.92;
