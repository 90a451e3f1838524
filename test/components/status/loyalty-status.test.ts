import { expect, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import '../../../src/index.ts';
import type { LoyaltyProvider, LoyaltyStatus } from '../../../src/index.ts';
import { cardColors } from '../../../src/components/status/tier-colors.ts';
import {
  profileBalances,
  profileTier,
  tierDefinitions,
} from '../../../src/services/contract/endpoints/index.ts';
import { broken, refuse } from '../../support/component-answers.ts';
import { gold, sampleMember, silver, type Member } from '../../support/component-member.ts';
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
import { isAccessible, plainPage, STATES, type StateName } from '../../support/component-states.ts';

const PROGRAMME = {
  tiers: [
    { name: 'Harbour', points_required: 1_000, color: '#23506b', description: 'Free delivery.' },
    { name: 'Shore', points_required: 0, description: 'A point for every euro.' },
  ],
  rewards: ['Candle', 'Mug', 'Apron', 'Lamp'].map((name, at) => ({ name, points_cost: 300 * (at + 1) })),
};
const status = html`<loyalty-status></loyalty-status>`;
const offer = html`<loyalty-status programme=${JSON.stringify(PROGRAMME)}>
  <p slot="signed-out">Join us</p>
</loyalty-status>`;
const only = (provider: LoyaltyProvider): LoyaltyStatus => provider.querySelector('loyalty-status')!;
const show = async (state: StateName, content = status) => only(await STATES[state](content));
const text = (element: Element, name: string) => shownText(part(element, name)!);
const textsOf = (element: Element, name: string) => parts(element, name).map(shownText);

/** The element of a customer whose records were changed. */
async function withMember(change: (member: Member) => void, content = status): Promise<LoyaltyStatus> {
  const member = sampleMember();
  change(member);
  openService(member);
  return loaded(only(await page(content, member)));
}
const DAY_MS = 86_400_000;
const expiringIn = (days: number, value = 480) =>
  withMember((member) => {
    const at = new Date(Date.now() + days * DAY_MS).toISOString();
    member.points = { ...member.points, expiring: { value, expires_at: at } };
  });

/** Contrast of two `rgb()` colours, by the formula of WCAG 2. */
function contrast(a: readonly number[], b: readonly number[]): number {
  const luminance = (color: readonly number[]) =>
    color
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at]!, 0);
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
const rgb = (color: string) => color.match(/\d+/g)!.map(Number);
const mix = (a: readonly number[], b: readonly number[], share: number) =>
  a.map((value, at) => value * share + b[at]! * (1 - share));
const hex = (value: number) => `#${value.toString(16).padStart(6, '0')}`;

