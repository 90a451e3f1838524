import { css, html, nothing, type TemplateResult } from 'lit';
import { withAdvice } from '../internal/advice.ts';
import { readProgramme, type Programme } from '../../services/index.ts';
import { localize } from '../internal/texts/messages.ts';
import { pointsText } from '../internal/points-text.ts';
import { renderTiers, tierSteps } from './status-tiers.ts';

// What guests see of the programme. Loaded only for them.

const REWARDS = 3;

const styles = css`
  ul {
    padding-block-start: 0.625em;
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
    ul {
      row-gap: 0.125em;
    }
    [part='tier-text'] {
      min-block-size: 0;
    }
  }
`;

/** Adds the styles of this module to the element. */
export const adoptOfferStyles = (root: ShadowRoot): unknown =>
  root.adoptedStyleSheets.push(styles.styleSheet!);

/** Reads the attribute or property `programme`, and advises in the console on what is malformed. */
export function readOffer(programme: unknown, host: Element): Programme {
  withAdvice(({ checkProgramme }) => checkProgramme(programme, host, readProgramme));
  return readProgramme(programme);
}

/** The tiers and rewards of the programme; `undefined` if it has no tiers. */
export function renderOffer(
  { tiers, rewards }: Programme,
  language: string | undefined,
  renderName: (name: string) => TemplateResult,
): TemplateResult | undefined {
  if (!tiers.length) return undefined;
  const shown = rewards.slice(0, REWARDS);
  return html`<div part="base" class="card">
    ${renderName(localize('What members get'))}
    <slot name="signed-out"></slot>
    ${renderTiers(tierSteps({ points: 0, current: undefined, next: undefined }, tiers), language, false)}
    ${
      shown.length
        ? html`<ul part="rewards">
            ${shown.map(
              ({ name, pointsCost }) =>
                html`<li part="reward" class="row small">
                  <span class="line">${name}</span>
                  <span class="quiet">${pointsText(pointsCost, language)}</span>
                </li>`,
            )}
          </ul>`
        : nothing
    }
  </div>`;
}
