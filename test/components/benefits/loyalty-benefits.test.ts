import { expect, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import '../../../src/index.ts';
import type { LoyaltyBenefits, LoyaltyProvider } from '../../../src/index.ts';
import { claimProfileBenefit } from '../../../src/services/contract/endpoints/index.ts';
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

const benefits = html`<loyalty-benefits></loyalty-benefits>`;
const only = (provider: LoyaltyProvider): LoyaltyBenefits => provider.querySelector('loyalty-benefits')!;
const show = async (state: StateName, content = benefits) => only(await STATES[state](content));

/** The element of the sample member, and the steps of a claim. */
async function open(change: (member: ReturnType<typeof sampleMember>) => void = () => {}) {
  const member = sampleMember();
  change(member);
  const service = openService(member);
  const provider = await page(benefits, member);
  const element = await loaded(only(provider));
  return {
    member,
    service,
    element,
    claims: () => service.seen(claimProfileBenefit),
    keys: () => service.seen(claimProfileBenefit).map(({ headers }) => headers.get('Idempotency-Key')),
    rows: () => parts(element, 'row').map(shownText),
    async ask(name: string): Promise<void> {
      button(element, `Claim ${name}`)!.click();
      await until(() => part(element, 'confirm-button'), 'the question');
    },
    confirm: () => part(element, 'confirm-button')!.click(),
    failed: () => until(() => part(element, 'reason'), 'the reason'),
    done: () => until(() => !part(element, 'confirm-button'), 'the outcome'),
  };
}

describe('loyalty-benefits', () => {
  afterEach(closeService);

  isAccessible(() => benefits);

  describe('shows', () => {
    it('a skeleton and a text for screen readers while it loads', async () => {
      const element = await show('loading');
      expect(part(element, 'list')).to.have.attribute('aria-busy', 'true');
      expect(shownText(element)).to.include('Loading your benefits');
    });

    it('owned benefits with their uses and their end, then those that can be claimed, with their price', async () => {
      const { rows, element } = await open();
      expect(parts(element, 'group-heading').map(shownText)).to.deep.equal(['Yours', 'Ready']);
      expect(rows()).to.deep.equal([
        'Delivery pass 2 of 3 uses left · until June 30, 2031 How to use',
        'Quiet hour Can be used once',
        'Repair service Free · One piece a year. Claim',
        '✿ Potters visit 250 points Claim',
      ]);
    });

    it('no price of a benefit for which the service sends none, neither before nor in the question', async () => {
      const { rows, element, ask } = await open((member) => {
        member.benefits = [];
        member.claimable = [
          { id: 33, name: 'Repair service' },
          { id: 34, name: 'Potters visit', points_cost: null },
        ];
      });
      expect(rows()).to.deep.equal(['Repair service Claim', 'Potters visit Claim']);
      await ask('Repair service');
      expect(shownText(part(element, 'question')!)).to.equal('Claim it?');
      expect(shownText(part(element, 'left')!)).to.equal('');
      expect(shownText(part(element, 'confirm-button')!)).to.equal('Claim');
    });

    it('texts of six lines whole, and apart from the lines of the table', async () => {
      await setViewport({ width: 360, height: 900 });
      const { element } = await open((member) => {
        member.benefits = [];
        member.claimable = [1, 2].map((id) => ({
          id,
          name: 'Quiet hour before the official opening of the shop at the harbour',
          points_cost: 0,
          short_description: 'The whole shop to yourself, with coffee, cake and a good hour of time.',
        }));
      });
      for (const row of parts(element, 'row')) {
        for (const text of row.querySelectorAll('.name, .note')) {
          expect(text.clientHeight).to.be.above(50); // three lines
          expect(text.scrollHeight).to.be.at.most(text.clientHeight + 1);
        }
        const texts = row.querySelector('.texts')!.getBoundingClientRect();
        expect(texts.top - row.getBoundingClientRect().top).to.be.at.least(5);
        expect(row.getBoundingClientRect().bottom - texts.bottom).to.be.at.least(5);
      }
      await setViewport({ width: 800, height: 600 });
    });

    it('an icon by the kind that the service names, other icons as text, and a gift without one', async () => {
      const drawn = ['delivery', 'repair', 'event', 'discount', 'birthday', 'early', 'product'];
      const kinds = [...drawn, 'giftcard', 'travel', 'bouquet', '✿', 'toString', undefined];
      const { element } = await open((member) => {
        member.benefits = [];
        member.claimable = kinds.map((icon, at) => ({
          id: 60 + at,
          name: `Benefit ${at}`,
          points_cost: 0,
          icon,
        }));
      });
      element.expanded = true;
      await element.updateComplete;
      await until(() => part(element, 'picture')?.querySelector('path'), 'the file of the drawings');
      await element.updateComplete;
      const pictures = parts(element, 'picture');
      const drawings = pictures.map(
        (picture) => picture.querySelector('path')?.getAttribute('d') ?? shownText(picture),
      );
      expect(new Set(drawings).size, 'each its own').to.equal(kinds.length);
      expect(drawings.slice(10, 12)).to.deep.equal(['✿', 'toString']);
      expect(drawings.slice(0, 10).every((drawing) => drawing.startsWith('M'))).to.equal(true);
    });

    it('texts of the service isolated from the direction of the page', async () => {
      const { element } = await open((member) => {
        member.claimable = [
          { id: 33, name: 'Repair service', short_description: 'One piece a year.', points_cost: 0 },
        ];
      });
      button(element, 'How to use Delivery pass')!.click();
      await element.updateComplete;
      for (const name of ['name', 'instructions'])
        for (const shown of parts(element, name))
          expect(shown.matches('bdi, :has(bdi)'), name).to.equal(true);
      const note = parts(element, 'row').at(-1)!.querySelector('bdi[part=note]')!;
      expect(shownText(note)).to.equal('Free · One piece a year.');
      expect(shownText(note.querySelector('bdi')!), 'of the page, beside that of the service').to.equal(
        'Free',
      );
    });

    it('uses without a known number of all, one use in the singular, and no number where there is none', async () => {
      const { element } = await open((member) => {
        member.claimable = [];
        member.benefits = [3, 1, null].map((uses_left, id) => ({
          id,
          definition: { name: 'A', uses: uses_left === 1 ? 2 : undefined },
          uses_left,
        }));
      });
      expect(parts(element, 'uses').map(shownText)).to.deep.equal([
        '3 uses left',
        '1 of 2 uses left',
        'Yours',
      ]);
    });

    it('no benefit that is used up or has expired', async () => {
      const { element } = await open((member) => {
        member.claimable = [];
        member.benefits = [
          { id: 1, definition: { name: 'Used up' }, uses_left: 0 },
          { id: 2, definition: { name: 'Expired' }, uses_left: 1, expires_at: '2001-01-01T00:00:00Z' },
        ];
      });
      expect(shownText(element)).to.equal('No benefits right now.');
      expect(element.matches(':state(empty)')).to.equal(true);
    });

    it('an error with a retry button, and a sentence or link to guests', async () => {
      expect(shownText(await show('error'))).to.equal('Couldn’t load your benefits. Try again');
      expect(shownText(await show('signed-out'))).to.equal('Sign in to see your benefits.');
      const link = html`<loyalty-benefits><a slot="signed-out" href="/login">Sign in</a></loyalty-benefits>`;
      expect(shownText(await show('signed-out', link))).to.equal('Sign in');
    });

    it('the first rows, and all of them after a press', async () => {
      const { element } = await open((member) => {
        member.claimable = Array.from({ length: 9 }, (_, id) => ({ id: id + 100, name: `Benefit ${id}` }));
      });
      expect(parts(element, 'row').length).to.equal(4);
      button(element, 'Show all 11 benefits')!.click();
      await element.updateComplete;
      expect(parts(element, 'row').length).to.equal(11);
      expect(element).to.have.attribute('expanded');
    });
  });

  it('shows how to use a benefit in its row, and hides it again', async () => {
    const { element } = await open();
    const how = button(element, 'How to use Delivery pass')!;
    expect(how).to.have.attribute('aria-expanded', 'false');
    how.click();
    await element.updateComplete;
    expect(shownText(part(element, 'instructions')!)).to.equal('Nothing to do: it counts at checkout.');
    expect(button(element, 'How to use Delivery pass')).to.have.attribute('aria-expanded', 'true');
    how.click();
    await element.updateComplete;
    expect(part(element, 'instructions')).to.equal(undefined);
  });

  describe('claim', () => {
    it('turns the row in place into an owned one, focuses it, announces it and fires an event', async () => {
      const { element, ask, confirm, done, rows, claims } = await open();
      const events = eventsOf('loyalty-benefit-claimed');
      await ask('Repair service');
      expect(shownText(part(element, 'question')!)).to.equal('Claim it for free?');
      confirm();
      await done();
      expect(rows()[2]).to.match(/^Repair service.*Yours/);
      await until(() => focused()?.getAttribute('data-row') === '33', 'the focus on the row');
      expect(shownText(element.shadowRoot!.querySelector('[role=status]')!)).to.equal(
        'Repair service is yours.',
      );
      expect(events.map(({ detail }) => [detail.benefit.name, detail.pointsSpent])).to.deep.equal([
        ['Repair service', 0],
      ]);
      expect(claims().length).to.equal(1);
    });

    it('is sent once for several presses, and a double click on Claim does not confirm', async () => {
      const { service, element, ask, done, claims } = await open();
      const release = service.hold(claimProfileBenefit);
      await ask('Repair service');
      part(element, 'confirm-button')!.dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true }));
      await element.updateComplete;
      expect(claims().length).to.equal(0);
      for (let press = 0; press < 5; press++) part(element, 'confirm-button')!.click();
      release();
      await done();
      expect(claims().length).to.equal(1);
    });

    it('whose answer is lost is settled by reading the benefits', async () => {
      const { member, service, ask, confirm, done, rows, claims } = await open();
      service.answerOnce(claimProfileBenefit, ({ body, headers }) => {
        member.claimBenefit(body, headers); // the claim is stored, but its response is lost
        return offline({} as never);
      });
      await ask('Potters visit');
      confirm();
      await done();
      expect(rows()[3]).to.match(/Potters visit.*Yours/);
      expect(claims().length).to.equal(1);
      expect(member.points.available).to.equal(2_230);
    });

    it('that did not arrive is offered again, with the same idempotency key, and is never repeated on its own', async () => {
      const { service, element, ask, confirm, done, failed, keys } = await withHonouredKeys(open);
      service.answerOnce(claimProfileBenefit, offline);
      await ask('Potters visit');
      confirm();
      await failed();
      expect(shownText(part(element, 'reason')!)).to.include('you won’t be charged twice');
      expect(keys().length).to.equal(1);
      confirm();
      await done();
      expect(new Set(keys()).size).to.equal(1);
      expect(keys().length).to.equal(2);
    });

    it("that is refused shows the service's reason, and the next one has a new key", async () => {
      const { service, element, ask, confirm, done, failed, keys } = await open();
      service.answerOnce(claimProfileBenefit, () =>
        refuse(422, 'Invalid.', { benefit_definition_id: ['You have had this one.'] }),
      );
      await ask('Repair service');
      confirm();
      await failed();
      expect(shownText(part(element, 'reason')!)).to.equal('You have had this one.');
      confirm();
      await done();
      expect(new Set(keys()).size).to.equal(2);
    });
  });
});
