import { html, nothing, type TemplateResult } from 'lit';
import {
  isWithin,
  piecesTaken,
  undoReservation,
  type ChipIn,
  type ListProduct,
  type OwnReservation,
  type SharedList,
} from '../../services/index.ts';
import { formatMoney } from '../internal/format-money.ts';
import { pageLink } from '../internal/page-link.ts';
import { localize } from '../internal/texts/messages.ts';
import { chipInOf, renderChipIn } from '../saved-products/chip-in-progress.ts';
import { formatEventDay, renderQuantities, renderRow } from '../saved-products/list-rows.ts';
import { nameOf } from '../saved-products/product-name.ts';
import type { OpenRegistry, ReservationController } from './reservation-controller.ts';

// A product that several givers pay for together, as a giver sees it. Loaded by lists that have one.

interface View {
  readonly registry: OpenRegistry;
  /** Address of the page that says how givers pay. */
  readonly payUrl: string | undefined;
  readonly language: string | undefined;
}

/** The row of a product that is open for chip-in. What is reserved as a whole, has the row of any other product. */
export function renderChipInRow(
  giving: ReservationController,
  item: ListProduct,
  language: string | undefined,
  payUrl: string | undefined,
): TemplateResult | undefined {
  const registry = giving.registry();
  if (!registry) return undefined;
  const view: View = { registry, payUrl, language };
  const own = giving.own.get(item.id);
  const isWhole = piecesTaken(item) > 0 || (own && own.amount === undefined);
  const chipIn = isWhole ? undefined : chipInOf(item, registry.loyalty);
  const isOpen = giving.opened === item.id;
  const form = !isOpen
    ? undefined
    : giving.isPledge && chipIn
      ? !own && renderForm(giving, item, chipIn, view)
      : giving.renderForm(item, registry.list, language);
  return renderRow(item, {
    language,
    quantities: isWhole ? renderQuantities(item, false, language) : renderChipIn(chipIn, language),
    actions: form
      ? undefined
      : chipIn
        ? renderActions(giving, item, chipIn, view)
        : isWhole
          ? giving.renderActions(item)
          : undefined,
    form: form || undefined,
  });
}

function renderActions(
  giving: ReservationController,
  item: ListProduct,
  { currency, left, pledges }: ChipIn,
  { payUrl, language }: View,
): TemplateResult | undefined {
  const own = giving.own.get(item.id);
  const product = nameOf(item);
  if (own) {
    const link = pageLink(payUrl);
    return html`<span class="small" part="own">${ownText(own, currency, language)}</span>
      ${link ? html`<a class="button ghost" part="pay-link" href=${link}>${localize('How to pay')}</a>` : nothing}
      ${
        own.id
          ? html`<button
              class="ghost"
              part="button undo-button"
              type="button"
              aria-disabled=${giving.busy}
              aria-label=${localize('Undo your contribution to {product}', { product })}
              @click=${() => giving.change(item, own, () => undo(giving, own), localize('Your contribution to {product} is undone.', { product }))}
            >
              ${localize('Undo')}
            </button>`
          : nothing
      }`;
  }
  if (item.isGone) return undefined;
  // A request without an answer may have made it complete: it can be repeated.
  if (left === '0' && !giving.unanswered.has(item.id))
    return html`<span class="small quiet" part="full">${localize('The amount is complete')}</span>`;
  return html`<button
      class="ghost"
      part="button chip-in-button"
      type="button"
      aria-label=${localize('Chip in for {product}', { product })}
      @click=${() => giving.open(item, true)}
    >
      ${localize('Chip in')}
    </button>
    ${pledges ? nothing : giving.renderActions(item)}`;
}

const ownText = ({ amount = '' }: OwnReservation, currency: string, language: string | undefined): string =>
  localize('You give {amount}. Thank you!', { amount: formatMoney(amount, currency, language) });

const undo = (giving: ReservationController, own: OwnReservation) => {
  const { loyalty, share } = giving.registry()!;
  return undoReservation(loyalty, share, own);
};

