import { localize } from './messages.ts';

/** `points` or `point`, depending on the number. */
export const pointsLabel = (points: number, language?: string): string =>
  localize('points', { n: points }, language, 'point');
