import { isWebOrigin } from '../src/proxy/guard/origins.ts';

/** Reads an origin from an option or environment variable, without the trailing slash that development servers print. */
export function readOrigin(text: string): string | undefined {
  const origin = text.replace(/\/$/, '');
  return isWebOrigin(origin) ? origin : undefined;
}

/** Error message for a value that is not an origin. */
export const notAnOrigin = (name: string, text: string): string =>
  `${name}: "${text}" is not an origin. Write scheme, host and port in small letters, without a path or *, such as http://localhost:5173.`;
