import { css } from 'lit';
import { controlStyles } from './control-styles.ts';
import { elementStyles } from './styles.ts';

/** Reserved box of `<loyalty-rewards>`. */
export const rewardsBox = css`
  :host {
    display: block;
    min-block-size: calc(var(--loyalty-rewards-rows, 4) * var(--loyalty-rewards-row-size, 5.25em) + 3.5em);
  }
`;

export const rewardsStyles = [
  elementStyles(rewardsBox),
  controlStyles,
  css`
    ul {
      margin: 0;
      padding: 0;
      list-style: none;
      outline: none;
    }
    /* A server renders more rows than fit. */
    ul[aria-busy] {
      max-block-size: calc(var(--loyalty-rewards-rows, 4) * var(--loyalty-rewards-row-size, 5.25em));
      overflow: hidden;
    }
    .row {
      display: grid;
      grid-template-columns: 2.75em minmax(0, 1fr) auto;
      align-items: center;
      gap: 0.875em;
      block-size: var(--loyalty-rewards-row-size, 5.25em);
      border-block-start: 1px solid var(--_line);
    }
    .row:first-child,
    .hidden + .row {
      border-block-start-color: transparent;
    }
    .picture {
      display: grid;
      place-items: center;
      inline-size: 2.75em;
      block-size: 2.75em;
      overflow: hidden;
      border-radius: calc(var(--_radius) * 0.8);
      background-color: var(--_wash);
      color: var(--_accent);
    }
    .picture img {
      inline-size: 100%;
      block-size: 100%;
      object-fit: cover;
    }
    .texts {
      display: grid;
      gap: 0.125em;
    }
    .name {
      font-weight: 600;
    }
    .note {
      display: -webkit-box;
      overflow: hidden;
      line-height: 1.35;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 2;
    }
    [part~='row-locked'] .name,
    [part~='row-locked'] .picture {
      color: var(--_quiet);
    }
    .actions {
      display: flex;
      gap: 0.5em;
    }
    .more {
      display: block;
      margin-block-start: 0.5em;
    }
    /* On a narrow page the picture is hidden, so that the question is not cut off. */
    @container (inline-size < 26em) {
      .row:has(.actions) {
        grid-template-columns: minmax(0, 1fr) auto;
      }
      .row:has(.actions) .picture {
        display: none;
      }
      .actions button {
        padding-inline: 0.8em;
      }
    }
    :host {
      container-type: inline-size;
    }
  `,
];
