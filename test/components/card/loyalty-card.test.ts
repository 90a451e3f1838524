import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyCard, LoyaltyProvider } from '../../../src/index.ts';
import {
  profileBalances,
  profileIdentities,
  profileTier,
  readProfile,
  storefrontToken,
} from '../../../src/services/contract/endpoints/index.ts';
import { broken, json, offline, refuse } from '../../support/component-answers.ts';
import { scan } from '../../support/component-codes.ts';
import { sampleMember, type Member } from '../../support/component-member.ts';
import { resize } from '../../support/component-media.ts';
import {
  closeService,
  eventsOf,
  everythingIn,
  focused,
  loaded,
  openService,
  page,
  part,
  shownText,
  signIn,
  until,
} from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';
import { isAccessible, STATES } from '../../support/component-states.ts';

const NO_CODE = 'We can’t show your number as a code. Read it out at the till.';
const NO_NUMBER = 'We don’t know your member number. Ask the shop for it.';
const content = html`<loyalty-card></loyalty-card>`;
/** What the card asks for. */
const READS = [readProfile, profileBalances, profileTier];

describe('loyalty-card', () => {
  let member: Member;
  let service: ComponentService;
  let provider: LoyaltyProvider;

  beforeEach(() => {
    member = sampleMember();
    service = openService(member);
  });
  afterEach(closeService);

  const card = () => provider.querySelector('loyalty-card')!;
  const open = async (of = content): Promise<LoyaltyCard> => {
    provider = await page(of, member);
    return loaded(card());
  };
  const openWith = (number: unknown, of = content): Promise<LoyaltyCard> => {
    member.profile['external_id'] = number;
    return open(of);
  };
  const dialog = (element: LoyaltyCard) => part(element, 'dialog') as HTMLDialogElement | undefined;
  const showButton = (element: LoyaltyCard) => part(element, 'show-button');
  /** Opens the card, and waits for its codes, or for the sentence in their place. */
  const press = async (element: LoyaltyCard): Promise<void> => {
    showButton(element)!.click();
    await until(() => part(element, 'code') ?? part(element, 'no-code'), 'the codes');
  };
  const scanned = async (element: LoyaltyCard, name: string) => scan(part(element, name)!);
  const closed = (element: LoyaltyCard) =>
    until(() => !dialog(element)?.open && !element.matches(':state(open)'), 'the closed card');
  /** The next page of the same browser, whose requests get no answer. */
  const openWithoutService = async (of = content): Promise<LoyaltyCard> => {
    provider.remove();
    for (const read of READS) service.answer(read, offline);
    return open(of);
  };

  isAccessible(() => content);

  describe('shows', () => {
    it('a skeleton and a text for screen readers while it loads', async () => {
      provider = await STATES.loading(content);
      expect(part(card(), 'base')).to.have.attribute('aria-busy', 'true');
      expect(shownText(card())).to.include('Loading your card');
    });

    it('name, tier, points and member number', async () => {
      const element = await open();
      expect(shownText(part(element, 'base')!)).to.equal(
        'Ada Lovelace Silver 2,480 points Member number 2000 1001 Show at the till',
      );
      expect(element.matches(':state(stored)')).to.equal(false);
    });

    it('the first and the last name where the service has no full one', async () => {
      Object.assign(member.profile, { full_name: null, first_name: 'Ada', last_name: 'Byron' });
      expect(part(await open(), 'name')).to.have.text('Ada Byron');
    });

    it('a sentence and no button where the service has no number', async () => {
      for (const none of [null, '', undefined]) {
        const element = await openWith(none);
        expect(shownText(part(element, 'message')!)).to.equal(NO_NUMBER);
        expect([showButton(element), dialog(element)]).to.deep.equal([undefined, undefined]);
        provider.remove();
      }
    });

    it('the identity of the namespace that the page names', async () => {
      member.identities = [
        { id: 1, profile_id: member.profileId, namespace: 'shop', value: '1001' },
        { id: 2, profile_id: member.profileId, namespace: 'loyalty-card', value: '77-1001' },
      ];
      const element = await open(html`<loyalty-card namespace="loyalty-card"></loyalty-card>`);
      expect(part(element, 'number')).to.have.text('77-1001');
      const [request] = service.seen(profileIdentities);
      expect(request!.url.searchParams.get('filter[namespace]')).to.equal('loyalty-card');
      element.namespace = 'shop';
      await until(() => part(element, 'number')?.textContent === '1001', 'the other number');
      element.namespace = 'none';
      await until(() => part(element, 'message'), 'no number');
    });

    it('the rest where the programme has neither points nor tiers', async () => {
      service.answer(profileBalances, () => refuse(404, 'Not found'));
      service.answer(profileTier, () => refuse(404, 'Not found'));
      const element = await open();
      expect(shownText(part(element, 'base')!)).to.equal(
        'Ada Lovelace Member number 2000 1001 Show at the till',
      );
    });

    it('an error, and the card after the retry', async () => {
      service.answer(readProfile, broken);
      const errors = eventsOf('loyalty-error');
      const element = await open();
      expect(shownText(element)).to.include('Couldn’t load your card.');
      expect(errors.length).to.equal(1);
      service.answer(readProfile, undefined);
      part(element, 'retry-button')!.click();
      await until(() => part(element, 'number'), 'the number');
    });
  });

  describe('on a press', () => {
    it('fills the screen with both codes, which a scanner reads as the number', async () => {
      const element = await open();
      await press(element);
      const { width, height } = dialog(element)!.getBoundingClientRect();
      expect([width, height]).to.deep.equal([document.documentElement.clientWidth, innerHeight]);
      expect(await scanned(element, 'qr')).to.deep.equal([{ format: 'QRCode', text: '2000 1001' }]);
      expect(await scanned(element, 'barcode')).to.deep.equal([{ format: 'Code128', text: '2000 1001' }]);
      expect(part(element, 'qr')).to.have.attribute('aria-label', 'QR code of member number 2000 1001');
      expect(part(element, 'barcode')).to.have.attribute('aria-label', 'Barcode of member number 2000 1001');
      expect(shownText(dialog(element)!)).to.equal(
        'Ada Lovelace Silver 2,480 points Member number 2000 1001',
      );
      expect(element.matches(':state(open)')).to.equal(true);
      await expect(provider).to.be.accessible();
    });

    it('shows both codes and the number on a small phone, and nothing lies over the button that closes it', async () => {
      await resize({ width: 320, height: 568 });
      Object.assign(member.profile, { full_name: 'Wilhelmina Konstantinopolskaja-Hohenlohe' });
      try {
        const element = await open();
        await press(element);
        const { clientHeight, scrollHeight } = dialog(element)!;
        expect(scrollHeight).to.equal(clientHeight);
        for (const { format } of [...(await scanned(element, 'qr')), ...(await scanned(element, 'barcode'))])
          expect(format).to.be.oneOf(['QRCode', 'Code128']);
        const close = part(element, 'close-button')!.getBoundingClientRect();
        const at = element.shadowRoot!.elementFromPoint(
          close.left + close.width / 2,
          close.top + close.height / 2,
        );
        expect(at?.closest('[part~=close-button]')).to.equal(part(element, 'close-button'));
        const name = dialog(element)!.querySelector('[part=name]')!.getBoundingClientRect();
        expect(name.right <= close.left || name.top >= close.bottom).to.equal(true);
      } finally {
        await resize({ width: 800 });
      }
    });

    it('has black codes on white on a dark page with colours of its own', async () => {
      document.body.setAttribute(
        'style',
        'background: #111; color: #eee; color-scheme: dark; --loyalty-color-quiet: #ccc; --loyalty-color-text: #eee; --loyalty-color-line: #222',
      );
      try {
        const element = await open();
        await press(element);
        const styles = getComputedStyle(dialog(element)!);
        expect([styles.backgroundColor, styles.color]).to.deep.equal([
          'rgb(255, 255, 255)',
          'rgb(17, 17, 17)',
        ]);
        expect(getComputedStyle(part(element, 'qr')!).fill).to.equal('rgb(0, 0, 0)');
        await expect(provider).to.be.accessible();
      } finally {
        document.body.removeAttribute('style');
      }
    });

    it('closes at Escape, at its button and at the back button, and returns the focus', async () => {
      const element = await open();
      const address = location.href;
      const ways: (() => unknown)[] = [
        () => part(element, 'close-button')!.click(),
        () => history.back(),
        () => element.close(),
      ];
      for (const close of ways) {
        showButton(element)!.focus();
        await press(element);
        expect(focused()).to.equal(part(element, 'close-button'));
        close();
        await closed(element);
        await until(() => !history.state?.loyaltyCard, 'the entry of the page');
        expect(focused()).to.equal(showButton(element));
        expect([location.href, part(element, 'code')]).to.deep.equal([address, undefined]);
      }
    });

    it('leaves the state of the page’s own history entry as it was', async () => {
      history.replaceState({ router: 7 }, '');
      const element = await open();
      await press(element);
      expect(history.state.router).to.equal(7);
      element.close();
      await until(() => !history.state.loyaltyCard, 'the entry of the page');
      expect(history.state).to.deep.equal({ router: 7 });
      history.replaceState(null, '');
    });

    it('closes where the customer signs out, and shows nothing of the card', async () => {
      const element = await open();
      await press(element);
      await signIn(provider, undefined);
      await until(() => element.matches(':state(signed-out)'), 'the guest');
      expect(dialog(element)).to.equal(undefined);
      await until(() => !history.state?.loyaltyCard, 'the entry of the page');
      expect(everythingIn(element)).not.to.include('2000 1001');
    });
  });

  describe('keeps the screen on', () => {
    const { wakeLock } = navigator;
    let locks: { released: boolean; release: () => Promise<void> }[];
    const set = (value: unknown) =>
      Object.defineProperty(navigator, 'wakeLock', { value, configurable: true });
    const setHidden = (isHidden: boolean) => {
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    const held = () => locks.filter(({ released }) => !released).length;
    beforeEach(() => {
      locks = [];
      set({
        request: async () => {
          const lock = { released: false, release: async () => void (lock.released = true) };
          locks.push(lock);
          return lock;
        },
      });
    });
    afterEach(() => {
      set(wakeLock);
      Reflect.deleteProperty(document, 'hidden');
    });

    it('until it is closed, and again after the page was hidden', async () => {
      const element = await open();
      expect(locks.length).to.equal(0);
      await press(element);
      expect([locks.length, held()]).to.deep.equal([1, 1]);
      locks[0]!.released = true; // as the browser does with a hidden page
      setHidden(true);
      expect(held()).to.equal(0);
      setHidden(false);
      await until(() => held() === 1, 'the second lock');
      setHidden(false);
      await element.updateComplete;
      expect(locks.length).to.equal(2);
      element.close();
      await until(() => held() === 0, 'no lock');
      setHidden(false);
      await element.updateComplete;
      expect(locks.length).to.equal(2);
    });

    it('not where it was closed before the lock came', async () => {
      let give = () => {};
      const lock = { released: false, release: async () => void (lock.released = true) };
      set({ request: () => new Promise((resolve) => (give = () => resolve(lock))) });
      const element = await open();
      await press(element);
      element.close();
      give();
      await until(() => lock.released, 'the released lock');
    });

    it('where the browser can: without a Wake Lock, or with one that refuses, the card opens', async () => {
      for (const value of [
        undefined,
        { request: () => Promise.reject(new DOMException('', 'NotAllowedError')) },
      ]) {
        set(value);
        const element = await open();
        await press(element);
        expect(part(element, 'qr')).not.to.equal(undefined);
        element.close();
        await until(() => !history.state?.loyaltyCard, 'the entry of the page');
        provider.remove();
      }
    });
  });

  describe('has no code that a till would read as another number', () => {
    const shownCodes = (element: LoyaltyCard) =>
      ['qr', 'barcode', 'no-code'].filter((name) => part(element, name));

    for (const number of ['1', '4711', 'ab-CD_12', '00000012345678901', ' 12 ', '~!"#$%&', '2000 1001'])
      it(`for "${number}": both are read as it is`, async () => {
        const element = await openWith(number);
        await press(element);
        expect(shownCodes(element)).to.deep.equal(['qr', 'barcode']);
        expect((await scanned(element, 'qr')).map(({ text }) => text)).to.deep.equal([number]);
        expect((await scanned(element, 'barcode')).map(({ text }) => text)).to.deep.equal([number]);
      });

    for (const number of ['Ä-12', '会員12', '١٢٣', 'n° 12 – Å', '🙂1', 'é'])
      it(`for "${number}", which Code 128 cannot hold: the QR code alone is read as it is`, async () => {
        const element = await openWith(number);
        await press(element);
        expect(shownCodes(element)).to.deep.equal(['qr']);
        expect((await scanned(element, 'qr')).map(({ text }) => text)).to.deep.equal([number]);
      });

    it('for 300 characters: the QR code alone', async () => {
      const number = 'K-'.repeat(150);
      const element = await openWith(number);
      await press(element);
      expect(shownCodes(element)).to.deep.equal(['qr']);
      expect((await scanned(element, 'qr')).map(({ text }) => text)).to.deep.equal([number]);
      expect(part(element, 'dialog')!.scrollWidth).to.equal(part(element, 'dialog')!.clientWidth);
    });

    for (const [what, number] of [
      ['5,000 characters', 'x'.repeat(5_000)],
      ['a line feed', '12\n34'],
      ['a control character', '12\u001d34'],
    ] as const)
      it(`for ${what}: the number as text with a sentence`, async () => {
        const element = await openWith(number);
        await press(element);
        expect(shownCodes(element)).to.deep.equal(['no-code']);
        expect(shownText(part(element, 'no-code')!)).to.equal(NO_CODE);
        expect(dialog(element)!.querySelector('[part=number]')).to.have.text(number);
      });

    it('for a barcode that a narrow screen has no room for, until there is', async () => {
      await resize({ width: 320 });
      try {
        const element = await openWith('ABCDEFGHIJKLMNOPQRSTUVWXYZ0');
        await press(element);
        expect(shownCodes(element)).to.deep.equal(['qr']);
        await resize({ width: 900 });
        await until(() => part(element, 'barcode'), 'the barcode');
        expect((await scanned(element, 'barcode')).map(({ text }) => text)).to.deep.equal([
          'ABCDEFGHIJKLMNOPQRSTUVWXYZ0',
        ]);
      } finally {
        await resize({ width: 800 });
      }
    });

    it('for a number that JavaScript has rounded, or something else: an error', async () => {
      for (const wire of [12345678901234567890, 1.5, { value: '12' }, true]) {
        const element = await openWith(wire);
        expect(shownText(element)).to.include('Couldn’t load your card.');
        provider.remove();
      }
    });

    it('for the profile of another customer: an error', async () => {
      service.answer(readProfile, () => json({ data: { id: 'profile-1002', external_id: '2000 1002' } }));
      const element = await open();
      expect(shownText(element)).to.include('Couldn’t load your card.');
      expect(everythingIn(element)).not.to.include('2000 1002');
    });

    it('for the identity of another customer: an error', async () => {
      service.answer(profileIdentities, () =>
        json({ data: [{ profile_id: 'profile-1002', namespace: 'loyalty-card', value: '77-1002' }] }),
      );
      const element = await open(html`<loyalty-card namespace="loyalty-card"></loyalty-card>`);
      expect(shownText(element)).to.include('Couldn’t load your card.');
    });
  });

  describe('without an answer of the service', () => {
    it('shows the card of the last page with its time, and the codes', async () => {
      await open();
      const element = await openWithoutService();
      const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
      await until(() => part(element, 'as-of'), 'the time');
      expect(shownText(part(element, 'base')!)).to.match(
        /^Ada Lovelace Silver 2,480 points Member number 2000 1001 As of .+ Show at the till$/,
      );
      expect(part(element, 'as-of')!.textContent.trim().slice(0, 18)).to.equal(
        `As of ${time.format(new Date())}`.slice(0, 18),
      );
      expect(element.matches(':state(stored)')).to.equal(true);
      await press(element);
      expect((await scanned(element, 'qr')).map(({ text }) => text)).to.deep.equal(['2000 1001']);
      expect(shownText(dialog(element)!)).to.include('As of');
      await expect(provider).to.be.accessible();
    });

    it('shows it also where the token has ended', async () => {
      await open();
      service.answer(storefrontToken, offline);
      const key = Object.keys(localStorage).find((name) => name.startsWith('loyalty-elements http'))!;
      const stored = JSON.parse(localStorage.getItem(key)!);
      localStorage.setItem(key, JSON.stringify({ ...stored, expiresAt: Date.now() - 60_000 }));
      const element = await openWithoutService();
      await until(() => part(element, 'as-of'), 'the time');
      expect(part(element, 'number')).to.have.text('2000 1001');
    });

    it('shows the new card once the service answers', async () => {
      await open();
      const element = await openWithoutService();
      await until(() => part(element, 'as-of'), 'the time');
      for (const read of READS) service.answer(read, undefined);
      member.points = { available: 9 };
      dispatchEvent(new Event('online'));
      await until(() => part(element, 'points')!.textContent === '9 points', 'the points');
      expect(part(element, 'as-of')).to.equal(undefined);
    });

    it('shows what is answered beside what is stored, with the time', async () => {
      await open();
      provider.remove();
      member.profile['external_id'] = '2000 9999';
      service.answer(profileBalances, broken);
      const element = await open();
      await until(() => part(element, 'as-of'), 'the time');
      expect(part(element, 'number')).to.have.text('2000 9999');
      expect(part(element, 'points')).to.have.text('2,480 points');
    });

    it('shows an error where no page has loaded it before', async () => {
      for (const read of READS) service.answer(read, offline);
      expect(shownText(await open())).to.include('Couldn’t load your card.');
    });

    it('shows no stored card after a refusal of the service', async () => {
      await open();
      provider.remove();
      service.answer(readProfile, () => refuse(403, 'Forbidden'));
      const element = await open();
      await until(() => element.matches(':state(failed)'), 'the refusal');
      expect(part(element, 'number')).to.equal(undefined);
    });

    it('shows no stored card after a sign-out', async () => {
      await open();
      await provider.signOut();
      expect(JSON.stringify(localStorage)).not.to.include('2000 1001');
      const element = await openWithoutService();
      service.answer(storefrontToken, offline);
      expect(shownText(element)).to.include('Couldn’t load your card.');
    });

    it('shows nothing of one customer to another', async () => {
      await open();
      const other = sampleMember('1002', 'b');
      service.members.set(other.id, other);
      for (const read of [...READS, storefrontToken]) service.answer(read, offline);
      provider.remove();
      provider = await page(content, other);
      const element = await loaded(card());
      expect(everythingIn(element)).not.to.include('2000 1001');
      expect(JSON.stringify(localStorage)).not.to.include('2000 1001');
    });

    it('stores nothing with snapshot="off", and removes what was stored', async () => {
      await open();
      expect(JSON.stringify(localStorage)).to.include('2000 1001');
      provider.remove();
      provider = await page(content, member);
      provider.snapshot = 'off';
      await loaded(card());
      await until(() => !JSON.stringify(localStorage).includes('2000 1001'), 'no stored card');
    });

    it('stores nothing with cache="memory"', async () => {
      provider = await page(content, member);
      provider.cache = 'memory';
      await loaded(card());
      expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.to.include('2000 1001');
    });

    it('ignores what another script has stored in its place', async () => {
      await open();
      const key = Object.keys(localStorage).find((name) => name.startsWith('loyalty-elements http'))!;
      const stored = JSON.parse(localStorage.getItem(key)!);
      for (const wrong of [null, 7, [], { at: 'soon', namespace: '' }, { at: new Date().toISOString() }]) {
        localStorage.setItem(key, JSON.stringify({ ...stored, card: wrong }));
        const element = await openWithoutService();
        expect(shownText(element)).to.include('Couldn’t load your card.');
      }
    });
  });
});
