import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyProvider, LoyaltyShare } from '../../../src/index.ts';
import {
  addProfileListShare,
  deleteProfileListShare,
  profileListShares,
} from '../../../src/services/contract/endpoints/index.ts';
import { broken, json, refuse } from '../../support/component-answers.ts';
import { SHARE, sampleMember } from '../../support/component-member.ts';
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
  signIn,
  shownText,
  until,
} from '../../support/component-page.ts';
import { isAccessible, STATES, type StateName } from '../../support/component-states.ts';

const UNKNOWN =
  'We didn’t get an answer. It may have gone through: check back in a moment before you try again.';

const share = html`<loyalty-share list="our-wedding"></loyalty-share>`;
const only = (provider: LoyaltyProvider): LoyaltyShare => provider.querySelector('loyalty-share')!;
const show = async (state: StateName, content = share) => only(await STATES[state](content));
const link = (element: Element): string =>
  (part(element, 'link') as HTMLInputElement | undefined)?.value ?? '';
const HINT = 'Anyone with the link can see this list and its products, but not your name.';

async function open({ shared = false, content = share } = {}) {
  const member = sampleMember();
  const [registry] = member.lists;
  if (!shared) registry!.shares = [];
  const service = openService(member);
  const provider = await page(content, member);
  return { member, service, provider, registry: registry!, element: await loaded(only(provider)) };
}

