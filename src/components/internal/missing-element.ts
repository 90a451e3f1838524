import { LoyaltyError } from '../../services/index.ts';
import { LoyaltyErrorEvent } from './error-event.ts';
import { say } from './messages.ts';
import { explainMistake } from './page-mistakes.ts';

/**
 * Shows in elements whose file did not load that there is nothing to see. Their space is reserved by `loyalty.css`, so nothing moves.
 * When the file loads after all, the element takes the place of the sentence.
 */
export function showMissing(tag: string, elements: Iterable<Element>): void {
  for (const element of elements) {
    if (element.shadowRoot || customElements.get(tag)) continue;
    const sentence = document.createElement('small');
    sentence.setAttribute('part', 'notice');
    sentence.setAttribute('role', 'status');
    // A heart has no room for a sentence.
    if (tag !== 'loyalty-wishlist-button') sentence.textContent = say('This part did not load.');
    element.attachShadow({ mode: 'open' }).append(sentence);
    void customElements.whenDefined(tag).then(() => sentence.remove());
    element.dispatchEvent(new LoyaltyErrorEvent(new LoyaltyError('offline', `<${tag}> did not load.`)));
  }
  explainMistake('missing-file', tag);
}
