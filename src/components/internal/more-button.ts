import { html, nothing, type TemplateResult } from 'lit';
import type { MessageKey } from './texts/message-keys.ts';
import { localize } from './texts/messages.ts';

export interface MoreButton {
  /** Number of all rows; `undefined` where it is not known. */
  readonly n: number | undefined;
  /** The accessible name, which says what the rows are. It contains the text of the button. */
  readonly name: Extract<MessageKey, `Show all {n} ${string}`>;
  readonly language: string | undefined;
  /** Whether all rows are shown, for a button that also shows fewer. */
  readonly expanded?: boolean;
  readonly classes?: string;
  /** Whether it takes the place of a row while not all are shown, in a list with the class `with-end`. */
  readonly takesRow?: boolean | undefined;
  readonly onMore: (event: Event) => void;
}

/** The button below the first rows that shows all of them. */
export function renderMoreButton({
  n,
  name,
  language,
  expanded,
  classes = 'ghost more',
  takesRow,
  onMore,
}: MoreButton): TemplateResult {
  return html`<button
    class=${takesRow && !expanded ? `${classes} takes-row` : classes}
    part="button more-button"
    type="button"
    value=${n}
    aria-label=${expanded || n === undefined ? nothing : localize(name, { n }, language)}
    aria-expanded=${expanded ?? nothing}
    @click=${onMore}
  >
    ${
      expanded
        ? localize('Show fewer')
        : n === undefined
          ? localize('Show more')
          : localize('Show all {n}', { n }, language)
    }
  </button>`;
}
