import type { Box } from './box.ts';

export const box: Box = {
  '': `display: inline-block; vertical-align: middle; inline-size: var(--loyalty-wishlist-button-size, 2.5em); block-size: var(--loyalty-wishlist-button-size, 2.5em);`,
};
