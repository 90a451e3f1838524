const MAX_LENGTH = 500;
// Any origin of our own making: whatever leaves it is not a path of this shop.
const HERE = 'https://shop.invalid';

/**
 * A path of this shop out of text from outside, or the fallback. Browsers read `//host`, `/\host` and `/.//host` as
 * other sites, so the text is resolved the way a browser does it and the result is looked at again.
 */
export function localPath(text: unknown, fallback: string): string {
  if (typeof text !== 'string' || text.length > MAX_LENGTH || !/^\/(?![/\\])/.test(text)) return fallback;
  // Control characters are dropped by URL parsers: `/\t/host` would become `//host`.
  if (/[\u0000-\u001f\u007f\\]/.test(text)) return fallback;
  const url = parse(text);
  if (!url || url.origin !== HERE || url.pathname.startsWith('//')) return fallback;
  return url.pathname + url.search + url.hash;
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text, HERE);
  } catch {
    return undefined;
  }
}
