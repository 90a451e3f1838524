import { html } from 'hono/html';
import type { Markup } from '../form.ts';
import { head } from '../layout.ts';

export interface NewSecret {
  /** Its kind: `token`, `key`. */
  readonly kind: string;
  readonly title: string;
  /** The title if the form was sent before. */
  readonly titleAgain: string;
  /** The page of its form. */
  readonly from: { readonly address: string; readonly name: string };
  /** Undefined if it was shown before. */
  readonly value: string | undefined;
  readonly description: Markup;
  /** How to use it. */
  readonly usage: Markup;
}

/** A page with the value of a new secret, which is not shown again (spec 5.2, 8.2). */
export const newSecretPage = ({
  kind,
  title,
  titleAgain,
  from,
  value,
  description,
  usage,
}: NewSecret): Markup =>
  html`${head(value === undefined ? titleAgain : title, html`<a href="${from.address}">${from.name}</a>`)}
    <div class="card">
      ${
        value === undefined
          ? html`<p>
              This form was sent before. The value of its ${kind} was shown then, and cannot be shown again.
            </p>`
          : html`<p>${description} Copy it now: it cannot be shown again.</p>
              <p class="secret"><code>${value}</code></p>
              <p>${usage}</p>`
      }
      <p><a class="button" href="${from.address}">Done</a></p>
    </div>`;