function renderForm(
  giving: ReservationController,
  item: ListProduct,
  chipIn: ChipIn,
  { registry, payUrl, language }: View,
): TemplateResult | undefined {
  if (item.isGone) return undefined;
  const problem = giving.fieldProblem;
  const link = pageLink(payUrl);
  const invalid = (field: string) => problem?.field === field;
  return html`<form
    part="form"
    novalidate
    @submit=${(event: SubmitEvent) => onSubmit(event, giving, item, chipIn, language)}
    @keydown=${({ key }: KeyboardEvent) => key === 'Escape' && giving.close(item)}
  >
    <p class="quiet small" part="hint">
      ${localize('This is a promise: nothing is charged here, and you pay it yourself.')}
      ${namesText(registry.list, language)}
      ${link ? html`<a part="pay-link" href=${link}>${localize('How to pay')}</a>` : nothing}
    </p>
    <label part="label"
      >${localize('Your name')}
      <input
        part="input"
        name="name"
        maxlength="255"
        autocomplete="name"
        required
        aria-invalid=${invalid('name')}
        aria-describedby=${problem ? 'problem' : nothing}
    /></label>
    <label part="label"
      >${localize('Amount in {currency}', { currency: chipIn.currency })}
      <input
        part="input"
        name="amount"
        type="number"
        inputmode="decimal"
        min="0"
        max=${chipIn.left}
        step=${stepOf(chipIn)}
        required
        aria-invalid=${invalid('amount')}
        aria-describedby=${problem ? 'problem' : nothing}
    /></label>
    ${problem ? html`<p class="problem small" part="problem" id="problem" role="alert">${problem.sentence}</p>` : nothing}
    <button class="filled" part="button confirm-button" type="submit" aria-disabled=${giving.busy}>
      <span>${localize('Chip in')}</span>
    </button>
    <button class="ghost" part="button cancel-button" type="button" @click=${() => giving.close(item)}>
      ${localize('Cancel')}
    </button>
  </form>`;
}

/** What the owner sees before the day; nothing after it. */
function namesText({ eventAt }: SharedList, language: string | undefined): string | undefined {
  if (eventAt === null) return localize('The owner sees the sum, but not who gave what.');
  return eventAt && eventAt.getTime() > Date.now()
    ? localize('Until {day}, the owner sees the sum, but not who gave what.', {
        day: formatEventDay(eventAt, language),
      })
    : undefined;
}

/** `0.01` of a currency with two digits. */
function stepOf({ currency }: ChipIn): string {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return digits ? `0.${'1'.padStart(digits, '0')}` : '1';
}

function onSubmit(
  event: SubmitEvent,
  giving: ReservationController,
  item: ListProduct,
  { currency, left }: ChipIn,
  language: string | undefined,
): void {
  event.preventDefault();
  const form = event.target as HTMLFormElement;
  const input = form.querySelector<HTMLInputElement>('[name=amount]')!;
  const name = form.querySelector<HTMLInputElement>('[name=name]')!.value.trim();
  const amount = input.value;
  giving.fieldProblem = !name
    ? { field: 'name', sentence: localize('Enter your name.') }
    : isWithin(amount, left) && !input.validity.stepMismatch
      ? undefined
      : amountProblem(left, currency, language);
  void giving.send(
    item,
    { name, quantity: 1, amount, currency },
    {
      doneText: (made) => ownText(made, currency, language),
      problemOf: (error, shown) => {
        const chipIn = error.code === 'validation' && chipInOf(shown, giving.registry()!.loyalty);
        // `validation` does not say why: only what is left shows that others have pledged it.
        return chipIn && !isWithin(amount, chipIn.left) && chipIn.left !== '0'
          ? amountProblem(chipIn.left, currency, language)
          : undefined;
      },
      failureOf: (shown) => failureText(shown, giving.registry()!),
    },
  );
}

/** Why a pledge was refused, by what the service shows after it. */
function failureText(shown: ListProduct, { loyalty }: OpenRegistry): string {
  const product = nameOf(shown);
  return chipInOf(shown, loyalty)?.left === '0'
    ? localize('Someone was just ahead of you: the amount for {product} is complete.', { product })
    : localize('Couldn’t chip in for {product}. Try again.', { product });
}

const amountProblem = (left: string, currency: string, language: string | undefined) => ({
  field: 'amount' as const,
  sentence: localize('Enter an amount up to {amount}: that is what is left.', {
    amount: formatMoney(left, currency, language),
  }),
});
