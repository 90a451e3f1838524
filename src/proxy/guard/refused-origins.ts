import { isWebOrigin } from '../settings/origin.ts';

/** The header is written by the sender of a request: no more than this many different origins are remembered and reported. */
const MAX_REPORTED = 20;
/** What a browser sends for a page without an origin, such as a file opened from the disk. */
const OPAQUE = 'null';

/** Reports each refused `Origin` header once: `null`, or what is an origin; other texts are dropped. */
export function reportOnce(report: (origin: string) => void): (header: string) => void {
  const reported = new Set<string>();
  return (header) => {
    if (reported.size >= MAX_REPORTED || reported.has(header)) return;
    if (header !== OPAQUE && !isWebOrigin(header)) return;
    reported.add(header);
    report(header);
  };
}
