import { expect, html, nextFrame } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../../../src/index.ts';
import type { LoyaltyPanel, LoyaltyProvider } from '../../../src/index.ts';
import { openDrawer } from '../../../src/components/panel/panel-drawer.ts';
import { importPagePolicy } from '../../../src/components/page/import-page-policy.ts';
import { profileBalances, profileRewards } from '../../../src/services/contract/endpoints/index.ts';
import { sampleMember } from '../../support/component-member.ts';
import {
  closeService,
  focused,
  openService,
  page,
  part,
  shownText,
  until,
} from '../../support/component-page.ts';
import { isAccessible, plainPage, STATES } from '../../support/component-states.ts';
import { contrastOf } from '../../support/contrast.ts';

const panel = html`<loyalty-panel history-url="/history"
  ><a slot="signed-out" href="#join">Join</a></loyalty-panel
>`;
const only = (provider: LoyaltyProvider): LoyaltyPanel => provider.querySelector('loyalty-panel')!;
const drawer = (element: LoyaltyPanel) => element.shadowRoot!.querySelector('dialog');

async function opened(content = panel, signedIn = true) {
  const member = sampleMember();
  const service = openService(member);
  const element = only(await page(content, signedIn ? member : undefined));
  await until(() => part(element, 'launcher'), 'the launcher');
  part(element, 'launcher')!.focus();
  part(element, 'launcher')!.click();
  await until(() => drawer(element)?.open, 'the drawer');
  return { element, service, dialog: drawer(element)! };
}

