import { css } from 'lit';
import { claimStyles } from '../claims/claim-content.ts';
import { rowStyles } from '../claims/row-styles.ts';
import { elementStyles } from '../internal/styles.ts';

/**
 * Reserved box of `<loyalty-rewards>`. The height of a card depends on the width of its column, so the box of cards is a grid with the
 * columns of the cards, in which `::before` has the size of one card.
 */
export const box = css`
  :host {
    --_rows: var(--loyalty-rewards-rows, 4);
    --_groups: var(--loyalty-rewards-groups, 3);
    --_row: var(--loyalty-rewards-row-size, 5.25em);
    --_heading: var(--loyalty-rewards-heading-size, 2.5em);
    display: block;
    min-block-size: calc(var(--_rows) * var(--_row) + min(var(--_groups), var(--_rows)) * var(--_heading));
  }
  :host([expanded]:not([expanded='false'])) {
    --_groups: 4;
  }
  :host([layout='cards']) {
    display: grid;
    grid-template:
      repeat(var(--loyalty-rewards-card-rows, 1), 1fr) max(3.75em, var(--_touch, 0px) + 1.5em)
      / repeat(
        auto-fill,
        minmax(min(100%, max(9em, min(50% - 0.5em, var(--loyalty-rewards-card-size, 14em)))), 1fr)
      );
    column-gap: 1em;
    min-block-size: 0;
  }
  :host([layout='cards'])::before {
    grid-area: 1 / 1;
    padding-block-end: calc(
      100% / (var(--loyalty-rewards-picture-ratio, 4 / 3)) + var(--_heading) +
        var(--loyalty-rewards-card-text-size, 11.5em)
    );
    content: '';
  }
  @media (max-width: 40em) {
    :host([layout='cards']) {
      grid-template-rows: repeat(var(--loyalty-rewards-card-rows, 2), 1fr) max(
          3.75em,
          var(--_touch, 0px) + 1.5em
        );
    }
  }
`;

export const rewardsStyles = [elementStyles(box), rowStyles, claimStyles];
