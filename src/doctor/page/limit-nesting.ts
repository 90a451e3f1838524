/** As many elements inside each other as browsers keep. The parser needs the square of the depth. */
const MAX_NESTING = 512;
/** They have no end tag, or need none. Inside SVG and MathML they have one like any other. */
const NEED_NO_END: ReadonlySet<string> = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source'],
  ...['track', 'wbr', 'p', 'li', 'dt', 'dd', 'option', 'optgroup', 'tr', 'td', 'th', 'tbody', 'thead'],
  ...['tfoot', 'colgroup'],
]);
/** Their content is text. */
const OF_TEXT: ReadonlySet<string> = new Set(['script', 'style', 'textarea', 'title', 'noscript', 'iframe']);

/** The page up to the first element that is nested too deep. */
export function limitNesting(html: string): string {
  const open = new Map<string, number>();
  const count = (name: string) => open.get(name) ?? 0;
  const lower = html.toLowerCase();
  let depth = 0;
  for (let at = lower.indexOf('<'); at >= 0; at = lower.indexOf('<', at + 1)) {
    if (lower.startsWith('<!--', at)) {
      const end = lower.indexOf('-->', at);
      if (end < 0) break;
      at = end;
      continue;
    }
    const [, slash, name] = /^<(\/?)([a-z][^\s/>]{0,99})/.exec(lower.slice(at, at + 102)) ?? [];
    if (name === undefined) continue;
    const end = lower.indexOf('>', at);
    if (end < 0) break;
    if (slash) {
      if (count(name) > 0) {
        open.set(name, count(name) - 1);
        depth--;
      }
      continue;
    }
    const isForeign = count('svg') + count('math') > 0;
    if (isForeign ? lower[end - 1] === '/' : NEED_NO_END.has(name)) continue;
    if (++depth > MAX_NESTING) return html.slice(0, at);
    open.set(name, count(name) + 1);
    if (!isForeign && OF_TEXT.has(name)) {
      const closing = lower.indexOf(`</${name}`, end);
      if (closing < 0) break;
      at = closing - 1;
    }
  }
  return html;
}
