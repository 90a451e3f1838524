import { aTimeout, expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyDates, LoyaltyProvider } from '../../../src/index.ts';
import { deleteProfileDate, editProfileDates } from '../../../src/services/contract/endpoints/index.ts';
import { offline, refuse } from '../../support/component-answers.ts';
import { withHonouredKeys } from '../../support/component-claim.ts';
import { sampleMember, type Member } from '../../support/component-member.ts';
import {
  button,
  closeService,
  eventsOf,
  focused,
  loaded,
  openService,
  page,
  part,
  parts,
  shownText,
  until,
} from '../../support/component-page.ts';
import { isAccessible, STATES, type StateName } from '../../support/component-states.ts';

const dates = html`<loyalty-dates></loyalty-dates>`;
const only = (provider: LoyaltyProvider): LoyaltyDates => provider.querySelector('loyalty-dates')!;
const show = async (state: StateName, content = dates) => only(await STATES[state](content));

async function open(content = dates, change: (member: Member) => void = () => {}) {
  const member = sampleMember();
  change(member);
  const service = openService(member);
  const element = await loaded(only(await page(content, member)));
  const inputs = () => parts(element, 'input') as HTMLInputElement[];
  return {
    member,
    service,
    element,
    inputs,
    puts: () => service.seen(editProfileDates),
    message: (index = 0) => shownText(parts(element, 'message')[index]!),
    async save(day: string, index = 0): Promise<void> {
      inputs()[index]!.value = day;
      parts(element, 'save-button')[index]!.click();
      await until(() => parts(element, 'message').some((line) => shownText(line)), 'the message');
    },
  };
}
const withoutDates = (member: Member) => void (member.dates = []);
const two = html`<loyalty-dates names="Birthday, Wedding day" expanded></loyalty-dates>`;
const tomorrow = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);

