import { css, html, type TemplateResult } from 'lit';

/** Styles of a picture with its fallback: the fallback shows if the picture does not load. */
export const pictureStyles = css`
  .picture {
    display: grid;
    place-items: center;
    overflow: hidden;
    background-color: var(--_wash);
  }
  /* Only what is drawn has the accent: as text, it may have too little contrast on its own tint. Forced colours are those of texts. */
  :where(.picture) svg {
    color: var(--_accent);
    forced-color-adjust: auto;
  }
  .picture > * {
    grid-area: 1 / 1;
  }
  img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  /* Not 'display: none': a lazy picture without a box is not loaded when the row gets another address. */
  .failed {
    opacity: 0;
  }
  img:not(.failed) ~ * {
    visibility: hidden;
  }
`;

const onResult = ({ type, currentTarget }: Event): unknown =>
  (currentTarget as Element).classList.toggle('failed', type === 'error');

/** A picture of the service. The next sibling is its fallback. */
export const renderImage = (address: string): TemplateResult =>
  html`<img
    part="image"
    src=${address}
    alt=""
    loading="lazy"
    referrerpolicy="no-referrer"
    @load=${onResult}
    @error=${onResult}
  />`;
