import { LoyaltyError } from '../../services/index.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { localize } from '../internal/texts/messages.ts';
import { logMisconfiguration } from './page-misconfigurations.ts';

/** A wishlist button is too small for a sentence, and what only listens shows nothing. */
const WITHOUT_SENTENCE = new Set(['loyalty-wishlist-button', 'loyalty-events']);

/**
 * Shows a sentence in those of the elements with this tag, because their file did not load. `loyalty.css` reserves their boxes, so nothing moves. When the file loads
 * later, the element replaces the sentence.
 */
export function showMissing(tag: string, elements: Iterable<Element>): void {
  for (const element of elements) {
    if (element.localName !== tag || element.shadowRoot || customElements.get(tag)) continue;
    const sentence = document.createElement('small');
    sentence.setAttribute('part', 'notice');
    sentence.setAttribute('role', 'status');
    sentence.style.gridArea = '1 / 1'; // on the reserved box, where that is a cell of a grid
    if (!WITHOUT_SENTENCE.has(tag)) sentence.textContent = localize('Couldn’t load this.');
    element.attachShadow({ mode: 'open' }).append(sentence);
    void customElements.whenDefined(tag).then(() => sentence.remove());
    element.dispatchEvent(new LoyaltyErrorEvent(new LoyaltyError('not_loaded', `<${tag}> did not load.`)));
  }
  logMisconfiguration('missing-file', tag);
}
