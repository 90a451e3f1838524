import { expect, html } from '@open-wc/testing';
import type { LitElement, TemplateResult } from 'lit';
import type { LoyaltyProvider } from '../../../src/index.ts';
import '../../../src/index.ts';
import { addListItemReservation } from '../../../src/services/contract/endpoints/index.ts';
import { sampleMember, SHARE, type ListWire, type Member } from '../../support/component-member.ts';
import {
  button,
  closeService,
  loaded,
  openService,
  page,
  part,
  parts,
  shownText,
  until,
} from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';

// What is gone, full or spent meanwhile: for each, what the shopper reads, the way on, and what the page shows after it.

interface Shown {
  readonly element: HTMLElement;
  readonly member: Member;
  readonly service: ComponentService;
}

interface Row {
  readonly what: string;
  readonly content: TemplateResult;
  /** What happens at the service while the page is open, and what the shopper presses. */
  readonly act: (shown: Shown) => Promise<void> | void;
  readonly sentence: string;
  /** Text or label of the button or link that leads on. */
  readonly wayOn: string;
  /** What the page shows after it. */
  readonly truth: (shown: Shown) => unknown;
}

/** Loads everything again: a question that is open keeps the offer of before. */
const reload = (element: HTMLElement): Promise<void> =>
  element.closest<LoyaltyProvider>('loyalty-provider')!.refresh();
const registryOf = ({ lists }: Member): ListWire => lists.find(({ type }) => type === 'registry')!;
const press = async (element: HTMLElement, name: string): Promise<void> => {
  await until(() => button(element, name), name);
  button(element, name)!.click();
};
const reserve = async (element: HTMLElement, product: string): Promise<void> => {
  await press(element, `Reserve ${product}`);
  await until(() => part(element, 'form'), 'the form');
  (part(element, 'input') as HTMLInputElement).value = 'Ida';
};
const claim = async (element: HTMLElement, name: string): Promise<void> => {
  await press(element, `Claim ${name}`);
  await until(() => part(element, 'confirm-button'), 'the question');
};
const shared = html`<loyalty-shared-list share=${SHARE} shop-url="/products"></loyalty-shared-list>`;
const rewards = html`<loyalty-rewards></loyalty-rewards>`;