describe('loyalty-dates', () => {
  afterEach(closeService);

  isAccessible(() => two);

  it('names each button by its date', async () => {
    const { element } = await open(two, withoutDates);
    const names = parts(element, 'save-button').map((one) => one.getAttribute('aria-label'));
    expect(names).to.deep.equal(['Save date: Birthday', 'Save date: Wedding day']);
  });

  describe('shows', () => {
    it('a skeleton and a text for screen readers while it loads', async () => {
      const element = await show('loading');
      expect(element.shadowRoot!.querySelector('[aria-busy=true]')).to.not.equal(null);
      expect(shownText(element)).to.include('Loading your dates');
    });

    it('the birthday in a date input with its label and limits', async () => {
      const { element, inputs } = await open();
      expect(part(element, 'label')).to.have.text('Birthday');
      const [input] = inputs();
      // The property of Firefox is empty for a type that it does not fill in.
      expect([input!.type, input!.value, input!.getAttribute('autocomplete')]).to.deep.equal([
        'date',
        '1990-02-03',
        'bday',
      ]);
      expect(input!.min).to.equal('1900-01-01');
      expect(input!.max).to.match(/^\d{4}-\d\d-\d\d$/);
    });

    it('a form for each name, and one for each other date that is stored', async () => {
      const { element, inputs } = await open(two, (member) => {
        member.dates = [...member.dates, { id: 'x', name: 'Name day', date: '2001-12-24' }];
      });
      expect(parts(element, 'label').map(shownText)).to.deep.equal(['Birthday', 'Wedding day', 'Name day']);
      expect(inputs().map(({ value }) => value)).to.deep.equal(['1990-02-03', '', '2001-12-24']);
    });

    it('each of two dates with one name once, also after the first is removed', async () => {
      const { element, inputs } = await open(
        html`<loyalty-dates names="Name day" expanded></loyalty-dates>`,
        (member) => {
          member.dates = ['2001-12-24', '2002-06-13'].map((date) => ({ id: date, name: 'Name day', date }));
        },
      );
      const shown = () => inputs().map(({ value }) => value);
      expect(shown()).to.deep.equal(['2001-12-24', '2002-06-13']);
      button(element, 'Remove Name day')!.click();
      await until(() => shown()[0] === '', 'the removal');
      expect(shown()).to.deep.equal(['', '2002-06-13']);
      // Only the second one can be removed.
      const [first, second] = parts(element, 'date');
      expect([first, second].map((date) => !!date!.querySelector('[part~=remove-button]'))).to.deep.equal([
        false,
        true,
      ]);
    });

    it('no more dates than are reserved, and all of them after a press', async () => {
      const { element, inputs } = await open(html`<loyalty-dates names="Birthday, B, C"></loyalty-dates>`);
      expect(inputs().length).to.equal(1);
      button(element, 'Show all 3 dates')!.click();
      await until(() => inputs().length === 3, 'all dates');
    });

    it('what a birthday brings, from the page', async () => {
      const { element } = await open(
        html`<loyalty-dates><span slot="birthday">A gift.</span></loyalty-dates>`,
      );
      expect(shownText(part(element, 'gift')!)).to.equal('A gift.');
    });

    it('an error, and a sentence to guests', async () => {
      expect(shownText(await show('error'))).to.equal('Couldn’t load your dates. Try again');
      expect(shownText(await show('signed-out'))).to.equal('Sign in to add your dates.');
    });
  });

  describe('saves', () => {
    it('a new birthday as one that comes again, announces it and fires an event', async () => {
      const { puts, save, message, element } = await open(dates, withoutDates);
      const events = eventsOf('loyalty-date-saved');
      await save('1988-12-31');
      expect(puts().map(({ body }) => body)).to.deep.equal([
        [{ name: 'Birthday', date: '1988-12-31', is_recurring: '1' }],
      ]);
      expect(message()).to.equal('Birthday saved');
      expect(part(element, 'message')).to.have.attribute('role', 'status');
      expect(events.map(({ detail }) => detail.name)).to.deep.equal(['Birthday']);
    });

    it('a changed date by its id', async () => {
      const { puts, save, inputs } = await open();
      await save('1991-02-03');
      expect(puts()[0]!.body).to.deep.equal([{ id: 'date-1', date: '1991-02-03' }]);
      expect(inputs()[0]!.value).to.equal('1991-02-03');
    });

    it('once for several presses', async () => {
      const { service, element, puts, inputs, message } = await open(dates, withoutDates);
      const release = service.hold(editProfileDates);
      inputs()[0]!.value = '1988-12-31';
      for (let press = 0; press < 4; press++) part(element, 'save-button')!.click();
      await until(() => puts().length, 'the request');
      part(element, 'save-button')!.click();
      release();
      await until(() => message(), 'the message');
      expect(puts().length).to.equal(1);
    });

    it('and reads after a lost answer: a stored date is saved', async () => {
      const { member, service, save, message, puts } = await open(dates, withoutDates);
      service.answerOnce(editProfileDates, ({ body }) => {
        member.putDates(body);
        return offline({} as never);
      });
      await save('1988-12-31');
      expect(message()).to.equal('Birthday saved');
      expect(puts().length).to.equal(1);
    });

    it('a date that did not arrive again with the same idempotency key', async () => {
      const { service, save, message, puts, element } = await withHonouredKeys(() =>
        open(dates, withoutDates),
      );
      service.answerOnce(editProfileDates, offline);
      await save('1988-12-31');
      expect(message()).to.equal('We didn’t get an answer. You can try again: it counts only once.');
      part(element, 'save-button')!.click();
      await until(() => message() === 'Birthday saved', 'the second try');
      expect(new Set(puts().map(({ headers }) => headers.get('Idempotency-Key'))).size).to.equal(1);
    });
  });

  describe('refuses before it is sent', () => {
    for (const [name, day, sentence] of [
      ['no day', () => '', 'Enter day, month and year.'],
      ['a year before 1900', () => '0090-02-03', 'Check the year.'],
      ['a birthday in the future', tomorrow, 'A birthday can’t be in the future.'],
    ] as const) {
      it(`${name}, with a sentence at its field`, async () => {
        const { puts, save, message, inputs } = await open();
        await save(day());
        expect(message()).to.equal(sentence);
        expect(inputs()[0]).to.have.attribute('aria-invalid', 'true');
        expect(focused()).to.equal(inputs()[0]);
        expect(puts().length).to.equal(0);
      });
    }

    it('30 February, which a date input does not take', async () => {
      const { save, message, puts } = await open();
      await save('2001-02-30');
      expect(message()).to.equal('Enter day, month and year.');
      expect(puts().length).to.equal(0);
    });

    it('but not another date in the future', async () => {
      const { save, message } = await open(two);
      await save(tomorrow(), 1);
      expect(message(1)).to.equal('Wedding day saved');
    });
  });

  it("shows the service's refusal at its field until the date is changed", async () => {
    const { service, save, message, inputs, element } = await open();
    service.answer(editProfileDates, () =>
      refuse(422, 'Invalid.', { '0.date': ['Members are 16 or older.'] }),
    );
    await save('2020-01-01');
    expect(message()).to.equal('Members are 16 or older.');
    expect(inputs()[0]).to.have.attribute('aria-invalid', 'true');
    inputs()[0]!.dispatchEvent(new Event('input', { bubbles: true }));
    await element.updateComplete;
    expect(message()).to.equal('');
  });

  for (const [name, answer] of [
    ['a status that is no refusal of the day', () => refuse(405, 'Method "PUT" not allowed.')],
    ['a field with a technical text', () => refuse(422, 'x_y', { date: ['Expected System.DateOnly.'] })],
  ] as const) {
    it(`shows a sentence of its own for ${name}`, async () => {
      const { service, save, message } = await open();
      service.answer(editProfileDates, answer);
      await save('2020-01-01');
      expect(message()).to.equal('Couldn’t save. Try again.');
    });
  }

  it('shows another day after a reload, also where the shopper has changed it before', async () => {
    const { element, member, save, inputs } = await open();
    await save('1991-03-04');
    member.dates = [{ ...member.dates[0]!, date: '1992-05-06' }];
    await element.closest('loyalty-provider')!.refresh();
    await until(() => inputs()[0]!.value === '1992-05-06', 'the stored day');
  });

  it('keeps what the shopper is typing when it is loaded again', async () => {
    const { element, member, inputs } = await open();
    await import('../../../src/components/dates/dates-changes.ts'); // it loads after the dates
    await aTimeout(0);
    inputs()[0]!.value = '1991-03-04';
    member.dates = [{ ...member.dates[0]!, date: '1992-05-06' }];
    await element.closest('loyalty-provider')!.refresh();
    await aTimeout(20); // wait for a change that must not come
    expect(inputs()[0]!.value).to.equal('1991-03-04');
  });

  it('removes a date, empties its input and announces it', async () => {
    const { service, element, inputs, message } = await open();
    const events = eventsOf('loyalty-date-removed');
    button(element, 'Remove Birthday')!.click();
    await until(() => message(), 'the message');
    expect(message()).to.equal('Birthday removed');
    expect(inputs()[0]!.value).to.equal('');
    expect(service.seen(deleteProfileDate).length).to.equal(1);
    expect(events.length).to.equal(1);
    expect(button(element, 'Remove Birthday')).to.equal(undefined);
  });
});
