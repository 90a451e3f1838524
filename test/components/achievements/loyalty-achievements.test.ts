import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyAchievements, LoyaltyProvider } from '../../../src/index.ts';
import { PICTURE, sampleMember } from '../../support/component-member.ts';
import {
  button,
  closeService,
  loaded,
  openService,
  page,
  part,
  parts,
  shownText,
} from '../../support/component-page.ts';
import { isAccessible, STATES, type StateName } from '../../support/component-states.ts';

const achievements = html`<loyalty-achievements></loyalty-achievements>`;
const only = (provider: LoyaltyProvider): LoyaltyAchievements =>
  provider.querySelector('loyalty-achievements')!;
const show = async (state: StateName, content = achievements) => only(await STATES[state](content));

/** The element of a customer with these records. */
async function withRecords(records: Record<string, unknown>[]): Promise<LoyaltyAchievements> {
  const member = sampleMember();
  member.achievements = records;
  openService(member);
  return loaded(only(await page(achievements, member)));
}
const record = (id: number, points: number | null, rest: Record<string, unknown> = {}) => ({
  id,
  achievement_definition_id: 5,
  definition: { name: 'Ten orders', points_required: 10 },
  points,
  ...rest,
});
const ring = (element: LoyaltyAchievements) =>
  part(element, 'progress')!.querySelector('[pathLength]')!.getAttribute('stroke-dasharray');

describe('loyalty-achievements', () => {
  afterEach(closeService);

  isAccessible(() => achievements);

  describe('shows', () => {
    it('a skeleton and a text for screen readers while it loads', async () => {
      const element = await show('loading');
      expect(part(element, 'list')).to.have.attribute('aria-busy', 'true');
      expect(shownText(element)).to.include('Loading your achievements');
    });

    it('open achievements with their progress, then reached ones with their day', async () => {
      const element = await show('data');
      expect(parts(element, 'group-heading').map(shownText)).to.deep.equal(['On the way', 'Reached']);
      expect(parts(element, 'name').map(shownText)).to.deep.equal(['Ten orders', 'First order']);
      expect(shownText(part(element, 'progress-text')!)).to.equal('3 of 10');
      expect(ring(element)).to.equal('0.3 1');
      expect(parts(element, 'note').map(shownText)).to.deep.equal([
        'Order ten times.',
        'Reached on May 1, 2024',
      ]);
    });

    it('a ring for what is on the way, and a solid badge of the accent for what is reached', async () => {
      const element = await show('data');
      const [open, reached] = parts(element, 'row');
      expect(!!open!.querySelector('[part=progress]') && !open!.querySelector('[part=badge]')).to.equal(true);
      expect(reached!.querySelector('[part=progress]')).to.equal(null);
      const [background, sign] = ['[part=badge]', '[part=badge] ~ *'].map((selector) =>
        getComputedStyle(reached!.querySelector(selector)!),
      );
      expect(background!.fill).to.equal(getComputedStyle(open!.querySelector('.progress')!).color);
      expect(sign!.color).not.to.equal(background!.color);
    });

    it('how often an achievement was completed, from one record for each time', async () => {
      const element = await withRecords([
        record(1, 10, { completed_at: '2024-05-01T09:30:00Z' }),
        record(2, 10, { completed_at: '2024-07-01T09:30:00Z' }),
      ]);
      expect(parts(element, 'row').length).to.equal(1);
      expect(shownText(part(element, 'name')!)).to.equal('Ten orders ×2');
      expect(shownText(part(element, 'note')!)).to.equal('Reached on July 1, 2024');
    });

    it('the progress of the open record of one that was completed before', async () => {
      const element = await withRecords([
        record(1, 10, { completed_at: '2024-05-01T09:30:00Z' }),
        record(2, 4),
      ]);
      expect(shownText(part(element, 'progress-text')!)).to.equal('4 of 10');
    });

    it('a progress between nothing and all for any numbers, and none without a required number', async () => {
      expect(ring(await withRecords([record(1, -3)]))).to.equal('0 1');
      expect(ring(await withRecords([record(1, 90)]))).to.equal('1 1');
      const element = await withRecords([record(1, 3, { definition: { name: 'A', points_required: 0 } })]);
      expect(part(element, 'progress-text')).to.equal(undefined);
    });

    it('a picture, an icon, or a star', async () => {
      const named = (id: number, rest: object) => ({
        id,
        achievement_definition_id: id,
        definition: { name: 'A', points_required: 5, ...rest },
        points: 9 - id,
      });
      const element = await withRecords([
        named(1, { image_url: PICTURE }),
        named(2, { icon: '★' }),
        named(3, { image_url: 'http://example.com/a.png', icon: 'too long for an icon' }),
      ]);
      const pictures = parts(element, 'picture');
      expect(pictures[0]!.querySelector('img')!.src).to.equal(PICTURE);
      expect(pictures[1]!.querySelector('b')).to.have.text('★');
      expect(pictures[2]!.querySelector('img, b')).to.equal(null);
      expect(pictures[2]!.querySelectorAll('svg').length).to.equal(2);
    });

    it('a star instead of a picture that does not load', async () => {
      const definition = {
        name: 'A',
        points_required: 5,
        image_url: 'https://images.example.com/missing.png',
      };
      const element = await withRecords([{ id: 1, achievement_definition_id: 1, definition, points: 1 }]);
      const picture = parts(element, 'picture')[0]!;
      const isShown = () => picture.querySelector('.star')!.checkVisibility({ visibilityProperty: true });
      const image = picture.querySelector('img')!;
      image.dispatchEvent(new Event('load'));
      expect(isShown()).to.equal(false);
      image.dispatchEvent(new Event('error'));
      expect(isShown()).to.equal(true);
      expect(getComputedStyle(image).opacity).to.equal('0');
    });

    it('an error, and a sentence to guests and without achievements', async () => {
      expect(shownText(await show('error'))).to.equal('Couldn’t load your achievements. Try again');
      expect(shownText(await show('signed-out'))).to.equal('Sign in to see your achievements.');
      const element = await show('empty');
      expect(shownText(element)).to.equal('No achievements yet.');
      expect(element.matches(':state(empty)')).to.equal(true);
    });

    it('the first rows, and all of them after a press', async () => {
      const element = await withRecords(
        Array.from({ length: 7 }, (_, id) => ({ ...record(id, id), achievement_definition_id: id + 1 })),
      );
      expect(parts(element, 'row').length).to.equal(4);
      button(element, 'Show all 7 achievements')!.click();
      await element.updateComplete;
      expect(parts(element, 'row').length).to.equal(7);
    });
  });
});