describe('loyalty-share', () => {
  let copied: string[];
  const { clipboard } = navigator;
  const setClipboard = (writeText: (text: string) => Promise<void>) =>
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  beforeEach(() => {
    copied = [];
    setClipboard(async (text) => void copied.push(text));
  });
  afterEach(() => {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    closeService();
  });

  isAccessible(() => share);

  it('shows nothing where the page names no list', async () => {
    openService(sampleMember());
    const element = only(await page(html`<loyalty-share></loyalty-share>`));
    element.requestUpdate();
    await element.updateComplete;
    expect(shownText(element)).to.equal('');
  });

  describe('shows', () => {
    it('a skeleton and a text for screen readers while it loads', async () => {
      const element = await show('loading');
      expect(shownText(element)).to.include('Loading this list');
      expect(part(element, 'base')).to.have.attribute('aria-busy', 'true');
    });

    it('one button and what others see, for a list that is not shared', async () => {
      const { element } = await open();
      expect(shownText(element)).to.equal(`Share this list ${HINT}`);
    });

    it('the link of a list that is shared already', async () => {
      const { element } = await open({ shared: true });
      expect(link(element)).to.equal(`${location.origin}/lists/${SHARE}`);
      expect(element.matches(':state(shared)')).to.equal(true);
    });

    it('a sentence where the customer has no such list', async () => {
      expect(shownText(await show('data', html`<loyalty-share list="nothing"></loyalty-share>`))).to.equal(
        'You can share lists of your own.',
      );
    });

    it('a sentence where there is no wishlist yet', async () => {
      expect(shownText(await show('data', html`<loyalty-share list="wishlist"></loyalty-share>`))).to.equal(
        'Nothing to share yet.',
      );
    });

    it('an error with a retry button', async () => {
      expect(shownText(await show('error'))).to.equal('Couldn’t load this list. Try again');
    });

    it("the theme's sign-in link to a guest, or a sentence without one", async () => {
      expect(shownText(await show('signed-out'))).to.equal('Sign in to share this list.');
    });
  });

  it('makes the link once, copies it, and says so', async () => {
    const { element, service, registry } = await open();
    const events = eventsOf('loyalty-list-shared');
    button(element, 'Share this list')!.click();
    button(element, 'Share this list')!.click();
    await until(() => shownText(part(element, 'hint') ?? element) === 'Link copied.', 'the result');
    expect(service.seen(addProfileListShare)).to.have.length(1);
    expect(copied).to.deep.equal([`${location.origin}/lists/${registry.shares[0]!.handle}`]);
    expect(link(element)).to.equal(copied[0]);
    await until(() => events.length, 'the event');
    expect(events.map(({ detail }) => detail.list)).to.deep.equal(['our-wedding']);
    await until(() => focused() === part(element, 'copy-button'), 'the focus');
  });

  it('takes the link that another device made meanwhile', async () => {
    const { element, service, registry } = await open();
    registry.shares = [{ id: 70, handle: 'of-the-phone', role: 'viewer' }];
    button(element, 'Share this list')!.click();
    await until(() => link(element).endsWith('/lists/of-the-phone'), 'the link');
    expect(service.seen(addProfileListShare)).to.have.length(0);
  });

  it('has the address of the page that the theme names', async () => {
    const { element } = await open({
      shared: true,
      content: html`<loyalty-share
        list="our-wedding"
        share-url="https://shop.example.com/gifts?list={handle}"
      ></loyalty-share>`,
    });
    expect(link(element)).to.equal(`https://shop.example.com/gifts?list=${SHARE}`);
  });

  it('selects the link where it cannot be copied', async () => {
    const { element } = await open({ shared: true });
    setClipboard(() => Promise.reject(new Error('No permission')));
    button(element, 'Copy link')!.click();
    await until(() => shownText(part(element, 'hint')!).startsWith('The link is selected.'), 'the result');
    const input = part(element, 'link') as HTMLInputElement;
    expect(input.selectionEnd! - input.selectionStart!).to.equal(input.value.length);
  });

  it("opens the device's share sheet where there is one", async () => {
    const sent: unknown[] = [];
    const share = async (data: unknown) => void sent.push(data);
    Object.defineProperty(navigator, 'share', { configurable: true, value: share });
    try {
      const { element } = await open({ shared: true });
      button(element, 'Send link')!.click();
      expect(sent).to.deep.equal([{ url: `${location.origin}/lists/${SHARE}` }]);
    } finally {
      Reflect.deleteProperty(navigator, 'share');
    }
  });

  it('asks before it stops sharing, with the focus on Cancel, and goes back with Escape', async () => {
    const { element, service } = await open({ shared: true });
    button(element, 'Stop sharing')!.click();
    await until(() => focused() === button(element, 'Cancel'), 'the focus');
    expect(shownText(part(element, 'question')!)).to.equal('Stop sharing? The link will stop working.');
    button(element, 'Cancel')!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await until(() => focused() === part(element, 'stop-button'), 'the focus');
    expect(service.seen(deleteProfileListShare)).to.have.length(0);
  });

  it('stops sharing: every link is deleted', async () => {
    const { element, registry } = await open({ shared: true });
    registry.shares.push({ id: 71, handle: 'another', role: 'viewer' });
    const events = eventsOf('loyalty-list-unshared');
    button(element, 'Stop sharing')!.click();
    await until(() => part(element, 'confirm-button'), 'the question');
    part(element, 'confirm-button')!.click();
    await until(() => button(element, 'Share this list'), 'the first state');
    expect(registry.shares).to.deep.equal([]);
    expect(shownText(part(element, 'hint')!)).to.equal('The list is no longer shared.');
    // The file that tells other elements of the change is loaded before.
    await until(() => events.length, 'the event');
    expect(events).to.have.length(1);
    await until(() => focused() === button(element, 'Share this list'), 'the focus');
  });

  it('stops sharing where the link is gone already', async () => {
    const { element, registry, service } = await open({ shared: true });
    service.answer(profileListShares, () => json({ data: [{ id: 7, handle: SHARE }] }));
    registry.shares = [];
    button(element, 'Stop sharing')!.click();
    await until(() => part(element, 'confirm-button'), 'the question');
    part(element, 'confirm-button')!.click();
    await until(() => button(element, 'Share this list'), 'the first state');
  });

  for (const [name, endpoint, answer, press, sentence] of [
    [
      'cannot be shared',
      addProfileListShare,
      () => refuse(403, 'No.'),
      'share',
      'Couldn’t share the list. Try again.',
    ],
    [
      'is of a kind that is not shared',
      addProfileListShare,
      () => refuse(422, 'Invalid', { list: ['Not shared.'] }),
      'share',
      'This type of list can’t be shared.',
    ],
    [
      'is still shared',
      deleteProfileListShare,
      () => refuse(403, 'No.'),
      'stop',
      'The list is still shared. Try again.',
    ],
    ['may be shared', addProfileListShare, broken, 'share', UNKNOWN],
    ['may still be shared', deleteProfileListShare, broken, 'stop', UNKNOWN],
  ] as const)
    it(`says that the list ${name}`, async () => {
      const { element, service } = await open({ shared: press === 'stop' });
      service.answer(endpoint, answer);
      const errors = eventsOf('loyalty-error');
      part(element, `${press}-button`)!.click();
      if (press === 'stop') {
        await until(() => part(element, 'confirm-button'), 'the question');
        part(element, 'confirm-button')!.click();
      }
      await until(() => part(element, 'problem'), 'the reason');
      expect(shownText(part(element, 'problem')!)).to.equal(sentence);
      expect(errors).to.have.length(1);
    });

  it('ignores shares that are malformed, have ended or permit to edit', async () => {
    const member = sampleMember();
    openService(member).answer(profileListShares, () =>
      json({
        data: [
          null,
          { id: 1 },
          { id: {}, handle: 'y' },
          { id: 2, handle: 'ended', expires_at: '2020-01-01T00:00:00Z' },
          { id: 3, handle: 'editors', role: 'editor' },
          { id: 4, handle: '../<b>', role: 'viewer' },
        ],
      }),
    );
    const element = await loaded(only(await page(share, member)));
    expect(link(element)).to.equal(`${location.origin}/lists/..%2F%3Cb%3E`);
  });

  it('shows nothing of the customer before', async () => {
    const { element, provider } = await open({ shared: true });
    button(element, 'Stop sharing')!.click();
    await signIn(provider, undefined);
    await until(() => shownText(element) === 'Sign in to share this list.', 'the sentence for guests');
  });

  it('shows another list when the page changes it', async () => {
    const { element } = await open({ shared: true });
    element.list = 'reading-corner';
    await until(() => link(element).endsWith('/lists/guide-share'), 'the other link');
  });

  describe('with editors', () => {
    const editing = html`<loyalty-share list="our-wedding" editors></loyalty-share>`;
    const openEditors = async () => {
      const opened = await open({ content: editing });
      button(opened.element, 'Invite someone to edit')!.click();
      await until(() => part(opened.element, 'editors')?.ariaBusy === 'false', 'the editors');
      return opened;
    };
    const texts = (element: Element) => parts(element, 'editor').map(shownText);

    isAccessible(() => editing);

    it('asks for no invitations before its button is pressed', async () => {
      const { element, service } = await open({ content: editing });
      expect(part(element, 'invite-button')!.ariaExpanded).to.equal('false');
      expect(service.seen(profileListShares)).to.have.length(1);
      expect(part(element, 'editors')).to.equal(undefined);
    });

    it('makes an invitation for one person, and says what its link permits', async () => {
      const { element, service, registry } = await openEditors();
      const events = eventsOf('loyalty-list-shared');
      expect(shownText(part(element, 'editors')!)).to.match(/One person can accept this link within 7 days/);
      button(element, 'Make a link')!.click();
      await until(() => part(element, 'invite-link'), 'the link');
      const [sent] = service.seen(addProfileListShare);
      const { claimable_until: end, ...body } = sent!.body as { claimable_until: string };
      expect(body).to.deep.equal({ role: 'editor', max_claims: 1 });
      expect(Math.round((Date.parse(end) - Date.now()) / 86_400_000)).to.equal(7);
      expect((part(element, 'invite-link') as HTMLInputElement).value).to.equal(
        `${location.origin}/lists/${registry.shares[0]!.handle}`,
      );
      await until(() => events.length, 'the event');
      await until(() => focused() === part(element, 'copy-button'), 'the focus');
      button(element, 'Copy link')!.click();
      await until(() => copied.length, 'the copy');
      expect(copied).to.deep.equal([(part(element, 'invite-link') as HTMLInputElement).value]);
    });

    it('shows the invitation that another device made meanwhile, and makes no second one', async () => {
      const { element, service, registry } = await openEditors();
      registry.shares = [{ id: 70, handle: 'of-the-phone', role: 'editor' }];
      button(element, 'Make a link')!.click();
      await until(
        () => (part(element, 'invite-link') as HTMLInputElement | undefined)?.value.endsWith('of-the-phone'),
        'the link',
      );
      expect(service.seen(addProfileListShare)).to.have.length(0);
    });

    it('keeps the link for readers apart from invitations', async () => {
      const { element, registry } = await openEditors();
      registry.shares = [{ id: 70, handle: 'invitation', role: 'editor' }];
      button(element, 'Share this list')!.click();
      await until(() => link(element), 'the link');
      expect(link(element)).not.to.contain('invitation');
    });

    it('names who has accepted, and removes an editor', async () => {
      const member = sampleMember();
      member.lists[0]!.shares = [
        { id: 70, handle: 'used', role: 'editor', claimedBy: 'profile-1002' },
        { id: 71, handle: 'unused', role: 'editor' },
      ];
      openService(member);
      const element = await loaded(only(await page(editing, member)));
      const events = eventsOf('loyalty-list-unshared');
      button(element, 'Invite someone to edit')!.click();
      await until(() => texts(element).length === 2, 'the editors');
      expect(texts(element)[0]).to.equal('Ben can edit this list. Remove');
      expect(button(element, 'Make a link')).to.equal(undefined);
      button(element, 'Remove Ben')!.click();
      await until(() => texts(element).length === 1, 'the removal');
      expect(member.lists[0]!.shares.map(({ id }) => id)).to.deep.equal([71]);
      expect(shownText(part(element, 'hint')!)).to.equal('Ben can’t edit this list any more.');
      button(element, 'Stop this link')!.click();
      await until(() => button(element, 'Make a link'), 'the end of the link');
      expect(shownText(part(element, 'hint')!)).to.equal('The link no longer works.');
      await until(() => events.length === 2, 'the events');
    });

    it('says that an invitation could not be made', async () => {
      const { element, service } = await openEditors();
      service.answer(addProfileListShare, () => refuse(403, 'No.'));
      button(element, 'Make a link')!.click();
      await until(() => part(element, 'problem'), 'the problem');
      expect(shownText(part(element, 'problem')!)).to.equal('Couldn’t share the list. Try again.');
    });

    it('shows nothing of them to the next customer', async () => {
      const { element, provider } = await openEditors();
      await signIn(provider, undefined);
      await until(() => shownText(element).startsWith('Sign in'), 'the guest');
      expect(part(element, 'editors')).to.equal(undefined);
    });
  });
});
