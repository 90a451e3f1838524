import { html } from 'hono/html';
import type { Markup } from '../form.ts';
import { head } from '../layout.ts';

export interface ShownOnce {
  /** What was made: `token`, `key`. */
  readonly thing: string;
  readonly title: string;
  /** The title of a form that was sent a second time. */
  readonly again: string;
  /** The page it was made on. */
  readonly from: { readonly address: string; readonly name: string };
  /** Undefined where it was shown before. */
  readonly value: string | undefined;
  readonly words: Markup;
  /** What to do with it. */
  readonly advice: Markup;
}

/** The value of something secret that was made: in this answer alone (spec 5.2, 8.2). */
export const shownOnce = ({ thing, title, again, from, value, words, advice }: ShownOnce): Markup =>
  html`${head(value === undefined ? again : title, html`<a href="${from.address}">${from.name}</a>`)}
    <div class="card">
      ${
        value === undefined
          ? html`<p>
              This form was sent before. The value of its ${thing} was shown then, and cannot be shown again.
            </p>`
          : html`<p>${words} Copy it now: it cannot be shown again.</p>
              <p class="secret"><code>${value}</code></p>
              <p>${advice}</p>`
      }
      <p><a class="button" href="${from.address}">Done</a></p>
    </div>`;
