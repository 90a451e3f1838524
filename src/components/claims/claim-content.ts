import type { Id, Outlook } from '../../services/index.ts';
import { css, html, nothing } from 'lit';
import { localize } from '../internal/texts/messages.ts';
import { pointsText } from '../internal/points-text.ts';
import { priceOf, type RewardContent } from './reward-content.ts';

// The claim of a reward or benefit: its question, its failure and its success.

/** What can be claimed: a reward or a benefit. */
export interface ClaimOffer {
  readonly id: Id;
  readonly name: string;
  /** `undefined` where the service does not say it. */
  readonly pointsCost: number | undefined;
}

/** The open claim of one offer. */
export interface OpenClaim<Offer> {
  readonly offer: Offer;
  readonly step: 'confirm' | 'sending' | 'failed';
  readonly reason?: string;
  /** What is known of a claim that failed: after a refusal nothing was spent. */
  readonly kind?: Outlook['kind'];
  /** Of a claim that may be done: when the shopper can send it again, in milliseconds since 1970. */
  readonly repeatableAt?: number | undefined;
}

export const claimStyles = css`
  .row:is(.open, .claimed) {
    padding: 0.75em;
    border-radius: var(--_radius);
  }
  .open,
  .claimed {
    background-color: var(--_wash);
  }
  :is(.open, .claimed) :is(.texts, .picture) {
    align-self: start;
  }
  :is(.open, .claimed) .note {
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
  /* The row of a question has room for the reason of a failure, which may arrive late. After the claim it keeps its size. */
  @container (inline-size < 36em) {
    .row:is(.open, .claimed) {
      grid-template: 1fr auto / 2.75em minmax(0, 1fr);
      min-block-size: 9em;
    }
    .row .actions {
      grid-column: 1 / -1;
    }
    .actions {
      grid-template-columns: repeat(auto-fit, minmax(6em, 1fr));
    }
  }
  /* Large text: each button has its own line. */
  @container (inline-size < 14em) {
    .row:is(.open, .claimed) {
      grid-template-columns: minmax(0, 1fr);
      min-block-size: 13em;
    }
  }
`;

/** The open claim, what was claimed by the id of its offer, and the presses. */
interface Claims {
  readonly current: OpenClaim<ClaimOffer> | undefined;
  readonly claimed: ReadonlyMap<Id, unknown>;
  /** Points that are left after the open claim, where they are known. */
  readonly left: number | undefined;
  readonly onCancel: () => void;
  readonly onConfirm: (event: MouseEvent) => void;
}
type View = Pick<Claims, 'left' | 'onCancel' | 'onConfirm'> & { readonly language: string | undefined };

/** The content of a row with the question or the result of its claim, if there is one. */
export function withClaim(
  content: RewardContent,
  { key }: { readonly key: string },
  { current, claimed, left, onCancel, onConfirm }: Claims,
  language: string | undefined,
): RewardContent {
  // Ids are texts or numbers; keys are texts.
  const isOffer = (id: Id | undefined): boolean => String(id) === key;
  if ([...claimed.keys()].some(isOffer)) return { ...content, ...claimedContent(content) };
  return current && isOffer(current.offer.id)
    ? { ...content, ...openContent(current, { language, left, onCancel, onConfirm }) }
    : content;
}

function claimedContent({ code }: RewardContent) {
  const next =
    code === nothing ? localize('It’s yours until you use it.') : localize('Use this code at checkout.');
  return { step: 'claimed', note: html`<b>${localize('Yours')}</b> · ${next}` };
}

function openContent(
  { offer, step, reason, repeatableAt = 0 }: OpenClaim<ClaimOffer>,
  { language, left, onCancel, onConfirm }: View,
) {
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
      : html`<span id="question" part="question">${questionOf(offer, language)}</span>
          <span part="left">${leftText(left, language)}</span>`,
    // An array makes a new text node: a centred text that changes counts as a layout shift.
    action: html`<span class="actions" role="group" aria-labelledby="question" @keydown=${onKeydown}>
      <button class="ghost" part="button cancel-button" type="button" @click=${onCancel}>
        ${failed ? [localize('Close')] : localize('Cancel')}
      </button>
      <button
        class="filled"
        part="button confirm-button"
        type="button"
        aria-disabled=${sending || repeatableAt > Date.now()}
        @click=${onConfirm}
      >
        <span
          >${failed ? [localize('Try again')] : sending ? localize('Claiming…') : confirmText(offer, language)}</span
        >
      </button>
    </span>`,
  };
}

/** What the press does. */
const confirmText = ({ pointsCost: n }: ClaimOffer, language: string | undefined): string =>
  n ? localize('Spend {n} points', { n }, language, 'Spend {n} point') : localize('Claim');

/** The question before this offer is claimed. */
export const questionOf = (offer: ClaimOffer, language: string | undefined): string => {
  const price = priceOf(offer, language);
  if (price === undefined) return localize('Claim it?');
  return offer.pointsCost ? localize('Spend {price}?', { price }) : localize('Claim it for free?');
};

/** `1,980 points left`; empty where the balance is not known. */
export const leftText = (left: number | undefined, language: string | undefined): string =>
  left === undefined ? '' : localize('{points} left', { points: pointsText(left, language) });
