import { css } from 'lit';

/** Styles of a notice that fills the reserved box, with its content in the centre. They come after those of the controls. */
export const noticeStyles = css`
  .notice {
    flex-direction: column;
    justify-content: center;
    min-block-size: inherit;
    text-align: center;
  }
  .notice svg {
    inline-size: 2.25em;
    fill: none;
    stroke: var(--_quiet);
    stroke-width: 1.25;
  }
`;
