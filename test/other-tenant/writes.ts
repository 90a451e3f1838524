import type { Page } from 'playwright-core';
import type { Operation } from './service/operation-names.ts';
import { balanceOf, type Member } from './service/records.ts';
import type { Tenant } from './service/start.ts';

/** A write of an element: how a customer does it, what the service then holds, and what the page shows of it. */
export interface Write {
  readonly name: string;
  readonly operation: Operation;
  readonly tags: (tenant: Tenant) => string;
  /** The elements whose texts show it. */
  readonly read: readonly string[];
  readonly act: (page: Page) => Promise<void>;
  /** How often it was done. */
  readonly effects: (tenant: Tenant) => number;
  /** What the texts have where it is done, and where it is not. */
  readonly done: RegExp;
  readonly undone: RegExp;
  /** Two of them have two effects: it is sent once, whatever happens. */
  readonly isOnceOnly?: true;
  /** The page shows it before the service has answered, and sends it again by itself: a heart. */
  readonly isKept?: true;
}

const ada = ({ world }: Tenant): Member => world.member('1001');
const press = (page: Page, name: string | RegExp): Promise<void> =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
const registry = (tenant: Tenant) => ada(tenant).lists[1]!;
const itemsOf = (tenant: Tenant, id: string) =>
  ada(tenant).lists[0]!.items.filter(({ product }) => product.externalId === id).length;
const heart = (id: string, name: string): string =>
  `<loyalty-wishlist-button product-id="${id}" product-name="${name}"></loyalty-wishlist-button><loyalty-wishlist-count></loyalty-wishlist-count>`;

