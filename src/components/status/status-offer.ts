import { css, html, nothing, type TemplateResult } from 'lit';
import { addStyles } from '../internal/add-styles.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';
import { readProgramme, type Programme } from '../../services/index.ts';
import { pictureStyles, renderImage } from '../internal/picture.ts';
import type { Invitation } from '../page/invitation.ts';
import { localize } from '../internal/texts/messages.ts';
import { pointsText } from '../internal/points-text.ts';
import { renderTiers, tierSteps } from './status-tiers.ts';

// What guests see of the programme. Loaded only for them.

const REWARDS = 3;

const gift = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M3.5 9h17v4h-17zM5 13v7.5h14V13M12 9v11.5M12 9c-6 0-6-6-3-6s3 6 3 6 0-6 3-6 3 6-3 6" />
</svg>`;

const styles = css`
  ${pictureStyles}
  .pictured {
    display: grid;
    align-content: start;
    gap: 0.25em;
  }
  .picture {
    margin-block-end: 0.25em;
    aspect-ratio: 4 / 3;
    border-radius: var(--_radius);
  }
  .picture svg {
    inline-size: 2em;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.25;
  }
  ul.gallery {
    grid-auto-flow: row;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: 0.75em;
  }
  ul {
    padding-block-start: 0.5em;
    border-block-start: 1px solid var(--_line);
  }
  ::slotted(*) {
    margin: 0;
  }
  [part~='tier'] .row {
    flex-flow: row;
    gap: 1em;
    min-block-size: 0;
  }
  @container (max-width: 33em) {
    /* Sentences of any length are above the tiers, and rewards below them: no tier is cut off. */
    .card {
      max-block-size: none;
    }
    ul {
      row-gap: 0;
    }
    ul.gallery {
      grid-template-columns: minmax(0, 1fr);
      gap: 0.25em;
    }
    .pictured {
      grid-template-columns: 2.25em minmax(0, 1fr) auto;
      align-items: center;
      gap: 0.75em;
    }
    .picture {
      margin: 0;
      aspect-ratio: 1;
    }
    ol {
      row-gap: 0.5em;
    }
    ol::before {
      content: none;
    }
  }
`;

/** Adds the styles of this module to the element. */
export const adoptOfferStyles = (host: Element): void => addStyles(host, styles);

/** Reads the attribute or property `programme`, and advises in the console on what is malformed. */
export function readOffer(programme: unknown, host: Element): Programme {
  void importPagePolicy().then((policy) => policy?.checkProgramme(programme, host, readProgramme));
  return readProgramme(programme);
}

/** The tiers and rewards of the programme; `undefined` if it has no tiers. */
export function renderOffer(
  { tiers, rewards }: Programme,
  language: string | undefined,
  renderName: (name: string) => TemplateResult,
  invitation: () => Invitation | null | undefined,
): TemplateResult | undefined {
  if (!tiers.length) return undefined;
  const shown = rewards.slice(0, REWARDS);
  const hasPictures = shown.some(({ imageUrl }) => imageUrl);
  return html`<div part="base" class="card">
    ${renderName(localize('Member benefits'))}
    <slot name="signed-out">${invitation()?.renderButtons()}</slot>
    ${renderTiers(tierSteps({ points: 0, current: null, next: null }, tiers), language, false)}
    ${
      shown.length
        ? html`<ul class=${hasPictures ? 'gallery' : nothing} part="rewards">
            ${shown.map(
              ({ name, pointsCost, imageUrl }) =>
                html`<li part="reward" class=${hasPictures ? 'pictured small' : 'row small'}>
                  ${
                    hasPictures
                      ? html`<span part="picture" class="picture"
                          >${imageUrl ? renderImage(imageUrl) : nothing}${gift}</span
                        >`
                      : nothing
                  }
                  <bdi class="line">${name}</bdi>
                  <span class="quiet">${pointsText(pointsCost, language)}</span>
                </li>`,
            )}
          </ul>`
        : nothing
    }
  </div>`;
}

/** Gives each tier its colour. By `setProperty()`, because a strict content security policy allows no attribute `style`. */
export const colorTiers = (root: ParentNode, { tiers }: Programme): void =>
  root
    .querySelectorAll<HTMLElement>('[part~=tier]')
    .forEach(({ style }, at) => style.setProperty('--_tier', tiers[at]?.color ?? ''));
