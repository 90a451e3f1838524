import { localize } from './texts/messages.ts';

/** `800 points`. */
export const pointsText = (n: number, language: string | undefined): string =>
  localize('{n} points', { n }, language, '{n} point');

/** `30 points to go`. */
export const pointsToGo = (n: number, language: string | undefined): string =>
  localize('{n} points to go', { n }, language, '{n} point to go');
