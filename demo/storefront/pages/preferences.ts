import { html } from 'hono/html';
import { LANGUAGES } from '../preferences.ts';
import type { PageContent, Visit } from './page.ts';

/** What a shopper can choose: the language of the elements, where saved products are stored, and whether custom events are sent. */
export function preferencesPage({ preferences }: Visit): PageContent {
  const { language, onDevice, consent } = preferences;
  const choice = (value: string, isChosen: boolean, text: string) =>
    html`<label class="choice"
      ><input type="checkbox" name="choice" value="${value}" ${isChosen ? html`checked` : ''} />
      <span>${text}</span></label
    >`;
  return {
    title: 'Preferences',
    main: html`<div class="sign-in">
      <header class="page-head">
        <h1>Preferences</h1>
        <p>They are stored in a cookie of this shop.</p>
      </header>
      <form method="post" action="/preferences" class="preferences">
        <label for="language">Language of points, rewards and lists</label>
        <select id="language" name="language">
          ${Object.entries(LANGUAGES).map(
            ([code, name]) =>
              html`<option value="${code}" lang="${code}" ${code === language ? html`selected` : ''}>
                ${name}
              </option>`,
          )}
        </select>
        ${choice('device', onDevice, 'Keep the products that I save on this device only')}
        ${choice('consent', consent, 'The shop may send to the programme what I put into my cart')}
        <button class="button">Save</button>
      </form>
    </div>`,
  };
}
