import { html, nothing, type TemplateResult } from 'lit';
import { localize } from './texts/messages.ts';

/** Fills what the rows of a whole list leave of the reserved box, in a list with the class `with-end`. */
export const renderListEnd = (link: unknown = nothing): TemplateResult =>
  html`<div class="notice end quiet small" part="end">${localize('That’s all for now.')} ${link}</div>`;
