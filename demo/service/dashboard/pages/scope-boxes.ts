import { html } from 'hono/html';
import { sections } from '../../../../src/services/contract/catalogue.ts';
import type { Markup } from '../form.ts';

/** Checkboxes for all scopes, by section. */
export function scopeBoxes(chosen: readonly string[]): Markup {
  const box = (scope: string, label: string) =>
    html`<label class="check"
      ><input type="checkbox" name="scopes" value="${scope}" ${chosen.includes(scope) ? html`checked` : ''} />
      ${label}</label
    >`;
  return html`<fieldset>
    <legend>Scopes</legend>
    <p class="all">${box('*', 'Everything that you may do')}</p>
    <div class="scopes">
      ${sections.map(
        (section) =>
          html`<div role="group" aria-label="${section}">
            <span>${section}</span> ${box(`${section}.read`, 'Read')} ${box(`${section}.write`, 'Write')}
          </div>`,
      )}
    </div>
  </fieldset>`;
}
