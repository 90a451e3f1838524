import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { dates, isSameName, type Loyalty, type ProfileDate } from '../../services/index.ts';
import { removeDay, saveDay, type DateChange } from './dates-changes.ts';
import { showStored } from '../saved-products/stored-inputs.ts';
import { renderDate, type DateForm } from './dates-form.ts';
import { datesStyles } from './dates-styles.ts';
import { containKeys } from '../internal/contain-keys.ts';
import { define, readFlag } from '../internal/element.ts';
import { languageOf } from '../internal/format.ts';
import { reservedRows, restoreFocus } from '../internal/lists.ts';
import { renderMoreButton } from '../internal/more-button.ts';
import { localize } from '../internal/texts/messages.ts';
import { errorNotice } from '../internal/notice.ts';
import { InvitingElement } from '../page/inviting-element.ts';
import { ResourceController } from '../internal/resource-controller.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';

export type { LoyaltyDateEvent } from '../internal/member-events.ts';
export type { LoyaltyErrorEvent } from '../internal/events.ts';

/** Name of the birthday for the service, in every language of the page. */
const BIRTHDAY = 'birthday';

/**
 * The shopper's birthday and other days that your programme celebrates: a date input for each, with its own button to save it.
 *
 * @summary birthday and other days, to enter and change
 * @tag loyalty-dates
 * @guests line
 * @needs dates
 * @slot signed-out - Shown to guests: your sign-in link.
 * @slot birthday - Below the input of the birthday: what it brings.
 * @csspart date - A date with its name, input and buttons.
 * @csspart label - The name of a date.
 * @csspart gift - The text about the birthday.
 * @csspart input - The input of a date.
 * @csspart message - The line below the input: what was saved or removed, or why not.
 * @csspart problem - This line with a problem.
 * @csspart button - Every button.
 * @csspart save-button - The button that saves a date.
 * @csspart remove-button - The button that removes a date.
 * @csspart more-button - The button that shows all dates.
 * @csspart skeleton - A grey shape while the dates load.
 * @csspart notice - The box instead of the dates: signed out, or an error.
 * @csspart retry-button - The button that loads again after an error.
 * @csspart sign-in-link - The link to the page of `sign-in-url`, for guests.
 * @csspart join-link - The link to the page of `join-url`, for guests.
 * @csspart invitation - The links to these pages below the sentence.
 * @cssprop [--loyalty-dates-rows=1] - Number of dates that are shown, and reserved while they load.
 * @cssprop [--loyalty-dates-row-size=6.75em] - Height of a date; more where the text about the birthday has several lines.
 * @cssprop [--loyalty-guest-block-size=6em] - Height reserved for a guest's notice, on a page with the class `loyalty-guest`.
 * @cssprop [--loyalty-guest-line-size=2.5em] - Height reserved for a guest's notice where the element does not invite: it is a line.
 * @cssprop [--loyalty-color-problem] - Colour of the line beside error messages and around invalid fields; a red that fits the text colour.
 * @cssprop [--loyalty-input-radius=0.5em] - Corners of inputs.
 * @cssprop [--loyalty-input-background=transparent] - Background of inputs.
 * @cssstate loading - The dates are loading.
 * @cssstate failed - The dates could not be loaded.
 * @cssstate signed-out - The shopper is a guest.
 * @cssstate inviting - The shopper is a guest, and the links to join and sign in are buttons here.
 * @cssstate quiet - The shopper is a guest, and the element does not invite: its notice is a line.
 * @fires loyalty-date-saved - A date was saved.
 * @fires loyalty-date-removed - A date was removed.
 * @fires loyalty-error - Dates could not be loaded or changed.
 */
export class LoyaltyDates extends InvitingElement {
  static override properties = {
    names: {},
    expanded: { converter: readFlag },
    forms: { state: true },
  };

  static override styles = datesStyles;

  /** Names of the dates that every shopper can write, with commas: `Birthday, Wedding anniversary`. */
  names = 'Birthday';
  /** Shows every date instead of the first ones. */
  expanded = false;

  private forms: readonly DateForm[] = [];

  #dates = new ResourceController(this, dates);
  /** Customer of the forms. */
  #owner: Loyalty | undefined;

  constructor() {
    super();
    containKeys(this);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { loyalty, state } = this.#dates;
    // Another customer must not see these forms. An element that is being moved in the document has no customer and keeps them.
    if ((loyalty && loyalty !== this.#owner) || changed.has('names')) {
      this.#owner = loyalty;
      this.forms = namesIn(this.names).map((name) => ({ name }));
    }
    if (state.status !== 'ready') return;
    const shown = this.#stored(state.value);
    const others = state.value.filter((one) => !shown.includes(one));
    if (others.length) this.forms = [...this.forms, ...others.map(({ id, name }) => ({ id, name }))];
  }

  /** The stored date of each form; each date belongs to one form. */
  #stored(all: readonly ProfileDate[]): (ProfileDate | undefined)[] {
    const free = new Set(all);
    const take = (isOf: (date: ProfileDate) => boolean) => {
      const found = [...free].find(isOf);
      if (found) free.delete(found);
      return found;
    };
    const byId = this.forms.map(({ id }) => (id ? take((date) => date.id === id) : undefined));
    return this.forms.map(({ name }, index) => byId[index] ?? take((date) => isNamed(date, name)));
  }

