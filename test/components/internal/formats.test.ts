import { expect, fixture, html } from '@open-wc/testing';
import { render } from 'lit';
import { unansweredText, refusalText } from '../../../src/components/internal/failure-text.ts';
import { daysUntil, endsSoon, formatDaysUntil } from '../../../src/components/internal/format-day.ts';
import { formatMoney } from '../../../src/components/internal/format-money.ts';
import { formatNumber, languageOf } from '../../../src/components/internal/format.ts';
import { renderField, type FormField } from '../../../src/components/internal/form-field.ts';
import { jsonConverter } from '../../../src/components/internal/json-converter.ts';
import { reservedRows, restoreFocus } from '../../../src/components/internal/lists.ts';
import { renderMoreButton } from '../../../src/components/internal/more-button.ts';
import { batchText, endingSoonText, worthText } from '../../../src/components/internal/point-details-text.ts';
import { pointsText, pointsToGo } from '../../../src/components/internal/points-text.ts';
import { isTop } from '../../../src/components/internal/tier-state.ts';
import { today } from '../../../src/components/internal/today.ts';
import { LoyaltyError } from '../../../src/errors.ts';
import type { ShopperTexts } from '../../../src/services/transport/errors.ts';

/** The day in this many days, at this hour. */
const day = (days: number, hour = 12): Date => {
  const date = new Date();
  date.setDate(date.getDate() + days);
  date.setHours(hour, 0, 0, 0);
  return date;
};

