import { adoptStyles, type LitElement } from 'lit';

// For pages that @lit-labs/ssr rendered. scripts/lean-lit.mjs removes it from the CDN files.

/** `false` on a server, which has no document, or a stand-in without elements. */
export const inBrowser = Boolean(globalThis.document?.documentElement);

let hydrating = false;

/** Whether an element is in its first update on nodes that a server rendered. */
export const isHydrating = (): boolean => hydrating;

/**
 * Takes over the nodes that a server rendered. It runs before the element asks for its provider: Lit keeps the nodes only if the
 * first update draws what the server drew, the waiting state. Returns whether it did: the next update draws what has changed since.
 */
export function hydrate(host: LitElement): boolean {
  const root = host.shadowRoot;
  // Inside another rendered element, Lit connects `host` only when that one is hydrated.
  if (host.hasUpdated || !root?.hasChildNodes() || host.renderRoot !== root) return false;
  const kept = keepsNodes(host);
  if (!kept) {
    root.replaceChildren();
    host.renderOptions.renderBefore = null;
    host.requestUpdate();
  }
  // No style sheet is left after a redraw, or a content security policy without its hash has blocked it.
  if (!root.querySelector('style')?.sheet)
    adoptStyles(root, (host.constructor as typeof LitElement).elementStyles);
  return kept;
}

/** `false` where hydration support was not loaded before Lit, or the nodes are of another version, such as in an old page from a cache. */
function keepsNodes(host: LitElement): boolean {
  // Without the support Lit would draw before the first node and leave the rest.
  if (host.renderOptions.renderBefore) return false;
  hydrating = true;
  try {
    host['performUpdate']();
    return true;
  } catch {
    return false;
  } finally {
    hydrating = false;
  }
}
