import { Hono } from 'hono';
import { localPath } from '../local-path.ts';
import { accountPage } from '../pages/account.ts';
import { signInPage } from '../pages/sign-in.ts';
import { wishlistPage } from '../pages/wishlist.ts';
import type { Shop } from '../visits.ts';

const AFTER_SIGN_IN = '/account';

/** Account, wishlist, signing in and out. */
export function customerRoutes(shop: Shop): Hono {
  const { customers } = shop.settings;
  return new Hono()
    .get('/account', (context) => shop.show(context, accountPage))
    .get('/wishlist', (context) => shop.show(context, wishlistPage))
    .get('/sign-in', async (context) => {
      const returnTo = landing(context.req.query('return_to'));
      return shop.show(context, (visit) => signInPage(visit, { returnTo }));
    })
    .post('/sign-in', async (context) => {
      const form = await context.req.parseBody();
      const returnTo = landing(form['return_to']);
      const email = typeof form['email'] === 'string' ? form['email'].trim() : '';
      const customer = customers.find((known) =>
        email ? known.email.toLowerCase() === email.toLowerCase() : known.id === form['customer'],
      );
      if (!customer) {
        const problem = 'Nobody here has this address. Choose one of the customers above.';
        return shop.show(context, (visit) => signInPage(visit, { returnTo, email, problem }), 422);
      }
      await shop.sessions.signIn(context, customer);
      return context.redirect(returnTo, 303);
    })
    .post('/sign-out', (context) => {
      shop.sessions.signOut(context);
      return context.redirect('/', 303);
    });
}

/** Where signing in leads to: a page of this shop, and not back to signing in. */
function landing(text: unknown): string {
  const path = localPath(text, AFTER_SIGN_IN);
  return /^\/sign-(in|out)\b/.test(path) ? AFTER_SIGN_IN : path;
}
