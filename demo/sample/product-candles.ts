import type { Category } from './product-piece.ts';

export const candlesAndScent: Category = {
  name: 'Candles & scent',
  handle: 'candles-and-scent',
  about: 'Rapeseed wax and beeswax, scented lightly or not at all.',
  kinds: [
    {
      kind: 'candle',
      detail: 'Rapeseed wax with a cotton wick; burns for about 45 hours, and the jar makes a good cup.',
      pieces: [
        ['Pine candle', 29, 'jar', 'pine', 'linen', 'Resin, cold air, a little smoke.'],
        ['Sea salt candle', 29, 'jar', 'mist', 'linen', 'Salt, sage and wet stone.'],
        ['Fig leaf candle', 32, 'jar', 'sage', 'linen', 'Green and milky, like a snapped fig leaf.'],
        ['Amber candle', 32, 'jar', 'ochre', 'linen', 'Warm amber with orange peel.'],
        ['Pillar candles', 24, 'pillars', 'chalk', 'oat', 'Three heights, no scent.'],
        ['Beeswax pillars', 34, 'pillars', 'ochre', 'brass', 'Pure beeswax that smells of the hive.'],
      ],
    },
    {
      kind: 'candlestick',
      detail: 'Takes ordinary tapers of 22 mm.',
      pieces: [
        ['Brass candlestick', 39, 'single', 'brass', 'chalk', 'Turned from one bar of brass.'],
        ['Oak candlesticks', 48, 'pair', 'oak', 'rust', 'A pair, tall and short.'],
        [
          'Iron chamberstick',
          36,
          'chamber',
          'iron',
          'linen',
          'A saucer, a ring for the finger, a light to bed.',
        ],
        ['Stoneware candlesticks', 44, 'pair', 'slate', 'chalk', 'A pair in blue-grey, thrown by hand.'],
        ['Walnut candlestick', 34, 'single', 'walnut', 'sage', 'Slender walnut with a brass cup.'],
      ],
    },
    {
      kind: 'diffuser',
      detail: 'Lasts about three months; turn the reeds once a week.',
      pieces: [
        ['Cedar diffuser', 42, 'round', 'walnut', 'brass', 'Cedar and pepper in a dark bottle.'],
        ['Linen diffuser', 39, 'square', 'mist', 'oak', 'Clean washing on a windy day.'],
        ['Rosehip diffuser', 42, 'round', 'rose', 'brass', 'Rosehip, hay and late summer.'],
      ],
    },
  ],
};
