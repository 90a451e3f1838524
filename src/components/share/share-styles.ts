import { css } from 'lit';
import { controlStyles } from '../internal/control-styles.ts';
import { fieldStyles } from '../internal/field-styles.ts';
import { elementStyles } from '../internal/styles.ts';

/** Reserved box of `<loyalty-share>`. */
export const box = css`
  :host {
    display: block;
    container-type: inline-size;
    min-block-size: var(--loyalty-share-block-size, var(--_size, 4.75em));
  }
  :host([editors]) {
    --_size: 7.5em;
  }
  @media (max-width: 40em) {
    :host {
      --_size: 12.5em;
    }
    :host([editors]) {
      --_size: 13.5em;
    }
  }
`;

export const shareStyles = [
  elementStyles(box),
  controlStyles,
  fieldStyles,
  css`
    p {
      margin: 0;
    }
    .base {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 0.5em 0.75em;
    }
    .hint,
    .own-line {
      flex: 1 0 100%;
    }
    input {
      flex: 1 1 14em;
      inline-size: auto;
      max-inline-size: 32em;
      text-overflow: ellipsis;
    }
    button {
      white-space: normal;
    }
    @container (inline-size < 34em) {
      input {
        flex-basis: 100%;
      }
    }
  `,
];
