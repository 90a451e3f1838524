import { IDENTIFIER_FORMAT } from '../../services/transport/formats.ts';

/** Path and query of a request. */
export interface Target {
  /** Decoded path segments. They are encoded again before they become part of an address. */
  readonly segments: readonly string[];
  /** The query as received, with its question mark; or an empty text. */
  readonly query: string;
}

const MAX_LENGTH = 8_000;
const MAX_SEGMENTS = 16;

/** Characters of a query that no runtime rewrites. A NUL is refused, also an encoded one. */
const QUERY = /^(\?[\w.!~*'()\-%[\]=&+,:;@/?$|]*)?$/;
const NUL = /%00/;
/** Text that another server could read as a separator, a dot segment or a second layer of encoding. */
const DISGUISED = /[/\\%;\p{C}]|^\.{1,2}$/u;

/**
 * Parses a request target: `/v3/profiles/1?sort=-id`. `undefined` for every spelling but the one that `encodeURIComponent`
 * writes: no absolute form, no empty, dot or doubly encoded segment, no `;` or `\`, no overlong UTF-8, nothing that becomes
 * one of these by Unicode normalisation (NFKC). So no two servers can read it differently.
 */
export function readTarget(raw: string): Target | undefined {
  if (raw.length > MAX_LENGTH || raw[0] !== '/') return undefined;
  const queryAt = raw.indexOf('?');
  const path = queryAt < 0 ? raw : raw.slice(0, queryAt);
  const query = queryAt < 0 ? '' : raw.slice(queryAt);
  if (!QUERY.test(query) || NUL.test(query)) return undefined;
  const segments = path === '/' ? [] : path.slice(1).split('/').map(readSegment);
  if (segments.length > MAX_SEGMENTS || segments.includes(undefined)) return undefined;
  return { segments: segments as string[], query };
}

function readSegment(segment: string): string | undefined {
  try {
    const value = decodeURIComponent(segment);
    const spelling = segment.replace(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase());
    const canonical = encodeURIComponent(value) === spelling;
    return canonical && IDENTIFIER_FORMAT.test(value) && !DISGUISED.test(value.normalize('NFKC'))
      ? value
      : undefined;
  } catch {
    return undefined; // not UTF-8
  }
}
