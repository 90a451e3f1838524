import { LoyaltyError } from '../../services/index.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { localize } from '../internal/texts/messages.ts';

// `host="shopify"`: connects the elements to the cart of a Shopify storefront. Changes are made with `Shopify.actions`, so that the theme
// updates its cart drawer. The content of the cart is read from `/cart.js`, because its format does not depend on the theme.

interface Cart {
  readonly currency: string;
  /** In hundredths, whatever the currency. */
  readonly total_price: number;
  readonly items: readonly {
    readonly product_id: number;
    readonly variant_id: number;
    readonly quantity: number;
    /** Of one piece, in hundredths. */
    readonly final_price: number;
  }[];
  readonly discount_codes?: readonly { readonly code: string; readonly applicable: boolean }[];
}

interface Product {
  readonly variants: readonly { readonly id: number; readonly available: boolean }[];
}

interface UpdateResult {
  readonly cart?: {
    readonly discountCodes?: readonly { readonly code: string; readonly applicable: boolean }[];
  } | null;
  readonly userErrors?: readonly { readonly message: string }[];
}

interface Actions {
  updateCart(payload: object): Promise<UpdateResult>;
}

interface ShopifyWindow {
  readonly Shopify?: { readonly actions?: Actions; readonly routes?: { readonly root?: string } };
}

/** An event whose outcome the page decides (`loyalty-move-to-cart`, `loyalty-redeem`). */
interface WaitingEvent<Detail> extends Event {
  readonly detail: Detail;
  waitUntil(promise: Promise<unknown>): void;
}

/** Fired before the change, with a promise of its result. */
const CHANGES = ['shopify:cart:lines-update', 'shopify:cart:discount-update'] as const;
const page = globalThis as ShopifyWindow & typeof globalThis;
let isConnected = false;

/** Connects the elements of the page to the cart. It listens once, however many providers ask for it. */
export function connectToCart(): void {
  if (!isConnected) listen();
  isConnected = true;
  void showCart();
}

function listen(): void {
  on<{ item: SavedItem }>('loyalty-move-to-cart', (event) => event.waitUntil(addToCart(event.detail.item)));
  document.addEventListener('loyalty-move-all-to-cart', (event) => {
    // One after the other, so that each product has its own outcome: the cart takes a change as a whole or refuses it.
    let before: Promise<unknown> = Promise.resolve();
    for (const item of event.detail.items) {
      const added = before.then(() => addEach(item));
      event.waitUntil(added, [item]);
      before = added.catch(() => {});
    }
  });
  on<{ code: string }>('loyalty-redeem', (event) => event.waitUntil(applyCode(event.detail.code)));
  on<{ code: string }>('loyalty-redeem-undo', (event) => event.waitUntil(removeCode(event.detail.code)));
  for (const type of CHANGES)
    document.addEventListener(type, (event) => {
      const { promise } = event as Event & { readonly promise?: Promise<unknown> };
      // A change that the cart refuses leaves it as it was.
      void Promise.resolve(promise).then(showCart, showCart);
    });
  document.addEventListener('shopify:cart:view', () => void showCart());
}

const on = <Detail>(type: string, listener: (event: WaitingEvent<Detail>) => void): void =>
  document.addEventListener(type, (event) => listener(event as WaitingEvent<Detail>));

/** The actions of the storefront. They are there when the document has been parsed. */
function actions(): Actions {
  const found = page.Shopify?.actions;
  if (!found)
    throw new LoyaltyError(
      'invalid_config',
      'host="shopify" is set, and this page has no Shopify.actions: it is no storefront of Shopify.',
    );
  return found;
}

async function update(payload: object): Promise<UpdateResult> {
  const result = await actions().updateCart(payload);
  const [refused] = result.userErrors ?? [];
  if (refused) throw refused.message; // a sentence for the shopper, in the language of the storefront
  return result;
}

const addressOf = (file: string): string => `${page.Shopify?.routes?.root ?? '/'}${file}`;

