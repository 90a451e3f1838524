import { html, type TemplateResult } from 'lit';
import { choiceKey, type ItemNote, type ProductChoice } from '../../services/index.ts';
import { localize } from '../internal/texts/messages.ts';
import { joinTexts } from './join-texts.ts';

export const PRIORITY_TEXTS = {
  high: 'High priority',
  medium: 'Medium priority',
  low: 'Low priority',
} as const;

/** What the owner of a list says about a product, as one text; an empty one where it is nothing. */
export const noteTextOf = ({ note, priority }: ItemNote): string =>
  joinTexts([isKnownPriority(priority) && localize(PRIORITY_TEXTS[priority]), note]);

/** Whether the service's word for a priority is one that is shown. */
export const isKnownPriority = (priority: string | undefined): priority is keyof typeof PRIORITY_TEXTS =>
  priority !== undefined && Object.hasOwn(PRIORITY_TEXTS, priority);

/** The button that opens the dialog of `ItemNotes`, which returns the focus to it. */
export function renderNoteButton(
  item: ProductChoice & ItemNote,
  product: string,
  className: string,
  onPress: (event: Event) => unknown,
): TemplateResult {
  const [text, label] = noteTextOf(item)
    ? [localize('Edit note'), localize('Edit note on {product}', { product })]
    : [localize('Add a note'), localize('Add a note to {product}', { product })];
  return html`<button
    class=${className}
    part="button note-button"
    type="button"
    data-note=${choiceKey(item)}
    aria-label=${label}
    @click=${onPress}
  >
    ${text}
  </button>`;
}