  #set(index: number, change: Partial<DateForm>): void {
    this.forms = this.forms.map((form, at) => (at === index ? { ...form, ...change } : form));
  }

  #onInput = (index: number): void => {
    if (this.forms[index]?.outcome) this.#set(index, { outcome: undefined });
  };

  #onSave = async (index: number, input: HTMLInputElement): Promise<void> => {
    const name = this.forms[index]!.name;
    const isDone = await this.#change(index, (loyalty, date) =>
      saveDay(loyalty, {
        id: date?.id,
        name: isBirthday(name) ? 'Birthday' : name,
        label: labelOf(name),
        day: input.value,
        isBirthday: isBirthday(name),
      }),
    );
    if (isDone === false) input.focus();
  };

  #onRemove = async (index: number): Promise<void> => {
    const label = labelOf(this.forms[index]!.name);
    const isDone = await this.#change(index, (loyalty, date) => removeDay(loyalty, date!, label));
    const input = this.renderRoot.querySelectorAll('input')[index];
    if (!isDone || !input) return;
    input.value = ''; // an input that the shopper has changed ignores its attribute
    restoreFocus(this, input);
  };

  /** Changes one date, and shows the result in its line. Resolves to whether it succeeded; `undefined` if nothing was sent. */
  async #change(
    index: number,
    send: (loyalty: Loyalty, date: ProfileDate | undefined) => Promise<DateChange>,
  ): Promise<boolean | undefined> {
    const { loyalty, state } = this.#dates;
    if (!loyalty || state.status !== 'ready' || this.forms[index]?.isSending) return undefined;
    const date = this.#stored(state.value)[index];
    this.#set(index, { isSending: true, outcome: undefined });
    void importPagePolicy();
    const { form, event } = await send(loyalty, date);
    if (loyalty !== this.#owner) return undefined;
    this.#set(index, { isSending: false, ...form });
    if (event) this.dispatchEvent(event);
    await this.updateComplete;
    return !form.outcome?.isProblem;
  }

  protected override updated(): void {
    showStored(this.renderRoot);
  }

  protected override render(): TemplateResult {
    const { state } = this.#dates;
    switch (state.status) {
      case 'loading':
        return this.#renderLoading();
      case 'signed-out':
        return this.renderSignedOut(localize('Sign in to add your dates.'), state);
      case 'error':
        return errorNotice(this, state.error, localize('Couldn’t load your dates.'), () =>
          this.#dates.retry(),
        );
      case 'ready':
        return this.#renderForms(state.value);
    }
  }

  #renderLoading(): TemplateResult {
    return html`<div class="base" aria-busy="true">
      <p class="hidden">${localize('Loading your dates')}</p>
      <div class="date" part="date" aria-hidden="true">
        <div class="head"><span class="skeleton" part="skeleton">Birthday</span></div>
        <div class="entry"><span class="skeleton field" part="skeleton">00/00/0000</span></div>
      </div>
    </div>`;
  }

  #renderForms(all: readonly ProfileDate[]): TemplateResult {
    const stored = this.#stored(all);
    const n = this.forms.length;
    const limit = this.expanded ? n : reservedRows(this, '--loyalty-dates-rows', 1);
    return html`<div class="base">
      ${this.forms.slice(0, limit).map((form, index) =>
        renderDate(form, {
          index,
          label: labelOf(form.name),
          isBirthday: isBirthday(form.name),
          day: stored[index]?.day,
          onSave: this.#onSave,
          onRemove: this.#onRemove,
          onInput: this.#onInput,
        }),
      )}
      ${
        n > limit
          ? renderMoreButton({
              n,
              name: 'Show all {n} dates',
              language: languageOf(this),
              classes: 'link small more',
              onMore: this.#onMore,
            })
          : nothing
      }
    </div>`;
  }

  #onMore = async (): Promise<void> => {
    const index = this.renderRoot.querySelectorAll('input').length;
    this.expanded = true;
    await this.updateComplete;
    restoreFocus(this, this.renderRoot.querySelectorAll('input')[index]);
  };
}

const namesIn = (names: unknown): string[] =>
  [...new Set(`${names ?? ''}`.split(',').map((name) => name.trim()))].filter(Boolean);

const isBirthday = (name: string): boolean => name.toLowerCase() === BIRTHDAY;

const isNamed = ({ name, handle }: ProfileDate, wanted: string): boolean =>
  isBirthday(wanted) && handle ? handle === BIRTHDAY : isSameName(name, wanted);

/** The birthday has its name in the language of the page; the shop writes the others. */
const labelOf = (name: string): string => (isBirthday(name) ? localize('Birthday') : name);

define('loyalty-dates', LoyaltyDates);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-dates': LoyaltyDates;
  }
}
