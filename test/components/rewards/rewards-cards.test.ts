import { expect, html } from '@open-wc/testing';
import { sendMouse, setViewport } from '@web/test-runner-commands';
import '../../../src/index.ts';
import type { LoyaltyRewards } from '../../../src/index.ts';
import { claimReward } from '../../../src/services/contract/endpoints/index.ts';
import { refuse } from '../../support/component-answers.ts';
import { definition, PICTURE, sampleMember, type Member } from '../../support/component-member.ts';
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
  until,
} from '../../support/component-page.ts';
import { isAccessible, STATES } from '../../support/component-states.ts';

const short_description = 'Two days with our ceramicists, journey and room included.';
const longRefusal = {
  claimable: false,
  reason: 'tier',
  message: 'Only for members who have bought something in each of the last four seasons.',
};
const cards = html`<loyalty-rewards layout="cards" use-button></loyalty-rewards>`;

describe('cards of loyalty-rewards', () => {
  let member: Member;
  beforeEach(async () => {
    await setViewport({ width: 800, height: 900 });
    member = sampleMember();
  });
  afterEach(async () => {
    closeService();
    await setViewport({ width: 800, height: 600 });
  });

  isAccessible(() => cards);

  async function show(content = cards): Promise<LoyaltyRewards> {
    openService(member);
    return loaded((await page(content, member)).querySelector('loyalty-rewards')!);
  }

  it('show picture, name, description, price and button of each reward, with a heading above the first of each group', async () => {
    member.definitions[0] = definition(1, '€5 off', 500, { short_description: 'On your next order' });
    const element = await show(html`<loyalty-rewards layout="cards" use-button expanded></loyalty-rewards>`);
    expect(parts(element, 'row').map(shownText)).to.deep.equal([
      'Yours Gift wrapping until June 30, 2031 WRAP-1 Use',
      'Ready €5 off On your next order 500 points Claim €5',
      'Ten euros off 1,000 points Claim',
      'More points needed Private viewing 2,480 points to go 4,960 points',
      'Not available yet Birthday gift Only for Gold members. 100 points',
    ]);
    const [, first] = parts(element, 'row');
    expect(shownText(part(element, 'description')!)).to.equal('On your next order');
    // In a page of the other direction its full stop stays at its end.
    expect(part(element, 'description')!.localName).to.equal('bdi');
    const refused = parts(element, 'row').at(-1)!.querySelector('bdi[part=note]')!;
    expect(shownText(refused)).to.equal('Only for Gold members.');
    expect(shownText(first!.querySelector('[part=picture]')!)).to.equal('€5');
    expect(shownText(first!.querySelector('[part=price]')!)).to.equal('500 points');
    expect(shownText(part(element, 'code')!)).to.equal('WRAP-1');
    expect(parts(element, 'progress').length).to.equal(1);
  });

  it('show the whole of a text that does not fit while the shopper points at it, and keep their size', async () => {
    const message = 'Only for members who have bought something in each of the last four seasons. '.repeat(3);
    member.definitions = [
      definition(1, 'Dinner', 100, { eligibility: { claimable: false, reason: 'tier', message } }),
    ];
    const element = await show();
    const cell = parts(element, 'row-locked')[0]!;
    const card = cell.querySelector<HTMLElement>('.card')!;
    const isWhole = () => {
      const { bottom } = cell.querySelector('.texts [part=note]')!.getBoundingClientRect();
      const { bottom: end } = cell.querySelector('.texts')!.getBoundingClientRect();
      return (
        bottom <= end + 1 && bottom <= cell.querySelector('[part=price]')!.getBoundingClientRect().top + 1
      );
    };
    expect(isWhole()).to.equal(false);
    const before = card.getBoundingClientRect();
    const { left, top, width, height } = before;
    await sendMouse({
      type: 'move',
      position: [Math.round(left + width / 2), Math.round(top + height - 20)],
    });
    await until(isWhole, 'the whole reason');
    expect(card.getBoundingClientRect()).to.deep.equal(before);
    await sendMouse({ type: 'move', position: [1, 1] });
  });

  it('have pictures of a fixed ratio that load when they come near', async () => {
    member.definitions[0] = definition(1, 'A', 5, { image_url: PICTURE });
    const element = await show();
    for (const picture of parts(element, 'picture')) {
      const { width, height } = picture.getBoundingClientRect();
      expect(width / height).to.be.closeTo(4 / 3, 0.02);
    }
    expect([...element.shadowRoot!.querySelectorAll('img')].map(({ loading }) => loading)).to.deep.equal(
      Array(2).fill('lazy'),
    );
    element.style.setProperty('--loyalty-rewards-picture-ratio', '1');
    const { width, height } = part(element, 'picture')!.getBoundingClientRect();
    expect(width).to.be.closeTo(height, 1);
  });

  it('fit the reserved box at every width, as many as its columns, and never fewer columns than two beside each other', async () => {
    member.definitions = Array.from({ length: 30 }, (_, index) => definition(index + 1, `R ${index}`, index));
    // In two columns the only owned reward has a row of its own.
    for (const [width, fitting] of [
      [360, 3],
      [800, 3],
      [1280, 5],
    ] as const) {
      await setViewport({ width, height: 900 });
      const element = await show();
      expect(parts(element, 'row').length, String(width)).to.equal(fitting);
      const { bottom } = part(element, 'more-button')!.getBoundingClientRect();
      expect(bottom).to.be.at.most(element.getBoundingClientRect().bottom);
    }
  });

  it('begin a row with each group in two columns, below a heading that is nearer to its cards than to those above', async () => {
    await setViewport({ width: 360, height: 900 });
    const element = await show(html`<loyalty-rewards layout="cards" use-button expanded></loyalty-rewards>`);
    const headings = parts(element, 'group-heading');
    expect(headings.length).to.equal(4);
    const start = element.getBoundingClientRect().left;
    let above = -Infinity;
    for (const heading of headings) {
      const range = document.createRange();
      range.selectNodeContents(heading);
      const text = range.getBoundingClientRect();
      const group = heading.closest('[part=group]')!;
      const cards = [...group.querySelectorAll('.card')].map((card) => card.getBoundingClientRect());
      expect(cards[0]!.left).to.equal(start);
      expect(text.top, shownText(heading)).to.be.at.least(above);
      expect(cards[0]!.top - text.bottom, shownText(heading)).to.be.below(text.top - above);
      above = Math.max(...cards.map(({ bottom }) => bottom));
    }
  });

  it('of the shopper have a border in the accent, and no background that looks disabled', async () => {
    const element = await show();
    const { borderColor, outlineWidth, backgroundColor } = getComputedStyle(
      part(element, 'row-owned')!.querySelector('.card')!,
    );
    expect([borderColor, outlineWidth, backgroundColor]).to.deep.equal([
      getComputedStyle(part(element, 'progress')!).color,
      '1px',
      'rgba(0, 0, 0, 0)',
    ]);
  });

  it('show a description whole where its lines fit, and leave it out, not cut, where they do not', async () => {
    member.definitions = [definition(1, 'Workshop in Lisbon', 6_000, { short_description })];
    const sides = async (width: number) => {
      await setViewport({ width, height: 900 });
      const cell = parts(await show(), 'row-locked')[0]!;
      const texts = cell.querySelector('.texts')!.getBoundingClientRect();
      const description = cell.querySelector('[part=description]')!;
      const { left, bottom } = description.getBoundingClientRect();
      return {
        isBeside: left >= texts.right,
        isInside: left < texts.right && bottom <= texts.bottom + 1,
        isCut: description.scrollHeight > description.clientHeight + 1,
      };
    };
    expect(await sides(768)).to.deep.equal({ isBeside: false, isInside: true, isCut: false });
    member.definitions[0]!['eligibility'] = longRefusal;
    expect((await sides(360)).isBeside).to.equal(true);
  });

  it('show a description that was left out while the shopper points at it', async () => {
    member.definitions = [
      definition(1, 'Workshop in Lisbon', 6_000, { short_description, eligibility: longRefusal }),
    ];
    await setViewport({ width: 360, height: 900 });
    const cell = parts(await show(), 'row-locked')[0]!;
    const { left, bottom } = cell.querySelector('.card')!.getBoundingClientRect();
    await sendMouse({ type: 'move', position: [Math.round(left + 40), Math.round(bottom - 20)] });
    const texts = cell.querySelector('.texts')!;
    const description = cell.querySelector('[part=description]')!;
    await until(
      () => description.getBoundingClientRect().left < texts.getBoundingClientRect().right,
      'the description',
    );
    await sendMouse({ type: 'move', position: [1, 1] });
  });

  it('show a description of three lines and a name of three lines in two narrow columns', async () => {
    await setViewport({ width: 360, height: 900 });
    const short = { short_description: 'Linen paper and a sprig of pine, which we add on us.' };
    for (const [name, partName] of [
      ['Gift wrapping', 'description'],
      ['Wreath-making evening', 'name'],
    ] as const) {
      member.definitions = [definition(1, name, 0, short)];
      const text = parts(await show(), 'row')[1]!.querySelector<HTMLElement>(`[part=${partName}]`)!;
      expect(text.clientHeight, name).to.be.above(40);
      expect(text.scrollHeight, name).to.be.at.most(text.clientHeight + 1);
      closeService();
    }
  });

  it('show the whole reason below a name of two lines', async () => {
    const message = 'Available from 6 January 2027 until the end of the month, for members with an order.';
    const refusal = { claimable: false, reason: 'date', message };
    member.definitions = [
      definition(1, 'Birthday gift for the family', 100, {
        short_description: 'A surprise.',
        eligibility: refusal,
      }),
    ];
    for (const width of [360, 800, 1280]) {
      await setViewport({ width, height: 900 });
      const element = await show(html`<loyalty-rewards layout="cards" expanded></loyalty-rewards>`);
      const note = parts(element, 'row')[1]!.querySelector<HTMLElement>('[part=note]')!;
      expect(shownText(note)).to.equal(message);
      const { bottom } = note.getBoundingClientRect();
      expect(bottom, String(width)).to.be.at.most(note.parentElement!.getBoundingClientRect().bottom);
    }
    // A shorter one in the reserved box as well.
    member.definitions[0]!['eligibility'] = { ...refusal, message: 'Available from 6 January 2027.' };
    await setViewport({ width: 360, height: 900 });
    const note = parts(await show(), 'row')[1]!.querySelector<HTMLElement>('[part=note]')!;
    expect(note.getBoundingClientRect().bottom).to.be.at.most(
      note.parentElement!.getBoundingClientRect().bottom,
    );
  });

  it('show a description below the day of an end, where there is room for it', async () => {
    const short = { short_description: 'Your next order comes without delivery costs.' };
    member.rewards[0]!['definition'] = definition(5, 'Free delivery', 200, short);
    member.rewards[0]!['expires_at'] = '2031-09-30T12:00:00Z';
    for (const width of [400, 420, 440, 460]) {
      await setViewport({ width, height: 900 });
      const element = await show(html`<loyalty-rewards layout="cards"></loyalty-rewards>`);
      const row = parts(element, 'row-owned')[0]!;
      const description = row.querySelector('[part=description]')!.getBoundingClientRect();
      const texts = row.querySelector('.texts')!.getBoundingClientRect();
      expect(description.left, String(width)).to.be.closeTo(texts.left, 1);
      expect(description.bottom, String(width)).to.be.at.most(texts.bottom + 1);
      closeService();
    }
  });

  it('show the whole day of an end below a name of two lines, in two narrow columns', async () => {
    await setViewport({ width: 360, height: 900 });
    member.rewards[0]!['definition'] = definition(5, 'Gift wrapping in two colours', 200);
    member.rewards[0]!['expires_at'] = '2031-09-30T12:00:00Z';
    const note = parts(await show(), 'row-owned')[0]!.querySelector<HTMLElement>('[part=note]')!;
    expect(shownText(note)).to.equal('until September 30, 2031');
    expect(note.getBoundingClientRect().bottom).to.be.at.most(
      note.parentElement!.getBoundingClientRect().bottom,
    );
  });

  it('are fewer when the element becomes narrower', async () => {
    member.definitions = Array.from({ length: 30 }, (_, index) => definition(index + 1, `R ${index}`, index));
    await setViewport({ width: 1280, height: 900 });
    const element = await show();
    expect(parts(element, 'row').length).to.equal(5);
    await setViewport({ width: 800, height: 900 });
    await until(() => parts(element, 'row').length === 3, 'one row of three');
  });

  it('have skeletons of the same size', async () => {
    const loading = (await STATES.loading(cards)).querySelector('loyalty-rewards')!;
    await until(() => parts(loading, 'card').length, 'the skeletons');
    const sizes = (element: Element) =>
      parts(element, 'card').map((card) => {
        const { top, left, width, height } = card.getBoundingClientRect();
        return [top - element.getBoundingClientRect().top, left, width, height]
          .map((size) => Math.round(size))
          .join();
      });
    const before = sizes(loading);
    const element = (await STATES.data(cards)).querySelector('loyalty-rewards')!;
    expect(sizes(element)).to.deep.equal(before);
  });

  it('keep their size during a claim that fails, and the height of the element after one that succeeds', async () => {
    for (const width of [360, 1280]) {
      await setViewport({ width, height: 900 });
      member = sampleMember();
      const service = openService(member);
      const element = await loaded(
        (await page(html`<loyalty-rewards layout="cards"></loyalty-rewards>`, member)).querySelector(
          'loyalty-rewards',
        )!,
      );
      const boxes = () =>
        parts(element, 'card')
          .map((card) => JSON.stringify(card.getBoundingClientRect()))
          .sort()
          .join();
      const before = boxes();
      const height = element.offsetHeight;
      service.answerOnce(claimReward, () => refuse(429, 'Too many requests.'));
      button(element, 'Claim Free delivery')!.click();
      await until(() => focused()?.matches('[part~=confirm-button]'), 'the question');
      expect(boxes()).to.equal(before);
      part(element, 'confirm-button')!.click();
      await until(() => part(element, 'reason'), 'the reason');
      expect(boxes()).to.equal(before);
      const reason = part(element, 'reason')!;
      expect(reason.parentElement!.scrollHeight).to.be.at.most(reason.parentElement!.clientHeight);
      await expect(element).to.be.accessible();
      part(element, 'confirm-button')!.click();
      await until(() => focused()?.matches('[part~=row-owned]'), 'the claimed card');
      await until(() => !element.shadowRoot!.getAnimations().length, 'the end of the move');
      // In two columns the claimed card moves to the row of those of the shopper.
      if (width === 1280) expect(boxes()).to.equal(before);
      expect(element.offsetHeight).to.equal(height);
      expect(shownText(focused()!)).to.match(/Free delivery Yours · Use this code at checkout\. CODE$/);
    }
  });
});
