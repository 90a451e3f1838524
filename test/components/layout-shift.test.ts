import { expect } from '@open-wc/testing';
import type { LitElement } from 'lit';
import { RESERVED_BOXES } from '../../src/components/reserved-boxes.ts';
import { PASSWORD } from '../support/component-account.ts';
import {
  creditWire,
  definition,
  item,
  Member,
  pointEntries,
  sampleMember,
} from '../support/component-member.ts';
import { resize } from '../support/component-media.ts';
import { closeService, openService, until } from '../support/component-page.ts';
import { BASE_URL, type ComponentService } from '../support/component-service.ts';
import { ALL_READS } from '../support/component-states.ts';

const WINDOWS = [
  ...[360, 768, 1280].map((width) => ({ width, touch: false })),
  ...[360, 768].map((width) => ({ width, touch: true })),
];
type Window = (typeof WINDOWS)[number];

/** Each element as a theme places it, with content below it and, for an inline element, beside it. */
const MARKUP = [
  '<p>Your points: <loyalty-balance></loyalty-balance><i>beside</i></p>',
  '<header class="bar"><b>Shop</b><loyalty-balance><a slot="signed-out" href="#">Sign in</a></loyalty-balance><i>beside</i></header>',
  '<loyalty-balance variant="card"></loyalty-balance>',
  '<loyalty-tier></loyalty-tier>',
  '<loyalty-status></loyalty-status>',
  '<loyalty-card></loyalty-card>',
  '<loyalty-rewards use-button></loyalty-rewards>',
  '<loyalty-rewards class="two"></loyalty-rewards>',
  '<loyalty-rewards layout="cards" use-button></loyalty-rewards>',
  '<loyalty-benefits></loyalty-benefits>',
  '<loyalty-achievements></loyalty-achievements>',
  '<loyalty-dates></loyalty-dates>',
  '<loyalty-receipt></loyalty-receipt>',
  '<loyalty-wishlist></loyalty-wishlist>',
  '<loyalty-wishlist move-to-cart class="two"></loyalty-wishlist>',
  '<loyalty-wishlist layout="list" move-to-cart></loyalty-wishlist>',
  '<loyalty-wishlist layout="list" class="two"></loyalty-wishlist>',
  '<loyalty-wishlist alerts></loyalty-wishlist>',
  '<loyalty-wishlist layout="list" alerts></loyalty-wishlist>',
  '<loyalty-history></loyalty-history>',
  '<loyalty-credits></loyalty-credits>',
  '<p>A chair <loyalty-wishlist-button product-id="product-3"></loyalty-wishlist-button><i>beside</i></p>',
  '<loyalty-lists registries></loyalty-lists>',
  '<loyalty-registry list="our-wedding"></loyalty-registry>',
  '<loyalty-share list="our-wedding"></loyalty-share>',
  '<loyalty-shared-list share="registry-share-0123456789abcdefg"></loyalty-shared-list>',
  '<loyalty-shared-list share="guide-share"></loyalty-shared-list>',
  '<p>Wishlist <loyalty-wishlist-count></loyalty-wishlist-count><i>beside</i></p>',
  '<loyalty-alert product-id="product-3"></loyalty-alert>',
  '<div class="tile"><loyalty-alert product-id="product-2"></loyalty-alert></div>',
  '<loyalty-earn></loyalty-earn>',
  '<loyalty-earn product-id="product-1" price="89" currency="EUR"></loyalty-earn>',
  '<div class="narrow"><loyalty-earn product-id="product-2" price="1000000" currency="EUR"></loyalty-earn></div>',
  '<loyalty-redeem></loyalty-redeem>',
  '<loyalty-panel><p>Content of the drawer</p></loyalty-panel>',
  '<div class="stack"><p>Above</p><loyalty-provider base-url="https://api.acme.example.com/api"><p>Wrapped</p><p>Wrapped too</p></loyalty-provider><p>Below</p></div>',
];
const THEME = `
  main { padding: 16px; font: 16px/1.5 sans-serif; }
  .below { block-size: 600px; }
  .bar { display: flex; gap: 12px; }
  .stack { display: flex; flex-direction: column; gap: 20px; }
  .narrow { inline-size: 6em; }
  .tile { inline-size: 12em; }
  .two { --loyalty-rewards-rows: 2; --loyalty-wishlist-rows: 2; }
`;

