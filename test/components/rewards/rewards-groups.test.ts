import { expect, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import '../../../src/index.ts';
import type { LoyaltyRewards } from '../../../src/index.ts';
import { definition, sampleMember, type Member } from '../../support/component-member.ts';
import {
  button,
  closeService,
  focused,
  loaded,
  openService,
  page,
  part,
  parts,
  shownText,
} from '../../support/component-page.ts';

const DAY_MS = 86_400_000;
/** The end of the day, which is not over at any time at which the test runs. */
const inDays = (days: number) => new Date(new Date().setHours(23, 59, 59, 999) + days * DAY_MS).toISOString();

/** Rewards that the member owns, by name and days until they end. */
function own(member: Member, ...rewards: readonly [name: string, days?: number][]): void {
  member.rewards = rewards.map(([name, days], index) => ({
    id: 100 + index,
    reward_definition_id: 50 + name.length,
    definition: definition(50 + name.length, name, 1),
    code: `CODE-${index}`,
    expires_at: days === undefined ? null : inDays(days),
  }));
}

describe('groups of loyalty-rewards', () => {
  let member: Member;
  beforeEach(() => {
    member = sampleMember();
  });
  afterEach(closeService);

  async function show(content = html`<loyalty-rewards></loyalty-rewards>`): Promise<LoyaltyRewards> {
    openService(member);
    return loaded((await page(content, member)).querySelector('loyalty-rewards')!);
  }
  /** Each heading with the names below it. */
  const groups = (element: LoyaltyRewards) =>
    parts(element, 'group').map((group) => [
      shownText(group.querySelector('[part=group-heading]')!),
      ...[...group.querySelectorAll('[part=name]')].map(shownText),
    ]);

  it('are all represented in the first rows', async () => {
    own(member, ['A', 9], ['BB', 10], ['CCC', 11], ['DDDD', 12]);
    const element = await show();
    expect(groups(element)).to.deep.equal([
      ['Yours', 'A', 'BB'],
      ['Ready', 'Free delivery'],
      ['More points needed', 'Private viewing'],
    ]);
    expect(shownText(element)).to.include('2,480 points to go');
    button(element, 'Show all 8 rewards')!.click();
    await element.updateComplete;
    expect(groups(element)).to.deep.equal([
      ['Yours', 'A', 'BB', 'CCC', 'DDDD'],
      ['Ready', 'Free delivery', 'Ten euros off'],
      ['More points needed', 'Private viewing'],
      ['Not available yet', 'Birthday gift'],
    ]);
  });

  for (const width of [280, 320, 360, 400])
    it(`show a code in one piece at ${width} px`, async () => {
      own(member, ['Free delivery', 40]);
      member.rewards = member.rewards.map((reward) => ({ ...reward, code: '0267-879F-79DF' }));
      const element = await show(
        html`<loyalty-rewards use-button style="inline-size: ${width}px"></loyalty-rewards>`,
      );
      const code = part(element, 'code')!;
      const range = document.createRange();
      range.selectNodeContents(code);
      expect(code.getClientRects()).to.have.length(1);
      expect(range.getClientRects()).to.have.length(1);
    });

  it('say that a reward is almost there where less than a tenth of its price is missing', async () => {
    member.definitions = [definition(3, 'Private viewing', 2_755), definition(4, 'Dinner', 2_756)];
    const notes = parts(await show(), 'note').map(shownText);
    expect(notes.filter((note) => note.includes('to go'))).to.deep.equal([
      '2,755 points · Almost there · 275 points to go',
      '2,756 points · 276 points to go',
    ]);
  });

  it('fit the reserved box with their headings', async () => {
    own(member, ['A', 9], ['BB', 10], ['CCC', 11], ['DDDD', 12]);
    for (const rows of ['1', '2', '3', '5']) {
      document.body.style.setProperty('--loyalty-rewards-rows', rows);
      const element = await show();
      expect(parts(element, 'row').length).to.equal(Number(rows));
      const { bottom } = part(element, 'more-button')!.getBoundingClientRect();
      expect(bottom).to.be.at.most(element.getBoundingClientRect().bottom);
      expect(element.getBoundingClientRect().height).to.equal(
        parseFloat(getComputedStyle(element).minHeight),
      );
    }
    document.body.removeAttribute('style');
  });

  it('have headings of the level that the page sets, 3 without one', async () => {
    const element = await show();
    expect(part(element, 'group-heading')).to.have.attribute('role', 'heading');
    expect(part(element, 'group-heading')).to.have.attribute('aria-level', '3');
    element.setAttribute('heading-level', '4');
    await element.updateComplete;
    expect(part(element, 'group-heading')).to.have.attribute('aria-level', '4');
  });

  it('show each code of equal rewards with the same last day', async () => {
    own(member, ['Equal', 20], ['Equal', 20]);
    const element = await show(html`<loyalty-rewards use-button expanded></loyalty-rewards>`);
    expect(parts(element, 'code').map(shownText)).to.deep.equal(['CODE-0', 'CODE-1']);
    expect(parts(element, 'count')).to.deep.equal([]);
    expect(parts(element, 'use-button').length).to.equal(2);
  });

  it('show what the shopper owns by its end, and equal rewards with the same last day once, with their number', async () => {
    own(member, ['No end'], ['Late', 90], ['Equal', 20], ['Soon', 1], ['Equal', 20], ['Equal', 30]);
    member.rewards = member.rewards.map((reward) => ({ ...reward, code: null }));
    member.definitions = [];
    const element = await show(html`<loyalty-rewards expanded></loyalty-rewards>`);
    expect(parts(element, 'name').map(shownText)).to.deep.equal([
      'Soon',
      'Equal ×2',
      'Equal',
      'Late',
      'No end',
    ]);
    expect(parts(element, 'count').length).to.equal(1);
  });

  it('say an end within a week as a number of days with a part of its own, and a later one as a date', async () => {
    own(member, ['A', 0], ['BB', 1], ['CCC', 2], ['DDDD', 7], ['EEEEE', 9]);
    member.definitions = [];
    const element = await show(html`<loyalty-rewards expanded></loyalty-rewards>`);
    const later = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long' }).format(
      Date.now() + 9 * DAY_MS,
    );
    expect(parts(element, 'expiry').map(shownText)).to.deep.equal([
      'Expires today',
      'Expires tomorrow',
      'Expires in 2 days',
      'Expires in 7 days',
      parts(element, 'expiry').map(shownText).at(-1),
    ]);
    expect(parts(element, 'expiry').map(shownText).at(-1)).to.match(new RegExp(`^until ${later}(, \\d+)?$`));
    expect(parts(element, 'soon').length).to.equal(4);
    const [soon, late] = [parts(element, 'soon')[0]!, parts(element, 'expiry').at(-1)!];
    expect(getComputedStyle(soon).color).not.to.equal(getComputedStyle(late).color);
  });

  it('do not move the page when all are shown or fewer again, and the focus is on the first new row', async () => {
    await setViewport({ width: 800, height: 600 });
    member.definitions = Array.from({ length: 40 }, (_, index) =>
      definition(index + 1, `Reward ${index}`, index),
    );
    const element = await show(
      html`<div style="block-size: 700px"></div>
        <loyalty-rewards></loyalty-rewards>
        <div style="block-size: 1400px"></div>`,
    );
    const more = part(element, 'more-button')!;
    scrollTo(0, 500);
    more.focus({ preventScroll: true });
    const [first] = parts(element, 'row');
    const { top } = first!.getBoundingClientRect();
    expect(more).to.have.attribute('aria-expanded', 'false');
    more.click();
    await element.updateComplete;
    await new Promise((resolve) => setTimeout(resolve, 50)); // scroll anchoring
    expect(scrollY).to.equal(500);
    expect(first!.getBoundingClientRect().top).to.equal(top);
    expect(shownText(focused()!)).to.match(/^Reward 3/);
    expect(more).to.have.attribute('aria-expanded', 'true');
    more.focus();
    button(element, 'Show fewer')!.click();
    await element.updateComplete;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(focused() === more).to.equal(true);
    const { top: above, bottom } = more.getBoundingClientRect();
    expect(above).to.be.at.least(0);
    expect(bottom).to.be.at.most(600);
    expect(parts(element, 'row').length).to.equal(4);
  });
});
