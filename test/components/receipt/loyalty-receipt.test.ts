import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyProvider, LoyaltyReceipt } from '../../../src/index.ts';
import { readAmount } from '../../../src/components/receipt/receipt-actions.ts';
import {
  addProfileTransactionClaim,
  profileTransactionClaims,
} from '../../../src/services/contract/endpoints/index.ts';
import { offline, refuse } from '../../support/component-answers.ts';
import { withHonouredKeys } from '../../support/component-claim.ts';
import { sampleMember } from '../../support/component-member.ts';
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

const receipt = html`<loyalty-receipt></loyalty-receipt>`;
const only = (provider: LoyaltyProvider): LoyaltyReceipt => provider.querySelector('loyalty-receipt')!;
const show = async (state: StateName, content = receipt) => only(await STATES[state](content));

async function open() {
  const member = sampleMember();
  const service = openService(member);
  const element = await loaded(only(await page(receipt, member)));
  const input = (name: string) => element.shadowRoot!.querySelector<HTMLInputElement>(`[name=${name}]`)!;
  const fill = (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) input(name).value = value;
  };
  return {
    member,
    service,
    element,
    input,
    fill,
    posts: () => service.seen(addProfileTransactionClaim),
    status: () => shownText(element.shadowRoot!.querySelector('[role=status]')!),
    problemOf: (name: string) => {
      const problem = element.shadowRoot!.querySelector(`#${name}-problem`);
      return problem ? shownText(problem) : '';
    },
    async send(values: Record<string, string>): Promise<void> {
      fill(values);
      const before = shownText(element);
      part(element, 'submit-button')!.click();
      await until(
        () =>
          shownText(element) !== before &&
          part(element, 'submit-button')!.getAttribute('aria-disabled') === 'false',
        'the result',
      );
    },
  };
}
const valid = { receipt_ref: 'TILL-7', total: '45.50' };