describe('loyalty-status', () => {
  afterEach(() => {
    closeService();
    plainPage();
  });

  isAccessible(() => status);
  isAccessible(() => offer);

  describe('shows', () => {
    it('a skeleton and a text for screen readers while it loads', async () => {
      const element = await show('loading');
      expect(part(element, 'base')).to.have.attribute('aria-busy', 'true');
      expect(shownText(element)).to.include('Loading your tier');
      expect(element.matches(':state(loading)')).to.equal(true);
    });

    it('the tier as a heading, its month, and the points with their unit', async () => {
      const element = await show('data');
      expect(part(element, 'name')).to.have.attribute('role', 'heading');
      expect(text(element, 'name')).to.equal('Silver');
      expect(text(element, 'since')).to.equal('since May 2024');
      expect(text(element, 'amount')).to.equal('2,480 points');
      expect(element.matches(':state(loading)')).to.equal(false);
    });

    it('all tiers in order: reached, current, to come, with what each brings', async () => {
      const element = await show('data');
      expect(textsOf(element, 'tier-name')).to.deep.equal(['Bronze', 'Silver', 'Gold']);
      expect(parts(element, 'tier').map((item) => item.getAttribute('part'))).to.deep.equal([
        'tier tier-reached',
        'tier tier-current',
        'tier tier-to-come',
      ]);
      expect(textsOf(element, 'tier-text')).to.deep.equal([
        'Points on every order.',
        'Free delivery.',
        'Private sale · Birthday gift',
      ]);
      expect(parts(element, 'tier')[1]).to.have.attribute('aria-current', 'step');
      expect(text(element, 'missing')).to.equal('5,000 points · 2,000 points to go');
      expect(text(element, 'here')).to.equal('You’re here');
      // With the missing ones they are what the next tier needs, whatever can be spent.
      expect(text(element, 'collected')).to.equal('· 3,000 collected');
      expect(parts(element, 'progress-bar').map((bar) => bar.getAttribute('width'))).to.deep.equal([
        '100%',
        '50%',
        '0%',
      ]);
      expect(element.matches(':state(tier-silver)')).to.equal(true);
    });

    it('one missing point in the singular', async () => {
      const element = await withMember((member) => (member.tier = { ...member.tier, points: 4_999 }));
      expect(text(element, 'missing')).to.equal('5,000 points · 1 point to go');
    });

    it('a member below the first tier', async () => {
      const element = await withMember((member) => {
        member.tier = { points: 250, definition: null, next: silver };
        member.tiers = [gold, silver];
      });
      expect(text(element, 'name')).to.equal('Member');
      expect(text(element, 'missing')).to.equal('1,000 points · 750 points to go');
      expect(text(element, 'threshold')).to.equal('5,000 points');
      expect(element.matches(':state(tier-bronze)')).to.equal(false);
    });

    it('neither a tier nor the highest one where the service does not say it', async () => {
      const withoutTier = await withMember((member) => {
        member.tier = { points: 1_250, next: gold };
        member.tiers = [gold, silver];
      });
      expect(part(withoutTier, 'name')).to.equal(undefined);
      expect(parts(withoutTier, 'tier').map(shownText)).to.deep.equal([
        'Silver 1,000 points',
        'Gold 5,000 points · 3,750 points to go',
      ]);
      await expect(withoutTier).to.be.accessible();
      const withoutNext = await withMember((member) => {
        member.tier = { points: 7_000, definition: gold };
      });
      expect(text(withoutNext, 'name')).to.equal('Gold');
      expect(shownText(withoutNext)).not.to.include('Top tier');
      expect(withoutNext.matches(':state(top-tier)')).to.equal(false);
    });

    it('the highest tier as a state, with a star and a sentence', async () => {
      const element = await withMember((member) => {
        member.tier = { points: 7_000, issued_at: '2024-05-01T09:30:00Z', definition: gold, next: null };
      });
      expect(text(element, 'since')).to.equal('since May 2024 · Top tier');
      expect(part(element, 'name')!.querySelector('svg')).not.to.equal(null);
      expect(element.matches(':state(top-tier)')).to.equal(true);
      expect(element.matches(':state(tier-gold)')).to.equal(true);
    });

    it('the points that expire, with the day', async () => {
      const element = await show('data');
      expect(text(element, 'expiry')).to.equal('300 points expire on March 31, 2031');
      expect(element.matches(':state(expiring)')).to.equal(false);
    });

    it('points that expire within 7 days as urgent, in words', async () => {
      const element = await expiringIn(2);
      expect(text(element, 'expiry')).to.equal('480 points expire in 2 days');
      expect(element.matches(':state(expiring)')).to.equal(true);
      expect(text(await expiringIn(1, 1), 'expiry')).to.equal('1 point expires tomorrow');
      expect(text(await expiringIn(0), 'expiry')).to.equal('480 points expire today');
      expect(text(await expiringIn(8), 'expiry')).to.include('points expire on');
    });

    it('no points that have expired', async () => {
      const element = await expiringIn(-2);
      expect(part(element, 'expiry')).to.equal(undefined);
      expect(element.matches(':state(expiring)')).to.equal(false);
    });

    it('an error with a retry button, and without one for invalid settings', async () => {
      const element = await show('error');
      expect(shownText(element)).to.equal('Couldn’t load your tier. Try again');
      expect(element.matches(':state(failed)')).to.equal(true);
      expect(shownText(await show('invalid settings'))).to.equal('Couldn’t load your tier.');
    });
  });

  describe('without the definitions of tiers', () => {
    for (const [name, answer] of [
      ['forbidden', () => refuse(403, 'Not for customers.')],
      ['failed', broken],
    ] as const)
      it(`shows the own tier and the next one: ${name}`, async () => {
        const member = sampleMember();
        openService(member).answer(tierDefinitions, answer);
        const errors = eventsOf('loyalty-error');
        const element = await loaded(only(await page(status, member)));
        expect(textsOf(element, 'tier-name')).to.deep.equal(['Silver', 'Gold']);
        expect(errors).to.deep.equal([]);
      });

    it('shows the tier and the points while they load', async () => {
      const member = sampleMember();
      const release = openService(member).hold(tierDefinitions);
      const element = only(await page(status, member));
      await until(() => shownText(element).includes('2,480'), 'points');
      expect(part(element, 'tiers')).to.have.attribute('aria-busy', 'true');
      const before = element.getBoundingClientRect().height;
      release();
      await loaded(element);
      expect(element.getBoundingClientRect().height).to.equal(before);
    });
  });

  describe('for guests', () => {
    it('shows a sentence without a programme, or the link of the theme', async () => {
      const element = await show('signed-out');
      expect(shownText(element)).to.equal('Sign in to see your tier.');
      expect(element.matches(':state(signed-out)')).to.equal(true);
      const link = html`<loyalty-status><a slot="signed-out" href="/join">Join</a></loyalty-status>`;
      expect(shownText(await show('signed-out', link))).to.equal('Join');
    });

    it('shows the tiers of the programme, three rewards and the slot', async () => {
      const element = await show('signed-out', offer);
      expect(text(element, 'name')).to.equal('Member benefits');
      expect(shownText(element)).to.include('Join us');
      expect(textsOf(element, 'tier-name')).to.deep.equal(['Shore', 'Harbour']);
      expect(textsOf(element, 'reward')).to.deep.equal([
        'Candle 300 points',
        'Mug 600 points',
        'Apron 900 points',
      ]);
      expect(parts(element, 'tier')[1]!.style.getPropertyValue('--_tier')).to.equal('#23506b');
      expect(element).not.to.have.attribute('style');
    });

    it('takes the programme as a property', async () => {
      const element = await show('signed-out');
      element.programme = PROGRAMME;
      await until(() => part(element, 'reward'), 'the rewards');
      expect(textsOf(element, 'tier-name')).to.deep.equal(['Shore', 'Harbour']);
    });

    it('leaves out what is malformed, and says it in the console', async () => {
      const { error } = console;
      const lines: string[] = [];
      console.error = (...line) => void lines.push(line.join(' '));
      const tiers = [
        ...PROGRAMME.tiers,
        { name: 'No points' },
        7,
        { ...silver, color: 'url(//evil.example)' },
      ];
      const programme = JSON.stringify({ tiers, rewards: [{ name: 'Free' }, null] });
      const element = await show(
        'signed-out',
        html`<loyalty-status programme=${programme}></loyalty-status>`,
      );
      await until(() => lines.length, 'the console line');
      console.error = error;
      expect(textsOf(element, 'tier-name')).to.deep.equal(['Shore', 'Harbour', 'Silver']);
      expect(part(element, 'rewards')).to.equal(undefined);
      expect(parts(element, 'tier')[2]!.style.getPropertyValue('--_tier')).to.equal('');
      expect(lines.join()).to.include('Ignored: tiers[2], tiers[3], rewards[0], rewards[1].');
    });

    it('shows a sentence for a programme that is not JSON, and says it in the console', async () => {
      const { error } = console;
      const lines: string[] = [];
      console.error = (...line) => void lines.push(line.join(' '));
      const element = await show('signed-out', html`<loyalty-status programme="{tiers"></loyalty-status>`);
      await until(() => lines.length, 'the console line');
      console.error = error;
      expect(shownText(element)).to.equal('Sign in to see your tier.');
      expect(lines.join()).to.include('programme is not a JSON object');
    });
  });

  describe('colours', () => {
    it('have a contrast of 7 to 1, and of 4.5 to 1 for quiet texts, for any colour', () => {
      const step = 0x33;
      for (let red = 0; red < 256; red += step)
        for (let green = 0; green < 256; green += step)
          for (let blue = 0; blue < 256; blue += step) {
            const color = hex(red * 65_536 + green * 256 + blue);
            const [backgroundText, colorText, oppositeText] = cardColors(color);
            const background = rgb(backgroundText);
            const textColor = colorText === '#fff' ? [255, 255, 255] : [0, 0, 0];
            const opposite = oppositeText === '#fff' ? [255, 255, 255] : [0, 0, 0];
            for (const shade of [background, mix(background, opposite, 0.58)]) {
              expect(contrast(textColor, shade), color).to.be.above(6.7);
              expect(contrast(mix(textColor, shade, 0.82), shade), `${color}, quiet`).to.be.above(4.5);
            }
          }
    });

    it('are the same for 3 and 6 digits', () => {
      expect(cardColors('#25b')).to.deep.equal(cardColors('#2255bb'));
    });

    it('change nothing where the tier is dark or pale enough', () => {
      expect(cardColors('#0d1b24')[0]).to.equal('rgb(13,27,36)');
      expect(cardColors('#ffe9a8')[0]).to.equal('rgb(255,233,168)');
    });

    it('are set on the card, and not as an attribute of the element', async () => {
      const element = await withMember((member) => {
        member.tier = { ...member.tier, definition: { ...silver, primary_colour: '#ffd400' } };
      });
      expect(getComputedStyle(part(element, 'base')!).color).to.equal('rgb(0, 0, 0)');
      await expect(element).to.be.accessible();
    });

    for (const hostile of [
      'red',
      'rgb(1,2,3)',
      '#12345',
      '#1234567',
      '#12g',
      '#123;background:url(//evil.example)',
      'url(//evil.example)',
      'var(--x)',
      '#123\n',
      ' #123',
      {},
      ['#123'],
      7,
      null,
    ])
      it(`ignores ${JSON.stringify(hostile)}`, async () => {
        const element = await withMember((member) => {
          member.tier = { ...member.tier, definition: { ...silver, primary_colour: hostile } };
        });
        expect(part(element, 'base')!.classList.contains('colored')).to.equal(false);
        expect(part(element, 'base')!.getAttribute('style') ?? '').to.equal('');
      });

    it('follow the customer: a tier without a colour removes that of the last one', async () => {
      const member = sampleMember();
      member.tier = { ...member.tier, definition: { ...silver, primary_colour: '#123' } };
      openService(member);
      const provider = await page(status, member);
      const element = await loaded(only(provider));
      member.tier = { ...member.tier, definition: silver };
      await provider.refresh();
      await element.updateComplete;
      expect(getComputedStyle(part(element, 'base')!).color).to.equal(getComputedStyle(element).color);
    });
  });

  describe('keeps its box', () => {
    const long = 'A very long name '.repeat(20);

    /** Everything that the page shows of the element, with its place. */
    const places = (element: Element) =>
      [...element.shadowRoot!.querySelectorAll('.card *')].map((node) => {
        const { x, y } = node.getBoundingClientRect();
        return { node, place: `${node.getAttribute('part') ?? node.localName} ${x} ${y}` };
      });
    it('and says on a phone what is collected, below a name that needs the width, with every tier whole', async () => {
      await setViewport({ width: 360, height: 900 });
      const member = sampleMember();
      member.tiers = [0, 1_000, 5_000].map((points_required, at) => ({
        name: ['Shore', 'Harbour of the north', 'Lighthouse'][at]!,
        points_required,
        description: 'All of Harbour, a gift in your birthday month, first call on single pieces.',
      }));
      openService(member);
      const element = await loaded(only(await page(status, member)));
      expect(part(element, 'collected')!.checkVisibility()).to.equal(true);
      const tiers = part(element, 'tiers')!;
      expect(tiers.scrollHeight).to.equal(tiers.clientHeight);
      expect(element.offsetHeight).to.equal(432); // 27em
    });

    for (const width of [360, 768, 1280])
      for (const count of [2, 4, 6, 12])
        it(`and moves nothing when ${count} tiers arrive late, at ${width} px`, async () => {
          await setViewport({ width, height: 900 });
          const member = sampleMember();
          member.tiers = Array.from({ length: count }, (_, at) => ({
            name: at % 2 ? 'Lighthouse keeper' : 'Harbour',
            points_required: at * 1_000,
            description: 'Free delivery and early access to the sale, with a birthday gift.',
          }));
          const release = openService(member).hold(tierDefinitions);
          const element = only(await page(status, member));
          await until(() => shownText(element).includes('2,480'), 'the points');
          const before = places(element);
          release();
          await loaded(element);
          expect(parts(element, 'tier').length).to.be.at.least(count);
          const after = new Map(places(element).map(({ node, place }) => [node, place]));
          const moved = before.filter(({ node, place }) => after.has(node) && after.get(node) !== place);
          expect(moved.map(({ place }) => place)).to.deep.equal([]);
          const card = part(element, 'base')!.getBoundingClientRect();
          expect(part(element, 'tiers')!.getBoundingClientRect().bottom).to.be.at.most(card.bottom);
        });

    for (const width of [360, 768, 1280])
      it(`with huge numbers, long names and many tiers, at ${width} px`, async () => {
        await setViewport({ width, height: 900 });
        const element = await withMember((member) => {
          member.points = { ...member.points, available: Number.MAX_SAFE_INTEGER };
          member.tiers = Array.from({ length: 9 }, (_, at) => ({
            name: long,
            points_required: at * 1_000,
            description: long,
          }));
        });
        const box = element.getBoundingClientRect();
        for (const name of ['base', 'name', 'since', 'amount', 'tiers', 'expiry']) {
          const inner = part(element, name)!.getBoundingClientRect();
          expect(inner.right, name).to.be.at.most(box.right + 1);
          expect(inner.bottom, name).to.be.at.most(box.bottom + 1);
        }
        expect(document.documentElement.scrollWidth).to.be.at.most(width);
      });

    it('and does not move with late answers', async () => {
      const member = sampleMember();
      const service = openService(member);
      const releases = [profileTier, profileBalances, tierDefinitions].map((read) => service.hold(read));
      const element = only(await page(status, member));
      const places = () =>
        ['name', 'since', 'amount', 'tiers'].map((name) => part(element, name)!.getBoundingClientRect().top);
      await element.updateComplete;
      const before = places();
      for (const release of releases) release();
      await loaded(element);
      expect(places().map(Math.round)).to.deep.equal(before.map(Math.round));
    });

    it('of custom properties', async () => {
      const element = await show(
        'data',
        html`<style>
            loyalty-status {
              --loyalty-status-block-size: 400px;
              --loyalty-status-padding: 7px;
              --loyalty-status-radius: 3px;
              --loyalty-status-background: rgb(1, 2, 3);
              --loyalty-status-color: rgb(250, 251, 252);
            }
          </style>
          ${status}`,
      );
      const card = getComputedStyle(part(element, 'base')!);
      expect([
        element.offsetHeight,
        card.padding,
        card.borderRadius,
        card.backgroundColor,
        card.color,
      ]).to.deep.equal([400, '7px', '3px', 'rgb(1, 2, 3)', 'rgb(250, 251, 252)']);
    });
  });

  it('mirrors the bars from right to left', async () => {
    document.documentElement.dir = 'rtl';
    const element = await show('data');
    expect(getComputedStyle(part(element, 'progress')!).scale).to.equal('-1 1');
  });

  it('has the name of a tier above its text, from right to left', async () => {
    document.documentElement.dir = 'rtl';
    await setViewport({ width: 1280, height: 900 });
    const element = await show('data');
    for (const name of parts(element, 'tier-name'))
      expect(name.getBoundingClientRect().right).to.be.closeTo(
        name.parentElement!.getBoundingClientRect().right,
        1,
      );
  });

  it('has the whole day on which points expire in a card that is narrower than the sentence', async () => {
    await setViewport({ width: 340, height: 900 });
    const element = await withMember((member) => {
      const expiring = { value: 999_993_500, expires_at: '2028-09-07T09:30:00Z' };
      member.points = { ...member.points, expiring };
    });
    const expiry = part(element, 'expiry')!;
    expect(shownText(expiry)).to.equal('999,993,500 points expire on September 7, 2028');
    expect(expiry.clientHeight).to.be.above(30); // two lines
    expect(expiry.scrollHeight).to.be.at.most(expiry.clientHeight + 1);
  });

  it('takes the level of its heading from heading-level', async () => {
    const element = await show('data', html`<loyalty-status heading-level="3"></loyalty-status>`);
    expect(part(element, 'name')).to.have.attribute('aria-level', '3');
    expect(part(await show('data'), 'name')).to.have.attribute('aria-level', '2');
  });

  it('lets the keyboard scroll tiers that do not fit, and shows the current one', async () => {
    await setViewport({ width: 360, height: 900 });
    const element = await withMember((member) => {
      member.tiers = Array.from({ length: 9 }, (_, at) => ({
        name: `Tier ${at}`,
        points_required: at * 1_000,
      }));
      member.tier = { points: 8_000, definition: { name: 'Tier 8', points_required: 8_000 }, next: null };
    });
    const list = part(element, 'tiers')!;
    list.focus();
    expect(focused()).to.equal(list);
    expect(list.scrollTop).to.be.above(0);
    expect(part(await show('data'), 'tiers')).not.to.have.attribute('tabindex');
  });

  it('says what the points are worth, what ends within 30 days, and what keeps a tier at risk', async () => {
    const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
    const element = await withMember((member) => {
      member.points = {
        available: 130,
        expiring: { value: 80, expires_at: at(12) },
        batches: [
          { value: 80, expires_at: at(12) },
          { value: 30, expires_at: at(25) },
          { value: 20, expires_at: at(90) },
        ],
        worth: [{ currency: 'EUR', value: '1.30' }],
      };
      const ends_at = '2030-12-31T12:00:00Z';
      member.tier = {
        points: 900,
        definition: silver,
        next: gold,
        is_at_risk: true,
        points_to_keep: 120,
        ends_at,
      };
    });
    expect(text(element, 'amount')).to.equal('130 points worth €1.30');
    expect(text(element, 'expiry')).to.equal('110 points expire within 30 days');
    expect(text(element, 'since')).to.equal('120 points by December 31, 2030 to keep Silver');
    await expect(element).to.be.accessible();
  });

  it('fires loyalty-error, and loads after a retry', async () => {
    const member = sampleMember();
    const service = openService(member);
    service.answerOnce(profileBalances, broken);
    const errors = eventsOf('loyalty-error');
    const element = await loaded(only(await page(status, member)));
    expect(errors.map(({ detail }) => detail.error.status)).to.deep.equal([500]);
    button(element, 'Try again')!.click();
    await until(() => part(element, 'value'), 'the card');
    await loaded(element);
    expect(text(element, 'amount')).to.equal('2,480 points');
    expect(element.matches(':state(failed)')).to.equal(false);
  });
});
