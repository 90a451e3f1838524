import { expect, html } from '@open-wc/testing';
import '../../../src/components/provider/loyalty-provider.ts';
import type { LoyaltyBalance } from '../../../src/components/balance/loyalty-balance.ts';
import '../../../src/components/balance/loyalty-balance.ts';
import { profileBalances } from '../../../src/services/contract/endpoints/index.ts';
import { broken, json } from '../../support/component-answers.ts';
import { sampleMember } from '../../support/component-member.ts';
import {
  button,
  closeService,
  eventsOf,
  loaded,
  openService,
  page,
  part,
  parts,
  shownText,
  until,
} from '../../support/component-page.ts';
import { isAccessible, STATES, type StateName } from '../../support/component-states.ts';

const inline = html`<loyalty-balance></loyalty-balance>`;
const card = html`<loyalty-balance variant="card"></loyalty-balance>`;

async function show(state: StateName, content = inline): Promise<LoyaltyBalance> {
  return (await STATES[state](content)).querySelector('loyalty-balance')!;
}

describe('loyalty-balance', () => {
  afterEach(closeService);

  isAccessible(() => html`${inline} ${card}`);

  it('twin: is found inaccessible when its text has no contrast', async () => {
    const balance = await show('data');
    balance.style.color = '#eeeeee';
    let found = '';
    try {
      await expect(balance).to.be.accessible();
    } catch (violation) {
      found = String(violation);
    }
    expect(found).to.include('color-contrast');
  });

  describe('shows', () => {
    it('a skeleton and a text for screen readers while it loads', async () => {
      const balance = await show('loading');
      expect(shownText(balance)).to.include('Loading your points');
      expect(part(balance, 'base')).to.have.attribute('aria-busy', 'true');
      expect(balance.points).to.equal(undefined);
    });

    it('the points that can be spent', async () => {
      const balance = await show('data');
      expect(shownText(balance)).to.equal('2,480 points');
      expect(part(balance, 'value')).to.have.text('2,480');
      expect(balance.points).to.equal(2_480);
    });

    it('the singular for one point, and a long number shortened, with the exact one in its title', async () => {
      const member = sampleMember();
      openService(member);
      const provider = await page(inline, member);
      const balance = await loaded(provider.querySelector('loyalty-balance')!);
      member.points = { available: 1 };
      await provider.refresh();
      await balance.updateComplete;
      expect(shownText(balance)).to.equal('1 point');
      member.points = { available: 12_345_678 };
      await provider.refresh();
      await balance.updateComplete;
      expect(shownText(balance)).to.equal('12.3M points');
      expect(part(balance, 'base')).to.have.attribute('title', '12,345,678');
    });

    it('as a card the next expiry, the pending points and all points earned', async () => {
      const balance = await show('data', card);
      expect(shownText(balance)).to.equal(
        '2,480 points 300 of them expire on March 31, 2031 Pending 120 Total earned 9,340',
      );
      expect(part(balance, 'label')).to.have.text('points');
    });

    it('as a card no line for values that the service does not send', async () => {
      const balance = await show('empty', card);
      expect(shownText(balance)).to.equal('0 points');
    });

    it('numbers and days in the format of the page language', async () => {
      const balance = await show('data', html`<div lang="de">${card}</div>`);
      expect(shownText(balance)).to.include('2.480').and.to.include('9.340').and.to.include('31. März 2031');
    });

    it('an error with a retry button', async () => {
      const balance = await show('error');
      expect(shownText(balance)).to.equal('Points aren’t available right now Try again');
      expect(part(balance, 'message')).to.have.attribute('role', 'status');
    });

    it('no retry button for invalid settings', async () => {
      const balance = await show('invalid settings');
      expect(shownText(balance)).to.equal('Points aren’t available right now');
    });

    it("the theme's sign-in link to a guest, or a sentence without one", async () => {
      expect(shownText(await show('signed-out'))).to.equal('Members earn points');
      const link = html`<loyalty-balance><a slot="signed-out" href="/login">Sign in</a></loyalty-balance>`;
      expect(shownText(await show('signed-out', link))).to.equal('Sign in');
    });
  });

  it('hides the sign-in link of the theme from a customer', async () => {
    const link = html`<loyalty-balance><a slot="signed-out" href="/login">Sign in</a></loyalty-balance>`;
    const balance = await show('data', link);
    expect(balance.querySelector('a')!.checkVisibility()).to.equal(false);
  });

  it('always shows the unit beside the number of the card, with and without an expiry', async () => {
    for (const state of ['data', 'empty'] as const) {
      const label = part(await show(state, card), 'label')!;
      expect(label).to.have.text('points');
      expect(label.offsetWidth).to.be.above(20);
    }
  });

  it('grows with wide spacing of the text, so that no text is outside of the card', async () => {
    const narrow = html`<div class="narrow">
      <style>
        .narrow {
          inline-size: 200px;
          line-height: 1.5;
          letter-spacing: 0.12em;
          word-spacing: 0.16em;
        }
      </style>
      ${card}
    </div>`;
    const balance = await show('data', narrow);
    const box = balance.getBoundingClientRect();
    for (const name of ['value', 'label', 'expiry', 'detail']) {
      const { right, bottom } = parts(balance, name).at(-1)!.getBoundingClientRect();
      expect([name, right <= box.right + 1, bottom <= box.bottom + 1]).to.deep.equal([name, true, true]);
    }
  });

  it('has a state for loading, guests, errors and points that expire within a week', async () => {
    const states = ['loading', 'signed-out', 'failed', 'expiring'];
    const statesOf = (element: Element) => states.filter((name) => element.matches(`:state(${name})`));
    expect(statesOf(await show('loading', card))).to.deep.equal(['loading']);
    expect(statesOf(await show('signed-out', card))).to.deep.equal(['signed-out']);
    expect(statesOf(await show('error', card))).to.deep.equal(['failed']);
    expect(statesOf(await show('data', card))).to.deep.equal([]);
    const member = sampleMember();
    // The last moment of a day counts like its first one, as in loyalty-status.
    const inDays = (days: number) =>
      new Date(new Date().setHours(23, 59, 59) + days * 86_400_000).toISOString();
    member.points = { available: 5, expiring: { value: 3, expires_at: inDays(7) } };
    openService(member);
    const provider = await page(card, member);
    const balance = await loaded(provider.querySelector('loyalty-balance')!);
    expect(statesOf(balance)).to.deep.equal(['expiring']);
    member.points = { available: 5, expiring: { value: 3, expires_at: inDays(8) } };
    await provider.refresh();
    await balance.updateComplete;
    expect(statesOf(balance)).to.deep.equal([]);
  });

  it('shows in the card what the points are worth, and opens all batches with their ends', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const member = sampleMember();
    member.points = {
      available: 100,
      expiring: { value: 30, expires_at: inDays(10) },
      batches: [
        { value: 30, expires_at: inDays(10) },
        { value: 20, expires_at: inDays(20) },
        { value: 50, expires_at: null },
      ],
      worth: [{ currency: 'EUR', value: '1.50' }],
    };
    openService(member);
    const provider = await page(card, member);
    const balance = await loaded(provider.querySelector('loyalty-balance')!);
    expect(shownText(part(balance, 'worth')!)).to.include('worth €1.50');
    const height = balance.offsetHeight;
    part(balance, 'expiry')!.click();
    await until(() => balance.offsetHeight > height, 'the batches');
    expect(shownText(part(balance, 'ending-soon')!)).to.equal('50 points expire within 30 days');
    const batches = parts(balance, 'batch').map(shownText);
    expect(batches).to.have.length(3);
    expect(batches[0]).to.match(/^30 points expire on /);
    expect(batches[2]).to.equal('50 points never expire');
    await expect(balance).to.be.accessible();
    // Batches that are not the available points would be a lie.
    member.points = { ...member.points, available: 90, worth: [] };
    await provider.refresh();
    await balance.updateComplete;
    expect([part(balance, 'worth'), part(balance, 'batch')]).to.deep.equal([undefined, undefined]);
  });

  it('has a part for every piece of the card and of the skeleton', async () => {
    const balance = await show('data', card);
    for (const name of ['value', 'label', 'expiry', 'details', 'detail', 'detail-name', 'detail-value'])
      expect([name, parts(balance, name).length > 0]).to.deep.equal([name, true]);
    expect(parts(await show('loading'), 'skeleton')).to.have.length(2);
  });

  it('takes its colour and width from custom properties', async () => {
    const balance = await show(
      'data',
      html`<style>
          .themed {
            --loyalty-balance-color: rgb(10, 20, 30);
            --loyalty-balance-inline-size: 300px;
          }
        </style>
        <div class="themed">${inline}</div>`,
    );
    expect(getComputedStyle(part(balance, 'value')!).color).to.equal('rgb(10, 20, 30)');
    expect(balance.offsetWidth).to.equal(300);
  });

  it('changes from a number to a card and back', async () => {
    const balance = await show('data');
    balance.variant = 'card';
    await loaded(balance);
    expect(shownText(balance)).to.include('Total earned');
    balance.variant = 'inline';
    await balance.updateComplete;
    expect(shownText(balance)).to.equal('2,480 points');
  });

  it('fires loyalty-error, and loads after a retry', async () => {
    const member = sampleMember();
    const service = openService(member);
    service.answer(profileBalances, broken);
    const errors = eventsOf('loyalty-error');
    const balance = await loaded((await page(inline, member)).querySelector('loyalty-balance')!);
    expect(errors.map(({ detail, target }) => [detail.error.code, target])).to.deep.equal([
      ['bad_response', balance],
    ]);
    service.answer(profileBalances, undefined);
    button(balance, 'Try again')!.click();
    await loaded(balance);
    expect(shownText(balance)).to.equal('2,480 points');
    expect(service.seen(profileBalances)).to.have.length(2);
  });

  it('keeps showing the points while newer ones load and after that fails', async () => {
    const member = sampleMember();
    const service = openService(member);
    const provider = await page(inline, member);
    const balance = await loaded(provider.querySelector('loyalty-balance')!);
    const release = service.hold(profileBalances);
    member.points = { available: 5 };
    const refreshed = provider.refresh();
    await balance.updateComplete;
    expect(shownText(balance)).to.equal('2,480 points');
    release();
    await refreshed;
    await balance.updateComplete;
    expect(shownText(balance)).to.equal('5 points');
    service.answer(profileBalances, () => json({}, 500));
    await provider.refresh();
    await balance.updateComplete;
    expect(shownText(balance)).to.equal('5 points');
  });
});