export const WRITES: readonly Write[] = [
  {
    name: 'claim a reward',
    operation: 'rewards.claim',
    tags: () => '<loyalty-balance></loyalty-balance><loyalty-rewards></loyalty-rewards>',
    read: ['loyalty-balance', 'loyalty-rewards'],
    async act(page) {
      await press(page, 'Claim Free delivery');
      await press(page, 'Spend 200 points');
    },
    effects: (tenant) => (2_280 - balanceOf(ada(tenant))) / 200,
    done: /2,080.*Free delivery( Yours|.*until)/,
    undone: /2,280.*Free delivery 200 points/,
    isOnceOnly: true,
  },
  {
    name: 'claim a benefit',
    operation: 'benefits.claim',
    tags: () => '<loyalty-benefits></loyalty-benefits>',
    read: ['loyalty-benefits'],
    async act(page) {
      await press(page, 'Claim Birthday cake');
      await press(page, /^(Claim|Spend .*)$/);
    },
    effects: (tenant) => (ada(tenant).benefits[0]!.state === 'held' ? 1 : 0),
    done: /Yours.*Birthday cake(?!.*Claim Birthday cake)/,
    undone: /Claim Birthday cake/,
    isOnceOnly: true,
  },
  {
    name: 'claim a reward at the cart',
    operation: 'rewards.claim',
    tags: () => '<loyalty-balance></loyalty-balance><loyalty-redeem></loyalty-redeem>',
    read: ['loyalty-balance'],
    async act(page) {
      await press(page, /Free delivery/);
      await press(page, 'Spend 200 points');
    },
    effects: (tenant) => (2_280 - balanceOf(ada(tenant))) / 200,
    done: /2,080/,
    undone: /2,280/,
    isOnceOnly: true,
  },
  {
    name: 'save a product',
    operation: 'items.add',
    tags: () => heart('SKU-4714', 'Clay Vase'),
    read: ['loyalty-wishlist-button', 'loyalty-wishlist-count'],
    act: (page) => press(page, /Clay Vase/),
    effects: (tenant) => itemsOf(tenant, 'SKU-4714'),
    done: /(?<!not )pressed.*\b4\b/,
    undone: /not pressed.*\b3\b/,
    isOnceOnly: true,
    isKept: true,
  },
  {
    name: 'remove a product',
    operation: 'items.delete',
    tags: () => heart('SKU-4711', 'Oak Chair'),
    read: ['loyalty-wishlist-button', 'loyalty-wishlist-count'],
    act: (page) => press(page, /Oak Chair/),
    effects: (tenant) => 1 - itemsOf(tenant, 'SKU-4711'),
    done: /not pressed.*\b2\b/,
    undone: /(?<!not )pressed.*\b3\b/,
    isKept: true,
  },
  {
    name: 'create a list',
    operation: 'lists.add',
    tags: () => '<loyalty-lists list-url="/list?{handle}" registries expanded></loyalty-lists>',
    read: ['loyalty-lists'],
    async act(page) {
      await press(page, 'New list');
      await page.getByLabel('Name of the list').fill('Our wedding');
      await press(page, 'Create list');
    },
    effects: (tenant) => ada(tenant).lists.filter(({ name }) => name === 'Our wedding').length,
    done: /Rename Our wedding/,
    undone: /Our housewarming(?!.*Rename Our wedding)/,
    isOnceOnly: true,
  },
  {
    name: 'rename a list',
    operation: 'lists.edit',
    tags: () => '<loyalty-lists list-url="/list?{handle}" registries expanded></loyalty-lists>',
    read: ['loyalty-lists'],
    async act(page) {
      await press(page, 'Rename Our housewarming');
      await page.getByLabel('Name of the list').fill('Our new home');
      await press(page, 'Save');
    },
    effects: (tenant) => (registry(tenant).name === 'Our new home' ? 1 : 0),
    done: /Rename Our new home/,
    undone: /Rename Our housewarming/,
  },
  {
    name: 'delete a list',
    operation: 'lists.delete',
    tags: () => '<loyalty-lists list-url="/list?{handle}" registries expanded></loyalty-lists>',
    read: ['loyalty-lists'],
    async act(page) {
      await press(page, 'Delete Living room');
      await press(page, 'Delete');
    },
    effects: (tenant) => 3 - ada(tenant).lists.length,
    done: /Our housewarming(?!.*Rename Living room)/,
    undone: /Rename Living room/,
  },
  {
    name: 'change a date',
    operation: 'dates.put',
    tags: () => '<loyalty-dates></loyalty-dates>',
    read: ['loyalty-dates'],
    async act(page) {
      await page.locator('loyalty-dates input').first().fill('1991-06-15');
      await press(page, /^Save date/);
    },
    effects: (tenant) => (ada(tenant).dates[0]!.day === '1991-06-15' ? 1 : 0),
    // The input keeps what the customer writes.
    done: /1991-06-15/,
    undone: /1990-05-14/,
  },
  {
    name: 'remove a date',
    operation: 'dates.delete',
    tags: () => '<loyalty-dates></loyalty-dates>',
    read: ['loyalty-dates'],
    act: (page) => press(page, 'Remove Birthday'),
    effects: (tenant) => 1 - ada(tenant).dates.length,
    done: /Birthday(?!.*1990-05-14)/,
    undone: /1990-05-14/,
  },
  {
    name: 'add a date',
    operation: 'dates.put',
    tags: () => '<loyalty-dates names="Wedding"></loyalty-dates>',
    read: ['loyalty-dates'],
    async act(page) {
      await page.locator('loyalty-dates input').last().fill('2019-08-24');
      await page.getByRole('button', { name: 'Save date' }).last().click();
    },
    effects: (tenant) => ada(tenant).dates.filter(({ day }) => day === '2019-08-24').length,
    done: /2019-08-24/,
    undone: /Wedding/,
    isOnceOnly: true,
  },
  {
    name: 'send a receipt',
    operation: 'claims.add',
    tags: () => '<loyalty-receipt expanded></loyalty-receipt>',
    read: ['loyalty-receipt'],
    async act(page) {
      await page.getByLabel('Receipt or order number').fill('TILL-1234');
      await page.getByLabel('Total').fill('12.50');
      await page.locator('loyalty-receipt input[type=date]').fill('2026-11-20');
      await press(page, 'Submit');
    },
    effects: (tenant) => ada(tenant).claims.filter(({ receipt }) => receipt === 'TILL-1234').length,
    done: /TILL-1234 In review/,
    undone: /R-990(?!.*TILL-1234 In review)/,
    isOnceOnly: true,
  },
  {
    name: 'remove a receipt',
    operation: 'claims.delete',
    tags: () => '<loyalty-receipt expanded></loyalty-receipt>',
    read: ['loyalty-receipt'],
    act: (page) => press(page, 'Remove R-990'),
    effects: (tenant) => (ada(tenant).claims.some(({ receipt }) => receipt === 'R-990') ? 0 : 1),
    done: /R-991(?!.*Remove R-990)/,
    undone: /Remove R-990/,
  },
  {
    name: 'stop sharing a list',
    operation: 'shares.delete',
    tags: (tenant) =>
      `<loyalty-share list="${String(registry(tenant).id)}" share-url="/shared?{handle}"></loyalty-share>`,
    read: ['loyalty-share'],
    async act(page) {
      await press(page, 'Stop sharing');
      await page.getByRole('button', { name: 'Stop sharing', exact: true }).last().click();
    },
    effects: (tenant) => 1 - registry(tenant).shares.length,
    done: /Share this list/,
    undone: /Copy link/,
  },
  {
    name: 'share a list',
    operation: 'shares.add',
    tags: (tenant) =>
      `<loyalty-share list="${String(ada(tenant).lists[2]!.id)}" share-url="/shared?{handle}"></loyalty-share>`,
    read: ['loyalty-share'],
    act: (page) => press(page, 'Share this list'),
    effects: (tenant) => ada(tenant).lists[2]!.shares.length,
    done: /Copy link/,
    undone: /Share this list/,
    isOnceOnly: true,
  },
  {
    name: 'reserve an item',
    operation: 'reservations.add',
    tags: (tenant) =>
      `<loyalty-shared-list share="${registry(tenant).shares[0]!.handle}"></loyalty-shared-list>`,
    read: ['loyalty-shared-list'],
    async act(page) {
      await press(page, 'Reserve Ash Stool');
      await page.getByLabel('Your name').fill('Bo');
      await press(page, 'Reserve');
    },
    effects: (tenant) => registry(tenant).items[1]!.reservations.length,
    done: /Ash Stool.*2 of 4 still wanted/,
    undone: /Ash Stool.*3 of 4 still wanted/,
    isOnceOnly: true,
  },
  {
    name: 'change how many are wanted',
    operation: 'items.edit',
    tags: (tenant) => `<loyalty-registry list="${String(registry(tenant).id)}"></loyalty-registry>`,
    read: ['loyalty-registry'],
    async act(page) {
      const input = page.getByLabel(/How many of Ash Stool/);
      await input.fill('6');
      await input.press('Enter');
    },
    effects: (tenant) => (registry(tenant).items[1]!.wanted === 6 ? 1 : 0),
    done: /1 of 6 bought/,
    undone: /1 of 4 bought/,
  },
  {
    name: 'change the day of a registry',
    operation: 'lists.edit',
    tags: (tenant) => `<loyalty-registry list="${String(registry(tenant).id)}"></loyalty-registry>`,
    read: ['loyalty-registry'],
    async act(page) {
      await page.getByLabel('Date of the event').fill('2099-01-02');
      await press(page, /^Save date/);
    },
    effects: (tenant) => (registry(tenant).eventDay === '2099-01-02' ? 1 : 0),
    done: /2099-01-02/,
    undone: /2027-03-20/,
  },
  {
    name: 'remove an item of a registry',
    operation: 'items.delete',
    tags: (tenant) => `<loyalty-registry list="${String(registry(tenant).id)}"></loyalty-registry>`,
    read: ['loyalty-registry'],
    async act(page) {
      await press(page, 'Remove Ash Stool');
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
    },
    effects: (tenant) => 2 - registry(tenant).items.length,
    done: /Wool Rug(?!.*of 4 bought)/,
    undone: /1 of 4 bought/,
    isKept: true,
  },
  {
    name: 'write a note',
    operation: 'items.edit',
    tags: () => '<loyalty-wishlist layout="list" notes expanded></loyalty-wishlist>',
    read: ['loyalty-wishlist'],
    async act(page) {
      await press(page, 'Add a note to Oak Chair');
      await page.getByRole('textbox', { name: 'Note', exact: true }).fill('In blue');
      await press(page, 'Save');
    },
    effects: (tenant) => ada(tenant).lists[0]!.items.filter(({ note }) => note === 'In blue').length,
    done: /In blue/,
    undone: /Oak Chair(?!.*In blue)/,
    isKept: true,
  },
];
