import { css, html, nothing, type LitElement } from 'lit';
import type { Loyalty } from '../../services/index.ts';
import {
  ClaimController,
  type ClaimedItem,
  type ClaimKind,
  type ClaimOffer,
  type OpenClaim,
} from './claim-controller.ts';
import { localize } from '../internal/texts/messages.ts';
import { priceOf, type RewardContent } from './reward-content.ts';

// The claim of a reward or benefit: its question, its failure and its success. An element loads this file after it has shown its rows.

const styles = css`
  /* The row of a question has room for the reason of a failure, which may arrive late. After the claim it keeps its size. */
  .row.open {
    block-size: auto;
    min-block-size: var(--_row);
    padding: 0.75em;
    border-radius: var(--_radius);
  }
  .open {
    background-color: var(--_wash);
  }
  .open .texts {
    align-self: start;
  }
  .open .note {
    display: block;
  }
  /* A button keeps its size when its text changes. */
  .actions {
    display: grid;
    grid-template-columns: repeat(2, minmax(7em, 1fr));
    gap: 0.5em;
  }
  .actions button {
    padding-inline: 0.5em;
  }
  @container (inline-size < 36em) {
    .row.open {
      grid-template: 1fr auto / minmax(0, 1fr);
      min-block-size: 8.75em;
    }
    .row.open .picture {
      display: none;
    }
    .actions {
      grid-template-columns: repeat(auto-fit, minmax(6em, 1fr));
    }
    .row.claimed {
      justify-items: start;
    }
  }
  /* Large text: each button has its own line. */
  @container (inline-size < 14em) {
    .row.open {
      min-block-size: 13em;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .claimed {
      animation: claimed 0.18s;
    }
    @keyframes claimed {
      from {
        background-color: var(--_line);
        opacity: 0.5;
      }
    }
  }
`;

/** Adds the styles of this module to the element, and the controller of its claims. */
export function attachClaims<Offer extends ClaimOffer, Owned extends ClaimedItem>(
  host: LitElement,
  customer: () => Loyalty | undefined,
  kind: ClaimKind<Offer, Owned>,
): ClaimController<Offer, Owned> {
  host.shadowRoot!.adoptedStyleSheets.push(styles.styleSheet!);
  return new ClaimController(host, customer, kind);
}

export interface ClaimView {
  readonly language: string | undefined;
  readonly onCancel: () => void;
  readonly onConfirm: (event: MouseEvent) => void;
}

/** The content of a row with the question or the result of its claim, if there is one. */
export function withClaim(
  content: RewardContent,
  { key }: { readonly key: string },
  { current, claimed }: Pick<ClaimController, 'current' | 'claimed'>,
  view: ClaimView,
): RewardContent {
  const id = Number(key);
  if (claimed.has(id)) return { ...content, ...claimedContent(content) };
  return current?.offer.id === id ? { ...content, ...openContent(current, view) } : content;
}

function claimedContent({ code }: RewardContent) {
  const next =
    code === nothing
      ? localize('It stays here until you use it.')
      : localize('Use this code at the checkout.');
  return { step: 'open claimed', note: html`<b>${localize('Yours')}</b> · ${next}` };
}

function openContent({ offer, step, reason }: OpenClaim<ClaimOffer>, view: ClaimView) {
  const { language, onCancel, onConfirm } = view;
  const failed = step === 'failed';
  const sending = step === 'sending';
  const onKeydown = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') onCancel();
  };
  return {
    part: 'row',
    step: 'open',
    price: undefined,
    note: failed
      ? html`<span id="question" part="reason" role="alert">${reason}</span>`
      : html`<span id="question" part="question">${questionOf(offer, language)}</span>`,
    // An array makes a new text node: a centred text that changes counts as a layout shift.
    action: html`<span class="actions" role="group" aria-labelledby="question" @keydown=${onKeydown}>
      <button class="ghost" part="button cancel-button" type="button" @click=${onCancel}>
        ${failed ? [localize('Close')] : localize('Cancel')}
      </button>
      <button part="button confirm-button" type="button" aria-disabled=${sending} @click=${onConfirm}>
        <span
          >${failed ? [localize('Try again')] : sending ? localize('Claiming…') : localize('Confirm')}</span
        >
      </button>
    </span>`,
  };
}

/** The question before this offer is claimed. */
export const questionOf = (offer: ClaimOffer, language: string | undefined): string =>
  offer.pointsCost
    ? localize('Spend {price}?', { price: priceOf(offer, language) })
    : localize('Claim it for free?');
