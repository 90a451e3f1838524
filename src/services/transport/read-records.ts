import { isLoopback } from './loopback.ts';

// Readers that only elements with lists need: `read.ts` is part of `loyalty.js`, and these would make it larger.

/** Reads each item of a list, and leaves out those for which `read` gives `undefined`. */
export const readEach = <T>(value: unknown, read: (item: unknown) => T | undefined): T[] =>
  Array.isArray(value) ? value.map(read).filter((item) => item !== undefined) : [];

/** The address of a link or picture: https only. A page on a loopback host, such as a demo, may use http to a loopback host. */
export const webAddress = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const { protocol, hostname, href } = new URL(value);
  const isLocal =
    protocol === 'http:' && isLoopback(hostname) && isLoopback(globalThis.location?.hostname ?? '');
  return protocol === 'https:' || isLocal ? href : undefined;
};

/** An icon: one or two characters, each of which can be several code units. */
export const readIcon = (value: unknown): string | undefined =>
  typeof value === 'string' && value && value.length <= 8 ? value : undefined;
