import { html, nothing, type TemplateResult } from 'lit';
import {
  readChipIn,
  toLoyaltyError,
  type ChipIn,
  type ListProduct,
  type Loyalty,
} from '../../services/index.ts';
import { formatMoney } from '../internal/format-money.ts';
import { localize } from '../internal/texts/messages.ts';

// Items of a registry that several givers pay for together. Loaded by lists that have one.

/** What the service says of it; `undefined` where that is not understood, which the console then names. */
export function chipInOf(item: ListProduct, { report }: Pick<Loyalty, 'report'>): ChipIn | undefined {
  try {
    return readChipIn(item);
  } catch (thrown) {
    report(toLoyaltyError(thrown));
    return undefined;
  }
}

/** `€120 of €200, 3 contributions`, and a bar. The owner reads what is left over, and after the day what is missing. */
export function renderChipIn(
  chipIn: ChipIn | undefined,
  language: string | undefined,
  owner?: { readonly isAfterDay: boolean },
): TemplateResult {
  if (!chipIn)
    return html`<span class="quiet small" part="quantities">${localize('Couldn’t load this.')}</span>`;
  const { target, pledged, pledges, currency, left, over } = chipIn;
  const money = (amount: string) => formatMoney(amount, currency, language);
  const isMissing = owner?.isAfterDay && left !== '0';
  const more = !owner
    ? undefined
    : over !== undefined
      ? localize('{amount} more than it costs now', { amount: money(over) })
      : isMissing
        ? localize('{amount} missing', { amount: money(left) })
        : undefined;
  return html`<span class="quiet small" part="quantities"
      >${localize(
        '{amount} of {target}, {n} contributions',
        { amount: money(pledged), target: money(target), n: pledges },
        language,
        '{amount} of {target}, {n} contribution',
      )}${more ? html` · <strong>${more}</strong>` : nothing}</span
    >
    <progress part="progress" value=${Number(pledged)} max=${Number(target)} aria-hidden="true"></progress>`;
}
