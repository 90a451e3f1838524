import type { Box } from './box.ts';

export const box: Box = {
  '': `display: block; min-block-size: calc(var(--loyalty-rewards-rows, 4) * var(--loyalty-rewards-row-size, 5.25em) + 3.5em);`,
};