const ROWS: readonly Row[] = [
  {
    what: 'unknown list',
    content: html`<loyalty-lists expanded></loyalty-lists>`,
    async act({ element, member }) {
      await press(element, 'Rename Our wedding');
      await until(() => part(element, 'form'), 'the form');
      member.lists = member.lists.filter(({ type }) => type !== 'registry');
      part(element, 'confirm-button')!.click();
    },
    sentence: 'We can’t find this list. It may have been deleted.',
    wayOn: 'New list',
    truth: ({ element }) => !shownText(element).includes('Our wedding') && !part(element, 'form'),
  },
  {
    what: 'unknown list on the page of a list',
    content: html`<loyalty-registry list="no-such-list"></loyalty-registry>`,
    act: () => {},
    sentence: 'We can’t find this list. It may have been deleted.',
    wayOn: 'Try again',
    truth: ({ element }) => !part(element, 'list'),
  },
  {
    what: 'item gone, for a giver',
    content: shared,
    async act({ element, member }) {
      await reserve(element, 'Stoneware mug');
      registryOf(member).items = registryOf(member).items.filter(({ id }) => id !== 202);
      part(element, 'confirm-button')!.click();
    },
    sentence: 'Stoneware mug is no longer on this list. Choose something else.',
    wayOn: 'Reserve Linen throw',
    truth: ({ element }) => !button(element, 'Reserve Stoneware mug'),
  },
  {
    what: 'item gone, for the owner',
    content: html`<loyalty-registry list="our-wedding"></loyalty-registry>`,
    async act({ element, member }) {
      const input = element.shadowRoot!.querySelector<HTMLInputElement>('[data-item="202"] input')!;
      registryOf(member).items = registryOf(member).items.filter(({ id }) => id !== 202);
      input.value = '3';
      input.dispatchEvent(new Event('change'));
    },
    sentence: 'Stoneware mug is no longer on this list. Choose something else.',
    wayOn: 'Close',
    truth: ({ element }) => !element.shadowRoot!.querySelector('[data-item="202"]'),
  },
  {
    what: 'product deleted',
    content: html`<loyalty-wishlist expanded></loyalty-wishlist>`,
    act: () => {},
    sentence: 'No longer available',
    wayOn: 'Remove No longer available from your wishlist',
    async truth({ element }) {
      await press(element, 'Remove No longer available from your wishlist');
      await until(() => parts(element, 'item').length === 2, 'removed');
      return !shownText(part(element, 'list')!).includes('No longer available');
    },
  },
  {
    what: 'share revoked',
    content: shared,
    async act({ element, member }) {
      await reserve(element, 'Linen throw');
      registryOf(member).shares = [];
      part(element, 'confirm-button')!.click();
    },
    sentence: 'This list is no longer shared. Ask the person who sent you the link for a new one.',
    wayOn: 'Discover products',
    truth: ({ element }) => !part(element, 'list') && element.matches(':state(gone)'),
  },
  {
    what: 'reservation full',
    content: shared,
    async act({ element, member, service }) {
      await reserve(element, 'Stoneware mug');
      const registry = registryOf(member);
      const other = { ...registry.reservations[0]!, id: 950, item_id: 202, name: 'Another giver' };
      registry.reservations.push(other);
      part(element, 'confirm-button')!.click();
      await until(() => service.seen(addListItemReservation).length, 'the request');
    },
    sentence: 'Someone was just ahead of you: Stoneware mug is fully reserved. Please choose something else.',
    wayOn: 'Reserve Linen throw',
    truth: ({ element }) =>
      shownText(element.shadowRoot!.querySelector('[data-item="202"] [part=full]')!) === 'Reserved',
  },
  {
    what: 'reward gone',
    content: rewards,
    async act({ element, member }) {
      await claim(element, 'Free delivery');
      await reload(element);
      member.definitions = member.definitions.filter(({ id }) => id !== 1);
      part(element, 'confirm-button')!.click();
    },
    sentence: 'This reward is no longer available.',
    wayOn: 'Close',
    async truth({ element }) {
      await press(element, 'Close');
      await until(() => !shownText(element).includes('Free delivery'), 'the rewards that there are');
      return true;
    },
  },
  {
    what: 'points spent elsewhere meanwhile',
    content: html`${rewards}<loyalty-balance></loyalty-balance>`,
    async act({ element, member }) {
      await claim(element, 'Free delivery');
      await reload(element);
      member.points = { available: 120 };
      part(element, 'confirm-button')!.click();
    },
    sentence: 'Not enough points for this reward.',
    wayOn: 'Close',
    async truth({ element }) {
      const balance = element.parentElement!.querySelector('loyalty-balance')!;
      await until(() => shownText(balance).includes('120 points'), 'the points that there are');
      await press(element, 'Close');
      await until(() => !button(element, 'Claim Free delivery'), 'not to be claimed any more');
      return true;
    },
  },
  {
    what: 'benefit gone',
    content: html`<loyalty-benefits></loyalty-benefits>`,
    async act({ element, member }) {
      await claim(element, 'Potters visit');
      await reload(element);
      member.claimable = [];
      part(element, 'confirm-button')!.click();
    },
    sentence: 'This benefit is no longer available.',
    wayOn: 'Close',
    async truth({ element }) {
      await press(element, 'Close');
      await until(() => !button(element, 'Claim Potters visit'), 'the benefits that there are');
      return true;
    },
  },
];

describe('what is gone meanwhile', () => {
  afterEach(closeService);

  for (const { what, content, act, sentence, wayOn, truth } of ROWS)
    it(`is said in a sentence of its own, with a way on: ${what}`, async () => {
      const member = sampleMember();
      const service = openService(member);
      const provider = await page(content, member);
      const element = await loaded(provider.firstElementChild as LitElement);
      const shown: Shown = { element, member, service };
      await act(shown);
      await until(() => shownText(element).includes(sentence), sentence);
      const leadsOn = [...element.shadowRoot!.querySelectorAll('a, button')].find(
        (one) => (one.getAttribute('aria-label') ?? shownText(one)) === wayOn,
      );
      expect(!!leadsOn, wayOn).to.equal(true);
      await expect(element).to.be.accessible();
      expect(await truth(shown)).to.equal(true);
      expect(shownText(element)).not.to.match(/undefined|NaN/);
    });
});
