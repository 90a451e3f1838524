import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Product } from '../sample/products.ts';
import { formatPrice } from './pages/page.ts';
import type { CartReward } from './reward-codes.ts';
import type { StorefrontSettings } from './settings.ts';

const COOKIE = 'harbour_cart';
const CODE_COOKIE = 'harbour_reward';
const MAX_LINES = 50;
export const MAX_QUANTITY = 20;

export interface CartLine {
  readonly product: Product;
  readonly quantity: number;
}

export interface Carts {
  read(context: Context): readonly CartLine[];
  /** The code of the reward that the cart has; an empty text without one. */
  readCode(context: Context): string;
  setCode(context: Context, code: string): void;
  /** Sets the quantity of a product; 0 removes it. False for an unknown product or a full cart. */
  set(context: Context, productId: string, quantity: (before: number) => number): readonly CartLine[] | false;
}

/** Stores the cart in a cookie: `id*quantity` for each product, separated by dots. */
export function createCarts({ products, publicUrl }: StorefrontSettings): Carts {
  const byId = new Map(products.map((product) => [product.id, product]));

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
      const product = byId.get(id);
      const quantity = clampQuantity(Number(amount));
      if (product && quantity > 0) lines.set(id, { product, quantity });
    }
    return [...lines.values()];
  }

  return {
    read,
    readCode: (context) => /^[\w-]{1,64}$/.exec(getCookie(context, CODE_COOKIE) ?? '')?.[0] ?? '',
    setCode: (context, code) => setCookie(context, CODE_COOKIE, code, options),
    set(context, productId, quantity) {
      const product = byId.get(productId);
      if (!product) return false;
      const before = read(context);
      const existing = before.find((line) => line.product === product);
      if (!existing && before.length >= MAX_LINES) return false;
      const line = { product, quantity: clampQuantity(quantity(existing?.quantity ?? 0)) };
      const lines = (
        existing ? before.map((other) => (other === existing ? line : other)) : [...before, line]
      ).filter(({ quantity }) => quantity > 0);
      setCookie(
        context,
        COOKIE,
        lines.map(({ product, quantity }) => `${product.id}*${quantity}`).join('.'),
        options,
      );
      return lines;
    },
  };
}

export const countOf = (lines: readonly CartLine[]): number =>
  lines.reduce((count, { quantity }) => count + quantity, 0);

/** Sum in cents, because sums of decimal fractions are inexact. */
export const centsOf = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, { product, quantity }) => sum + Math.round(Number(product.price) * 100) * quantity, 0);

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
  const problem =
    cents < minimumCents ? `${reward.name} needs an order of ${formatPrice(minimumCents / 100)}.` : undefined;
  return { reward, cents: problem ? 0 : Math.min(centsOff, cents), problem };
}