/** A member whose records have the longest possible texts. */
function longestMember(): Member {
  const member = sampleMember();
  const name = 'A very long name '.repeat(40) + 'x'.repeat(10_000);
  member.points = {
    available: 9_999_999,
    pending: 9_999_999,
    earned: 999_999_999,
    expiring: { value: 9_999_999, expires_at: '2031-09-30T00:00:00Z' },
  };
  member.tier = {
    points: 1,
    issued_at: '2024-09-01T00:00:00Z',
    definition: { name, points_required: 0 },
    next: { name, points_required: 9_999_999 },
  };
  member.tiers = [0, 1, 9_999_999].map((points_required) => ({
    name,
    points_required,
    description: name,
    primary_colour: '#fc0',
  }));
  const refusal = { claimable: false, reason: 'tier', message: name };
  member.definitions = Array.from({ length: 30 }, (_, index) =>
    definition(index + 1, name, 1_000_000 * index, {
      icon: 'WWWW',
      eligibility: index % 2 ? refusal : undefined,
    }),
  );
  member.rewards = member.rewards.map((reward) => ({ ...reward, definition: definition(99, name, 1) }));
  const perk = { name, short_description: name, description: name, uses: 1_000, points_required: 9_999_999 };
  member.benefits = Array.from({ length: 20 }, (_, id) => ({ id, definition: perk, uses_left: 999 }));
  member.claimable = Array.from({ length: 20 }, (_, id) => ({ ...perk, id: id + 1, points_cost: 1_000_000 }));
  member.achievements = Array.from({ length: 20 }, (_, id) => ({
    id,
    achievement_definition_id: id,
    definition: perk,
    points: 9_999_998,
    completed_at: id % 2 ? '2024-09-30T00:00:00Z' : null,
  }));
  member.dates = Array.from({ length: 9 }, (_, id) => ({
    id: `${id}`,
    name: `${id} ${name}`,
    date: '1990-02-03',
  }));
  member.receipts = Array.from({ length: 30 }, (_, id) => ({
    id,
    receipt_ref: name,
    created_at: '2024-09-30T00:00:00Z',
  }));
  member.pointEntries = pointEntries(30, name).map((entry) => ({ ...entry, value: 9_999_999_999 }));
  member.credits = Array.from({ length: 20 }, (_, index) =>
    creditWire(index + 1, name, { value_initial: '999999999.99', value_remaining: '999999998.99' }),
  );
  member.items = Array.from({ length: 120 }, (_, index) => item(index + 1, name));
  return member;
}

