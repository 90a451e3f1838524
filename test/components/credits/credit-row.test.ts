import { expect, fixture, html } from '@open-wc/testing';
import { renderCredit, type CreditRowView } from '../../../src/components/credits/credit-row.ts';
import type { Credit } from '../../../src/services/index.ts';

/** The day in this many days. */
const day = (days: number): Date => {
  const date = new Date();
  date.setDate(date.getDate() + days);
  date.setHours(12, 0, 0, 0);
  return date;
};
const long = (date: Date) => new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(date);

describe('a credit', () => {
  async function draw(credit: object, view: Partial<CreditRowView> = {}) {
    const whole = { id: 1, remaining: '20.00', currency: 'EUR', ...credit } as unknown as Credit;
    const pressed: Credit[] = [];
    const onReveal = (one: Credit) => void pressed.push(one);
    const row = await fixture(
      html`<div>
        ${renderCredit(whole, { language: 'en-US', revealed: undefined, number: undefined, onReveal, ...view })}
      </div>`,
    );
    const text = (part: string) => row.querySelector(`[part~='${part}']`)?.textContent.trim();
    return { row, text, pressed };
  }

  it('has its name or what it is, and what is left of the first amount', async () => {
    const plain = await draw({});
    expect([plain.text('name'), plain.text('remaining'), plain.text('initial')]).to.deep.equal([
      'Store credit',
      '€20',
      undefined,
    ]);
    expect((await draw({ name: 'Gift', initial: '50' })).text('initial')).to.equal('of €50');
    expect((await draw({ name: 'Gift', initial: '50' })).text('name')).to.equal('Gift');
    expect((await draw({ initial: '20' })).text('initial')).to.equal(undefined);
  });

  it('has a bar where its share is known', async () => {
    expect((await draw({})).row.querySelector('svg')).to.equal(null);
    const { row } = await draw({ share: 0.1234 });
    expect(row.querySelector('rect')!.getAttribute('width')).to.equal('12.3%');
  });

  for (const [what, credit, part, text] of [
    [
      'when a lock ends',
      { isLocked: true, lockExpiresAt: day(3), expiresAt: day(1) },
      'locked',
      `Available from ${long(day(3))}`,
    ],
    ['that it is locked', { isLocked: true }, 'locked', 'Locked'],
    [
      'when it begins',
      { releasedAt: day(3), expiresAt: day(9) },
      'release',
      `Available from ${long(day(3))}`,
    ],
    ['nothing of an end that it has not', {}, 'note', undefined],
    ['an end of today in words', { expiresAt: day(0) }, 'soon', 'Expires today'],
    ['an end in seven days in words', { expiresAt: day(7) }, 'soon', 'Expires in 7 days'],
    ['a later end as a day', { expiresAt: day(8) }, 'expiry', `until ${long(day(8))}`],
  ] as const)
    it(`says ${what}`, async () => {
      const drawn = await draw(credit);
      expect(drawn.text(part)).to.equal(text);
      if (part === 'expiry') expect(drawn.text('soon')).to.equal(undefined);
      expect(drawn.row.querySelector('li')!.getAttribute('part')).to.equal(
        'isLocked' in credit ? 'row row-locked' : 'row',
      );
    });

  it('has a button for a number or a PIN, and shows the number of this credit alone', async () => {
    expect((await draw({})).text('number-button')).to.equal(undefined);
    for (const secret of [{ number: 'N' }, { code: 'C' }]) {
      const { row, text, pressed } = await draw(secret, { revealed: 2, number: html`<i>NUMBER</i>` });
      expect([text('number-button'), row.querySelector('i')]).to.deep.equal(['Show number', null]);
      expect(row.querySelector('button')!.getAttribute('aria-expanded')).to.equal('false');
      row.querySelector('button')!.click();
      expect(pressed.map(({ id }) => id)).to.deep.equal([1]);
    }
    const { row, text } = await draw({ number: 'N' }, { revealed: 1, number: html`<i>NUMBER</i>` });
    expect([text('number-button'), row.querySelector('i')!.textContent]).to.deep.equal([
      'Hide number',
      'NUMBER',
    ]);
    expect(row.querySelector('button')!.getAttribute('aria-expanded')).to.equal('true');
  });
});
