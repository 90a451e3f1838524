import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../../../src/index.ts';
import { openRewards } from '../../support/component-claim.ts';
import { button, closeService, focused, part, shownText, until } from '../../support/component-page.ts';

describe('question before a claim', () => {
  afterEach(async () => {
    closeService();
    await setViewport({ width: 800, height: 600 });
  });

  it('is shown without a request, with the focus on its Confirm button', async () => {
    const { element, claims, ask } = await openRewards();
    await ask();
    expect(shownText(element)).to.include('Spend 1,000 points?');
    expect(claims().length).to.equal(0);
    await until(() => focused()?.matches('[part~=confirm-button]'), 'focus on Confirm');
    await expect(element).to.be.accessible();
  });

  for (const layout of ['list', 'cards'] as const)
    for (const width of [360, 1280])
      it(`keeps the picture and the texts, and says what is left: ${layout}, ${width} px`, async () => {
        await setViewport({ width, height: 900 });
        const { element, ask } = await openRewards({ layout });
        await ask();
        const row = part(element, 'confirm-button')!.closest('[data-row]')!;
        const isSeen = (name: string) => {
          const seen = row.querySelector<HTMLElement>(`[part~=${name}]`);
          return (
            !!seen?.checkVisibility({ visibilityProperty: true }) && seen.getBoundingClientRect().height > 0
          );
        };
        const shown = ['picture', 'name', 'question', 'left', ...(layout === 'cards' ? ['description'] : [])];
        expect(shown.filter((name) => !isSeen(name))).to.deep.equal([]);
        expect(shownText(part(element, 'left')!)).to.equal('1,480 points left');
      });

  it('names the group of its buttons and is announced', async () => {
    const { element, status, ask } = await openRewards();
    await ask();
    const group = part(element, 'confirm-button')!.closest('[role=group]')!;
    const label = element.shadowRoot!.getElementById(group.getAttribute('aria-labelledby')!)!;
    expect(group.contains(part(element, 'cancel-button')!)).to.equal(true);
    expect(shownText(label)).to.equal('Spend 1,000 points?');
    expect(label).to.have.attribute('part', 'question');
    expect(status()).to.equal('Spend 1,000 points? 1,480 points left');
    button(element, 'Cancel')!.click();
    await element.updateComplete;
    expect(status()).to.equal('');
  });

  it('is not confirmed by the second press of a double click on Claim', async () => {
    const { element, claims, ask } = await openRewards();
    await ask();
    part(element, 'confirm-button')!.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
    await element.updateComplete;
    expect(claims().length).to.equal(0);
    expect(shownText(element)).to.include('Spend 1,000 points?');
  });

  it('is cancelled by its button, and the focus returns to the Claim button', async () => {
    const { element, claims, ask, done } = await openRewards();
    await ask();
    button(element, 'Cancel')!.click();
    await done();
    await until(() => focused()?.getAttribute('aria-label') === 'Claim Ten euros off', 'focus back');
    expect(claims().length).to.equal(0);
  });

  it('is cancelled by Escape, from either button', async () => {
    const { element, claims, ask, done } = await openRewards();
    await ask();
    await until(() => focused()?.matches('[part~=confirm-button]'), 'focus on Confirm');
    await sendKeys({ press: 'Escape' });
    await done();
    await ask();
    part(element, 'cancel-button')!.focus();
    await sendKeys({ press: 'Escape' });
    await done();
    await until(() => focused()?.getAttribute('aria-label') === 'Claim Ten euros off', 'focus back');
    expect(claims().length).to.equal(0);
  });

  it('works with the keyboard alone', async () => {
    const { member, element, done } = await openRewards();
    button(element, 'Claim Ten euros off')!.focus();
    await sendKeys({ press: 'Enter' });
    await until(() => focused()?.matches('[part~=confirm-button]'), 'focus on Confirm');
    await sendKeys({ press: 'Enter' });
    await done();
    expect(member.points.available).to.equal(1_480);
  });
});
