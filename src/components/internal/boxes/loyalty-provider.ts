import type { Box } from './box.ts';

export const box: Box = {
  '': `display: contents;`,
};