describe('loyalty-panel', () => {
  afterEach(async () => {
    document.querySelector('loyalty-panel')?.close();
    // The close event, which gives the page back its style, comes with the next frame.
    await nextFrame();
    closeService();
    plainPage();
    document.documentElement.removeAttribute('style');
    await setViewport({ width: 800, height: 600 });
  });

  isAccessible(() => panel);

  it('is accessible when it is open', async () => {
    const { element } = await opened();
    await until(() => shownText(element).includes('Silver'), 'the content');
    await expect(element).to.be.accessible();
  });

  describe('launcher', () => {
    it('shows members their points, and guests a label', async () => {
      const member = only(await STATES.data(panel));
      await until(() => shownText(member) === 'Points and rewards: 2,480 points', 'the points');
      closeService();
      expect(shownText(only(await STATES['signed-out'](panel)))).to.equal('Points and rewards');
      closeService();
      expect(shownText(only(await STATES.error(panel)))).to.equal('Points and rewards');
    });

    it('is an icon with its number on phones, as wide before it has the number', async () => {
      await setViewport({ width: 360, height: 700 });
      const launcher = (element: LoyaltyPanel) => part(element, 'launcher')!;
      const member = only(await STATES.data(panel));
      await until(() => shownText(member).includes('2,480'), 'the points');
      const { width } = launcher(member).getBoundingClientRect();
      expect(width).to.be.within(90, 120);
      expect(getComputedStyle(launcher(member), '::after').content).to.equal('"2,480" / ""');
      expect(launcher(member).dataset['number']).to.equal('2,480');
      expect(getComputedStyle(part(member, 'launcher-text')!).clipPath).to.equal('inset(50%)');
      await expect(member).to.be.accessible();
      closeService();
      const guest = only(await STATES['signed-out'](panel));
      expect(launcher(guest).getBoundingClientRect().width).to.equal(width);
    });

    it('loads only the balance', async () => {
      const member = sampleMember();
      const service = openService(member);
      const element = only(await page(panel, member));
      await until(() => shownText(element).includes('2,480'), 'the points');
      expect(service.seen(profileBalances)).to.have.length(1);
      expect(service.seen(profileRewards)).to.have.length(0);
      expect(drawer(element)).to.equal(null);
    });

    it('is fixed at the end of the page, or at its start, in the direction of the text', async () => {
      await setViewport({ width: 800, height: 600 });
      const element = only(await STATES.data(html`<loyalty-panel></loyalty-panel>`));
      const box = () => part(element, 'launcher')!.getBoundingClientRect();
      expect(document.documentElement.clientWidth - box().right).to.be.closeTo(16, 0.01);
      expect(innerHeight - box().bottom).to.be.closeTo(16, 0.01);
      element.side = 'start';
      await element.updateComplete;
      expect(box().left).to.be.closeTo(16, 0.01);
      document.documentElement.dir = 'rtl';
      expect(document.documentElement.clientWidth - box().right).to.be.closeTo(16, 0.01);
      element.style.setProperty('--loyalty-panel-offset-block', '80px');
      expect(innerHeight - box().bottom).to.be.closeTo(80, 0.01);
    });

    it('takes no space, and its content does not show before it is defined', async () => {
      const element = only(await STATES.data(html`<loyalty-panel><p>Own</p></loyalty-panel>`));
      expect(getComputedStyle(element).display).to.equal('contents');
      expect(part(element, 'launcher')!.getBoundingClientRect().height).to.be.at.least(44);
    });
  });

  describe('drawer', () => {
    it('shows status, history, rewards, ways to earn and wishlist', async () => {
      const { element, dialog } = await opened();
      for (const text of [
        'Silver',
        'Your points history',
        'Ten euros off',
        'Ways to earn',
        'Ten orders',
        'Linen throw',
      ])
        await until(() => shownText(element).includes(text), text);
      expect(dialog.querySelector('a')!.getAttribute('href')).to.equal(`${location.origin}/history`);
    });

    for (const [color, isDark] of [
      ['rgb(245, 240, 230)', true],
      ['rgb(30, 25, 20)', false],
    ] as const)
      it(`has text in the colour ${color} of the page, on a ${isDark ? 'dark' : 'light'} background`, async () => {
        document.body.style.color = color;
        const { dialog } = await opened();
        const { color: text, backgroundColor } = getComputedStyle(dialog);
        document.body.style.removeProperty('color');
        expect(text).to.equal(color);
        expect(contrastOf(text, backgroundColor)).to.be.above(7);
      });

    for (const [title, body, expected] of [
      ['a cream page', 'background: rgb(250, 246, 238); color: rgb(30, 25, 20)', 'rgb(250, 246, 238)'],
      ['a dark page', 'background: rgb(17, 17, 17); color: rgb(240, 240, 240)', 'rgb(17, 17, 17)'],
      [
        'a dark page of a theme in oklch',
        'background: oklch(0.2 0.03 260); color: oklch(0.95 0 0)',
        'oklch(0.2 0.03 260)',
      ],
    ] as const)
      it(`has the background of ${title}`, async () => {
        document.body.style.cssText = body;
        const { dialog } = await opened();
        await until(() => getComputedStyle(dialog).backgroundColor === expected, 'the background');
        document.body.style.cssText = '';
      });

    it('keeps a background that fits its text where that of the page does not, or is a picture', async () => {
      for (const body of [
        'background: rgb(250, 250, 250); color: rgb(240, 240, 240)',
        'background: linear-gradient(black, black) white; color: rgb(240, 240, 240)',
      ]) {
        document.body.style.cssText = body;
        const { dialog } = await opened();
        await importPagePolicy();
        await Promise.resolve();
        const { color: text, backgroundColor } = getComputedStyle(dialog);
        expect(contrastOf(text, backgroundColor)).to.be.above(7);
        document.body.style.cssText = '';
      }
    });

    it('gives its elements none of its colours', async () => {
      const { dialog } = await opened();
      const status = () => dialog.querySelector('loyalty-status');
      await until(() => status()?.shadowRoot?.querySelector('[part=value]'), 'the points');
      const card = status()!.shadowRoot!.querySelector('[part=base]')!;
      // Its tier has no colour: the card has the background of the drawer, and text on it.
      expect(getComputedStyle(card).backgroundColor).to.equal('rgba(0, 0, 0, 0)');
    });

    it('shows the content and the title of the page instead, and loads nothing else', async () => {
      const { element, service, dialog } = await opened(
        html`<loyalty-panel
          ><span slot="title">My club</span>
          <p>Own content</p></loyalty-panel
        >`,
      );
      expect(shownText(dialog)).to.include('My club').and.to.include('Own content');
      expect(service.seen(profileRewards)).to.have.length(0);
      expect(element.matches(':focus-within')).to.equal(true);
    });

    it('keeps the link to the history apart from the rewards below it', async () => {
      const { element } = await opened();
      await until(() => shownText(element).includes('Silver'), 'the content');
      expect(part(element, 'history')!.offsetHeight).to.be.above(15);
    });

    it('leaves out a link that is no web address', async () => {
      const { dialog } = await opened(
        html`<loyalty-panel history-url="javascript:alert(1)"></loyalty-panel>`,
      );
      expect(dialog.querySelector('[part=history]')).to.equal(null);
    });

    it('traps the focus, and returns it to the launcher after Escape', async () => {
      const { element, dialog } = await opened();
      await until(() => dialog.contains(focused()) || dialog.matches(':focus-within'), 'the focus inside');
      for (let press = 0; press < 12; press++) {
        await sendKeys({ press: 'Tab' });
        expect(focused() === part(element, 'launcher')).to.equal(false);
      }
      await sendKeys({ press: 'Escape' });
      await until(() => !dialog.open, 'the drawer closes');
      expect(focused()).to.equal(part(element, 'launcher'));
    });

    it('closes by its button and by a press on the backdrop, not by one inside', async () => {
      const { element, dialog } = await opened();
      part(element, 'content')!.click();
      expect(dialog.open).to.equal(true);
      dialog.dispatchEvent(new MouseEvent('click', { clientX: 1, clientY: 1 }));
      expect(dialog.open).to.equal(false);
      await element.show();
      expect(dialog.open).to.equal(true);
      part(element, 'close-button')!.click();
      expect(dialog.open).to.equal(false);
    });

    it('has the state open until it is closed', async () => {
      const { element } = await opened();
      await until(() => element.matches(':state(open)'), 'the state');
      part(element, 'close-button')!.click();
      await until(() => !element.matches(':state(open)'), 'the end of the state');
    });

    it('stops the page from scrolling without moving it, and gives it back its style', async () => {
      const long = document.createElement('div');
      Object.assign(long.style, { blockSize: '3000px' });
      document.body.append(long);
      const root = document.documentElement;
      root.style.overflow = 'auto';
      const before = long.getBoundingClientRect().width;
      const { dialog } = await opened();
      expect(getComputedStyle(root).overflow).to.equal('hidden');
      expect(long.getBoundingClientRect().width).to.equal(before);
      dialog.close();
      await until(() => root.style.overflow === 'auto', 'the style of the page');
      expect(root.style.scrollbarGutter).to.equal('');
      long.remove();
    });

    it('gives the page back its style when it was closed and opened again within a frame', async () => {
      const root = document.documentElement;
      root.style.overflow = 'auto';
      const { element, dialog } = await opened();
      let closed = 0;
      dialog.addEventListener('close', () => closed++);
      dialog.close();
      openDrawer(element); // as show() does, but before the close event also on a busy machine
      await until(() => closed, 'the first close event');
      expect(getComputedStyle(root).overflow).to.equal('hidden');
      dialog.close();
      await until(() => closed === 2, 'the second close event');
      expect(root.style.overflow).to.equal('auto');
    });

    it('gives the page back its style when the last of two drawers is closed', async () => {
      const root = document.documentElement;
      root.style.overflow = 'auto';
      const { element, dialog } = await opened();
      const other = document.createElement('loyalty-panel');
      element.after(other);
      await other.show();
      dialog.close();
      await nextFrame();
      await nextFrame();
      expect(root.style.overflow).to.equal('hidden');
      other.close();
      await until(() => root.style.overflow === 'auto', 'the style of the page');
      other.remove();
    });

    it('gives the page back its scrolling when the element is removed', async () => {
      const { element } = await opened();
      element.remove();
      await until(() => document.documentElement.style.overflow === '', 'the style of the page');
    });

    it('is a sheet from below on a narrow page', async () => {
      await setViewport({ width: 360, height: 740 });
      const { dialog } = await opened();
      await until(() => Math.round(dialog.getBoundingClientRect().bottom) === 740, 'the end of the motion');
      const { left, right, height } = dialog.getBoundingClientRect();
      expect([left, right]).to.deep.equal([0, 360]);
      expect(height).to.be.at.most(740 * 0.92 + 1);
    });

    it('opens with reserved boxes before its content is loaded, which are as high as the content', async () => {
      await setViewport({ width: 360, height: 740 });
      const { element, dialog } = await opened();
      const height = dialog.offsetHeight;
      await until(() => dialog.querySelector('loyalty-status'), 'the content');
      await nextFrame();
      expect(dialog.offsetHeight).to.equal(height);
      expect(part(element, 'content')!.getAttribute('aria-busy')).to.equal('false');
    });

    it('opens once for many presses', async () => {
      const { element, dialog } = await opened();
      await Promise.all([element.show(), element.show()]);
      expect(dialog.open).to.equal(true);
      expect(element.shadowRoot!.querySelectorAll('dialog')).to.have.length(1);
    });

    it('shows guests the programme with one button to join, and nothing that would be theirs', async () => {
      const programme = {
        tiers: [{ name: 'Silver', points_required: 100 }],
        rewards: [{ name: 'A mug', points_cost: 300, image_url: 'https://images.example/mug.jpg' }],
        ways: [{ name: 'Write a review', points: 50 }],
      };
      const { element } = await opened(
        html`<loyalty-panel .programme=${programme} history-url="/history"></loyalty-panel>`,
        false,
      );
      document.querySelector('loyalty-provider')!.joinUrl = '/join';
      const inner = (tag: string) => element.shadowRoot!.querySelector(tag);
      await until(() => inner('loyalty-status'), 'the elements');
      await until(() => part(inner('loyalty-status')!, 'join-link'), 'the button');
      const status = inner('loyalty-status')!;
      expect(shownText(status)).to.include('A mug 300 points');
      expect(part(status, 'image')!.getAttribute('src')).to.equal('https://images.example/mug.jpg');
      expect(inner('loyalty-rewards')).to.equal(null);
      expect(part(element, 'history')).to.equal(undefined);
      const earn = inner('loyalty-earn') as HTMLElement;
      await until(() => shownText(earn).includes('Write a review'), 'the ways');
      expect(earn.offsetHeight, 'without room for others').to.equal(
        (part(earn, 'base') as HTMLElement).offsetHeight,
      );
      expect(part(status, 'button')!.textContent.trim()).to.equal('Join now');
      await expect(element).to.be.accessible();
    });

    it('asks guests to join, without a programme in boxes of the size of their texts', async () => {
      const { element } = await opened(panel, false);
      await until(() => shownText(element).includes('Join'), 'the link');
      for (const tag of ['loyalty-status', 'loyalty-wishlist'])
        expect(element.shadowRoot!.querySelector<HTMLElement>(tag)!.offsetHeight, tag).to.be.within(60, 200);
    });
  });
});
