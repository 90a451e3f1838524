import { adoptStyles, type LitElement } from 'lit';
import { whileHydrating } from './in-browser.ts';

// For pages that @lit-labs/ssr rendered.

/**
 * Attaches the element to the nodes that a server rendered, before it requests its provider: Lit keeps the nodes only if the first
 * update renders the same as the server, which is the loading state. Returns whether Lit kept them; then another update is needed.
 * @param update makes the first update of the element now
 */
export function hydrate(host: LitElement, update: () => void): boolean {
  const root = host.shadowRoot;
  // Inside another rendered element, Lit connects `host` only after that element is hydrated.
  if (host.hasUpdated || !root?.hasChildNodes() || host.renderRoot !== root) return false;
  const kept = keepsNodes(host, update);
  if (!kept) {
    root.replaceChildren();
    host.renderOptions.renderBefore = null;
    host.requestUpdate();
  }
  // The style sheet is missing after a new render, or a content security policy without its hash has blocked it.
  if (!root.querySelector('style')?.sheet)
    // TypeScript types `constructor` as `Function`.
    adoptStyles(root, (host.constructor as typeof LitElement).elementStyles);
  return kept;
}

/** `false` if hydration support was not loaded before Lit, or if another version rendered the nodes, as in a page from a cache. */
function keepsNodes(host: LitElement, update: () => void): boolean {
  // Without hydration support Lit would render before the first node and leave the others.
  if (host.renderOptions.renderBefore) return false;
  try {
    whileHydrating(update);
    return true;
  } catch {
    return false;
  }
}