describe('content after an element does not move', () => {
  const main = document.createElement('main');
  const style = document.createElement('style');
  const before = new Map<Window, string>();
  const beforeOfGuest = new Map<Window, string>();
  const beforeOfAccount = new Map<Window, string>();
  let service: ComponentService;

  /** Positions of everything around the elements. */
  function measure(): string {
    const marks = [...main.querySelectorAll<HTMLElement>('.below, i, .stack p')];
    return marks
      .map(
        (mark) =>
          `${mark.className || mark.textContent} ${mark.offsetTop} ${mark.localName === 'i' ? mark.offsetLeft : ''}`,
      )
      .join('\n');
  }

  function draw(member?: Member): void {
    const settings = member
      ? ` platform="shop" customer-id="${member.id}" signature="${member.signature}"`
      : '';
    main.className = member ? '' : 'loyalty-guest';
    main.innerHTML =
      `<loyalty-provider base-url="${BASE_URL}"${settings}></loyalty-provider>` +
      MARKUP.map((markup) => `${markup}<div class="below"></div>`).join('');
  }

  function drawAccount(): void {
    main.innerHTML = `<loyalty-provider proxy-url="${BASE_URL}"></loyalty-provider><loyalty-account></loyalty-account><div class="below"></div>`;
  }

  const hosts = () => [
    ...main.querySelectorAll<HTMLElement>(
      'loyalty-balance, loyalty-tier, loyalty-status, loyalty-rewards, loyalty-wishlist, loyalty-lists, loyalty-registry, loyalty-share, loyalty-shared-list, ' +
        'loyalty-benefits, loyalty-achievements, loyalty-dates, loyalty-receipt, loyalty-history, loyalty-credits, loyalty-alert',
    ),
  ];
  const isLoaded = () =>
    until(
      () => hosts().every((host) => host.shadowRoot && !host.shadowRoot.querySelector('[aria-busy=true]')),
      'all loaded',
    );

  beforeEach(() => {
    service = openService(sampleMember());
  });
  afterEach(closeService);
  after(() => {
    main.remove();
    style.remove();
  });

  it('when the script loads: the boxes are the same before it, with loyalty.css alone', async () => {
    style.textContent = RESERVED_BOXES + THEME;
    document.head.append(style);
    document.body.append(main);
    document.documentElement.lang = 'en-US';
    for (const shown of WINDOWS) {
      await resize(shown);
      draw(sampleMember());
      expect(customElements.get('loyalty-balance')).to.equal(undefined);
      before.set(shown, measure());
      draw();
      beforeOfGuest.set(shown, measure());
      drawAccount();
      beforeOfAccount.set(shown, measure());
    }
    draw(sampleMember());
    const holds = ALL_READS.map((read) => service.hold(read));
    await import('../../src/index.ts');
    await until(
      () => hosts().every((host) => host.shadowRoot?.querySelector('[aria-busy=true]')),
      'skeletons',
    );
    expect(measure()).to.equal(before.get(WINDOWS.at(-1)!));
    for (const release of holds) release();
    await isLoaded();
    expect(measure()).to.equal(before.get(WINDOWS.at(-1)!));
  });

  it('twin: moves without the rules of loyalty.css', () => {
    const bare = [...MARKUP]
      .map((markup) => markup.replaceAll('loyalty-', 'unknown-'))
      .join('<div class="below"></div>');
    main.innerHTML = `${bare}<div class="below"></div>`;
    expect(measure()).not.to.equal(before.get(WINDOWS.at(-1)!));
  });

  it('of a wishlist for guests at 360 px that reserves no rows and shows two lines', async () => {
    await resize({ width: 360 });
    const guest = `<loyalty-wishlist style="--loyalty-wishlist-rows: 0"><a slot="signed-out" href="#">Sign in to see what you have saved, on all your devices</a></loyalty-wishlist><div class="below"></div>`;
    const below = () => main.querySelector<HTMLElement>('.below')!.offsetTop;
    main.innerHTML = `${guest}<loyalty-provider base-url="${BASE_URL}"></loyalty-provider>`;
    await main.querySelector<LitElement>('loyalty-wishlist')!.updateComplete; // before the first frame
    const reserved = below();
    // A guest's products load from the device: until then the element has the state, and shows its skeleton.
    await until(() => main.querySelector('a')!.assignedSlot, 'the notice');
    expect(main.querySelector('a')!.offsetHeight, 'two lines').to.equal(48);
    expect(below()).to.equal(reserved);
  });

  const empty = new Member('1003', 'a'.repeat(64));
  const STATES: readonly [string, () => Promise<void> | void][] = [
    [
      'while it loads',
      () => {
        for (const read of ALL_READS) service.hold(read);
        draw(sampleMember());
        return until(
          () => hosts().every((host) => host.shadowRoot?.querySelector('[aria-busy=true]')),
          'skeletons',
        );
      },
    ],
    ['with data', () => show(sampleMember())],
    ['with as much data as can be', () => show(longestMember())],
    ['with nothing', () => show(empty)],
    [
      'for a guest',
      async () => {
        draw();
        await Promise.all(hosts().map((host) => (host as LitElement).updateComplete));
        await isLoaded();
      },
    ],
  ];
  async function show(member: Member): Promise<void> {
    service = openService(member);
    draw(member);
    await isLoaded();
  }

  it('of lists without products at 360 px, whose notices fill the reserved box', async () => {
    await resize({ width: 360 });
    const member = sampleMember();
    for (const list of member.lists) list.items = [];
    service = openService(member);
    main.innerHTML = `<loyalty-provider base-url="${BASE_URL}" platform="shop" customer-id="${member.id}" signature="${member.signature}"></loyalty-provider>
      <loyalty-registry list="our-wedding"></loyalty-registry><loyalty-shared-list share="registry-share-0123456789abcdefg"></loyalty-shared-list>`;
    const heights = () => hosts().map((host) => host.offsetHeight);
    await until(
      () => hosts().every((host) => host.shadowRoot?.querySelector('[aria-busy=true]')),
      'skeletons',
    );
    const reserved = heights();
    await isLoaded();
    expect(heights()).to.deep.equal(reserved);
    for (const host of hosts())
      expect(host.shadowRoot!.querySelector('.notice')!.getBoundingClientRect().bottom).to.be.closeTo(
        host.getBoundingClientRect().bottom,
        1,
      );
  });

  it('of an account behind a proxy, with its form and on the next page of a customer who signed in', async () => {
    const account = () => main.querySelector<LitElement>('loyalty-account')!;
    const piece = (name: string) => account().shadowRoot?.querySelector<HTMLElement>(`[part~=${name}]`);
    for (const shown of WINDOWS) {
      await resize(shown);
      drawAccount();
      await until(() => piece('submit-button'), 'the form');
      expect(measure(), `form, ${shown.width} px`).to.equal(beforeOfAccount.get(shown));
    }
    const input = (name: string) => account().shadowRoot!.querySelector<HTMLInputElement>(`[name=${name}]`)!;
    input('email').value = '1001@example.com';
    input('password').value = PASSWORD;
    piece('submit-button')!.click();
    await until(() => piece('sign-out-button'), 'the customer');
    for (const shown of WINDOWS) {
      await resize(shown);
      drawAccount();
      await until(() => piece('sign-out-button'), 'the customer on the next page');
      expect(measure(), `customer, ${shown.width} px`).to.equal(beforeOfAccount.get(shown));
    }
    await main.querySelector('loyalty-provider')!.signOut();
  });

  for (const shown of WINDOWS) {
    const { width, touch } = shown;
    for (const [state, reach] of STATES) {
      it(`${state}, at ${width} px${touch ? ' for fingers' : ''}, and no element overflows its box`, async () => {
        await resize(shown);
        await reach();
        const reserved = (state === 'for a guest' ? beforeOfGuest : before).get(shown);
        await until(() => measure() === reserved, 'a settled page').catch(() => {});
        expect(measure()).to.equal(reserved);
        for (const host of hosts()) {
          const box = host.getBoundingClientRect();
          const over = [
            ...host.shadowRoot!.querySelectorAll<HTMLElement>('li, p, button, .card, .notice, [part~=base]'),
          ].filter((inner) => {
            const { bottom, right, left } = inner.getBoundingClientRect();
            return (
              inner.checkVisibility() &&
              !inner.matches('.hidden') &&
              (bottom > box.bottom + 1 || right > box.right + 1 || left < box.left - 1)
            );
          });
          const names = over.map((inner) => inner.getAttribute('part') ?? inner.localName);
          expect(
            names,
            `${host.localName} ${host.className} ${[...host.attributes].map(({ name }) => name).join()}`,
          ).to.deep.equal([]);
        }
        expect(document.documentElement.scrollWidth).to.be.at.most(width);
      });
    }
  }
});