describe('days', () => {
  it('are counted by the calendar, whatever the hour', () => {
    expect([day(0, 0), day(0, 23), day(1, 0), day(-1, 23), day(30)].map(daysUntil)).to.deep.equal([
      0, 0, 1, -1, 30,
    ]);
  });

  it('are soon until the seventh, and not when they are over', () => {
    expect([day(-1), day(0), day(7, 23), day(8, 0), undefined].map(endsSoon)).to.deep.equal([
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  it('are said in words', () => {
    expect([0, 1, 3].map((days) => formatDaysUntil(days, 'en-US'))).to.deep.equal([
      'today',
      'tomorrow',
      'in 3 days',
    ]);
  });

  it('begin with that of the shopper', () => {
    const now = new Date();
    const [year, month, date] = today().split('-').map(Number);
    expect([year, month! - 1, date]).to.deep.equal([now.getFullYear(), now.getMonth(), now.getDate()]);
  });
});

describe('amounts', () => {
  for (const [amount, currency, text] of [
    ['89.00', 'EUR', '€89'],
    ['89.50', 'eur', '€89.50'],
    ['-5', 'EUR', '-€5'],
    ['9007199254740993.5', 'EUR', '€9,007,199,254,740,993.50'],
    ['89', undefined, '89'],
    ['89', 'EURO', '89'],
    ['89', 'E1', '89'],
    ['much', 'EUR', 'much'],
    ['1,000', 'EUR', '1,000'],
    ['5.', 'EUR', '5.'],
  ] as const)
    it(`${amount} of ${currency} are ${text}`, () => {
      expect(formatMoney(amount, currency, 'en-US')).to.equal(text);
    });

  it('of points have the singular and the separators of their language', () => {
    expect([0, 1, 1_234].map((n) => pointsText(n, 'en-US'))).to.deep.equal([
      '0 points',
      '1 point',
      '1,234 points',
    ]);
    expect([1, 30].map((n) => pointsToGo(n, 'en-US'))).to.deep.equal(['1 point to go', '30 points to go']);
    expect(formatNumber(1_234.5, 'de')).to.equal('1.234,5');
    expect([1, 2].map((n) => endingSoonText(n, 'en-US'))).to.deep.equal([
      '1 point expires within 30 days',
      '2 points expire within 30 days',
    ]);
    const endsAt = new Date(2031, 0, 4);
    expect([1, 80].map((points) => batchText({ points, endsAt }, 'en-US'))).to.deep.equal([
      '1 point expires on January 4, 2031',
      '80 points expire on January 4, 2031',
    ]);
    expect([1, 80].map((points) => batchText({ points, endsAt: undefined }, 'en-US'))).to.deep.equal([
      '1 point never expires',
      '80 points never expire',
    ]);
  });

  it('that points are worth are named in each currency, and not without a rate', () => {
    const worth = (...all: { amount: string; currency: string }[]) =>
      worthText({ worth: all } as never, 'en-US');
    expect(worth()).to.equal(undefined);
    expect(worth({ amount: '22.80', currency: 'EUR' })).to.equal('worth €22.80');
    expect(worth({ amount: '1', currency: 'EUR' }, { amount: '2', currency: 'USD' })).to.equal(
      'worth €1 · $2',
    );
  });
});

describe('a language', () => {
  it('is that of the nearest attribute that names one', async () => {
    const page = await fixture(
      html`<div lang="de-AT">
        <p><b lang="not a language"></b></p>
      </div>`,
    );
    expect(languageOf(page.querySelector('p')!)).to.equal('de-AT');
    expect(languageOf(page.querySelector('b')!)).to.equal(undefined);
    const loose = document.createElement('p');
    expect(languageOf(loose)).to.equal(undefined);
  });
});

describe('a sentence about a failed write', () => {
  const text = (outlook: object, isCharged = false) => unansweredText(outlook as never, isCharged);
  it('says no more than is known', () => {
    expect(text({ kind: 'refused' })).to.equal(undefined);
    expect(text({ kind: 'undone' })).to.include('nothing has changed');
    expect(text({ kind: 'once' })).to.include('it counts only once');
    expect(text({ kind: 'once' }, true)).to.include('you won’t be charged twice');
    expect(text({ kind: 'unknown' }, true)).to.include('It may have gone through');
  });

  it("has the service's words about a field before others", () => {
    const refusal = (forShopper: ShopperTexts) =>
      refusalText(new LoyaltyError('validation', 'Log.', { status: 422, forShopper }));
    expect(refusal({ message: 'No.', fields: { name: 'Too long.' } })).to.equal('Too long.');
    expect(refusal({ message: 'No.', fields: {} })).to.equal('No.');
    expect(refusal({ fields: {} })).to.equal(undefined);
  });
});

describe('an attribute with JSON', () => {
  it('is a value, nothing, or malformed', () => {
    expect([jsonConverter('{"a":1}'), jsonConverter(null), jsonConverter('{')]).to.deep.equal([
      { a: 1 },
      undefined,
      null,
    ]);
  });
});

describe('a list', () => {
  it('has the rows of its custom property, or the usual number', async () => {
    const element = await fixture<HTMLElement>(html`<div></div>`);
    expect(reservedRows(element, '--rows', 3)).to.equal(3);
    element.style.setProperty('--rows', '5');
    expect(reservedRows(element, '--rows', 3)).to.equal(5);
    element.style.setProperty('--rows', 'many');
    expect(reservedRows(element, '--rows', 3)).to.equal(3);
  });

  it('gets the focus back, unless the shopper is elsewhere on the page', async () => {
    const page = await fixture(
      html`<div>
        <p><button>In</button></p>
        <input />
      </div>`,
    );
    const [host, target, other] = [
      page.querySelector('p')!,
      page.querySelector('button')!,
      page.querySelector('input')!,
    ];
    other.focus();
    restoreFocus(host, target);
    expect(document.activeElement).to.equal(other);
    other.blur();
    restoreFocus(host, target);
    expect(document.activeElement).to.equal(target);
    target.blur();
    restoreFocus(host, undefined);
    expect(document.activeElement).to.equal(document.body);
  });

  it('has a button that says how many there are, and how to show fewer', async () => {
    const box = await fixture<HTMLElement>(html`<div></div>`);
    const draw = (expanded?: boolean) => {
      render(
        renderMoreButton({
          n: 9,
          name: 'Show all {n} products',
          language: 'en-US',
          onMore: () => {},
          ...(expanded !== undefined && { expanded }),
        }),
        box,
      );
      const more = box.querySelector('button')!;
      return [more.textContent.trim(), more.getAttribute('aria-label'), more.getAttribute('aria-expanded')];
    };
    expect(draw()).to.deep.equal(['Show all 9', 'Show all 9 products', null]);
    expect(draw(false)).to.deep.equal(['Show all 9', 'Show all 9 products', 'false']);
    expect(draw(true)).to.deep.equal(['Show fewer', null, 'true']);
  });
});

describe('a field of a form', () => {
  async function draw(more: Partial<FormField> = {}) {
    const box = await fixture(html`<form>${renderField({ name: 'email', label: 'Email', ...more })}</form>`);
    return { input: box.querySelector('input')!, problem: box.querySelector('[part=problem]'), box };
  }
  it('is plain text that nothing fills in, unless it says so', async () => {
    const { input, problem } = await draw();
    expect([
      input.type,
      input.autocomplete,
      input.required,
      input.getAttribute('aria-invalid'),
    ]).to.deep.equal(['text', 'off', false, 'false']);
    expect(
      ['maxlength', 'max', 'inputmode', 'class', 'aria-describedby'].filter((name) =>
        input.hasAttribute(name),
      ),
    ).to.deep.equal([]);
    expect(problem).to.equal(null);
    const other = await draw({
      type: 'email',
      autocomplete: 'email',
      isRequired: true,
      maxlength: 5,
      className: 'code',
    });
    expect([
      other.input.type,
      other.input.autocomplete,
      other.input.required,
      other.input.maxLength,
      other.input.className,
    ]).to.deep.equal(['email', 'email', true, 5, 'code']);
  });

  it('names its problem, which may be one of another field', async () => {
    const invalid = await draw({ problem: 'Enter your email.' });
    expect([
      invalid.input.getAttribute('aria-invalid'),
      invalid.input.getAttribute('aria-describedby'),
    ]).to.deep.equal(['true', 'email-problem']);
    expect(invalid.problem).to.have.text('Enter your email.');
    const other = await draw({ problem: 'Wrong.', isInvalid: false });
    expect([
      other.input.getAttribute('aria-invalid'),
      other.input.hasAttribute('aria-describedby'),
    ]).to.deep.equal(['false', false]);
    expect(other.problem).to.have.text('Wrong.');
  });

  it('has its button beside it', async () => {
    const { box } = await draw({ button: html`<button>Show</button>` });
    expect(box.querySelector('.reveal > input + button')).to.have.text('Show');
    expect((await draw()).box.querySelector('.reveal')).to.equal(null);
  });
});

describe('the highest tier', () => {
  it('has no next one, and is not one that is not known', () => {
    const tier = { name: 'Gold' };
    const all = [
      { current: tier, next: null },
      { current: tier, next: tier },
      { current: tier, next: undefined },
      { current: null, next: null },
    ];
    expect(all.map((standing) => isTop(standing as never))).to.deep.equal([true, false, false, false]);
    expect(isTop(undefined)).to.equal(false);
  });
});
