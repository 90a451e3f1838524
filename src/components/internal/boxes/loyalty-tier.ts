import type { Box } from './box.ts';

export const box: Box = {
  '': `display: block; block-size: var(--loyalty-tier-block-size, 8em);`,
};
