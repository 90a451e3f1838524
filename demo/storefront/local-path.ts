const MAX_LENGTH = 500;
// A placeholder origin: text that resolves to another origin is not a path of this shop.
const BASE = 'https://shop.invalid';

/**
 * Validates a path to redirect to (open redirect): the path, or the fallback. Browsers resolve `//host`, `/\host` and
 * `/.//host` to other sites, so the text is resolved like a browser does and the result is checked again.
 */
export function localPath(text: unknown, fallback: string): string {
  if (typeof text !== 'string' || text.length > MAX_LENGTH || !/^\/(?![/\\])/.test(text)) return fallback;
  // URL parsers drop control characters: `/\t/host` would become `//host`.
  if (/[\u0000-\u001f\u007f\\]/.test(text)) return fallback;
  const url = parse(text);
  if (!url || url.origin !== BASE || url.pathname.startsWith('//')) return fallback;
  return url.pathname + url.search + url.hash;
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text, BASE);
  } catch {
    return undefined;
  }
}
