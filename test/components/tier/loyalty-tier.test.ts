import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyProvider, LoyaltyTier } from '../../../src/index.ts';
import { profileTier } from '../../../src/services/contract/endpoints/index.ts';
import { broken } from '../../support/component-answers.ts';
import { gold, sampleMember, silver } from '../../support/component-member.ts';
import {
  button,
  closeService,
  eventsOf,
  loaded,
  openService,
  page,
  part,
  shownText,
} from '../../support/component-page.ts';
import { isAccessible, STATES, type StateName } from '../../support/component-states.ts';

const tier = html`<loyalty-tier></loyalty-tier>`;
const only = (provider: LoyaltyProvider): LoyaltyTier => provider.querySelector('loyalty-tier')!;
const show = async (state: StateName, content = tier) => only(await STATES[state](content));

/** The element of a customer with this tier record. */
async function withTier(wire: Record<string, unknown>, content = tier): Promise<LoyaltyTier> {
  const member = sampleMember();
  member.tier = wire;
  openService(member);
  return loaded(only(await page(content, member)));
}
const filled = (element: LoyaltyTier) => part(element, 'progress-bar')!.getAttribute('width');

describe('loyalty-tier', () => {
  afterEach(closeService);

  isAccessible(() => tier);

  describe('shows', () => {
    it('a skeleton and a text for screen readers while it loads', async () => {
      const element = await show('loading');
      expect(part(element, 'base')).to.have.attribute('aria-busy', 'true');
      expect(shownText(element)).to.include('Loading your tier');
    });

    it('the tier with its month, the missing points and the progress to the next tier', async () => {
      const element = await show('data');
      expect(part(element, 'badge')).to.have.text('Silver');
      expect(part(element, 'since')).to.have.text('since May 2024');
      expect(shownText(part(element, 'missing')!)).to.equal('2,000 points to Gold');
      expect(shownText(part(element, 'count')!)).to.equal('3,000 / 5,000');
      expect(filled(element)).to.equal('60%');
    });

    it('a member below the first tier', async () => {
      const element = await withTier({ points: 250, definition: null, next: silver });
      expect(part(element, 'badge')).to.have.text('Member');
      expect(shownText(part(element, 'missing')!)).to.equal('750 points to Silver');
      expect(filled(element)).to.equal('25%');
    });

    it('one missing point in the singular', async () => {
      const element = await withTier({ points: 4_999, definition: silver, next: gold });
      expect(shownText(part(element, 'missing')!)).to.equal('1 point to Gold');
    });

    it('neither a tier nor the way to the next one where the service does not say it', async () => {
      const withoutTier = await withTier({ points: 250, next: silver });
      expect(shownText(withoutTier)).to.equal('750 points to Silver 250 / 1,000');
      const withoutNext = await withTier({ points: 1_485, definition: silver });
      expect(shownText(withoutNext)).to.equal('Silver 1,485');
      expect(part(withoutNext, 'progress')).to.equal(undefined);
      expect(withoutNext.matches(':state(top-tier)')).to.equal(false);
      const withoutBoth = await withTier({ points: 250, definition: null, next: null });
      expect(shownText(withoutBoth)).to.equal('Member 250');
    });

    it('the highest tier as reached', async () => {
      const element = await withTier({ points: 7_000, definition: gold, next: null });
      expect(shownText(part(element, 'missing')!)).to.equal('Top tier');
      expect(shownText(part(element, 'count')!)).to.equal('7,000');
      expect(filled(element)).to.equal('100%');
    });

    it('a bar between 0 % and 100 % for any numbers', async () => {
      expect(filled(await withTier({ points: 0, definition: silver, next: gold }))).to.equal('0%');
      expect(filled(await withTier({ points: 9_000, definition: silver, next: gold }))).to.equal('100%');
      expect(filled(await withTier({ points: 1_000, definition: gold, next: gold }))).to.equal('20%');
    });

    it('a bar with the ratio of the two numbers below it', async () => {
      const element = await withTier({ points: 1_485, definition: silver, next: gold });
      expect(shownText(part(element, 'count')!)).to.equal('1,485 / 5,000');
      expect(filled(element)).to.equal('29.7%');
    });

    it('an error with a retry button, and without one for invalid settings', async () => {
      expect(shownText(await show('error'))).to.equal('Couldn’t load your tier. Try again');
      expect(shownText(await show('invalid settings'))).to.equal('Couldn’t load your tier.');
    });

    it("the theme's sign-in link to a guest, or a sentence without one", async () => {
      expect(shownText(await show('signed-out'))).to.equal('Sign in to see your tier.');
      const link = html`<loyalty-tier><a slot="signed-out" href="/login">Sign in</a></loyalty-tier>`;
      expect(shownText(await show('signed-out', link))).to.equal('Sign in');
    });
  });

  it('shows the icon of the theme instead of the star', async () => {
    const element = await show('data', html`<loyalty-tier><b slot="icon">◆</b></loyalty-tier>`);
    expect(shownText(part(element, 'badge')!)).to.equal('◆Silver');
  });

  it('takes its sizes and its accent from custom properties', async () => {
    const element = await show(
      'data',
      html`<style>
          loyalty-tier {
            --loyalty-tier-block-size: 200px;
            --loyalty-tier-bar-size: 11px;
            --loyalty-color-accent: rgb(1, 2, 3);
          }
        </style>
        ${tier}`,
    );
    expect(element.offsetHeight).to.equal(200);
    expect(part(element, 'progress')!.getBoundingClientRect().height).to.equal(11);
    expect(getComputedStyle(part(element, 'progress-bar')!).fill).to.equal('rgb(1, 2, 3)');
  });

  it('has a state for the tier by its name, and one for the highest tier', async () => {
    const named = (name: string) => ({ ...gold, name });
    for (const [name, state] of [
      ['Gold', 'tier-gold'],
      ['Harbour Gold+', 'tier-harbour-gold-'],
      ['Größte', 'tier-größte'],
    ] as const) {
      const element = await withTier({ points: 7_000, definition: named(name), next: null });
      expect(element.matches(`:state(${state})`)).to.equal(true);
      expect(element.matches(':state(top-tier)')).to.equal(true);
    }
    const member = sampleMember();
    openService(member);
    const provider = await page(tier, member);
    const element = await loaded(only(provider));
    expect(element.matches(':state(tier-silver):not(:state(top-tier))')).to.equal(true);
    member.tier = { points: 7_000, definition: gold, next: null };
    await provider.refresh();
    await element.updateComplete;
    expect(element.matches(':state(tier-gold):state(top-tier):not(:state(tier-silver))')).to.equal(true);
  });

  it('has a state for loading, guests and errors', async () => {
    for (const [state, name] of [
      ['loading', 'loading'],
      ['signed-out', 'signed-out'],
      ['error', 'failed'],
    ] as const) {
      const element = await show(state);
      const found = ['loading', 'signed-out', 'failed'].filter((other) =>
        element.matches(`:state(${other})`),
      );
      expect(found).to.deep.equal([name]);
    }
  });

  it('cuts off no text at twice the text size on a narrow page', async () => {
    const large = html`<div class="large">
      <style>
        .large {
          inline-size: 328px;
          font: 32px/1.5 sans-serif;
        }
      </style>
      ${tier}
    </div>`;
    const element = await show('data', large);
    const box = element.getBoundingClientRect();
    for (const name of ['name', 'since', 'missing', 'count']) {
      const piece = part(element, name)!;
      expect([name, piece.scrollWidth <= Math.max(piece.clientWidth, piece.offsetWidth)]).to.deep.equal([
        name,
        true,
      ]);
      const { right, bottom } = piece.getBoundingClientRect();
      expect([name, right <= box.right, bottom <= box.bottom]).to.deep.equal([name, true, true]);
    }
  });

  it('has a width in a row of a theme that gives it none', async () => {
    const element = await show('data', html`<div style="display: flex">${tier}</div>`);
    expect(element.offsetWidth).to.be.above(200);
  });

  it('has a part for every piece', async () => {
    const element = await show('data');
    for (const name of ['icon', 'name', 'missing-number', 'missing-label'])
      expect([name, !!part(element, name)]).to.deep.equal([name, true]);
    expect(!!part(await show('loading'), 'skeleton')).to.equal(true);
    expect(!!part(await show('error'), 'message')).to.equal(true);
  });

  it('shows that the tier is forbidden, without a retry button', async () => {
    const member = sampleMember();
    openService(member).answer(profileTier, () => new Response('{"message":"Not yours."}', { status: 403 }));
    const element = await loaded(only(await page(tier, member)));
    expect(shownText(element)).to.equal('You don’t have access to this.');
  });

  it('fires loyalty-error, and loads after a retry', async () => {
    const member = sampleMember();
    const service = openService(member);
    service.answerOnce(profileTier, broken);
    const errors = eventsOf('loyalty-error');
    const element = await loaded(only(await page(tier, member)));
    expect(errors.map(({ detail }) => detail.error.status)).to.deep.equal([500]);
    button(element, 'Try again')!.click();
    await loaded(element);
    expect(shownText(element)).to.include('Silver');
  });
});
