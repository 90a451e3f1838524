import { css } from 'lit';

/** Styles of labels, inputs and error messages: of every element with a form. */
export const fieldStyles = css`
  :host {
    --_problem: var(
      --loyalty-color-problem,
      oklch(from currentColor clamp(0.45, (l - 0.6) * 99, 0.8) 0.15 30 / 1)
    );
  }
  label {
    font-size: 0.875em;
    font-weight: 600;
  }
  input,
  select {
    min-block-size: max(2.75em, var(--_touch, 0px));
    min-inline-size: 0;
    inline-size: 100%;
    padding: 0 0.75em;
    border: 1px solid color-mix(in oklab, currentColor 50%, transparent);
    border-radius: var(--loyalty-input-radius, 0.5em);
    background: var(--loyalty-input-background, transparent);
    color: inherit;
    font: inherit;
    font-size: max(1em, var(--_touch, 0px) / 2.75);
  }
  /* The grey of browsers has too little contrast on a dark page. */
  ::placeholder {
    color: var(--_quiet);
    opacity: 1;
  }
  /*
   * As large as an input beside its label. Below 16 pixels a phone zooms the page when the input gets the focus, also where the text of the
   * theme is smaller: 44 px, the size of a control under a finger, are 2.75 times that.
   */
  label > :is(input, select) {
    font-size: max(1.1429em, var(--_touch, 0px) / 2.75);
    font-weight: 400;
  }
  /* The list of options has its own background, which does not follow the theme. */
  option {
    background: Canvas;
    color: CanvasText;
  }
  /* As high as the input beside it. */
  :is(input, label) ~ button:not(.link) {
    min-block-size: max(3.1429em, var(--_touch, 0px));
  }
  [aria-invalid='true'] {
    border-color: var(--_problem);
    border-width: 2px;
  }
  /* In the text colour, which has enough contrast on any page; a red text needs a background of its own. */
  .problem {
    margin: 0;
    padding: 0.25em 0.5em;
    border-inline-start: 0.1875em solid var(--_problem);
  }
  /* A button that looks like a link. */
  button.link {
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font-weight: 400;
    text-decoration: underline;
    text-underline-offset: 0.2em;
    white-space: normal;
    text-align: start;
  }
`;
