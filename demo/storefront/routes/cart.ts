import { Hono } from 'hono';
import type { Context } from 'hono';
import { centsOf, countOf, discountOf, lineIdOf, type CartDiscount } from '../cart.ts';
import { cartPage } from '../pages/cart.ts';
import { formatPrice } from '../pages/page.ts';
import type { Shop } from '../shop.ts';

/** Routes of the cart: pages post forms, the theme's script asks for JSON. */
export function cartRoutes({ settings, carts, rewardCodes, show }: Shop): Hono {
  async function discount(context: Context, code: string): Promise<CartDiscount | undefined> {
    const reward = code ? await rewardCodes.rewardWith(code) : undefined;
    return reward ? discountOf(reward, centsOf(carts.read(context)), settings.programme.rewards) : undefined;
  }

  return new Hono()
    .get('/cart', (context) =>
      show(context, async (visit) =>
        cartPage(visit, carts.read(context), await discount(context, carts.readCode(context))),
      ),
    )
    .post('/cart/code', async (context) => {
      const form = await context.req.parseBody();
      const code = String(form['code'] ?? '');
      if (!code) {
        carts.setCode(context, '');
        return context.json({ code: '', total: formatPrice(centsOf(carts.read(context)) / 100) });
      }
      const applied = await discount(context, code);
      if (!applied) return context.json({ message: 'The shop does not know this reward.' }, 422);
      if (applied.problem) return context.json({ message: applied.problem }, 422);
      carts.setCode(context, code);
      return context.json({
        code,
        name: applied.reward.name,
        off: applied.cents ? formatPrice(-applied.cents / 100) : 'with this order',
        total: formatPrice((centsOf(carts.read(context)) - applied.cents) / 100),
      });
    })
    .post('/cart/items', async (context) => {
      const form = await context.req.parseBody();
      // As in the forms of many shops, `id` is the variant.
      const line = lineIdOf(String(form['product_id'] ?? ''), String(form['id'] ?? ''));
      const lines = carts.set(context, line, (before) => before + 1);
      const wantsJson = context.req.header('Accept')?.includes('application/json');
      if (typeof lines === 'string')
        return wantsJson ? context.json({ message: lines }, 422) : context.notFound();
      return wantsJson ? context.json({ count: countOf(lines) }) : context.redirect('/cart', 303);
    })
    .post('/cart/items/:id', async (context) => {
      const form = await context.req.parseBody();
      const quantity = form['remove'] ? '0' : String(form['quantity']);
      if (!/^\d{1,4}$/.test(quantity)) return context.text('quantity must be a whole number', 422);
      const lines = carts.set(context, context.req.param('id'), () => Number(quantity));
      return typeof lines === 'string' ? context.notFound() : context.redirect('/cart', 303);
    });
}
