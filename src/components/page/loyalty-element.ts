import { LitElement } from 'lit';
import { checkWhenIdle } from './check-when-idle.ts';
import { importPagePolicy } from './import-page-policy.ts';
import { hydrate } from '../internal/hydration.ts';
import { inBrowser } from '../internal/in-browser.ts';
import { shownElements } from '../internal/shown-elements.ts';

/** Numbers and days follow the language of the page, which it may change. Observed while there is an element. */
const language = inBrowser
  ? new MutationObserver(() => shownElements.forEach((element) => element.requestUpdate()))
  : undefined;

/** What each element that shows something does on the pages of others. */
export abstract class LoyaltyElement extends LitElement {
  /** The style sheets that the element has in its document. */
  #sheets: readonly CSSStyleSheet[] = [];

  constructor() {
    super();
    // The first controller: the others request the provider, and what it has must not be in the first update on nodes of a server.
    this.addController({
      hostConnected: () => {
        if (!inBrowser) return;
        if (hydrate(this, () => this.performUpdate())) this.requestUpdate();
        const root = this.shadowRoot;
        if (root && this.#sheets.length && !root.adoptedStyleSheets.length)
          void importPagePolicy().then((policy) => policy?.restoreStyles(root, this.#sheets));
        if (!shownElements.size) language?.observe(document, { attributeFilter: ['lang'], subtree: true });
        shownElements.add(this);
        checkWhenIdle(this);
      },
      hostDisconnected: () => {
        shownElements.delete(this);
        if (!shownElements.size) language?.disconnect();
      },
      // A translation tool replaces a text by a <font> around the translated one. Lit would set the next text on the <font>, without effect.
      hostUpdate: () =>
        this.shadowRoot?.querySelectorAll('font').forEach((font) => font.replaceWith(font.textContent ?? '')),
      hostUpdated: () => {
        const { adoptedStyleSheets = [] } = this.shadowRoot ?? {};
        if (adoptedStyleSheets.length && this.ownerDocument === document)
          this.#sheets = [...adoptedStyleSheets];
      },
    });
  }
}
