import { isWebOrigin } from '../src/proxy/settings/origin.ts';

/** An origin out of an option or a variable: the slash at the end that development servers print is left out. */
export function readOrigin(text: string): string | undefined {
  const origin = text.replace(/\/$/, '');
  return isWebOrigin(origin) ? origin : undefined;
}

/** What is wrong with it, and what to write. */
export const notAnOrigin = (name: string, text: string): string =>
  `${name}: "${text}" is not an origin. Write scheme, host and port in small letters, without a path or *, such as http://localhost:5173.`;
