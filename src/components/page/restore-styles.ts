/**
 * Gives an element its style sheets again. A browser removes them when the element is moved into another document, such as that of an
 * iframe, and does not allow them there: it gets copies of that document's own. Back in its document, it gets its own.
 */
export function restoreStyles(root: ShadowRoot, sheets: readonly CSSStyleSheet[]): void {
  const { defaultView } = root.ownerDocument;
  // A document without a window shows nothing.
  if (!defaultView || root.adoptedStyleSheets.length) return;
  root.adoptedStyleSheets = sheets.map((sheet) =>
    defaultView === window ? sheet : copyOf(sheet, defaultView),
  );
}

function copyOf({ cssRules }: CSSStyleSheet, { CSSStyleSheet: Sheet }: typeof globalThis): CSSStyleSheet {
  const copy = new Sheet();
  copy.replaceSync([...cssRules].map(({ cssText }) => cssText).join('\n'));
  return copy;
}