describe('loyalty-receipt', () => {
  afterEach(closeService);

  isAccessible(() => receipt);

  describe('shows', () => {
    it('a skeleton and a text for screen readers while it loads', async () => {
      const element = await show('loading');
      expect(element.shadowRoot!.querySelector('[aria-busy=true]')).to.not.equal(null);
      expect(shownText(element)).to.include('Loading your receipts');
    });

    it('the form, and the receipts with their state, the newest first', async () => {
      const element = await show('data');
      expect(parts(element, 'label').map(shownText)).to.deep.equal([
        'Receipt or order number',
        'Total',
        'Date (optional)',
      ]);
      expect(parts(element, 'receipt').map(shownText)).to.deep.equal([
        'R-101 In review · June 1, 2024 Remove',
        'R-100 Points added · May 1, 2024',
      ]);
    });

    it('a sentence instead of the list, for guests, and after an error', async () => {
      expect(shownText(await show('empty'))).to.include('Receipts you send us appear here.');
      expect(shownText(await show('signed-out'))).to.equal('Sign in to add a purchase.');
      expect(shownText(await show('error'))).to.equal('Couldn’t load your receipts. Try again');
    });
  });

  describe('claims a purchase', () => {
    it('that is found: shows it first, empties the form, announces it, fires an event and loads the points again', async () => {
      const { send, posts, status, element, input } = await open();
      const events = eventsOf('loyalty-receipt-claimed');
      await send({ ...valid, transacted_at: '2024-05-04' });
      expect(posts().map(({ body }) => body)).to.deep.equal([
        { receipt_ref: 'TILL-7', total: 45.5, transacted_at: '2024-05-04' },
      ]);
      expect(status()).to.equal('Thank you! The points are in your account.');
      expect(shownText(parts(element, 'receipt')[0]!)).to.include('TILL-7 Points added');
      expect(input('receipt_ref').value).to.equal('');
      expect(events.map(({ detail }) => detail.receipt.status)).to.deep.equal(['matched']);
    });

    it('that is not found yet: says so', async () => {
      const { send, status, posts } = await open();
      await send({ receipt_ref: 'X-1', total: '10' });
      expect(status()).to.equal('Thank you! We’ll add your points as soon as we find this purchase.');
      expect(posts()[0]!.body).to.deep.equal({ receipt_ref: 'X-1', total: 10 });
    });

    it('once for several presses and a double click', async () => {
      const { service, element, fill, posts, status } = await open();
      const release = service.hold(addProfileTransactionClaim);
      fill(valid);
      for (let press = 0; press < 4; press++) part(element, 'submit-button')!.click();
      await until(() => posts().length, 'the request');
      part(element, 'submit-button')!.click();
      release();
      await until(() => status(), 'the outcome');
      part(element, 'submit-button')!.dispatchEvent(
        new MouseEvent('click', { detail: 2, bubbles: true, cancelable: true }),
      );
      await element.updateComplete;
      expect(posts().length).to.equal(1);
      expect(parts(element, 'problem').length).to.equal(0);
    });

    it('and settles a lost answer by reading', async () => {
      const { member, service, send, status, posts } = await open();
      service.answerOnce(addProfileTransactionClaim, ({ body, headers }) => {
        member.addReceipt(body, headers);
        return offline({} as never);
      });
      await send(valid);
      expect(status()).to.equal('Thank you! The points are in your account.');
      expect(posts().length).to.equal(1);
    });

    it('again with the same idempotency key where the result is unknown', async () => {
      const { service, send, status, posts } = await withHonouredKeys(open);
      service.answerOnce(addProfileTransactionClaim, offline);
      service.answerOnce(profileTransactionClaims, offline);
      await send(valid);
      expect(status()).to.equal('We didn’t get an answer. You can try again: it counts only once.');
      await send({});
      expect(status()).to.include('Thank you!');
      expect(new Set(posts().map(({ headers }) => headers.get('Idempotency-Key'))).size).to.equal(1);
    });
  });

  describe('refuses before it is sent', () => {
    it('an empty form, with a sentence at each field and the focus on the first', async () => {
      const { send, problemOf, posts, input } = await open();
      await send({});
      expect(problemOf('receipt_ref')).to.equal('Enter the receipt or order number.');
      expect(problemOf('total')).to.equal('Enter the total as a number, for example 45.50.');
      expect(problemOf('transacted_at')).to.equal('');
      expect(focused()).to.equal(input('receipt_ref'));
      expect(posts().length).to.equal(0);
    });

    it('a total that is no amount, and a day in the future', async () => {
      const { send, problemOf, posts } = await open();
      await send({ receipt_ref: 'A', total: 'about ten', transacted_at: '9000-01-01' });
      expect(problemOf('total')).to.not.equal('');
      expect(problemOf('transacted_at')).to.equal('This date is in the future.');
      expect(posts().length).to.equal(0);
    });

    it('no amount as shoppers write it', () => {
      for (const [text, amount] of [
        ['45.50', 45.5],
        ['45,5', 45.5],
        ['€ 45', 45],
        ['45,50 EUR', 45.5],
        ['1.234,50', 1_234.5],
        ['1,234.50', 1_234.5],
        ['1 234,50', 1_234.5],
        ['1,234', 1_234],
        ['٤٥٫٥٠', 45.5],
        ['४५．५０', 45.5],
        ['45.50\u200b', 45.5],
        ['0', undefined],
        ['-5', undefined],
        ['', undefined],
        ['1e9', undefined],
        ['45.505.5', undefined],
        ['12,34,56', undefined],
      ] as const)
        expect(readAmount(text), text).to.equal(amount);
    });
  });

  describe('shows why the service refuses', () => {
    for (const [name, answer, sentence] of [
      [
        'a number that was sent before',
        () => refuse(409, 'Conflict.'),
        'You’ve already submitted this number.',
      ],
      ['an unknown number', () => refuse(404, 'Not found.'), 'We couldn’t find a purchase with this number.'],
      [
        'a receipt that is too old',
        () => refuse(422, 'Receipts are valid for 90 days.'),
        'Receipts are valid for 90 days.',
      ],
      [
        'in a text of a framework',
        () => refuse(422, 'total_cents is invalid', { total: ['must be java.math.BigDecimal'] }),
        'Couldn’t send it. Try again.',
      ],
      ['too many tries', () => refuse(429, 'Slow down.'), 'Too many attempts. Try again in 15 minutes.'],
      ['a receipt that it may not take', () => refuse(403, 'Forbidden.'), 'Couldn’t send it. Try again.'],
    ] as const) {
      it(name, async () => {
        const { service, send, status, input } = await open();
        service.answer(addProfileTransactionClaim, answer);
        await send(valid);
        expect(status()).to.equal(sentence);
        expect(input('receipt_ref').value).to.equal('TILL-7');
      });
    }

    it('at the field that it names', async () => {
      const { service, send, problemOf, status, input } = await open();
      service.answer(addProfileTransactionClaim, () =>
        refuse(422, 'Invalid.', { transacted_at: ['This purchase is too old.'] }),
      );
      await send({ ...valid, transacted_at: '2001-01-01' });
      expect(problemOf('transacted_at')).to.equal('This purchase is too old.');
      expect(input('transacted_at')).to.have.attribute('aria-invalid', 'true');
      expect(status()).to.equal('');
    });
  });

  it('removes a receipt that is being checked', async () => {
    const { element, member, status } = await open();
    const events = eventsOf('loyalty-receipt-removed');
    button(element, 'Remove R-101')!.click();
    await until(() => parts(element, 'receipt').length === 1, 'the shorter list');
    await until(() => status() === 'R-101 removed', 'the announcement');
    expect(member.receipts.length).to.equal(1);
    expect(events.length).to.equal(1);
  });
});
