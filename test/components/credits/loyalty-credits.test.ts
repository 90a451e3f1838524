import { aTimeout, expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyCredits, LoyaltyProvider } from '../../../src/index.ts';
import { profileCredits } from '../../../src/services/contract/endpoints/index.ts';
import { descending, filter, sort } from '../../../src/services/transport/query.ts';
import { creditWire, sampleMember, type CreditWire } from '../../support/component-member.ts';
import {
  button,
  closeService,
  eventsOf,
  everythingIn,
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

const credits = html`<loyalty-credits></loyalty-credits>`;
const only = (provider: LoyaltyProvider): LoyaltyCredits => provider.querySelector('loyalty-credits')!;
const show = async (state: StateName, content = credits) => only(await STATES[state](content));

const NUMBER = '6006491234567890';
const SECRET = new RegExp(`${NUMBER}|XK42`);
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

async function withCredits(...wires: CreditWire[]): Promise<LoyaltyCredits> {
  const member = sampleMember();
  member.credits = wires;
  openService(member);
  return loaded(only(await page(credits, member)));
}
const rows = (element: Element) => parts(element, 'row').map(shownText);
const note = async (rest: Record<string, unknown>) =>
  shownText(part(await withCredits(creditWire(1, 'Gift card', rest)), 'note')!);

async function reveal(element: LoyaltyCredits): Promise<void> {
  button(element, 'Show number')!.click();
  await until(() => part(element, 'number'), 'the number');
}

/** Replaces the clipboard of the page; headless browsers allow none. */
function clipboard(writeText: (text: string) => Promise<void>): void {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
}

describe('loyalty-credits', () => {
  afterEach(() => {
    closeService();
    Reflect.deleteProperty(navigator, 'clipboard');
    Reflect.deleteProperty(document, 'hidden');
  });

  isAccessible(() => credits);

  describe('shows', () => {
    it('a skeleton and a text for screen readers while it loads', async () => {
      const element = await show('loading');
      expect(part(element, 'list')).to.have.attribute('aria-busy', 'true');
      expect(shownText(element)).to.include('Loading your store credit');
    });

    it('what remains of each credit, as text and as a bar', async () => {
      const element = await show('data');
      button(element, 'Show all 3 gift cards and store credit')!.click();
      await element.updateComplete;
      expect(rows(element).slice(0, 2)).to.deep.equal([
        'Gift card from Ada €20 of €50 until June 30, 2031 Show number',
        'Gift card €50 Locked',
      ]);
      expect(
        parts(element, 'bar-remaining')
          .map((bar) => bar.getAttribute('width'))
          .slice(0, 2),
      ).to.deep.equal(['40%', '100%']);
      expect(parts(element, 'row-locked')).to.have.length(1);
    });

    it('an empty list in the slot of the theme', async () => {
      const element = await show('empty');
      expect(shownText(element)).to.equal('No gift cards or store credit yet.');
      expect(element.matches(':state(empty)')).to.equal(true);
    });

    it('an error with a retry button, and without one for invalid settings', async () => {
      expect(shownText(await show('error'))).to.equal('Couldn’t load your store credit. Try again');
      expect(shownText(await show('invalid settings'))).to.equal('Couldn’t load your store credit.');
    });

    it("the theme's sign-in link to a guest, or a sentence without one", async () => {
      expect(shownText(await show('signed-out'))).to.equal('Sign in to see your store credit.');
      const link = html`<loyalty-credits><a slot="signed-out" href="/login">Sign in</a></loyalty-credits>`;
      expect(shownText(await show('signed-out', link))).to.equal('Sign in');
    });
  });

  it('asks for credits that are not used up, the first to end first', async () => {
    const member = sampleMember();
    const service = openService(member);
    await loaded(only(await page(credits, member)));
    expect(service.seen(profileCredits).map(({ url }) => Object.fromEntries(url.searchParams))).to.deep.equal(
      [
        {
          ...filter({ value_remaining: { gt: 0 } }),
          ...sort('expires_at'),
          'page[size]': '100',
          'page[number]': '1',
        },
      ],
    );
    expect(sort(descending('expires_at'))).not.to.deep.equal(sort('expires_at'));
  });

  it('says when a credit ends, and marks an end within a week', async () => {
    expect(await note({ expires_at: inDays(0.01) })).to.match(/^Expires (today|tomorrow)$/);
    expect(await note({ expires_at: inDays(7) })).to.equal('Expires in 7 days');
    expect(await note({ expires_at: inDays(9) })).to.match(/^until /);
    const endless = await withCredits(creditWire(1, 'Gift card', { expires_at: null }));
    expect(part(endless, 'note')).not.to.exist;
    const element = await withCredits(creditWire(1, 'Gift card', { expires_at: inDays(2) }));
    expect(part(element, 'soon')).to.exist;
  });

  it('says that a credit is locked, until when, or from when on it can be used', async () => {
    expect(await note({ locked: true })).to.equal('Locked');
    expect(await note({ locked: true, lock_expires_at: '2031-01-15T12:00:00Z' })).to.equal(
      'Available from January 15, 2031',
    );
    expect(await note({ locked: true, lock_expires_at: '2020-01-15T12:00:00Z' })).to.match(/^until /);
    expect(await note({ released_at: '2031-01-15T12:00:00Z' })).to.equal('Available from January 15, 2031');
  });

  it('shows all credits after a press, and focuses the first one that was hidden', async () => {
    const element = await show('data');
    expect(rows(element)).to.have.length(1);
    button(element, 'Show all 3 gift cards and store credit')!.click();
    await until(() => rows(element).length === 3, 'all credits');
    expect(focused() === parts(element, 'row')[1]).to.equal(true);
  });

  it('keeps 3 px between the content of a row and its lines above the button that shows all', async () => {
    const secret = { credit_number: NUMBER, security_code: 'XK42' };
    const element = await withCredits(...[1, 2, 3, 4].map((id) => creditWire(id, 'Gift card', secret)));
    expect(part(element, 'more-button')).to.exist;
    for (const row of parts(element, 'row')) {
      const { top, bottom } = row.getBoundingClientRect();
      const content = [...row.children].map((child) => child.getBoundingClientRect());
      expect(Math.min(...content.map((box) => box.top)) - top).to.be.at.least(3);
      expect(bottom - Math.max(...content.map((box) => box.bottom))).to.be.at.least(3);
    }
  });

  it('leaves out credits that are used up, expired or malformed', async () => {
    const element = await withCredits(
      creditWire(1, 'A', { value_remaining: '0.00' }),
      creditWire(2, 'B', { expires_at: '2020-01-01T00:00:00Z' }),
      creditWire(3, 'C', { value_remaining: '-5' }),
      creditWire(4, 'D', { value_remaining: 'NaN' }),
      creditWire(5, '<b>E</b>', { value_initial: null, definition: null }),
    );
    expect(rows(element)).to.have.length(1);
    expect(shownText(part(element, 'name')!)).to.equal('<b>E</b>');
    expect(shownText(part(element, 'value')!)).to.equal('20.00');
  });

  it('shows no bar where the initial value is not known', async () => {
    const element = await withCredits(
      creditWire(1, 'Missing', { value_initial: null }),
      creditWire(2, 'Nothing', { value_initial: '0.00' }),
    );
    expect(rows(element)).to.have.length(2);
    expect(parts(element, 'bar')).to.deep.equal([]);
  });

  describe('the number', () => {
    it('is in the page only between the two presses', async () => {
      const element = await show('data');
      expect(everythingIn(element)).not.to.match(SECRET);
      await reveal(element);
      expect(part(element, 'number')).to.have.text(NUMBER);
      expect(part(element, 'code')).to.have.text('XK42');
      expect(button(element, 'Hide number')).to.have.attribute('aria-expanded', 'true');
      await expect(element).to.be.accessible();
      button(element, 'Hide number')!.click();
      await element.updateComplete;
      expect(everythingIn(element)).not.to.match(SECRET);
    });

    for (const [name, leave] of [
      ['the page', () => dispatchEvent(new Event('pagehide'))],
      [
        'the tab',
        () => {
          Object.defineProperty(document, 'hidden', { configurable: true, value: true });
          document.dispatchEvent(new Event('visibilitychange'));
        },
      ],
    ] as const)
      it(`is hidden when the shopper leaves ${name}`, async () => {
        const element = await show('data');
        await reveal(element);
        leave();
        await element.updateComplete;
        expect(everythingIn(element)).not.to.match(SECRET);
      });

    it('is hidden when the element is removed, and when the customer changes', async () => {
      const member = sampleMember();
      const other = sampleMember('1002', 'b');
      openService(member, other);
      const provider = await page(credits, member);
      const element = await loaded(only(provider));
      await reveal(element);
      element.remove();
      provider.append(element);
      await loaded(element);
      expect(everythingIn(element)).not.to.match(SECRET);
      await reveal(element);
      await signIn(provider, other);
      await loaded(element);
      expect(everythingIn(element)).not.to.match(SECRET);
    });

    it('is in no storage, no console line and no event', async () => {
      const lines: string[] = [];
      const originals = { ...console };
      for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
        console[level] = (...texts: unknown[]) => void lines.push(texts.join(' '));
      const element = await show('data');
      const events = eventsOf('loyalty-error');
      await reveal(element);
      Object.assign(console, originals);
      expect(lines.join('\n')).not.to.match(SECRET);
      expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.to.match(SECRET);
      expect(events).to.have.length(0);
    });

    it('is copied by a button, which says whether it worked', async () => {
      const copied: string[] = [];
      clipboard(async (text) => void copied.push(text));
      const element = await show('data');
      await reveal(element);
      button(element, 'Copy number')!.click();
      await until(() => shownText(part(element, 'copied')!) === 'Copied', 'the result');
      expect(copied).to.deep.equal([NUMBER]);
      clipboard(() => Promise.reject(new DOMException('No', 'NotAllowedError')));
      button(element, 'Copy number')!.click();
      await until(() => shownText(part(element, 'copied')!) === 'Couldn’t copy', 'the result');
    });

    it('has no button where the service does not send it', async () => {
      const element = await withCredits(creditWire(1, 'Gift card'));
      await aTimeout(0);
      expect(parts(element, 'button')).to.have.length(0);
    });
  });
});
