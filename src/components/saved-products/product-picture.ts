import { html, nothing, type TemplateResult } from 'lit';
import { renderImage } from '../internal/picture.ts';

/** Instead of the picture. */
const bag = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M6 8h12l1 12H5zM9 10V7a3 3 0 0 1 6 0v3" />
</svg>`;

/** The picture of a product; without one, or if it does not load, a bag. */
export const renderProductPicture = (imageUrl: string | undefined): TemplateResult =>
  html`${imageUrl ? renderImage(imageUrl) : nothing}${bag}`;
