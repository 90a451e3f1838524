import type { Box } from './box.ts';

export const box: Box = {
  '': `display: inline-block; vertical-align: bottom; block-size: 1lh; min-inline-size: var(--loyalty-balance-inline-size, 9em); white-space: nowrap;`,
  '[variant=card]': `display: block; block-size: var(--loyalty-balance-block-size, 7em);`,
};