async function loadJson<T>(address: string): Promise<T> {
  // The page's own cart, not the loyalty service.
  // eslint-disable-next-line no-restricted-globals
  const response = await fetch(address, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new LoyaltyError('bad_response', `${address} answered ${response.status}.`);
  return (await response.json()) as T;
}

const gid = (variant: number | string): string => `gid://shopify/ProductVariant/${variant}`;

interface SavedItem {
  readonly url?: string | undefined;
  readonly name?: string | undefined;
  readonly variantId?: string | undefined;
}

/** Adds a saved product. Of several variants the shopper chooses on the page of the product, and it stays saved. */
async function addToCart(item: SavedItem): Promise<void> {
  const variant = await variantOf(item);
  if (variant === undefined) {
    location.assign(item.url!);
    throw new LoyaltyError('aborted');
  }
  await addVariant(variant);
}

/** The same among several, where the page stays. */
async function addEach(item: SavedItem): Promise<void> {
  const variant = await variantOf(item);
  if (variant === undefined) throw localize('Choose an option on the product page.');
  await addVariant(variant);
}

const addVariant = (variant: number | string): Promise<unknown> =>
  update({ lines: [{ merchandiseId: gid(variant), quantity: 1 }] });

/** The saved variant, that of the address, or the only one of the product; `undefined` where none was chosen. */
async function variantOf({ url, name, variantId }: SavedItem): Promise<number | string | undefined> {
  if (variantId) return variantId;
  const address = url !== undefined && URL.canParse(url) ? new URL(url) : undefined;
  if (!address || address.origin !== location.origin)
    throw new Error(`${name} has no address in this shop: give its heart product-url.`);
  return address.searchParams.get('variant') ?? (await onlyVariantOf(address));
}

async function onlyVariantOf(address: URL): Promise<number | undefined> {
  const { variants } = await loadJson<Product>(`${address.pathname}.js`);
  return variants.length === 1 ? variants[0]!.id : undefined;
}

async function codesInCart(): Promise<string[]> {
  const { discount_codes = [] } = await loadJson<Cart>(addressOf('cart.js'));
  return discount_codes.map(({ code }) => code);
}

/** The codes of a cart are set together: those that it has stay. */
async function applyCode(code: string): Promise<void> {
  const others = (await codesInCart()).filter((other) => !isSame(other, code));
  const { cart } = await update({ discountCodes: [...others, code] });
  const applied = cart?.discountCodes?.find((one) => isSame(one.code, code));
  if (applied && !applied.applicable) {
    await update({ discountCodes: others });
    throw localize('Your cart doesn’t accept this code.');
  }
}

async function removeCode(code: string): Promise<void> {
  await update({ discountCodes: (await codesInCart()).filter((other) => !isSame(other, code)) });
}

/** Shops compare codes without regard to case. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Hundredths as a decimal number, such as `89.50`. */
const decimal = (hundredths: number): string => (hundredths / 100).toFixed(2);

let reading: Promise<void> | undefined;
let isStale = false;

/** Reads the cart and sets the properties of the elements that show it. After several changes at once it is read once more at the end. */
async function showCart(): Promise<void> {
  isStale = true;
  reading ??= (async () => {
    try {
      while (isStale) {
        isStale = false;
        const cart = await readCartIfShown();
        if (cart && !isStale) show(cart);
      }
    } finally {
      reading = undefined;
    }
  })();
  await reading;
}

const elementsOfCart = (): NodeListOf<HTMLElement> =>
  document.querySelectorAll('loyalty-earn[items], loyalty-redeem');

/** Pages without elements of a cart read none. */
async function readCartIfShown(): Promise<Cart | undefined> {
  if (elementsOfCart().length === 0) return undefined;
  try {
    return await loadJson<Cart>(addressOf('cart.js'));
  } catch (error) {
    const failure = error instanceof LoyaltyError ? error : new LoyaltyError('offline');
    elementsOfCart().forEach((element) => element.dispatchEvent(new LoyaltyErrorEvent(failure)));
    return undefined;
  }
}

function show({ items, currency, total_price, discount_codes = [] }: Cart): void {
  const lines = items.map(({ product_id, variant_id, quantity, final_price }) => ({
    product_id: String(product_id),
    variant_id: String(variant_id),
    quantity,
    price: decimal(final_price),
  }));
  const codes = discount_codes.filter(({ applicable }) => applicable).map(({ code }) => code);
  for (const element of elementsOfCart()) {
    if (element.localName === 'loyalty-earn') Object.assign(element, { items: lines, currency });
    else
      Object.assign(element, {
        total: decimal(total_price),
        currency,
        appliedCode: appliedOf(element, codes),
      });
  }
}

/** Of several codes the one that the element applied, or the newest. */
function appliedOf(
  element: HTMLElement & { readonly appliedCode?: string | null },
  codes: readonly string[],
) {
  const { appliedCode } = element;
  return codes.find((code) => appliedCode && isSame(code, appliedCode)) ?? codes.at(-1) ?? null;
}
