import { css, html, nothing, type TemplateResult } from 'lit';

export const statusStyles = css`
  [part='status'] {
    color: var(--loyalty-color-text, inherit);
    font-weight: 600;
  }
  /* Over the picture of the grid, so that nothing moves. */
  :host(:not([layout='list'])) .texts [part='status'].over {
    position: absolute;
    inset-block-start: calc(var(--loyalty-wishlist-image-size, 13em) - 0.5em);
    inset-inline-start: 0.5em;
    max-inline-size: calc(100% - 1em);
    box-sizing: border-box;
    padding: 0.25em 0.5em;
    border-radius: var(--loyalty-radius, 0.625em);
    background: var(--_surface);
    translate: 0 -100%;
    white-space: normal;
  }
  :host([layout='list']) [part='status'].over {
    margin-inline-start: 0.5em;
  }
`;

/** The sentence about a product, over its picture or after its price; nothing where there is none. */
export const renderStatus = (sentence: string | undefined): TemplateResult | typeof nothing =>
  sentence ? html`<span part="status" class="over">${sentence}</span>` : nothing;
