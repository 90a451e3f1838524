import { Hono } from 'hono';
import { centsOf, countOf } from '../cart.ts';
import { cartPage } from '../pages/cart.ts';
import type { Shop } from '../shop.ts';

/** Routes of the cart: pages post forms, the theme's script asks for JSON. */
export function cartRoutes({ carts, points, show }: Shop): Hono {
  return new Hono()
    .get('/cart', (context) =>
      show(context, async (visit) => {
        const lines = carts.read(context);
        return cartPage(visit, lines, lines.length ? await points.earnedBy(centsOf(lines)) : undefined);
      }),
    )
    .post('/cart/items', async (context) => {
      const form = await context.req.parseBody();
      const lines = carts.set(context, String(form['product_id'] ?? ''), (before) => before + 1);
      const wantsJson = context.req.header('Accept')?.includes('application/json');
      if (!lines) return wantsJson ? context.json({ message: 'No such product' }, 422) : context.notFound();
      return wantsJson ? context.json({ count: countOf(lines) }) : context.redirect('/cart', 303);
    })
    .post('/cart/items/:id', async (context) => {
      const form = await context.req.parseBody();
      const quantity = form['remove'] ? '0' : String(form['quantity']);
      if (!/^\d{1,4}$/.test(quantity)) return context.text('quantity must be a whole number', 422);
      const lines = carts.set(context, context.req.param('id'), () => Number(quantity));
      return lines ? context.redirect('/cart', 303) : context.notFound();
    });
}
