import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Product } from '../sample/products.ts';
import { soldOut, variants, type Variant } from '../sample/variants.ts';
import { formatPrice } from './pages/page.ts';
import type { CartReward } from './reward-codes.ts';
import type { StorefrontSettings } from './settings.ts';

const COOKIE = 'harbour_cart';
const CODE_COOKIE = 'harbour_reward';
const MAX_LINES = 50;
export const MAX_QUANTITY = 20;

export interface CartLine {
  /** Of the product, or of the product and its variant. */
  readonly id: string;
  readonly product: Product;
  /** Of a product that has variants. */
  readonly variant: Variant | undefined;
  readonly quantity: number;
}

export interface Carts {
  read(context: Context): readonly CartLine[];
  /** The code of the reward that the cart has; an empty text without one. */
  readCode(context: Context): string;
  setCode(context: Context, code: string): void;
  /** Sets the quantity of a line; 0 removes it. Returns why that is not possible as a sentence. */
  set(context: Context, lineId: string, quantity: (before: number) => number): readonly CartLine[] | string;
}

const SEPARATOR = '~';

/** The id of the line of a product, or of one of its variants. */
export const lineIdOf = (productId: string, variantId: string): string =>
  variantId ? `${productId}${SEPARATOR}${variantId}` : productId;

/** What one piece costs, as a decimal text. */
export const priceOf = ({ product, variant }: CartLine): string => variant?.price ?? product.price;

/** Stores the cart in a cookie: `id*quantity` for each line, separated by dots. */
export function createCarts({ products, publicUrl }: StorefrontSettings): Carts {
  const byId = new Map(products.map((product) => [product.id, product]));

  /** The product and variant of a line; `undefined` where the shop has none, or a variant has to be chosen. */
  function find(id: string): Pick<CartLine, 'id' | 'product' | 'variant'> | undefined {
    const [productId = '', variantId = ''] = id.split(SEPARATOR);
    const product = byId.get(productId);
    if (!product) return undefined;
    const choices = variants[productId];
    const variant = choices?.find((one) => one.id === variantId);
    // A product without variants that a page names all the same is the product.
    return choices && !variant ? undefined : { id: lineIdOf(productId, variant?.id ?? ''), product, variant };
  }

  const options = {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: 30 * 24 * 60 * 60,
  } as const;

  function read(context: Context): readonly CartLine[] {
    const lines = new Map<string, CartLine>();
    for (const entry of (getCookie(context, COOKIE) ?? '').split('.').slice(0, MAX_LINES)) {
      const [id = '', amount] = entry.split('*');
      const found = find(id);
      const quantity = clampQuantity(Number(amount));
      if (found && quantity > 0) lines.set(found.id, { ...found, quantity });
    }
    return [...lines.values()];
  }

  return {
    read,
    readCode: (context) => /^[\w-]{1,64}$/.exec(getCookie(context, CODE_COOKIE) ?? '')?.[0] ?? '',
    setCode: (context, code) => setCookie(context, CODE_COOKIE, code, options),
    set(context, lineId, quantity) {
      const found = find(lineId);
      if (!found)
        return variants[lineId]
          ? 'Choose colour and size on the product page.'
          : 'The shop doesn’t have this.';
      const before = read(context);
      const existing = before.find(({ id }) => id === found.id);
      if (!existing && (found.variant?.isSoldOut || soldOut.has(found.product.id))) return 'It’s sold out.';
      if (!existing && before.length >= MAX_LINES) return 'The cart is full.';
      const line = { ...found, quantity: clampQuantity(quantity(existing?.quantity ?? 0)) };
      const lines = (
        existing ? before.map((other) => (other === existing ? line : other)) : [...before, line]
      ).filter(({ quantity }) => quantity > 0);
      setCookie(context, COOKIE, lines.map(({ id, quantity }) => `${id}*${quantity}`).join('.'), options);
      return lines;
    },
  };
}

export const countOf = (lines: readonly CartLine[]): number =>
  lines.reduce((count, { quantity }) => count + quantity, 0);

/** Sum in cents, because sums of decimal fractions are inexact. */
export const centsOf = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, line) => sum + Math.round(Number(priceOf(line)) * 100) * line.quantity, 0);

function clampQuantity(quantity: number): number {
  return Number.isInteger(quantity) ? Math.min(Math.max(quantity, 0), MAX_QUANTITY) : 0;
}

/** What a reward does to a cart. */
export interface CartDiscount {
  readonly reward: CartReward;
  readonly cents: number;
  /** Why it has no effect yet; undefined if it has. */
  readonly problem: string | undefined;
}

/** One reward for each order: money off, or something that is added to it. */
export function discountOf(
  reward: CartReward,
  cents: number,
  definitions: StorefrontSettings['programme']['rewards'],
): CartDiscount {
  const { centsOff = 0, minimumCents = 0 } = definitions.find(({ handle }) => handle === reward.handle) ?? {};
  const worth = reward.cents ?? centsOff;
  const problem =
    cents < minimumCents ? `${reward.name} needs an order of ${formatPrice(minimumCents / 100)}.` : undefined;
  return { reward, cents: problem ? 0 : Math.min(worth, cents), problem };
}
